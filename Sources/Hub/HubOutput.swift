package import Kernel
import Wire

/// What the hub wants done, as gathered over some inputs.
package struct HubOutput: Sendable {
    /// What the loops are to do, by loop, each in order.
    package var outgoing: [[Outgoing]]
    /// For the store's writer, in order.
    package var writes: [WriteJob] = []
    /// For the store's readers.
    package var pages: [PageRequest] = []
    /// For the store's readers: how far inboxes have come.
    package var looks: [InboxLook] = []
    /// For other nodes, in order.
    package var messages: [NodeMessage] = []
    /// Who is connected here from now on, or no longer, in order.
    package var follows: [(user: User.ID, isWanted: Bool)] = []
    /// For those of whom no device is connected.
    package var notices: [Notice] = []
    /// When `tick` is to be called next, by the uptime; nil when nothing is planned.
    package var nextTick: Duration?

    init(loopCount: Int) {
        outgoing = Array(repeating: [], count: loopCount)
    }
}

/// A look into an inbox, for a session that is behind.
package struct PageRequest: Sendable {
    /// Most events that are read at a time.
    private static let rowsMax = 200

    /// For which connection, and for which session of it.
    let key: ConnectionKey
    let session: UInt64
    let user: User.ID
    /// What the session had, and what it knew of, when it asked.
    let cursor: UInt32
    let top: UInt32

    /// Know what of it may be read.
    private let events: Events

    init(for session: HubSession, _ events: Events) {
        self.events = events
        key = session.key
        self.session = session.number
        user = session.user
        cursor = session.cursor
        top = session.top
    }

    /// Looks.
    package func read(in snapshot: Snapshot) throws(Refusal) -> InboxPage {
        InboxPage(
            request: self,
            rows: try events.page(of: user, after: cursor, limit: Self.rowsMax, in: snapshot))
    }
}

/// What a look into an inbox has found.
package struct InboxPage: Sendable {
    let request: PageRequest
    let rows: [(seq: UInt32, event: InboxEvent)]
}
