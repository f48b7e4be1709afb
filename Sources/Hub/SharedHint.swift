package import Kernel
package import Wire

/// A hint that is the same for everybody who gets it.
struct SharedHint {
    private var message: SharedMessage
    let parts: [HintPart]

    init(_ body: ServerMessage.OneOf_Body, key: String, about user: User.ID) {
        message = SharedMessage(body)
        parts = [HintPart(key: key, about: user, body: body)]
    }

    /// Several users' presence at once; that of one goes alone.
    init(_ presences: [(user: User.ID, presence: Presence)]) {
        parts = presences.map { user, presence in
            HintPart(key: "presence:\(presence.user)", about: user, body: .presence(presence))
        }
        if presences.count == 1 {
            message = SharedMessage(.presence(presences[0].presence))
        } else {
            var digest = PresenceDigest()
            digest.presences = presences.map(\.presence)
            message = SharedMessage(.presenceDigest(digest))
        }
    }

    mutating func action(_ format: WireFormat) -> Outgoing.Action {
        .hint(message.bytes(format), parts)
    }
}

/// Which hints about something came last, of those that nodes tell one another.
///
/// A node may stand still between a commit and its hint. What another node has committed after
/// that, and told, must not be undone by the older hint.
struct HintOrder: Sendable {
    /// What a hint is about, and its recipients.
    struct Subject: Hashable {
        let user: User.ID
        let key: String
    }

    /// So many are remembered, and at most twice as many.
    static let countMax = 32_768

    /// The transactions that were told of last; and what it was before those.
    private var (newest, older): ([Subject: Int64], [Subject: Int64]) = ([:], [:])
    /// No transaction was larger of those that are not remembered any more.
    private var forgotten: Int64 = 0

    /// Whether no newer one is remembered; then this is the newest.
    mutating func isNews(_ subject: Subject, of transaction: Int64) -> Bool {
        guard max(forgotten, newest[subject] ?? older[subject] ?? 0) <= transaction else {
            return false
        }
        newest[subject] = transaction
        if newest.count == Self.countMax {
            forgotten = max(forgotten, older.values.max() ?? 0)
            (older, newest) = (newest, [:])
        }
        return true
    }
}

/// One thing that a hint says: of those with the same key, the newest counts.
package struct HintPart: Sendable {
    /// What it is about, as in "presence:ana".
    package let key: String
    /// Whom it is about.
    package let about: User.ID
    /// What is said.
    package let body: ServerMessage.OneOf_Body

    package init(key: String, about: User.ID, body: ServerMessage.OneOf_Body) {
        self.key = key
        self.about = about
        self.body = body
    }
}
