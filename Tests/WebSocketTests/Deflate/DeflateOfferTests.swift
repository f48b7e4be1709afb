import HTTPTypes
import Testing
import WebSocket

@Suite struct `A server that compresses` {
    static let accepted: [([String], UInt8)] = [
        (["permessage-deflate"], 15),
        (["permessage-deflate; client_max_window_bits"], 15),
        (["permessage-deflate; client_max_window_bits=8"], 15),
        (["permessage-deflate; client_max_window_bits=15"], 15),
        (["permessage-deflate; server_no_context_takeover"], 15),
        (["permessage-deflate; client_no_context_takeover"], 15),
        (["permessage-deflate; server_no_context_takeover; client_no_context_takeover"], 15),
        (["permessage-deflate; server_max_window_bits=8"], 8),
        (["permessage-deflate; server_max_window_bits=9"], 9),
        (["permessage-deflate; server_max_window_bits=15"], 15),
        (["permessage-deflate; server_max_window_bits=12; client_max_window_bits=12"], 12),
        (
            [
                "permessage-deflate; client_max_window_bits; server_max_window_bits=10"
                    + "; client_no_context_takeover; server_no_context_takeover"
            ], 10
        ),
        (["permessage-deflate; server_max_window_bits=\"10\""], 10),
        (["permessage-deflate; server_max_window_bits=\"1\\0\""], 10),
        (["permessage-deflate;server_max_window_bits=10"], 10),
        (["\tpermessage-deflate ;\tserver_max_window_bits = 10 "], 10),
        ([" , ,permessage-deflate,, "], 15),
        (["x-webkit-deflate-frame, permessage-deflate; client_max_window_bits"], 15),
        (["foo; a=\"b\"; c; c", "permessage-deflate"], 15),
        (["permessage-deflate; server_max_window_bits=9, permessage-deflate"], 9),
        (["permessage-deflate; unknown, permessage-deflate; server_max_window_bits=11"], 11),
        (["permessage-deflate; server_max_window_bits=7", "permessage-deflate"], 15),
    ]

    @Test(arguments: accepted)
    func `agrees to an offer, without context and within its window`(
        offers: [String], bits: UInt8
    ) throws {
        let acceptance = try accept(offers, deflate: true)
        #expect(acceptance.deflate == DeflateTerms(windowBits: bits))
        let names = offers.joined().contains("server_max_window_bits")
        #expect(
            acceptance.response.headerFields[values: .secWebSocketExtensions] == [
                "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
                    + (names && bits < 15 ? "; server_max_window_bits=\(bits)" : "")
            ] || bits == 15 && names)
    }

    @Test(arguments: [
        ("permessage-deflate", false),
        ("permessage-deflate; client_max_window_bits", false),
        ("permessage-deflate; server_max_window_bits=15", true),
        ("permessage-deflate; server_max_window_bits=x, permessage-deflate", false),
    ])
    func `names its window only if that was asked`(offer: String, named: Bool) throws {
        let acceptance = try accept([offer], deflate: true)
        let answer = acceptance.response.headerFields[.secWebSocketExtensions] ?? ""
        #expect(answer.contains("; server_max_window_bits=15") == named)
        #expect(!answer.contains("client_max_window_bits"))
    }

    static let declined: [[String]] =
        [
            [], [""], ["x-webkit-deflate-frame"], ["permessage-bzip2"], ["PERMESSAGE-DEFLATE"],
            ["permessage-deflate; unknown"], ["permessage-deflate; unknown=1"],
            ["permessage-deflate; server_no_context_takeover=1"],
            ["permessage-deflate; client_no_context_takeover=\"true\""],
            ["permessage-deflate; server_max_window_bits"],
            ["permessage-deflate; server_no_context_takeover; server_no_context_takeover"],
            ["permessage-deflate; server_max_window_bits=9; server_max_window_bits=9"],
            ["permessage-deflate; client_max_window_bits; client_max_window_bits=9"],
        ]
        + ["0", "7", "16", "08", "015", "+9", "-9", "9.0", "0x9", "99999999999999999999", "nine"]
        .flatMap { bits in
            ["server", "client"].map { ["permessage-deflate; \($0)_max_window_bits=\(bits)"] }
        }

    @Test(arguments: declined)
    func `passes over an offer that it cannot take, and opens without`(offers: [String]) throws {
        let acceptance = try accept(offers, deflate: true)
        #expect(acceptance.deflate == nil)
        #expect(acceptance.response.headerFields[.secWebSocketExtensions] == nil)
    }

    static let ungrammatical = [
        ";", "=", "permessage-deflate;", "permessage-deflate; ;", "permessage-deflate; =9",
        "permessage-deflate; server_max_window_bits=", "permessage-deflate client_max_window_bits",
        "permessage-deflate; server_max_window_bits=\"9", "permessage-deflate; a=\"\"",
        "permessage-deflate; a=\"", "permessage-deflate; a=\"\\", "permessage-deflate; a=\"b c\"",
        "permessage-deflate; a=\"\\\"\"", "permessage-deflate; a=b=c", "permessage-deflate; a b",
        "permessage-deflate; a=\"b\"c", "permessage/deflate", "(permessage-deflate)",
        "permessage-deflate; café", "\"permessage-deflate\"", "permessage-deflate: x",
    ]

    @Test(arguments: ungrammatical)
    func `trusts nothing in a header that is no list of extensions`(offer: String) throws {
        #expect(try accept([offer], deflate: true).deflate == nil)
        #expect(try accept(["permessage-deflate", offer], deflate: true).deflate == nil)
        #expect(try accept([offer, "permessage-deflate"], deflate: true).deflate == nil)
    }

    @Test func `does so only where compression is on`() throws {
        #expect(try accept(["permessage-deflate"], deflate: false).deflate == nil)
    }

    private func accept(_ offers: [String], deflate: Bool) throws -> Handshake.Acceptance {
        var request = `A server`.request
        request.headerFields[values: .secWebSocketExtensions] = offers
        return try Handshake.accept(request, subprotocols: [], deflate: deflate).get()
    }
}
