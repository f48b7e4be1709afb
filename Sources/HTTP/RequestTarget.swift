/// What a request asks for: a path with its query and, in the absolute form, an authority; or `*`,
/// the server as a whole.
///
/// - Source: RFC 9112 §3.2.1 (origin-form), §3.2.2 (absolute-form) and §3.2.4 (asterisk-form)
struct RequestTarget {
    /// Starts with a slash, or is `*`; holds no space, control, fragment or non-ASCII byte.
    let path: String
    /// `nil` in the origin form: then the Host field has it.
    let authority: Authority?

    /// - Parameter mayBeServer: whether the method may ask the server as a whole.
    init(_ bytes: ArraySlice<UInt8>, mayBeServer: Bool) throws(HTTPViolation) {
        guard bytes.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "#") }) else {
            throw .malformed("character not allowed in a target")
        }
        if bytes.first == UInt8(ascii: "/") || (mayBeServer && bytes.elementsEqual("*".utf8)) {
            (path, authority) = (bytes.text, nil)
        } else {
            let (path, authority) = try Self.absolute(bytes)
            self.authority = authority
            if path.isEmpty && mayBeServer {
                self.path = "*"
            } else {
                self.path = path.hasPrefix("/") ? path : "/" + path
            }
        }
    }

    /// The path with its query, as it stands there, and the authority.
    private static func absolute(
        _ bytes: ArraySlice<UInt8>
    ) throws(HTTPViolation) -> (String, Authority) {
        let schemes = ["http://", "https://"]
        guard
            let scheme = schemes.first(where: {
                bytes.prefix($0.utf8.count).text.lowercased() == $0
            })
        else { throw .malformed("target is neither a path nor an http address") }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let host = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let authority = Authority(host) else { throw .malformed("malformed authority") }
        return (rest.dropFirst(host.count).text, authority)
    }
}
