/// A process that stands still, as under SIGSTOP: what comes meanwhile waits, and then happens in
/// order, as if nothing had been.
final class Suspension {
    /// nil: it does not stand still.
    private var waiting: [() -> Void]?
    private var count = 0

    /// Does something, at once or as soon as the process goes on.
    func perform(_ deed: @escaping () -> Void) {
        if waiting?.append(deed) == nil { deed() }
    }

    /// Stands still from now on.
    ///
    /// - Returns: which suspension this is.
    func begin() -> Int {
        if waiting == nil { waiting = [] }
        count += 1
        return count
    }

    /// Goes on.
    ///
    /// - Parameter number: of the suspension that is over; nil: whichever it is.
    func end(_ number: Int? = nil) {
        guard number ?? count == count else { return }
        let deeds = waiting ?? []
        waiting = nil
        for deed in deeds { deed() }
    }
}
