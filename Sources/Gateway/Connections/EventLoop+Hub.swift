package import EventLoop
package import Hub

extension EventLoop: HubLoop where Handler == ClientHandler {
    package nonisolated func perform(_ batch: [Outgoing], published: Int?) {
        post { loop in loop.handler.outgoing.perform(batch, published: published, on: loop) }
    }

    package nonisolated func sendAway(_ guest: ConnectionID) {
        post { loop in loop.handler.door.sendAway(guest, loop) }
    }
}
