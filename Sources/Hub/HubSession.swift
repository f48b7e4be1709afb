package import Kernel
import Wire

/// One signed-in connection, as the hub knows it.
///
/// The cursor is the whole of replay: an event behind it is skipped, the next one is pushed, and
/// anything further means that the session is behind and reads pages from the store until it has
/// caught up. Resuming, a lost hint and a slow start are the same case.
package struct HubSession: Sendable {
    /// How the session gets its events.
    enum Pace {
        /// It has everything: events are pushed as they happen.
        case live
        /// A page is on its way from the store.
        case reading
        /// The last page has not left for the client yet.
        case draining
    }

    package let key: ConnectionKey
    /// Which session of the connection this is: a page for an earlier one is not for this one.
    package let number: UInt64
    package let user: User.ID
    let token: Identifier<Token>
    let format: WireFormat
    /// The device's own name; nil for a silent session, which exists beside the device's own.
    package let device: String?
    /// When it was opened.
    package let since: Moment
    /// Whether the session does not count as presence.
    let isSilent: Bool
    /// The last seq sent.
    package var cursor: UInt32
    /// The newest seq known to exist.
    package var top: UInt32
    var pace: Pace
    /// The notable events pushed to it, the newest last; kept while notifications are on.
    var recent: [RecentEvent] = []
    /// The place of this session's claim to its device, among the claims of all nodes; nil until it
    /// is known.
    var claim: Int64?
    /// The place of the last claim of another node.
    var rival: Int64 = 0
    /// The topics that it has open: it receives their hints.
    var topics: Set<Topic> = []
    /// Everything it reads includes the work of all transactions of nodes before this one.
    var horizon: Int64 = 0

    init(key: ConnectionKey, number: UInt64, format: WireFormat, grant: SessionGrant, since: Moment)
    {
        self.key = key
        self.number = number
        user = grant.caller.user
        token = grant.caller.token
        self.format = format
        isSilent = grant.isSilent
        self.since = since
        device = grant.isSilent ? nil : grant.device
        cursor = grant.cursor
        top = grant.top
        pace = .live
    }
}
