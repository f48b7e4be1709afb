import Kernel

/// Who has left and when friends are told of it, in the order of leaving.
///
/// Who comes back stays in it and is passed over: whether a departure still counts, its user says.
struct DepartureQueue: Sendable {
    private var entries: [(user: User.ID, at: Duration)] = []
    private var first = 0

    /// When the first of them is due.
    var next: Duration? { first < entries.count ? entries[first].at : nil }

    mutating func append(_ user: User.ID, at: Duration) {
        entries.append((user, at))
    }

    /// Removes the first whose time has come.
    mutating func takeDue(by now: Duration) -> (user: User.ID, at: Duration)? {
        guard first < entries.count, entries[first].at <= now else { return nil }
        defer {
            first += 1
            if first >= 256, first * 2 >= entries.count {
                entries.removeFirst(first)
                first = 0
            }
        }
        return entries[first]
    }
}
