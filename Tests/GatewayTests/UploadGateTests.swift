import Kernel
import Testing

@testable import Gateway

@Suite struct `The gate of uploads` {
    private static func caller(_ user: Int) -> Caller {
        Caller(user: User.ID(rawValue: Int64(user)), username: "u\(user)", token: 1)
    }

    @Test func `is closed when there are as many as may be, and opens when one is over`() {
        let gate = UploadGate()
        var uploads = (0..<UploadGate.uploadsMax).map { gate.admit(Self.caller($0), "\($0)") }
        #expect(uploads.allSatisfy { $0 != nil })
        let other = Self.caller(100)
        #expect(gate.admit(other, "one more") == nil)
        uploads[7] = nil
        uploads[8] = nil
        #expect(gate.admit(other, "again")?.token == "again")
        uploads[7] = gate.admit(other, "again")
        uploads[8] = gate.admit(other, "and again")
        #expect(gate.admit(Self.caller(101), "one more") == nil)
    }

    @Test func `lets in two of one user, and others beside them`() {
        let gate = UploadGate()
        let (ana, ben) = (Self.caller(1), Self.caller(2))
        var uploads = (0..<UploadGate.uploadsOfUserMax).map { _ in gate.admit(ana, "a") }
        #expect(uploads.allSatisfy { $0 != nil })
        #expect(gate.admit(ana, "a") == nil)
        #expect(gate.admit(ben, "b") != nil)
        uploads[0] = nil
        #expect(gate.admit(ana, "a") != nil)
    }

    @Test func `counts those apart that are stored as they arrive`() throws {
        final class Sink: UploadSink {
            func append(_ bytes: [UInt8]) {}
            func finish() throws(Refusal) -> UploadedFile { throw .fault }
            func cancel() {}
        }
        var catalog = Catalog()
        catalog.upload(
            "document", .put, "/document",
            UploadTerms(of: "documents", bodyBytesMax: 9_000, into: { Sink() }), rate: .searches,
            shows: RouteAnswer.asMessage
        ) { (_, _, _) throws(Refusal) in throw .fault }
        let entry = try #require(catalog.routes.first?.form.plain)
        let gate = UploadGate()
        var uploads = (0..<UploadGate.storedUploadsMax).map {
            gate.admit(Self.caller($0), "\($0)", for: entry)
        }
        #expect(uploads.allSatisfy { $0?.isStored == true })
        let other = Self.caller(10_000)
        #expect(gate.admit(other, "one more", for: entry) == nil)
        #expect(gate.admit(other, "in memory")?.isStored == false)
        uploads[3] = nil
        #expect(gate.admit(other, "again", for: entry) != nil)
    }
}
