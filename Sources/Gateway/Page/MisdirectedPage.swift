package import EventLoop
package import HTTPTypes
package import Settings

/// The answer to a browser whose page could not open a WebSocket, because the server does not know
/// itself by the name in the address line.
///
/// - Source: RFC 9110 §15.5.20
package struct MisdirectedPage {
    /// Where the browser thinks that it is.
    private let origin: String

    /// - Parameter local: our end of the connection.
    /// - Returns: nil when the page may be served.
    package init?(
        _ head: HTTPRequest, _ origins: Origins, at local: SocketAddress, isEncrypted: Bool
    ) {
        let host = (head.authority ?? "").lowercased()
        guard !origins.mayServe(at: host, to: local, isEncrypted: isEncrypted) else { return nil }
        origin = "\(Self.scheme(head.headerFields, isEncrypted: isEncrypted))://\(host)"
    }

    /// The scheme on the browser's side of a proxy, as the proxy names it, or the likely one: this
    /// is advice, and nothing depends on it.
    private static func scheme(_ fields: HTTPFields, isEncrypted: Bool) -> String {
        if isEncrypted { return "https" }
        if let name = HTTPField.Name("X-Forwarded-Proto"), let value = fields[name] {
            return value.lowercased() == "http" ? "http" : "https"
        }
        let isForwarded = HTTPField.Name("X-Forwarded-For").map(fields.contains) ?? false
        return isForwarded ? "https" : "http"
    }

    /// The head of the answer.
    package var response: HTTPResponse {
        HTTPResponse(
            status: .misdirectedRequest,
            headerFields: [
                .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ])
    }

    /// One phrase for the event log.
    package var reason: String { "the page at \(origin) is not in listen.origins" }

    /// The text for the administrator, shown in the browser.
    package var body: [UInt8] {
        Array(
            """
            This server does not know itself by this name: its page could not connect from here.
            Put this into the settings of upford, and reload them:

            listen:
              origins: \(origin)

            """.utf8)
    }
}
