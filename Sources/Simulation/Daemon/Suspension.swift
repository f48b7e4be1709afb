/// A suspended process, as under SIGSTOP: its input waits, and is handled in order afterwards.
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
