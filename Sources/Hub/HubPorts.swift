package import EventLoop
package import Kernel

/// One loop of connections, as the hub sees it.
package protocol HubLoop: Sendable {
    /// Has done what the hub wants, in order: one post for each batch.
    ///
    /// - Parameter published: when the events in it became durable; nil when there are none.
    func perform(_ batch: [Outgoing], published: Int?)
    /// A visitor's place is needed for somebody on another loop.
    func sendAway(_ guest: ConnectionID)
}

/// Takes what those are to be told who are away. The hub does not wait for it.
package protocol NoticeTaker: Sendable {
    /// - Parameter store: where it reads what more it needs.
    func post(_ notices: [Notice], _ store: any Store)
}
