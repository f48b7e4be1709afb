import Glibc
import Wire

/// The identity on a server, and how far this device has read: what is stored between two runs.
struct Profile: Codable, Equatable, Sendable {
    /// The last inbox event that `watch` has shown.
    struct Position: Codable, Equatable, Sendable {
        /// The epoch of `seq`, as the server named it.
        var epoch: String
        var seq: UInt32
    }

    /// `ws://host:port`.
    var server: String
    var username: String
    /// The account's token. Absent: signed out.
    var token: String?
    /// When the token was issued, in seconds since 1970. Absent: unknown.
    var tokenSince: Int?
    /// The name of this device, always the same.
    var device: String
    /// Absent: nothing has been watched yet.
    var position: Position?
}

/// The selected profile: the one that is named, otherwise `default`, otherwise the only one there
/// is.
struct ProfileChoice: Equatable, Sendable {
    let folder: ProfileFolder
    let name: ProfileName

    /// - Parameters:
    ///   - asked: what `--as` says; nil for UPFOR_PROFILE, and then for the rules above.
    ///   - environment: that of the process.
    /// - Throws: `.usage` for an impossible name, `.notSignedIn` when there are several to choose
    ///   from.
    init(asked: String?, environment: [String: String]) throws(Failure) {
        let folder = try ProfileFolder(environment: environment)
        let named = asked ?? environment["UPFOR_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        try self.init(named: named, in: folder)
    }

    init(named: String?, in folder: ProfileFolder) throws(Failure) {
        self.folder = folder
        if let named {
            guard let name = ProfileName(named) else {
                throw .usage("a profile is named by letters, digits, `_`, `-` and `.`: \(named)")
            }
            self.name = name
            return
        }
        let names = folder.names()
        if names.contains(.standard) || names.isEmpty {
            name = .standard
        } else if let only = names.first, names.count == 1 {
            name = only
        } else {
            let choices = names.map(\.description).joined(separator: ", ")
            throw .notSignedIn("who are you? choose with --as: \(choices)")
        }
    }

    /// The chosen profile, when there is one.
    func load() throws(Failure) -> Profile? { try folder.load(name) }

    /// Stores `profile` under the selected name.
    func save(_ profile: Profile) throws(Failure) { try folder.save(profile, as: name) }
}

/// The name of a profile, and of its file, so it cannot lead out of the folder.
struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    /// The default name.
    static let standard = ProfileName(unchecked: "default")

    let description: String

    /// - Returns: nil unless it is 1 to 64 letters, digits, `_`, `-` and `.`, and starts with
    ///   another character than `.`.
    init?(_ text: String) {
        let isAllowed = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed),
            !text.hasPrefix(".")
        else { return nil }
        description = text
    }

    private init(unchecked text: String) { description = text }
}

/// Renews the token of this device after a while: a stolen copy of it becomes useless, or is
/// detected.
///
/// The new token is on the disk before its first use, and the server accepts the old one until
/// then. So a failure on the way does no harm, is not reported, and is retried the next time.
struct TokenRenewal: Sendable {
    /// The age from which a token is renewed.
    static let age = 7 * 86_400

    let choice: ProfileChoice
    /// Seconds since 1970.
    var now: @Sendable () -> Int = { time(nil) }

    /// - Parameter call: sends a command, in a session of the profile's user.
    func renewIfDue(_ call: Session.Call) async {
        // Two concurrent renewals would yield two tokens, one of which would count as stolen.
        guard let turn = ProfileTurn(in: choice.folder, waits: false) else { return }
        defer { _ = turn }
        guard var profile = try? choice.load(), profile.token != nil, isDue(profile),
            case .account(let account)? = try? await call(.tokenRenew(TokenRenew())),
            account.user.username == profile.username, !account.token.isEmpty
        else { return }
        (profile.token, profile.tokenSince) = (account.token, now())
        try? choice.save(profile)
    }

    private func isDue(_ profile: Profile) -> Bool {
        guard let since = profile.tokenSince else { return true }
        // After a clock was set back, the age is unknown.
        return !(0..<Self.age).contains(now() - since)
    }
}
