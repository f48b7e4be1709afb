import NIOWebSocket

/// All connected clients; known to the one event loop only.
// SAFETY: made on the main thread, and used by the handlers of a single event loop from then on.
final class Audience: @unchecked Sendable {
    private var members: [ObjectIdentifier: BroadcastHandler] = [:]
    private var isWaiting = false

    func add(_ member: BroadcastHandler) { members[ObjectIdentifier(member)] = member }

    func remove(_ member: BroadcastHandler) { members[ObjectIdentifier(member)] = nil }

    /// Queues one message for all of them; the payload's bytes are shared.
    func hear(_ message: WebSocketFrame) {
        isWaiting = true
        for member in members.values { member.write(message) }
    }

    /// Sends the queued messages, with one flush per connection.
    func flush() {
        guard isWaiting else { return }
        isWaiting = false
        for member in members.values { member.flush() }
    }
}
