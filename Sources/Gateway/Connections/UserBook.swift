import Hub
import Kernel
import Settings

/// The connections that speak for somebody: a user has so many that give way to nobody.
///
/// One token opens any number of connections, so nobody with an account keeps others out either.
///
/// - Memory: some 80 bytes for each that is in it.
struct UserBook {
    /// Most of one user; each of their devices needs one or two.
    static let connectionsMax = Configuration.Limits.connectionsOfUserMax

    private var users: [ConnectionKey: User.ID] = [:]
    private var counts: [User.ID: Int] = [:]

    /// The connection speaks for a user now, and for nobody else.
    ///
    /// - Returns: false when it is one too many.
    mutating func add(_ key: ConnectionKey, of user: User.ID) -> Bool {
        guard users[key] != user else { return true }
        remove(key)
        let count = counts[user, default: 0]
        guard count < Self.connectionsMax else { return false }
        (users[key], counts[user]) = (user, count + 1)
        return true
    }

    /// It is gone, or speaks for nobody.
    mutating func remove(_ key: ConnectionKey) {
        guard let user = users.removeValue(forKey: key) else { return }
        counts[user] = counts[user].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
