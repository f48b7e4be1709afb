package import Kernel
import Wire

/// A message between the hubs of nodes. Any of them may be lost; none arrives twice.
package enum NodeMessage: Sendable {
    /// A user's inbox has reached this seq.
    case inbox(User.ID, seq: UInt32)
    /// A hint for the connected devices of a user.
    case hint(NodeHint, for: User.ID)
    /// The data have something new for every hub.
    case news
    /// A user's connection to the sender has changed; the user was last seen then.
    case presence(RollEntry, lastSeen: Moment)
    /// How many users are connected to the sender, and a checksum of them.
    case beat(PresenceSum)
    /// Asks this node for the list of its users.
    case asks(Int)
    /// A part of the list of the sender's users; there are this many parts.
    case roll([RollEntry], part: Int, of: Int)

    /// The user it is for; nil: every node receives it, whichever users it has.
    package var user: User.ID? {
        switch self {
        case .inbox(let user, _), .hint(_, let user): user
        case .news, .presence, .beat, .asks, .roll: nil
        }
    }
}

/// One hint, on its way to another node.
package struct NodeHint: Sendable {
    package let part: HintPart
    /// Only devices that have this topic open receive it; nil: all do.
    package let topic: Topic?
    /// The transaction that it reports, if it shows a current state.
    package let transaction: Int64?

    package init(_ part: HintPart, on topic: Topic?, of transaction: Int64? = nil) {
        (self.part, self.topic, self.transaction) = (part, topic, transaction)
    }
}

/// The form of messages on a bus: a letter for the kind, its arguments, and the rest as it is.
extension NodeMessage {
    /// - Parameter node: the sender.
    package func bytes(from node: Int) -> [UInt8] {
        switch self {
        case .inbox(_, let seq): Array("\(node) i \(seq)\n".utf8)
        case .news: Array("\(node) n\n".utf8)
        case .presence(let entry, let lastSeen):
            Array("\(node) p \(lastSeen.unixMilliseconds)\n\(entry.words)\n".utf8)
        case .beat(let sum): Array("\(node) b \(sum.count) \(sum.hash)\n".utf8)
        case .asks(let asked): Array("\(node) a \(asked)\n".utf8)
        case .roll(let entries, let part, let count):
            Array(
                "\(node) r \(part) \(count)\n\(entries.map { $0.words + "\n" }.joined())".utf8)
        case .hint(let hint, _):
            Array(
                """
                \(node) h \(hint.part.about.rawValue) \(hint.part.key.utf8.count) \
                \(hint.topic?.name ?? "-")\(hint.transaction.map { " \($0)" } ?? "")

                """.utf8)
                + Array(hint.part.key.utf8) + ServerMessage(hint.part.body).bytes(.binary)
        }
    }

    /// Reads a message of a bus; nil when this version does not know it.
    ///
    /// - Parameter user: whose channel it came on; nil: the channel of all nodes.
    package static func read(
        _ bytes: [UInt8], for user: User.ID?
    ) -> (node: Int, message: NodeMessage)? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        guard words.count >= 2, let node = Int(words[0]) else { return nil }
        switch (words[1], user) {
        case (_, nil): return readForAll(words, bytes[(end + 1)...]).map { (node, $0) }
        case ("i", let user?):
            guard words.count == 3, let seq = UInt32(words[2]) else { return nil }
            return (node, .inbox(user, seq: seq))
        case ("h", let user?):
            guard let hint = NodeHint(words, bytes[(end + 1)...]) else { return nil }
            return (node, .hint(hint, for: user))
        default: return nil
        }
    }
}

extension NodeMessage {
    private static func readForAll(
        _ words: [Substring], _ rest: ArraySlice<UInt8>
    ) -> NodeMessage? {
        let numbers = words.dropFirst(2).compactMap { Int64($0) }
        guard words[1] != "b" else {
            guard words.count == 4, let count = Int(words[2]), let hash = UInt64(words[3]) else {
                return nil
            }
            return .beat(PresenceSum(count: count, hash: hash))
        }
        switch (words[1], numbers.count) {
        case ("n", _): return .news
        case ("p", 1):
            guard let entry = entries(rest).first else { return nil }
            return .presence(entry, lastSeen: Moment(unixMilliseconds: numbers[0]))
        case ("a", 1): return .asks(Int(numbers[0]))
        case ("r", 2):
            return .roll(entries(rest), part: Int(numbers[0]), of: Int(numbers[1]))
        default: return nil
        }
    }

    private static func entries(_ bytes: ArraySlice<UInt8>) -> [RollEntry] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count == 3, let user = Int64(words[0]),
                let state = Int(words[1]).flatMap(Attending.init(rawValue:))
            else { return nil }
            return RollEntry(
                user: User.ID(rawValue: user), username: String(words[2]), state: state)
        }
    }
}

extension RollEntry {
    fileprivate var words: String { "\(user.rawValue) \(state.rawValue) \(username)" }
}

extension NodeHint {
    fileprivate init?(_ words: [Substring], _ rest: ArraySlice<UInt8>) {
        guard (5...6).contains(words.count),
            let about = Int64(words[2]), let length = Int(words[3]), length >= 0,
            length <= rest.count,
            let message = ServerMessage(Array(rest.dropFirst(length)), .binary),
            let body = message.body, body.isForNodes
        else { return nil }
        let number = words.dropFirst(5).first.map { Int64($0) }
        if case .some(nil) = number { return nil }
        let key = String(decoding: rest.prefix(length), as: UTF8.self)
        self.init(
            HintPart(key: key, about: User.ID(rawValue: about), body: body),
            on: words[4] == "-" ? nil : Topic(String(words[4])), of: number ?? nil)
    }
}

extension ServerMessage.OneOf_Body {
    /// Whether it is about typing.
    var isTyping: Bool { if case .roomTyping = self { true } else { false } }

    /// Whether a hint may go from node to node: who is online, types or has read, how many like a
    /// post, and what is gone. A bus has no text and no position to leak. Nothing else is accepted
    /// from it: anyone who can write to the bus could send it in any user's name.
    var isForNodes: Bool {
        switch self {
        case .presence, .roomTyping, .roomReceipt: true
        case .placeChanged(let changed):
            if case .gone? = changed.change { true } else { false }
        case .circleChanged(let changed):
            switch changed.change {
            case .liked?, .removed?, .unsaid?: true
            default: false
            }
        default: false
        }
    }
}

/// Carries messages between the hubs of nodes. What it loses, a read of the data finds later.
package protocol HubBus: Sendable {
    /// Starts.
    ///
    /// - Parameter ear: receives the events of the bus, in order, on the bus's own thread.
    func begin(_ ear: @escaping @Sendable (BusEvent) -> Void)
    /// Sends these to every other node that follows their users.
    func tell(_ messages: [NodeMessage])
    /// Starts or stops following users: messages about them arrive here, or no longer.
    func follow(_ users: [User.ID], _ isWanted: Bool)
    /// Stops.
    func end()
}

/// An event of a bus.
package enum BusEvent: Sendable {
    /// Messages of other nodes have arrived.
    case heard([(node: Int, message: NodeMessage)])
    /// Messages about these users arrive from now on.
    case follows([User.ID])
    /// The bus is up.
    case isUp
    /// The bus is down, for a reason in words: messages are lost meanwhile.
    case isDown(String)
}

/// A message that is the same for all its recipients. It is encoded once for each format, and they
/// share the bytes.
struct SharedMessage {
    private let message: ServerMessage
    private var encoded: [WireFormat: [UInt8]] = [:]

    init(_ body: ServerMessage.OneOf_Body) {
        message = ServerMessage(body)
    }

    mutating func bytes(_ format: WireFormat) -> [UInt8] {
        if let bytes = encoded[format] { return bytes }
        let bytes = message.bytes(format)
        encoded[format] = bytes
        return bytes
    }
}
