import Glibc

/// An open descriptor with exactly one owner: it cannot be copied, and is closed exactly once.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes over `number`, or nothing when the system call that made it has failed.
    init?(owning number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { _ = Glibc.close(number) }
}
