public import Wire

/// What a command reports to the hub, apart from the events that it delivers: which user a
/// connection speaks for, and whose presence concerns whom.
public enum Signal: Equatable, Sendable {
    /// This connection now speaks for a user.
    case signedIn(SessionGrant)
    /// A token was revoked: no connection speaks for it any more.
    case signedOut(Caller)
    /// A token was used, and the use is to be recorded.
    case tokenUsed(TokenUse)
    /// A user is banned from connecting, until then (nil: for good).
    case banned(User.ID, until: Moment?)
    /// A user may connect again.
    case unbanned(User.ID)
    /// What others may know of a user, at this point in the order of commits.
    case asked(User.ID, Discretion)
    /// All friends of a user, at this point in the order of commits.
    case friends(User.ID, [User.ID])
    /// The number of cases that wait for a decision, and when the oldest was opened. For the
    /// metrics.
    case casesWait(count: Int, since: Moment?)
    /// Two users may see each other's presence from now on, or no longer.
    case relation(User.ID, User.ID, exists: Bool)
    /// A user has changed what others may know.
    case discretion(User.ID, Discretion)
    /// A message for connected users that may be lost.
    case hint(Hint)
    /// The users who were online when the daemon ended, and may be about to reconnect.
    case absent([Absentee])
    /// A device has opened a session: an earlier one that it has on another node ends.
    case claimed(User.ID, session: UInt64, device: String)
    /// An administrator has ended a user's sessions: those on other nodes end, too.
    case kicked(User.ID)
    /// An administrator's announcement to the users of the other nodes.
    case announced(String)
    /// What other nodes have committed, as far as a read has seen it.
    case nodes(NodeNews)
    /// This batch of presence changes is stored, and all before it.
    case presenceStored(batch: UInt64)
}

extension Signal {
    /// Whether the hub receives it even if the command is refused. A refused command may have
    /// brought a copied token, which the hub must know of.
    public var outlivesRefusal: Bool {
        if case .tokenUsed = self { true } else { false }
    }
}

/// A user who was online when the daemon ended.
public struct Absentee: Equatable, Sendable {
    /// The user.
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
    /// The user, log-in and username that the connection speaks for.
    public let caller: Caller
    /// The last inbox seq that the device has; events follow from the next.
    public let cursor: UInt32
    /// The newest inbox seq at the time of the snapshot.
    public let top: UInt32
    /// Whether the session does not count as presence.
    public let isSilent: Bool
    /// The device's own name. A second session of the device replaces the first.
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

/// A message that may be lost: sent to connected users, on the ephemeral lane.
///
/// Of the hints with the same key, only the newest counts: it replaces one that still waits for a
/// slow reader. Clients can read the truth from the store.
public struct Hint: Equatable, Sendable {
    /// What is said.
    public let body: ServerMessage.OneOf_Body
    /// What it is about, as "receipt:ana:ben".
    public let key: String
    /// The user it is about. It does not reach recipients who are no longer friends of that user.
    public let about: User.ID
    /// The recipients, on all their devices.
    public let recipients: [User.ID]

    /// Only devices that have this topic open receive it; nil: all do.
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
