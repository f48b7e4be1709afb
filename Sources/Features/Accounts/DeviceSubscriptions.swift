public import Kernel

/// Where a user's devices take notifications: kept by another feature, and taken away with the ways
/// into an account.
public struct DeviceSubscriptions: Sendable {
    /// One of them: the log-in's device, and the host that is asked.
    public typealias Entry = (device: String, host: String)

    let list: @Sendable (User.ID, Snapshot) throws(Refusal) -> [Entry]
    let drop: @Sendable (User.ID, Transaction) throws(Refusal) -> Void

    /// None.
    public init() {
        let list: @Sendable (User.ID, Snapshot) throws(Refusal) -> [Entry] = { _, _ in [] }
        self.init(list: list, drop: { _, _ in })
    }

    /// - Parameters:
    ///   - list: those of a user.
    ///   - drop: forgets them.
    public init(
        list: @escaping @Sendable (User.ID, Snapshot) throws(Refusal) -> [Entry],
        drop: @escaping @Sendable (User.ID, Transaction) throws(Refusal) -> Void
    ) {
        (self.list, self.drop) = (list, drop)
    }
}
