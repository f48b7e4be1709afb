package import Hub
package import Kernel
import Synchronization

/// Carries messages between hubs of one process: the behaviour of a bus, without a network.
package final class LocalBus: HubBus {
    /// What the hubs of one process share.
    package final class Exchange: Sendable {
        fileprivate let members = Mutex<[Int: LocalBus]>([:])
        package init() {}
    }

    private struct State {
        var ear: (@Sendable (BusEvent) -> Void)?
        var users: Set<User.ID> = []
    }

    private let node: Int
    private let exchange: Exchange
    private let state = Mutex(State())

    /// - Parameters:
    ///   - node: the number of the sender.
    ///   - exchange: the exchange with the other hubs.
    package init(node: Int, on exchange: Exchange) { (self.node, self.exchange) = (node, exchange) }

    package func begin(_ ear: @escaping @Sendable (BusEvent) -> Void) {
        state.withLock { $0.ear = ear }
        exchange.members.withLock { $0[node] = self }
        ear(.isUp)
    }

    package func tell(_ messages: [NodeMessage]) {
        let others = exchange.members.withLock { members in
            members.filter { $0.key != node }.map(\.value)
        }
        for other in others { other.hear(messages, from: node) }
    }

    package func follow(_ users: [User.ID], _ isWanted: Bool) {
        let ear = state.withLock { state in
            if isWanted { state.users.formUnion(users) } else { state.users.subtract(users) }
            return state.ear
        }
        if isWanted { ear?(.follows(users)) }
    }

    package func end() {
        exchange.members.withLock { $0[node] = nil }
        state.withLock { $0.ear = nil }
    }

    private func hear(_ messages: [NodeMessage], from node: Int) {
        let (ear, heard) = state.withLock { state in
            (
                state.ear,
                messages.filter { message in message.user.map(state.users.contains) ?? true }
            )
        }
        if !heard.isEmpty { ear?(.heard(heard.map { (node, $0) })) }
    }
}
