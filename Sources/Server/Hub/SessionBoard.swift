package import Kernel
import Synchronization

/// Which log-ins have sessions open, for anybody who asks from any thread. The hub writes it.
package final class SessionBoard: DeviceView {
    private struct State {
        /// By user: a token as often as it has a session.
        var open: [User.ID: [Identifier<Token>]] = [:]
        var tokens: Set<Identifier<Token>> = []
        var lastSeen: [Identifier<Token>: Moment] = [:]
    }

    private let state = Mutex(State())

    init() {}

    package func standing(of token: Identifier<Token>) -> DeviceStanding {
        state.withLock { state in
            state.tokens.contains(token)
                ? .online : .offline(lastSeen: state.lastSeen[token])
        }
    }

    /// Whether any device of the user is connected.
    package func isConnected(_ user: User.ID) -> Bool {
        state.withLock { $0.open[user] != nil }
    }

    func opened(_ session: HubSession) {
        state.withLock { state in
            state.open[session.user, default: []].append(session.token)
            state.tokens.insert(session.token)
            state.lastSeen[session.token] = nil
        }
    }

    func closed(_ session: HubSession, at now: Moment) {
        state.withLock { state in
            var open = state.open[session.user] ?? []
            if let place = open.firstIndex(of: session.token) { open.remove(at: place) }
            state.open[session.user] = open.isEmpty ? nil : open
            guard !open.contains(session.token) else { return }
            state.tokens.remove(session.token)
            state.lastSeen[session.token] = now
        }
    }

    /// The log-in is void: there is nothing to know of it.
    func forget(_ token: Identifier<Token>) {
        state.withLock { $0.lastSeen[token] = nil }
    }
}
