import Kernel
import Synchronization

/// Limits how many bodies over the usual limit are received at once, on all loops together: what
/// has arrived of each is in memory.
package final class UploadGate: Sendable {
    /// The most there may be. Each has its room from the beginning: 32 MiB of pictures, and of
    /// documents 32 times `teams.documentBytes`.
    static let uploadsMax = 32
    /// The most of one user, who thus cannot keep out the others.
    static let uploadsOfUserMax = 2

    private let counts = Mutex((all: 0, byUser: [User.ID: Int]()))

    /// Nothing has happened yet.
    package init() {}

    /// - Returns: nil when there are as many as may be.
    func admit(_ caller: Caller, _ token: String) -> Upload? {
        let isOpen = counts.withLock { counts in
            let own = counts.byUser[caller.user, default: 0]
            guard counts.all < Self.uploadsMax, own < Self.uploadsOfUserMax else { return false }
            counts.all += 1
            counts.byUser[caller.user] = own + 1
            return true
        }
        return isOpen ? Upload(of: caller, token, through: self) : nil
    }

    fileprivate func leave(_ user: User.ID) {
        counts.withLock { counts in
            counts.all -= 1
            let own = counts.byUser[user, default: 1] - 1
            counts.byUser[user] = own > 0 ? own : nil
        }
    }
}

/// A large body under way, and its place: releasing it makes room for another.
final class Upload {
    /// The caller who sends the body.
    let caller: Caller
    /// The token that identified the caller.
    let token: String
    private let gate: UploadGate

    fileprivate init(of caller: Caller, _ token: String, through gate: UploadGate) {
        (self.caller, self.token, self.gate) = (caller, token, gate)
    }

    deinit { gate.leave(caller.user) }
}
