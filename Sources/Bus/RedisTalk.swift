import Glibc
import Hub
import Kernel

/// One life of the two connections to a Redis server: from when both are open until one is lost.
///
/// Not Sendable: used on the bus's thread only.
final class RedisTalk {
    private static let askDistance = Duration.seconds(1)

    private let node: Int
    private let prefix: String
    private let silenceMax: Duration
    private let listening: RedisLink
    private let speaking: RedisLink
    private let wake: Int32
    private let ear: @Sendable (BusEvent) -> Void
    private var heardAt = (listening: ContinuousClock.now, speaking: ContinuousClock.now)
    private var askedAt = ContinuousClock.now
    /// Whether the server has confirmed the first subscription.
    private var isUp = false

    /// Connects, and subscribes to the channels.
    ///
    /// - Throws: ``RedisFailure`` when the server is not available.
    init(
        node: Int, _ terms: RedisBus.Terms, following users: Set<User.ID>, wake: Int32,
        _ ear: @escaping @Sendable (BusEvent) -> Void
    ) throws(RedisFailure) {
        listening = try RedisLink(terms)
        speaking = try RedisLink(terms)
        (self.node, prefix, self.wake, self.ear) = (node, terms.prefix, wake, ear)
        silenceMax = terms.silenceMax
        listening.send([Array("SUBSCRIBE".utf8), channel(of: nil)])
        for user in users.sorted() { subscribe(user, true) }
        speaking.send([Array("PING".utf8)])
        // Resolving the name and the TLS handshake may take longer than silence may last.
        heardAt = (.now, .now)
    }

    /// Carries messages until the bus ends.
    ///
    /// - Throws: ``RedisFailure`` when a connection is lost.
    func carry(_ wishes: () -> RedisBus.Wishes) throws(RedisFailure) {
        while true {
            let wanted = wishes()
            guard !wanted.isEnded else { return }
            for (user, isWanted) in wanted.follows { subscribe(user, isWanted) }
            for message in wanted.messages {
                speaking.send([
                    Array("PUBLISH".utf8), channel(of: message.user), message.bytes(from: node),
                ])
            }
            askIfSilent()
            guard listening.flush(), speaking.flush() else { throw .lost }
            guard wait() else { throw RedisFailure("the server does not answer") }
            try hear()
        }
    }

    private func subscribe(_ user: User.ID, _ isWanted: Bool) {
        listening.send([Array((isWanted ? "SUBSCRIBE" : "UNSUBSCRIBE").utf8), channel(of: user)])
    }

    private func channel(of user: User.ID?) -> [UInt8] {
        Array((user.map { "\(prefix):u:\($0.rawValue)" } ?? "\(prefix):all").utf8)
    }

    private func askIfSilent() {
        guard ContinuousClock.now - askedAt >= Self.askDistance else { return }
        askedAt = .now
        for link in [listening, speaking] { link.send([Array("PING".utf8)]) }
    }

    /// - Returns: false when the server has been silent for too long.
    private func wait() -> Bool {
        var places = [listening, speaking].map { link in
            pollfd(
                fd: link.number, events: Int16(POLLIN | (link.wantsWritable ? POLLOUT : 0)),
                revents: 0)
        }
        places.append(pollfd(fd: wake, events: Int16(POLLIN), revents: 0))
        _ = poll(&places, nfds_t(places.count), 1_000)
        if places[2].revents != 0 {
            var count: UInt64 = 0
            _ = read(wake, &count, 8)
        }
        let limit = ContinuousClock.now - silenceMax
        return heardAt.listening > limit && heardAt.speaking > limit
    }

    private func hear() throws(RedisFailure) {
        guard let said = speaking.receive(), let heard = listening.receive() else { throw .lost }
        if !said.isEmpty { heardAt.speaking = .now }
        for case .error(let words) in said + heard { throw RedisFailure(words) }
        guard !heard.isEmpty else { return }
        heardAt.listening = .now
        var messages: [(node: Int, message: NodeMessage)] = []
        var users: [User.ID] = []
        for case .list(let parts) in heard where parts.count == 3 {
            let user = user(of: parts[1])
            switch String(decoding: parts[0], as: UTF8.self) {
            case "message":
                guard let heard = NodeMessage.read(parts[2], for: user), heard.node != node else {
                    continue
                }
                messages.append(heard)
            case "subscribe":
                if let user { users.append(user) } else { greet() }
            default: break
            }
        }
        if !users.isEmpty { ear(.follows(users)) }
        if !messages.isEmpty { ear(.heard(messages)) }
    }

    private func greet() {
        guard !isUp else { return }
        isUp = true
        ear(.isUp)
    }

    private func user(of channel: [UInt8]) -> User.ID? {
        let name = String(decoding: channel, as: UTF8.self)
        guard name.hasPrefix("\(prefix):u:") else { return nil }
        return Int64(name.dropFirst(prefix.count + 3)).map(User.ID.init(rawValue:))
    }
}
