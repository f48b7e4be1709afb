/// A command that waits for its answer, or for a connection to be sent on.
struct Call<Waiter: Sendable>: Sendable {
    /// Whose command it is.
    enum Purpose: Sendable {
        /// The owner's.
        case command(Waiter)
        /// The owner's, and after it nobody is signed in any more.
        case signOut(Waiter)
        /// The owner's, and what to resume with from then on.
        case signIn(Waiter, token: String, after: UInt32?)
        /// Ours, after a reconnect.
        case resume
        /// Ours: what this device has of its inbox.
        case acknowledge(UInt32)
    }

    let id: UInt32
    /// The whole message.
    let bytes: [UInt8]
    let purpose: Purpose
    /// Whether the server gives a repetition the first answer, so that it may be sent again.
    let isRepeatable: Bool
    /// Whether it was sent on an earlier connection, and nobody knows what came of it.
    var isRepeated = false
    /// When it is repeated for the last time; set once the server has refused it for now.
    var repeatsUntil: Duration?
    /// When its answer is given up.
    var dueAt: Duration

    /// Who waits for it; nobody for a command of ours.
    var waiter: Waiter? {
        switch purpose {
        case .command(let waiter), .signOut(let waiter), .signIn(let waiter, _, _): waiter
        case .resume, .acknowledge: nil
        }
    }
}
