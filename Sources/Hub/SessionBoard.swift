package import EventLoop
package import Kernel
import Synchronization

/// Which log-ins have sessions open. Any thread may read it; the hub writes it.
package final class SessionBoard: DeviceView {
    private struct State {
        /// By user: each token once for each of its sessions.
        var open: [User.ID: [Identifier<Token>]] = [:]
        var tokens: Set<Identifier<Token>> = []
        var lastSeen: [Identifier<Token>: Moment] = [:]
        /// How many sessions a user has that are not silent, and when the last of them opened.
        var presentCounts: [User.ID: Int] = [:]
        var arrivals: [User.ID: Moment] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package func standing(of token: Identifier<Token>) -> DeviceStanding {
        state.withLock { state in
            state.tokens.contains(token)
                ? .online : .offline(lastSeen: state.lastSeen[token])
        }
    }

    /// Whether a device of the user is here, or has connected since a moment. Silent sessions do
    /// not count.
    package func isBack(_ user: User.ID, since moment: Moment) -> Bool {
        state.withLock { state in
            state.presentCounts[user] != nil || state.arrivals[user].map { $0 >= moment } ?? false
        }
    }

    func opened(_ session: HubSession, at now: Moment) {
        state.withLock { state in
            if !session.isSilent {
                state.presentCounts[session.user, default: 0] += 1
                state.arrivals[session.user] = now
            }
            state.open[session.user, default: []].append(session.token)
            state.tokens.insert(session.token)
            state.lastSeen[session.token] = nil
        }
    }

    func closed(_ session: HubSession, at now: Moment) {
        state.withLock { state in
            if !session.isSilent {
                let count = state.presentCounts[session.user] ?? 0
                state.presentCounts[session.user] = count > 1 ? count - 1 : nil
            }
            var open = state.open[session.user] ?? []
            if let place = open.firstIndex(of: session.token) { open.remove(at: place) }
            state.open[session.user] = open.isEmpty ? nil : open
            guard !open.contains(session.token) else { return }
            state.tokens.remove(session.token)
            state.lastSeen[session.token] = now
        }
    }

    /// Forgets a log-in that was revoked.
    func forget(_ token: Identifier<Token>) {
        state.withLock { $0.lastSeen[token] = nil }
    }
}

/// Names one connection among all loops.
package struct ConnectionKey: Hashable, Sendable {
    /// The loop that owns it.
    package let loop: Int
    /// The connection there.
    package let connection: ConnectionID

    package init(loop: Int, connection: ConnectionID) {
        self.loop = loop
        self.connection = connection
    }

    /// Where a command came from.
    package init(_ origin: Origin) {
        loop = origin.loop
        connection = ConnectionID(
            index: UInt32(truncatingIfNeeded: origin.connection),
            generation: UInt32(truncatingIfNeeded: origin.connection >> 32))
    }
}

extension ConnectionID {
    /// Index and generation in one number.
    package var packed: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
