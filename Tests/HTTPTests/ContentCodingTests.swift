import HTTP
import HTTPTypes
import Testing

/// RFC 9110 §12.5.3.
@Suite struct `The coding of a body` {
    private static func coding(
        _ lists: [String], _ available: [ContentCoding] = [.gzip, .br]
    ) -> ContentCoding {
        var fields = HTTPFields()
        for list in lists { fields.append(HTTPField(name: .acceptEncoding, value: list)) }
        return fields.preferredCoding(of: available)
    }

    static let rows: [(list: String, coding: ContentCoding)] = [
        ("gzip, deflate, br, zstd", .br), ("gzip", .gzip), ("br", .br), ("deflate", .identity),
        ("", .identity), ("identity", .identity), ("*", .br),
        // Weights go before our own order.
        ("br;q=0.5, gzip;q=0.8", .gzip), ("br;q=0.8, gzip;q=0.8", .br),
        ("br;q=0.001, gzip;q=0", .br), ("br;q=0, *", .gzip), ("*;q=0", .identity),
        ("gzip;q=0.5", .gzip), ("gzip;q=0.5, identity", .identity),
        ("gzip, identity", .gzip), ("*;q=0.5, gzip", .gzip), ("identity;q=0.5, *;q=0", .identity),
        ("gzip;q=0.5, identity;q=0.4, br;q=0.3", .gzip),
        // Refusing all that there is does not help.
        ("identity;q=0", .identity), ("identity;q=0, *;q=0", .identity),
        // Letters of any size, blanks, the old name.
        ("GZIP", .gzip), ("\tBR ;\tQ=0.1 ", .br), ("x-gzip", .gzip), ("gzip;q=1.000", .gzip),
        // What cannot be read counts as absent, and what can be counts.
        ("br;q=2, gzip", .gzip), ("br;q=1.001, gzip", .gzip), ("br;q=-1, gzip", .gzip),
        ("br;q=, gzip", .gzip), ("br;q=0.1234, gzip;q=0.1", .gzip), ("br;q=a, gzip", .gzip),
        ("br;level=11, gzip", .gzip), ("br;q=0.9;q=0.1, gzip", .gzip), ("br gzip", .identity),
        (",,;,=,;;q=1,\"br\"", .identity), ("br;q=.5", .identity), ("br;q=1.", .br),
        ("ｂｒ, é;q=1", .identity), (String(repeating: "a,", count: 3_000) + "gzip", .gzip),
    ]

    @Test(arguments: rows)
    func `is what the client likes best`(row: (list: String, coding: ContentCoding)) {
        #expect(Self.coding([row.list]) == row.coding)
    }

    @Test func `is none without a header, and of several lists their sum`() {
        #expect(Self.coding([]) == .identity)
        #expect(Self.coding(["deflate", "gzip"]) == .gzip)
        #expect(Self.coding(["gzip", "br;q=0.1"]) == .gzip)
    }

    @Test func `is one that there is`() {
        #expect(Self.coding(["br, gzip;q=0.1"], [.gzip]) == .gzip)
        #expect(Self.coding(["br"], [.gzip]) == .identity)
        #expect(Self.coding(["br, gzip"], []) == .identity)
    }
}
