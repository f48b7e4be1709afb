import Synchronization

/// What other nodes have committed that concerns every hub, as found by one read of the data.
///
/// Reads overlap: no entry is missed, and some are found twice. The hub recognizes repetitions by
/// their ids.
public struct NodeNews: Equatable, Sendable {
    /// One commit's signal.
    public struct Entry: Equatable, Sendable {
        /// Of two entries of which one depends on the other, the later has the larger id.
        public let id: Int64
        /// The transaction that wrote it, by the database's count.
        public let transaction: Int64
        /// Whether this node wrote it.
        public let isOwn: Bool
        /// How long ago it was written, by the database's clock.
        public let age: Duration
        /// The signal for the hub.
        public let signal: Signal

        /// - Parameters: as the properties.
        public init(
            id: Int64, transaction: Int64, isOwn: Bool = false, age: Duration = .zero,
            signal: Signal
        ) {
            (self.id, self.transaction, self.age) = (id, transaction, age)
            (self.isOwn, self.signal) = (isOwn, signal)
        }
    }

    /// In the order of their ids.
    public let entries: [Entry]
    /// All transactions with smaller numbers had ended.
    public let horizon: Int64

    /// - Parameters: as the properties.
    public init(entries: [Entry], horizon: Int64) {
        (self.entries, self.horizon) = (entries, horizon)
    }
}

/// How far the hub knows the commits of other nodes: reads begin there. It may be read on any
/// thread.
public final class NodeHorizon: Sendable {
    private let value = Atomic<Int64>(.max)

    /// Nothing is read until the first ``raise(to:)``.
    public init() {}

    /// All transactions with smaller numbers are known.
    public var current: Int64 { value.load(ordering: .acquiring) }

    /// - Parameter horizon: of a read, all entries of which the hub has taken.
    public func raise(to horizon: Int64) {
        let now = value.load(ordering: .acquiring)
        if now == .max || now < horizon { value.store(horizon, ordering: .releasing) }
    }
}

extension Signal {
    /// Whether other nodes receive it.
    package var concernsNodes: Bool { words != nil }

    /// Whether it shows a current state. An older one must not be shown after a newer one.
    package var showsState: Bool {
        if case .hint = self { true } else { false }
    }

    /// Its text in a row for other nodes; nil: it concerns no other node.
    package var words: String? {
        switch self {
        case .signedOut(let caller):
            "signedOut \(caller.user.rawValue) \(caller.token.rawValue) \(caller.username)"
        case .banned(let user, let until):
            "banned \(user.rawValue) \(until?.unixMilliseconds ?? .max)"
        case .unbanned(let user): "unbanned \(user.rawValue)"
        case .relation(let one, let other, let exists):
            "relation \(one.rawValue) \(other.rawValue) \(exists ? 1 : 0)"
        case .discretion(let user, let discretion):
            "discretion \(user.rawValue) \(discretion.bits)"
        case .claimed(let user, let session, let device):
            "claimed \(user.rawValue) \(session) \(device)"
        case .kicked(let user): "kicked \(user.rawValue)"
        case .announced(let text): Self.announcement + text
        default: nil
        }
    }

    private static let announcement = "announced 0 "

    /// - Parameter words: a text of ``words``.
    package init?(words: String) {
        if words.hasPrefix(Self.announcement) {
            self = .announced(String(words.dropFirst(Self.announcement.count)))
            return
        }
        let parts = words.split(separator: " ")
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        guard let kind = parts.first, let user = numbers.first.map(User.ID.init(rawValue:)) else {
            return nil
        }
        switch (kind, numbers.count) {
        case ("signedOut", 2...) where parts.count == 4:
            let token = Identifier<Token>(rawValue: numbers[1])
            self = .signedOut(Caller(user: user, username: String(parts[3]), token: token))
        case ("banned", 2):
            let until = numbers[1] == .max ? nil : Moment(unixMilliseconds: numbers[1])
            self = .banned(user, until: until)
        case ("kicked", 1): self = .kicked(user)
        case ("unbanned", 1): self = .unbanned(user)
        case ("relation", 3):
            self = .relation(user, User.ID(rawValue: numbers[1]), exists: numbers[2] != 0)
        case ("claimed", _) where parts.count >= 4:
            guard let session = UInt64(parts[2]) else { return nil }
            let device = words.split(separator: " ", maxSplits: 3)[3]
            self = .claimed(user, session: session, device: String(device))
        case ("discretion", 2): self = .discretion(user, Discretion(bits: numbers[1]))
        default: return nil
        }
    }
}

extension Discretion {
    fileprivate var bits: Int64 {
        [
            isInvisible, sharesTyping, sharesReceipts, postsOnCircle, isListed, takesInvitations,
        ].enumerated().reduce(0) { $0 | ($1.element ? 1 << Int64($1.offset) : 0) }
    }

    fileprivate init(bits: Int64) {
        self.init(
            isInvisible: bits & 1 != 0, sharesTyping: bits & 2 != 0, sharesReceipts: bits & 4 != 0,
            postsOnCircle: bits & 8 != 0, isListed: bits & 16 != 0,
            takesInvitations: bits & 32 != 0)
    }
}
