package import Kernel
import Wire

/// The work that the hub decided on, gathered over some inputs.
package struct HubOutput: Sendable {
    /// The actions for the loops, by loop, each in order.
    package var outgoing: [[Outgoing]]
    /// For the store's writer, in order.
    package var writes: [WriteJob] = []
    /// For the store's readers.
    package var pages: [PageRequest] = []
    /// For the store's readers: how far inboxes have come.
    package var looks: [InboxLook] = []
    /// For other nodes, in order.
    package var messages: [NodeMessage] = []
    /// Users who have opened a first session here, or have none left, in order.
    package var follows: [(user: User.ID, isWanted: Bool)] = []
    /// For users who have no device connected.
    package var notices: [Notice] = []
    /// When `tick` is to be called next, by the uptime; nil when nothing is planned.
    package var nextTick: Duration?

    init(loopCount: Int) {
        outgoing = Array(repeating: [], count: loopCount)
    }
}

/// A read of an inbox, for a session that is behind.
package struct PageRequest: Sendable {
    /// Most events that are read at a time.
    private static let rowsMax = 200

    /// The connection, and the session of it.
    let key: ConnectionKey
    let session: UInt64
    let user: User.ID
    /// What the session had, and the newest seq that it knew of, at the request.
    let cursor: UInt32
    let top: UInt32

    /// Decide which of its events are readable.
    private let events: Events

    init(for session: HubSession, _ events: Events) {
        self.events = events
        key = session.key
        self.session = session.number
        user = session.user
        cursor = session.cursor
        top = session.top
    }

    /// Runs the query.
    package func read(in snapshot: Snapshot) throws(Refusal) -> InboxPage {
        InboxPage(
            request: self,
            rows: try events.page(of: user, after: cursor, limit: Self.rowsMax, in: snapshot))
    }
}

/// The result of reading an inbox.
package struct InboxPage: Sendable {
    let request: PageRequest
    let rows: [(seq: UInt32, event: InboxEvent)]
}
