import Kernel

/// Whose presence has changed since friends were last told, in the order of the changes.
struct PresenceChanges: Sendable {
    private var entries: [(user: User.ID, was: Bool)] = []
    private var places: [User.ID: Int] = [:]
    /// When friends are to be told; nil while there is nothing to tell.
    private(set) var due: Duration?

    func contains(_ user: User.ID) -> Bool { places[user] != nil }

    /// - Parameter was: what friends believe until they are told.
    mutating func note(_ user: User.ID, was: Bool, due: Duration) {
        guard places[user] == nil else { return }
        places[user] = entries.count
        entries.append((user, was))
        if self.due == nil { self.due = due }
    }

    /// Somebody who believes nothing yet will hear of a user, if that is about to be told anyhow.
    ///
    /// - Parameter isShown: what there is to tell.
    /// - Returns: whether it is.
    mutating func include(_ user: User.ID, isShown: Bool) -> Bool {
        guard let place = places[user] else { return false }
        entries[place].was = !isShown
        return true
    }

    mutating func takeAll() -> [(user: User.ID, was: Bool)] {
        defer { self = PresenceChanges() }
        return entries
    }
}
