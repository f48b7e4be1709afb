import Synchronization

/// How many bodies over the usual limit may be under way at once, on all loops together: what has
/// come of each is in memory.
final class UploadGate: Sendable {
    /// The most there may be: 32 MiB of pictures.
    static let uploadsMax = 32

    private let count = Mutex(0)

    /// - Returns: nil when there are as many as may be.
    func admit(_ token: String) -> Upload? {
        let isOpen = count.withLock { count in
            guard count < Self.uploadsMax else { return false }
            count += 1
            return true
        }
        return isOpen ? Upload(token, through: self) : nil
    }

    fileprivate func leave() { count.withLock { $0 -= 1 } }
}

/// A large body under way, and its place: whoever lets go of it makes room for another.
final class Upload {
    /// Whose body it is.
    let token: String
    private let gate: UploadGate

    fileprivate init(_ token: String, through gate: UploadGate) {
        (self.token, self.gate) = (token, gate)
    }

    deinit { gate.leave() }
}
