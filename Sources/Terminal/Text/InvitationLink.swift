import Client

/// A link that invites: `https://chat.example.org/i#CODE`. The code is in the fragment, which no
/// browser sends: proxies and servers on the way do not log it.
///
/// - Source: RFC 9110 §4.2.5.
struct InvitationLink: Equatable, Sendable, CustomStringConvertible {
    private static let path = "/i"
    /// Characters of a code; a username has fewer.
    private static let codeLength = 22

    /// The address of the server's page; nil where only a code was given.
    let site: String?
    let code: String

    var description: String { "\(site ?? "")\(Self.path)#\(code)" }

    /// The link to an invitation of a server.
    init(site: String, code: String) {
        (self.site, self.code) = (site, code)
    }

    /// Reads a link, or a code alone.
    ///
    /// - Returns: nil for anything else, a username among them.
    init?(_ text: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let code = parts.last, Self.isCode(code) else { return nil }
        self.code = String(code)
        guard parts.count == 2 else {
            site = nil
            return
        }
        guard parts[0].hasSuffix(Self.path), parts[0].hasPrefix("http") else { return nil }
        site = String(parts[0].dropLast(Self.path.count))
    }

    /// The code of an option's value.
    ///
    /// - Parameter server: whose invitation it must be.
    /// - Throws: `.usage` for anything but a link or a code, and for a link to another server.
    static func code(of text: String, at server: ServerAddress) throws(Failure) -> String {
        guard let link = InvitationLink(text) else {
            throw .usage("an invitation is a link or its last 22 characters: \(text)")
        }
        try link.requireSite(server)
        return link.code
    }

    /// - Throws: `.usage` for a link to another server.
    func requireSite(_ server: ServerAddress) throws(Failure) {
        guard let site, site != server.site else { return }
        throw .usage("this invitation is to \(site), not to \(server.site): use --server")
    }

    private static func isCode(_ text: Substring) -> Bool {
        text.utf8.count == codeLength
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
