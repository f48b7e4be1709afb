import HTTPTypes
import TestSupport
import Testing
import WebSocket

@Suite struct `A client` {
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="
    static let offered = ["upfor.v1.binary", "upfor.v1.json"]

    @Test func `is accepted by our server, and accepts its answer`() throws {
        var random = SeededGenerator(seed: 4)
        let keys = (0..<20).map { _ in Handshake.makeKey(using: &random) }
        #expect(Set(keys).count == keys.count)
        for key in keys {
            let request = Handshake.request(
                authority: "localhost:8080", path: "/v1", key: key, subprotocols: Self.offered,
                fields: [.authorization: "Bearer t"])
            #expect(request.authority == "localhost:8080")
            #expect(request.path == "/v1")
            #expect(request.headerFields[.authorization] == "Bearer t")
            let answer = try Handshake.accept(request, subprotocols: ["upfor.v1.json"]).get()
            let verified = Handshake.verify(answer.response, key: key, offered: Self.offered)
            #expect(try verified.get().subprotocol == "upfor.v1.json")
            #expect(try verified.get().deflate == nil)
        }
    }

    @Test func `offers no protocol when it has none to offer`() throws {
        let request = Handshake.request(authority: "h", path: "/", key: Self.key)
        #expect(request.headerFields[.secWebSocketProtocol] == nil)
        let answer = try Handshake.accept(request, subprotocols: Self.offered).get()
        let verified = Handshake.verify(answer.response, key: Self.key, offered: [])
        #expect(try verified.get().subprotocol == nil)
    }

    @Test func `makes its key of 16 bytes`() {
        let nonce: [16 of UInt8] = [
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
        ]
        #expect(Handshake.makeKey(random: nonce) == "AQIDBAUGBwgJCgsMDQ4PEA==")
        #expect(
            Handshake.makeKey(random: .init(repeating: 255)) == "/////////////////////w==")
    }

    static let refused: [(HTTPField.Name, [String], Handshake.Failure)] = [
        (.upgrade, [], .upgrade), (.upgrade, ["h2c"], .upgrade),
        (.upgrade, ["websocket, h2c"], .upgrade),
        (.connection, [], .connection), (.connection, ["close"], .connection),
        (.secWebSocketAccept, [], .accept),
        (.secWebSocketAccept, ["s3pPLMBiTxaQ9kYGzzhZRbK+xOO="], .accept),
        (.secWebSocketAccept, ["S3PPLMBITXAQ9KYGZZHZRBK+XOO="], .accept),
        (
            .secWebSocketAccept,
            ["s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="], .accept
        ),
        (.secWebSocketExtensions, ["permessage-deflate"], .extensions),
        (.secWebSocketProtocol, ["other"], .subprotocol),
        (.secWebSocketProtocol, [""], .subprotocol),
        (.secWebSocketProtocol, ["upfor.v1.json, upfor.v1.binary"], .subprotocol),
        (.secWebSocketProtocol, ["upfor.v1.json", "upfor.v1.json"], .subprotocol),
    ]

    @Test(arguments: refused)
    func `refuses an answer that does not fit`(
        field: HTTPField.Name, values: [String], failure: Handshake.Failure
    ) {
        var answer = Self.answer
        answer.headerFields[values: field] = values
        #expect(
            Handshake.verify(answer, key: Self.key, offered: Self.offered) == .failure(failure))
    }

    @Test func `takes an answer in other letters`() throws {
        var answer = Self.answer
        answer.headerFields[.upgrade] = "WebSocket"
        answer.headerFields[.connection] = "keep-alive, upgrade"
        let verified = Handshake.verify(answer, key: Self.key, offered: [])
        #expect(try verified.get().subprotocol == nil)
    }

    @Test(arguments: [200, 301, 401, 426, 503])
    func `reports any other status`(status: Int) {
        var answer = Self.answer
        answer.status = HTTPResponse.Status(code: status)
        #expect(
            Handshake.verify(answer, key: Self.key, offered: []) == .failure(.status(status)))
    }

    /// The answer of RFC 6455 §1.3.
    static let answer = HTTPResponse(
        status: .switchingProtocols,
        headerFields: [
            .upgrade: "websocket", .connection: "Upgrade",
            .secWebSocketAccept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
        ])
}
