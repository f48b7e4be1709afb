package import Kernel
package import Wire

/// A hint that is the same for all its recipients.
struct SharedHint {
    private var message: SharedMessage
    let parts: [HintPart]

    init(_ body: ServerMessage.OneOf_Body, key: String, about user: User.ID) {
        message = SharedMessage(body)
        parts = [HintPart(key: key, about: user, body: body)]
    }

    /// The presence of several users at once; a single one is a message of its own.
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

/// Keeps the newest of the hints about a subject, among those that nodes send one another.
///
/// A node may be paused between a commit and its hint. The late hint must not undo what another
/// node has committed and sent meanwhile.
struct HintOrder: Sendable {
    /// What a hint is about, and its recipients.
    struct Subject: Hashable {
        let user: User.ID
        let key: String
    }

    /// So many subjects are remembered, and at most twice as many.
    static let countMax = 32_768

    /// The transaction of the newest hint by subject, in two generations.
    private var (newest, older): ([Subject: Int64], [Subject: Int64]) = ([:], [:])
    /// The largest transaction that is not remembered any more.
    private var forgotten: Int64 = 0

    /// Whether no newer hint is remembered. Then this one becomes the newest.
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

/// One part of a hint: of the parts with the same key, the newest counts.
package struct HintPart: Sendable {
    /// Its subject, as in "presence:ana".
    package let key: String
    /// The user it is about.
    package let about: User.ID
    /// The message.
    package let body: ServerMessage.OneOf_Body

    package init(key: String, about: User.ID, body: ServerMessage.OneOf_Body) {
        self.key = key
        self.about = about
        self.body = body
    }
}
