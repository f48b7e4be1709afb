public import Wire

/// What a command tells the hub, beside the events it delivers: who is connected as whom, and
/// whose presence concerns whom.
public enum Signal: Equatable, Sendable {
    /// This connection now speaks for a user.
    case signedIn(SessionGrant)
    /// A token was given up: no connection speaks for it any more.
    case signedOut(Caller)
    /// Somebody came with a token, and something is to be noted of that.
    case tokenUsed(TokenUse)
    /// A user may not be connected any more, until then (nil: for good).
    case banned(User.ID, until: Moment?)
    /// A user may be connected again.
    case unbanned(User.ID)
    /// What others may know of a user, at this point in the order of commits.
    case asked(User.ID, Discretion)
    /// Everybody who is a friend of a user, at this point in the order of commits.
    case friends(User.ID, [User.ID])
    /// So many cases of reports wait for a decision, the oldest since then. For the metrics.
    case casesWait(count: Int, since: Moment?)
    /// Two users may see one another's presence from now on, or may not any more.
    case relation(User.ID, User.ID, exists: Bool)
    /// A user lets others know less, or more.
    case discretion(User.ID, Discretion)
    /// Something for whoever is connected, which may be lost.
    case hint(Hint)
    /// Who was online when the daemon ended, and may be about to come back.
    case absent([Absentee])
    /// A device has a session: one that it has on another node, and had before, ends.
    case claimed(User.ID, session: UInt64, device: String)
    /// An administrator has ended what sessions a user has on other nodes.
    case kicked(User.ID)
    /// An administrator tells everybody who is connected to other nodes.
    case announced(String)
    /// What other nodes have committed, as far as a look has seen it.
    case nodes(NodeNews)
    /// So many batches of what was seen of presence are stored.
    case presenceStored(batch: UInt64)
}

extension Signal {
    /// Whether the hub is told even if whoever asked is refused: that a copy of a token came, is to
    /// be known all the more then.
    public var outlivesRefusal: Bool {
        if case .tokenUsed = self { true } else { false }
    }
}

/// Somebody who was online when the daemon ended.
public struct Absentee: Equatable, Sendable {
    /// Who it is.
    public let user: User.ID
    /// The account's username.
    public let username: String
    /// When the daemon last showed a sign of life: the user was online then.
    public let lastSeen: Moment

    /// - Parameters: as the properties.
    public init(user: User.ID, username: String, lastSeen: Moment) {
        self.user = user
        self.username = username
        self.lastSeen = lastSeen
    }
}

/// What the hub needs to know of a session that opens.
public struct SessionGrant: Equatable, Sendable {
    /// Who this connection speaks for.
    public let caller: Caller
    /// The last inbox seq that the device has; events follow from the next.
    public let cursor: UInt32
    /// The newest inbox seq at the time of the snapshot.
    public let top: UInt32
    /// Whether friends are not told of this session.
    public let isSilent: Bool
    /// The device's own name: a second session of it takes the place of the first.
    public let device: String
    /// What friends may know.
    public let discretion: Discretion

    /// What the snapshot said.
    public init(
        caller: Caller, device: String, cursor: UInt32, top: UInt32, isSilent: Bool,
        discretion: Discretion = Discretion()
    ) {
        self.isSilent = isSilent
        self.device = device
        self.discretion = discretion
        self.caller = caller
        self.cursor = cursor
        self.top = top
    }
}

/// Something that may be lost: it is sent to connected users, on the ephemeral lane.
///
/// Of hints with the same key the newest counts: one that still waits for a slow reader is
/// replaced by the next. The truth lies in the store, for whoever asks.
public struct Hint: Equatable, Sendable {
    /// What is said.
    public let body: ServerMessage.OneOf_Body
    /// What it is about, as "receipt:ana:ben".
    public let key: String
    /// Whom it is about: it is not told any more once that is no friend.
    public let about: User.ID
    /// The recipients, on all their devices.
    public let recipients: [User.ID]

    /// Only their devices that have this open get it; nil: all.
    public let topic: Topic?

    /// - Parameters: as the properties.
    public init(
        _ body: ServerMessage.OneOf_Body, key: String, about: User.ID, to recipients: [User.ID],
        on topic: Topic? = nil
    ) {
        self.topic = topic
        self.body = body
        self.about = about
        self.key = key
        self.recipients = recipients
    }
}
