public import HTTPTypes

extension Handshake {
    /// Answers a client that asks for a WebSocket.
    ///
    /// The client's identity and origin (a token, `Origin`) are for the caller to judge.
    ///
    /// - Parameters:
    ///   - supported: the protocols that the server speaks; the client's order decides.
    ///   - deflate: whether permessage-deflate is agreed on with a client that offers it. An offer
    ///     that is malformed is passed over, and the connection opens without.
    /// - Returns: a 101, or the refusal to send: 405 for another method than GET, 426 where an
    ///   upgrade or version 13 was not asked for, 400 for anything malformed.
    /// - Source: RFC 6455 §4.2.1, §4.2.2.
    public static func accept(
        _ request: HTTPRequest, subprotocols supported: [String], deflate: Bool = false
    ) -> Result<Acceptance, Rejection> {
        Result { () throws(Rejection) -> Acceptance in
            try checkUpgrade(request)
            let key = try key(of: request)
            let offered = try subprotocols(offeredBy: request)
            let extensions = request.headerFields[values: .secWebSocketExtensions]
            return acceptance(
                key: key, subprotocol: offered.first(where: supported.contains),
                deflate: deflate ? DeflateAnswer(toOffers: extensions) : nil)
        }
    }
}

extension Handshake {
    /// The answer to a request without a WebSocket upgrade at a place that has nothing else.
    public static var upgradeRequired: HTTPResponse {
        Rejection.upgradeRequired("not a request for a WebSocket").response
    }

    private static func checkUpgrade(_ request: HTTPRequest) throws(Rejection) {
        guard request.method == .get else { throw .method }
        let fields = request.headerFields
        guard HeaderList(fields[values: .upgrade]).contains(upgradeToken) else {
            throw .upgradeRequired("not a request for a WebSocket")
        }
        guard HeaderList(fields[values: .connection]).contains("upgrade") else {
            throw .malformed("Connection does not list upgrade")
        }
        guard fields[values: .secWebSocketVersion] == [version] else {
            throw .upgradeRequired("the version is not 13")
        }
        // Bytes that an intermediary takes for a body would be frames to us.
        guard fields[values: .transferEncoding].isEmpty,
            fields[values: .contentLength].allSatisfy({ $0 == "0" })
        else { throw .malformed("a request to upgrade has no body") }
    }

    private static func key(of request: HTTPRequest) throws(Rejection) -> WebSocketKey {
        let values = request.headerFields[values: .secWebSocketKey]
        guard values.count == 1, let key = values.first.flatMap(WebSocketKey.init) else {
            throw .malformed("Sec-WebSocket-Key is not one key of 16 bytes")
        }
        return key
    }

    private static func subprotocols(
        offeredBy request: HTTPRequest
    ) throws(Rejection) -> [String] {
        let offered = HeaderList(request.headerFields[values: .secWebSocketProtocol])
        guard offered.elements.allSatisfy(HeaderList.isToken) else {
            throw .malformed("Sec-WebSocket-Protocol is not a list of tokens")
        }
        guard Set(offered.elements).count == offered.elements.count else {
            throw .malformed("Sec-WebSocket-Protocol names a protocol twice")
        }
        return offered.elements.map(String.init)
    }

    private static func acceptance(
        key: WebSocketKey, subprotocol: String?, deflate: DeflateAnswer?
    ) -> Acceptance {
        var fields: HTTPFields = [
            .upgrade: upgradeToken,
            .connection: "Upgrade",
            .secWebSocketAccept: key.accept,
        ]
        fields[.secWebSocketProtocol] = subprotocol
        fields[.secWebSocketExtensions] = deflate?.text
        return Acceptance(
            response: HTTPResponse(status: .switchingProtocols, headerFields: fields),
            subprotocol: subprotocol, deflate: deflate?.terms)
    }
}

extension Handshake.Rejection {
    fileprivate static let method = Self(
        response: HTTPResponse(status: .methodNotAllowed, headerFields: [.allow: "GET"]),
        reason: "a WebSocket is opened with GET")

    /// - Source: RFC 6455 §4.4; RFC 9110 §15.5.22: the answer names what to upgrade to.
    fileprivate static func upgradeRequired(_ reason: String) -> Self {
        let fields: HTTPFields = [
            .upgrade: Handshake.upgradeToken,
            .connection: "Upgrade",
            .secWebSocketVersion: Handshake.version,
        ]
        let status = HTTPResponse.Status(code: 426, reasonPhrase: "Upgrade Required")
        return Self(response: HTTPResponse(status: status, headerFields: fields), reason: reason)
    }

    fileprivate static func malformed(_ reason: String) -> Self {
        Self(response: HTTPResponse(status: .badRequest), reason: reason)
    }
}
