import CLinux
import Dispatch
package import EventLoop
import Glibc
package import Hub
package import Kernel
import Synchronization

/// Carries messages over channels of a Redis server: one for each user, and one for all nodes.
///
/// A thread of its own has two connections, since a subscribed connection cannot publish. While the
/// server is away, messages are lost, and the thread tries to connect twice a second.
///
/// - Source: docs/decisions/0042
package final class RedisBus: HubBus {
    /// How to reach the server, and the names to use there.
    package struct Terms: Sendable {
        let place: RedisPlace
        let secret: [UInt8]
        let trust: TLSTrust?
        /// The prefix of the names of all channels.
        let prefix: String
        /// How long connecting may take, and the TLS handshake after it; whole seconds.
        var connectPatience = Duration.seconds(1)
        /// How long a server may leave a ping unanswered.
        var silenceMax = Duration.seconds(3)

        /// - Parameters:
        ///   - secret: the server's password; empty: it has none.
        ///   - trust: the certificates that prove the server's identity over TLS.
        ///   - prefix: the prefix of the names of all channels; the nodes of one database share it.
        package init(
            _ place: RedisPlace, secret: [UInt8] = [], trust: TLSTrust? = nil, prefix: String
        ) {
            (self.place, self.secret, self.trust, self.prefix) = (place, secret, trust, prefix)
        }
    }

    /// The requests of other threads.
    struct Wishes {
        var messages: [NodeMessage] = []
        var follows: [(user: User.ID, isWanted: Bool)] = []
        var isEnded = false
    }

    /// Most messages that wait; further ones are lost.
    private static let messagesMax = 100_000

    private let node: Int
    private let terms: Terms
    private let wake: Int32
    private let wishes = Mutex(Wishes())
    private let queue = DispatchQueue(label: "upfor.bus", qos: .userInitiated)
    private let isUp = Atomic(false)

    /// - Parameter node: the number of the sender.
    package init(node: Int, _ terms: Terms) {
        (self.node, self.terms) = (node, terms)
        wake = linux_eventfd(0, O_CLOEXEC | O_NONBLOCK)
    }

    deinit { if wake >= 0 { _ = close(wake) } }

    package func begin(_ ear: @escaping @Sendable (BusEvent) -> Void) {
        queue.async { [self] in live(ear) }
    }

    package func tell(_ messages: [NodeMessage]) {
        guard isUp.load(ordering: .relaxed) else { return }
        let isFirst = wishes.withLock { wishes in
            let isFirst = wishes.messages.isEmpty
            if wishes.messages.count < Self.messagesMax { wishes.messages += messages }
            return isFirst
        }
        if isFirst { ring() }
    }

    package func follow(_ users: [User.ID], _ isWanted: Bool) {
        wishes.withLock { $0.follows += users.map { ($0, isWanted) } }
        ring()
    }

    package func end() {
        wishes.withLock { $0.isEnded = true }
        ring()
        queue.sync {}
    }

    private func ring() {
        var one: UInt64 = 1
        _ = write(wake, &one, 8)
    }

    /// Until the end: connects, carries messages, and starts over.
    private func live(_ ear: @escaping @Sendable (BusEvent) -> Void) {
        var users: Set<User.ID> = []
        var isNews = true
        while !wishes.withLock({ $0.isEnded }) {
            do throws(RedisFailure) {
                let talk = try RedisTalk(node: node, terms, following: users, wake: wake, ear)
                isNews = true
                isUp.store(true, ordering: .relaxed)
                defer { isUp.store(false, ordering: .relaxed) }
                try talk.carry { [self] in take(noting: &users) }
            } catch {
                if isNews { ear(.isDown(error.description)) }
            }
            isNews = false
            _ = take(noting: &users)
            var place = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
            if !wishes.withLock({ $0.isEnded }) { _ = poll(&place, 1, 500) }
        }
    }

    private func take(noting users: inout Set<User.ID>) -> Wishes {
        let taken = wishes.withLock { wishes in
            defer { wishes = Wishes(isEnded: wishes.isEnded) }
            return wishes
        }
        for (user, isWanted) in taken.follows {
            if isWanted { users.insert(user) } else { users.remove(user) }
        }
        return taken
    }
}

/// Why a Redis server is not available, in words for an administrator.
struct RedisFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let lost = Self("the connection was lost")
}

/// The address of a Redis server: `host:port`, `rediss://host:port` over TLS, or the path of its
/// socket.
package enum RedisPlace: Equatable, Sendable {
    case host(String, port: Int32)
    case encrypted(String, port: Int32)
    case socket(path: String)

    /// - Parameter text: as in the settings; nil for any other form.
    package init?(_ text: String) {
        if text.hasPrefix("/") {
            self = .socket(path: text)
            return
        }
        let isEncrypted = text.hasPrefix(Self.scheme)
        let place = isEncrypted ? text.dropFirst(Self.scheme.count) : text[...]
        guard let colon = place.lastIndex(of: ":"), colon > place.startIndex,
            let port = Int32(place[place.index(after: colon)...]), (1...65_535).contains(port)
        else { return nil }
        var host = place[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains("/") else { return nil }
        self = isEncrypted ? .encrypted(String(host), port: port) : .host(String(host), port: port)
    }

    /// Whether the connection uses TLS.
    package var isEncrypted: Bool { if case .encrypted = self { true } else { false } }

    private static let scheme = "rediss://"
}
