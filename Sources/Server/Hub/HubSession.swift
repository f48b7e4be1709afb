import Kernel
import Wire

/// One signed-in connection, as the hub knows it.
///
/// The cursor is the whole of replay: an event behind it is skipped, the next one is pushed, and
/// anything further means that the session is behind and reads pages from the store until it has
/// caught up. Resuming, a lost hint and a slow start are the same case.
struct HubSession: Sendable {
    /// How the session gets its events.
    enum Pace {
        /// It has everything: events are pushed as they happen.
        case live
        /// A page is on its way from the store.
        case reading
        /// The last page has not left for the client yet.
        case draining
    }

    let key: ConnectionKey
    /// Which session of the connection this is: a page for an earlier one is not for this one.
    let number: UInt64
    let user: User.ID
    let token: Identifier<Token>
    let format: WireFormat
    /// Whether friends are not told of this session.
    let isSilent: Bool
    /// The last seq sent.
    var cursor: UInt32
    /// The newest seq known to exist.
    var top: UInt32
    var pace: Pace

    init(key: ConnectionKey, number: UInt64, format: WireFormat, grant: SessionGrant) {
        self.key = key
        self.number = number
        user = grant.caller.user
        token = grant.caller.token
        self.format = format
        isSilent = grant.isSilent
        cursor = grant.cursor
        top = grant.top
        pace = .live
    }
}

/// Somebody who is connected, on any number of devices, or has just left.
struct OnlineUser: Sendable {
    let username: String
    var sessions: [ConnectionKey] = []
    /// How many of the sessions are not silent.
    var presentCount = 0
    /// Whether this user counts as online; a little longer than somebody is present.
    var isOnline = false
    /// Who hears of this user's presence; nil until the store has said it.
    var friends: SortedUsers?
    /// When "offline" will be announced, if nobody comes back; nil while somebody is here.
    var leavesAt: Duration?
}
