import Glibc
import Wire

/// Another token for this device, in place of one that has been in use for a while: a copy that
/// somebody has made is of no use then, or shows.
///
/// The new one is on the disk before anybody uses it, and the server takes the old one until then.
/// So whatever fails on the way does no harm, is not spoken of, and is tried again the next time.
struct TokenRenewal: Sendable {
    /// From this age on a token is renewed.
    static let age = 7 * 86_400

    let choice: ProfileChoice
    /// Seconds since 1970.
    var now: @Sendable () -> Int = { time(nil) }

    /// - Parameter call: asks the server, in a session of the profile's user.
    func renewIfDue(_ call: Session.Call) async {
        // Two that renew at the same time would have two tokens, of which one is a thief's.
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
        // A clock that was set back tells nothing.
        return !(0..<Self.age).contains(now() - since)
    }
}
