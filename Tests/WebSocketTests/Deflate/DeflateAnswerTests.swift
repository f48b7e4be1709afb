import HTTPTypes
import Testing
import WebSocket

@Suite struct `A client that compresses` {
    static let none = "server_no_context_takeover"

    @Test func `agrees with our server`() throws {
        let request = Handshake.request(
            authority: "h", path: "/", key: `A client`.key, deflate: true)
        let acceptance = try Handshake.accept(request, subprotocols: [], deflate: true).get()
        #expect(acceptance.deflate == DeflateTerms(windowBits: 15))
        let agreement = Handshake.verify(
            acceptance.response, key: `A client`.key, offered: [], deflate: true)
        #expect(try agreement.get().deflate == acceptance.deflate)
    }

    @Test func `opens without where the server declines`() throws {
        #expect(try verify([], deflate: true).get().deflate == nil)
    }

    static let accepted = [
        "permessage-deflate; \(none)",
        "permessage-deflate; \(none); client_no_context_takeover",
        "permessage-deflate; server_max_window_bits=8; \(none)",
        "permessage-deflate; server_max_window_bits=\"15\"; \(none)",
        " , permessage-deflate;\(none),",
    ]

    @Test(arguments: accepted)
    func `takes every answer that its offer allows`(answer: String) throws {
        #expect(try verify([answer], deflate: true).get().deflate == DeflateTerms())
    }

    static let refused: [[String]] = [
        [""], ["permessage-deflate"], ["permessage-deflate; client_no_context_takeover"],
        ["permessage-deflate; \(none); client_max_window_bits=15"],
        ["permessage-deflate; \(none); client_max_window_bits"],
        ["permessage-deflate; \(none); server_max_window_bits"],
        ["permessage-deflate; \(none); server_max_window_bits=7"],
        ["permessage-deflate; \(none)=1"], ["permessage-deflate; \(none); \(none)"],
        ["permessage-deflate; \(none); unknown"], ["permessage-bzip2; \(none)"],
        ["permessage-deflate; \(none), permessage-deflate; \(none)"],
        ["permessage-deflate; \(none)", "permessage-deflate; \(none)"],
        ["permessage-deflate; \(none), foo"], ["permessage-deflate; \(none);"],
    ]

    @Test(arguments: refused)
    func `refuses any other answer`(answers: [String]) {
        #expect(verify(answers, deflate: true) == .failure(.extensions))
    }

    @Test(arguments: accepted)
    func `refuses what it did not offer`(answer: String) {
        #expect(verify([answer], deflate: false) == .failure(.extensions))
    }

    private func verify(
        _ answers: [String], deflate: Bool
    ) -> Result<Handshake.Agreement, Handshake.Failure> {
        var response = `A client`.answer
        response.headerFields[values: .secWebSocketExtensions] = answers
        return Handshake.verify(response, key: `A client`.key, offered: [], deflate: deflate)
    }
}
