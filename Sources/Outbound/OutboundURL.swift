import CCurl

/// A URL as libcurl reads it: what is judged here is what is connected to there.
final class OutboundURL {
    let handle: OpaquePointer

    /// Takes `text` if it is an absolute URL that `terms` allow.
    init(_ text: String, under terms: OutboundTerms) throws(OutboundFailure) {
        guard let handle = curl_url() else { throw .broken }
        self.handle = handle
        // A URL ends where C would end it: nothing may be hidden behind that.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST),
            scheme == "https" || scheme == "http" && terms.allowsPlain,
            part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil,
            terms.allowsAnyPort || part(CURLUPART_PORT, Self.withoutDefaultPort) == nil,
            terms.hosts?.contains(where: { $0.matches(host) }) ?? true
        else { throw .forbidden }
    }

    /// Takes a reference, as it may stand in a page or a redirection, if it leads to a URL that
    /// `terms` allow.
    convenience init(
        _ reference: String, against base: String, under terms: OutboundTerms
    ) throws(OutboundFailure) {
        let url = try OutboundURL(base, under: terms)
        guard reference.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            curl_url_set(url.handle, CURLUPART_URL, reference, 0) == CURLUE_OK,
            let text = url.part(CURLUPART_URL)
        else { throw .forbidden }
        try self.init(text, under: terms)
    }

    deinit { curl_url_cleanup(handle) }

    /// All of it.
    var text: String { part(CURLUPART_URL) ?? "" }

    /// Scheme, host, and the port if it is not the scheme's own, in lower case.
    ///
    /// - Source: RFC 6454 §6.2.
    var origin: String {
        let port = part(CURLUPART_PORT, Self.withoutDefaultPort).map { ":\($0)" } ?? ""
        return "\(part(CURLUPART_SCHEME) ?? "")://\(part(CURLUPART_HOST) ?? "")\(port)".lowercased()
    }

    /// The value is in a macro of libcurl's: `CURLU_NO_DEFAULT_PORT`.
    private static let withoutDefaultPort: UInt32 = 1 << 1

    fileprivate func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}

extension OutboundTerms {
    /// Refuses a URL that could never be asked: it is malformed, of another scheme, carries a
    /// password, or its host or port is not among those that are allowed.
    public func check(url: String) throws(OutboundFailure) {
        _ = try OutboundURL(url, under: self)
    }

    /// Resolves a reference against the URL where it was found.
    ///
    /// - Throws: `forbidden` for one that could never be asked.
    public func resolve(
        _ reference: String, against url: String
    ) throws(OutboundFailure) -> String {
        try OutboundURL(reference, against: url, under: self).text
    }

    /// Scheme, host and port of a URL that could be asked, as an origin is written.
    public func origin(of url: String) throws(OutboundFailure) -> String {
        try OutboundURL(url, under: self).origin
    }
}
