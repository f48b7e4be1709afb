public import HTTPTypes

extension Handshake {
    /// The request that asks a server for a WebSocket.
    ///
    /// - Parameters:
    ///   - authority: host, and port where it is not the usual one.
    ///   - path: path and query; never a token, since paths are logged.
    ///   - key: from `makeKey(random:)`, new for each connection.
    ///   - subprotocols: those the client speaks, the best first.
    ///   - deflate: whether to offer permessage-deflate.
    ///   - fields: what else to send, such as `Authorization`.
    /// - Source: RFC 6455 §4.1.
    public static func request(
        authority: String, path: String, key: String, subprotocols: [String] = [],
        deflate: Bool = false, fields: HTTPFields = [:]
    ) -> HTTPRequest {
        var fields = fields
        fields[.upgrade] = upgradeToken
        fields[.connection] = "Upgrade"
        fields[.secWebSocketKey] = key
        fields[.secWebSocketVersion] = version
        if !subprotocols.isEmpty {
            fields[.secWebSocketProtocol] = subprotocols.joined(separator: ", ")
        }
        if deflate { fields[.secWebSocketExtensions] = DeflateTerms.noContext }
        return HTTPRequest(
            method: .get, scheme: "http", authority: authority, path: path, headerFields: fields)
    }

    /// Checks the server's answer to `request(authority:path:key:subprotocols:deflate:fields:)`.
    ///
    /// - Parameters:
    ///   - key: the one that was sent.
    ///   - offered: the protocols that were offered.
    ///   - deflate: whether permessage-deflate was offered.
    /// - Source: RFC 6455 §4.1, the list that ends the section.
    public static func verify(
        _ response: HTTPResponse, key: String, offered: [String], deflate: Bool = false
    ) -> Result<Agreement, Failure> {
        Result { () throws(Failure) -> Agreement in
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
            let terms = try terms(fields[values: .secWebSocketExtensions], offered: deflate)
            let subprotocol = try chosen(fields[values: .secWebSocketProtocol], from: offered)
            return Agreement(subprotocol: subprotocol, deflate: terms)
        }
    }

    private static func chosen(
        _ values: [String], from offered: [String]
    ) throws(Failure) -> String? {
        guard let choice = values.first else { return nil }
        guard values.count == 1, offered.contains(choice) else { throw .subprotocol }
        return choice
    }

    /// - Source: RFC 6455 §9.1; RFC 7692 §5.1, §7.1.
    private static func terms(
        _ values: [String], offered: Bool
    ) throws(Failure) -> DeflateTerms? {
        guard !values.isEmpty else { return nil }
        guard offered, let terms = DeflateTerms(answeredBy: values) else { throw .extensions }
        return terms
    }

    /// A new key for a request.
    ///
    /// - Parameter random: unpredictable bytes.
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
