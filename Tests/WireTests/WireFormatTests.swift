import Testing
import Wire

@Suite struct `A wire format` {
    @Test func `is chosen by the subprotocol, and is JSON when none is named`() {
        #expect(WireFormat(subprotocol: nil) == .json)
        #expect(WireFormat(subprotocol: "upfor.v1.json") == .json)
        #expect(WireFormat(subprotocol: "upfor.v1.binary") == .binary)
        for other in ["", "upfor.v1", "UPFOR.V1.BINARY", "upfor.v2.binary"] {
            #expect(WireFormat(subprotocol: other) == nil)
        }
    }
}
