public import HTTPTypes

extension Handshake {
    /// The request that asks a server for a WebSocket.
    ///
    /// - Parameters:
    ///   - authority: host, and port where it is not the usual one.
    ///   - path: path and query; never a token, since paths are logged.
    ///   - key: from `makeKey(random:)`, new for each connection.
    ///   - subprotocols: those the client speaks, the best first.
    ///   - fields: what else to send, such as `Authorization`.
    /// - Source: RFC 6455 §4.1.
    public static func request(
        authority: String, path: String, key: String, subprotocols: [String] = [],
        fields: HTTPFields = [:]
    ) -> HTTPRequest {
        var fields = fields
        fields[.upgrade] = upgradeToken
        fields[.connection] = "Upgrade"
        fields[.secWebSocketKey] = key
        fields[.secWebSocketVersion] = version
        if !subprotocols.isEmpty {
            fields[.secWebSocketProtocol] = subprotocols.joined(separator: ", ")
        }
        return HTTPRequest(
            method: .get, scheme: "http", authority: authority, path: path, headerFields: fields)
    }

    /// Checks the server's answer to `request(authority:path:key:subprotocols:fields:)`.
    ///
    /// - Parameters:
    ///   - key: the one that was sent.
    ///   - offered: the protocols that were offered.
    /// - Returns: the protocol that the server chose, nil if it chose none.
    /// - Source: RFC 6455 §4.1, the list that ends the section.
    public static func verify(
        _ response: HTTPResponse, key: String, offered: [String]
    ) -> Result<String?, Failure> {
        Result { () throws(Failure) -> String? in
            guard response.status.code == 101 else { throw .status(response.status.code) }
            let fields = response.headerFields
            guard HeaderList(fields[values: .upgrade]).isOnly(upgradeToken) else {
                throw .upgrade
            }
            guard HeaderList(fields[values: .connection]).contains("upgrade") else {
                throw .connection
            }
            guard let key = WebSocketKey(key),
                fields[values: .secWebSocketAccept] == [key.accept]
            else { throw .accept }
            guard fields[values: .secWebSocketExtensions].isEmpty else { throw .extensions }
            return try chosen(fields[values: .secWebSocketProtocol], from: offered)
        }
    }

    private static func chosen(
        _ values: [String], from offered: [String]
    ) throws(Failure) -> String? {
        guard let choice = values.first else { return nil }
        guard values.count == 1, offered.contains(choice) else { throw .subprotocol }
        return choice
    }

    /// A new key for a request.
    ///
    /// - Parameter random: bytes that nobody can foresee.
    /// - Source: RFC 6455 §4.1, item 7.
    public static func makeKey(random: [16 of UInt8]) -> String {
        random.span.withUnsafeBytes(Base64.encode)
    }

    /// A new key for a request.
    public static func makeKey(using generator: inout some RandomNumberGenerator) -> String {
        var random = [16 of UInt8](repeating: 0)
        for index in random.indices {
            random[index] = generator.next()
        }
        return makeKey(random: random)
    }
}
