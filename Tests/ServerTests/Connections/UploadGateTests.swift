import Testing

@testable import Server

@Suite struct `The gate of uploads` {
    @Test func `is closed when there are as many as may be, and opens when one is over`() {
        let gate = UploadGate()
        var uploads = (0..<UploadGate.uploadsMax).map { gate.admit("\($0)") }
        #expect(uploads.allSatisfy { $0 != nil })
        #expect(gate.admit("one more") == nil)
        uploads[7] = nil
        uploads[8] = nil
        #expect(gate.admit("again")?.token == "again")
        uploads[7] = gate.admit("again")
        uploads[8] = gate.admit("and again")
        #expect(gate.admit("one more") == nil)
    }
}
