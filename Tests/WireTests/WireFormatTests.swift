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
    /// The same answer is the same bytes, with one ETag, however its map came about.
    @Test(arguments: WireFormat.allCases)
    func `has the members of a map in one order`(format: WireFormat) {
        let names = (10..<50).map { "game\($0)" }
        var (first, second) = (WordbuzzUser(), WordbuzzUser())
        for name in names { first.scores[name] = 7 }
        for name in names.reversed() { second.scores[name] = 7 }
        let bytes = first.answerBytes(format)
        #expect(bytes == second.answerBytes(format))
        let places = names.compactMap { bytes.firstRange(of: Array($0.utf8))?.lowerBound }
        #expect(places.count == names.count && places == places.sorted())
    }
}
