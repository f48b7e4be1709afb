import Kernel
import Wire

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
