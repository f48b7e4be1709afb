import Kernel
import SwiftProtobuf
import Testing
import Wire

@Suite struct `A refusal` {
    @Test func `names its field as a path from the command`() {
        let error = Refusal(.invalidField, field: "text", "blank").error(in: "roomSend")
        #expect(error.field == "roomSend.text")
        #expect(error.code == .invalidField)
        #expect(error.message == "blank")
        #expect(!error.temporary)
        #expect(!error.hasRetryAfter)
    }

    @Test func `names no field when none is at fault, or no command when there is none`() {
        #expect(Refusal(.busy, "busy").error(in: "roomSend").field == "")
        #expect(Refusal(.invalidField, field: "id", "none").error(in: "").field == "id")
    }

    @Test func `says when to come again`() {
        let error = Refusal(.busy, "busy", retryAfter: .milliseconds(1500)).error(in: "roomSend")
        #expect(error.temporary)
        #expect(error.retryAfter.seconds == 1)
        #expect(error.retryAfter.nanos == 500_000_000)
    }

    @Test(arguments: ErrorCode.allCases)
    func `is temporary only when the server will do the same later`(code: ErrorCode) {
        let isTemporary = [.busy, .internal, .unavailable, .rateLimited].contains(code)
        #expect(Refusal(code, "").isTemporary == isTemporary)
    }
}
