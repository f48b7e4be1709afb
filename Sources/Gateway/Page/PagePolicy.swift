package import HTTPTypes

/// The rights that browsers give the page, as header fields of each of its files.
package struct PagePolicy: Sendable {
    /// Origins of issuers: with their tokens people log in.
    private let issuers: [String]
    /// The origin of the map's pictures; nil: the page draws it.
    private let tiles: String?
    private let isHostsSite: Bool

    /// - Parameters:
    ///   - issuers: their origins, as in `https://id.example.org`.
    ///   - tiles: the origin of a server with pictures of the map.
    ///   - isHostsSite: whether this is what browsers get of the host by `https`, and nothing is
    ///     served without TLS.
    package init(issuers: [String], tiles: String? = nil, isHostsSite: Bool) {
        (self.issuers, self.tiles, self.isHostsSite) = (issuers, tiles, isHostsSite)
    }

    /// The fields of every answer with a file of the page.
    package var fields: HTTPFields {
        var fields: HTTPFields = [
            .contentSecurityPolicy: contentSecurity, .xContentTypeOptions: "nosniff",
            .crossOriginResourcePolicy: "same-origin",
        ]
        for (name, value) in [
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
            ("Permissions-Policy", Self.permissions),
        ] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // HSTS is for all ports of the host: from another port, it would bind another operator's
        // site.
        if isHostsSite { fields[.strictTransportSecurity] = "max-age=31536000" }
        return fields
    }

    /// `'self'` has the WebSocket in it: CSP 3 §6.7.2.8.
    private var contentSecurity: String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            (["img-src 'self' blob:"] + [tiles].compactMap(\.self)).joined(separator: " "),
            "media-src 'self' blob:",
            (["connect-src 'self'"] + issuers).joined(separator: " "),
            "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types upfor",
        ].joined(separator: "; ")
    }

    /// Words that are spoken to be judged, and the map of friends, ask for these two; nothing asks
    /// for the others.
    private static let permissions =
        (["microphone=(self)", "geolocation=(self)"]
        + [
            "accelerometer", "camera", "display-capture", "encrypted-media",
            "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "midi", "payment",
            "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
        ].map { "\($0)=()" }).joined(separator: ", ")
}
