import Wire

/// A hint that is the same for everybody who gets it.
struct SharedHint {
    private var message: SharedMessage
    let parts: [HintPart]

    init(_ body: ServerMessage.OneOf_Body, key: String) {
        message = SharedMessage(body)
        parts = [HintPart(key: key, body: body)]
    }

    /// Several users' presence at once; that of one goes alone.
    init(_ presences: [Presence]) {
        parts = presences.map { HintPart(key: "presence:\($0.user)", body: .presence($0)) }
        if presences.count == 1 {
            message = SharedMessage(.presence(presences[0]))
        } else {
            var digest = PresenceDigest()
            digest.presences = presences
            message = SharedMessage(.presenceDigest(digest))
        }
    }

    mutating func action(_ format: WireFormat) -> Outgoing.Action {
        .hint(message.bytes(format), parts)
    }
}
