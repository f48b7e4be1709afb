import HTTPTypes
import Testing
import WebSocket

@Suite struct `A server` {
    /// The request of RFC 6455 §1.3.
    static let request = HTTPRequest(
        method: .get, scheme: "http", authority: "server.example.com", path: "/chat",
        headerFields: [
            .upgrade: "websocket", .connection: "Upgrade",
            .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==", .secWebSocketVersion: "13",
            .origin: "http://example.com",
        ])

    @Test func `accepts the request of the standard`() throws {
        let acceptance = try Handshake.accept(Self.request, subprotocols: []).get()
        #expect(acceptance.response.status == .switchingProtocols)
        #expect(
            acceptance.response.headerFields == [
                .upgrade: "websocket", .connection: "Upgrade",
                .secWebSocketAccept: "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
            ])
        #expect(acceptance.subprotocol == nil)
    }

    static let tolerated: [(HTTPField.Name, [String])] = [
        (.upgrade, ["WebSocket"]), (.upgrade, ["h2c, websocket"]),
        (.upgrade, ["h2c", "WEBSOCKET"]),
        (.connection, ["keep-alive, Upgrade"]), (.connection, ["keep-alive", " ,\tUPGRADE ,"]),
        (.contentLength, ["0"]), (.secWebSocketExtensions, ["permessage-deflate"]),
        (.secWebSocketKey, ["AAAAAAAAAAAAAAAAAAAAAA=="]),
        (.secWebSocketKey, ["/+/+/+/+/+/+/+/+/+/+/w=="]),
    ]

    @Test(arguments: tolerated)
    func `takes what may be written in more than one way`(
        field: HTTPField.Name, values: [String]
    ) throws {
        let acceptance = try Handshake.accept(request(field, values), subprotocols: []).get()
        #expect(acceptance.response.headerFields[.secWebSocketExtensions] == nil)
    }

    static let refused: [(HTTPField.Name, [String], Int)] = [
        (.upgrade, [], 426), (.upgrade, ["h2c"], 426), (.upgrade, ["websocket/13"], 426),
        (.upgrade, ["websoc\u{212A}et"], 426), (.upgrade, [""], 426),
        (.connection, [], 400), (.connection, ["keep-alive"], 400),
        (.connection, ["upgraded"], 400),
        (.secWebSocketVersion, [], 426), (.secWebSocketVersion, ["8"], 426),
        (.secWebSocketVersion, ["13, 8"], 426), (.secWebSocketVersion, ["13", "13"], 426),
        (.secWebSocketVersion, ["013"], 426),
        (.secWebSocketKey, [], 400), (.secWebSocketKey, [""], 400), (.secWebSocketKey, ["=="], 400),
        (.secWebSocketKey, ["dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ=="], 400),
        (.secWebSocketKey, ["dGhlIHNhbXBsZSBub25jZQ"], 400),
        (.secWebSocketKey, ["dGhlIHNhbXBsZSBub25jZR=="], 400),
        (.secWebSocketKey, ["dGhlIHNhbXBsZSBub25j"], 400),
        (.secWebSocketKey, ["dGhlIHNhbXBsZSBub25jZXk="], 400),
        (.secWebSocketKey, ["dGhlIHNhbXBsZSBub25jZQQQ=="], 400),
        (.secWebSocketKey, ["dGhlIHNhbXBsZSBub25jZ-=="], 400),
        (.contentLength, ["5"], 400), (.transferEncoding, ["chunked"], 400),
        (.secWebSocketProtocol, ["a b"], 400), (.secWebSocketProtocol, ["a, (b)"], 400),
        (.secWebSocketProtocol, ["a, b, a"], 400), (.secWebSocketProtocol, ["a", "a"], 400),
        (.secWebSocketProtocol, ["café"], 400),
    ]

    @Test(arguments: refused)
    func `refuses a request that is not one for a WebSocket`(
        field: HTTPField.Name, values: [String], status: Int
    ) throws {
        let rejection = try rejection(of: request(field, values))
        #expect(rejection.response.status.code == status)
        #expect(!rejection.reason.isEmpty)
        let fields = rejection.response.headerFields
        #expect(fields[.secWebSocketVersion] == (status == 426 ? "13" : nil))
        #expect(fields[.upgrade] == (status == 426 ? "websocket" : nil))
        #expect(fields[.connection] == (status == 426 ? "Upgrade" : nil))
    }

    @Test(arguments: [HTTPRequest.Method.post, .head, .options, .connect])
    func `refuses every method but GET`(method: HTTPRequest.Method) throws {
        var request = Self.request
        request.method = method
        let rejection = try rejection(of: request)
        #expect(rejection.response.status == .methodNotAllowed)
        #expect(rejection.response.headerFields[.allow] == "GET")
    }

    static let choices: [([String], String?)] = [
        ([], nil), (["other"], nil), (["upfor.v1.binary"], "upfor.v1.binary"),
        (["other, upfor.v1.json ,upfor.v1.binary"], "upfor.v1.json"),
        (["other", "upfor.v1.binary", "upfor.v1.json"], "upfor.v1.binary"),
        (["Upfor.v1.json"], nil), ([", ,upfor.v1.json,"], "upfor.v1.json"), ([""], nil),
    ]

    @Test(arguments: choices)
    func `chooses the protocol that the client likes best`(
        offered: [String], chosen: String?
    ) throws {
        let acceptance = try Handshake.accept(
            request(.secWebSocketProtocol, offered),
            subprotocols: ["upfor.v1.binary", "upfor.v1.json"]
        ).get()
        #expect(acceptance.subprotocol == chosen)
        #expect(acceptance.response.headerFields[.secWebSocketProtocol] == chosen)
    }

    private func request(_ field: HTTPField.Name, _ values: [String]) -> HTTPRequest {
        var request = Self.request
        request.headerFields[values: field] = values
        return request
    }

    private func rejection(of request: HTTPRequest) throws -> Handshake.Rejection {
        try #require(throws: Handshake.Rejection.self) {
            try Handshake.accept(request, subprotocols: ["a", "b"]).get()
        }
    }
}
