import Kernel
import Settings

/// Whether push services refuse our key, rather than one subscription.
///
/// A subscription that was made with another key is refused alone. Those of several people in a
/// row, and none served between them, say that the fault is probably ours: the key, its contact,
/// or this machine's clock. Since those people may have chosen their subscriptions so, it is only
/// said, and changes nothing for others.
struct KeyStanding: Sendable {
    /// So many people are several.
    static let refusedMin = Configuration.Notifiers.keyRefusalsMin

    /// Whose devices were refused since one was served; at most so many as are several.
    private var refused: Set<User.ID> = []

    /// A push service has taken something.
    mutating func served() { refused = [] }

    /// A push service would not have what was signed with our key.
    ///
    /// - Returns: whether this makes them several.
    mutating func refused(for user: User.ID) -> Bool {
        guard refused.count < Self.refusedMin else { return false }
        return refused.insert(user).inserted && refused.count == Self.refusedMin
    }
}
