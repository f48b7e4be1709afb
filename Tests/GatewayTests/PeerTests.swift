import Testing

@testable import Gateway

@Suite struct `A peer` {
    @Test func `takes 40 bytes while it is idle`() {
        #expect(MemoryLayout<Peer>.stride == 40)
        #expect(MemoryLayout<Session>.size == 12)
    }
}
