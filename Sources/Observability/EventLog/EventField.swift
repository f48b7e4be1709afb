public import EventLoop
import Settings

/// One field of an event.
///
/// There is no case for the text of a message, a token, a password, a name or an address of
/// e-mail: what has no field cannot be logged by accident.
public enum EventField: Equatable, Sendable {
    /// The connection. Written as text: it has more bits than JSON numbers are safe for.
    case connection(UInt64)
    /// The account, by its number and never by name. Written as text.
    case user(Int64)
    /// The other account, of an event about two. Written as text.
    case otherUser(Int64)
    /// The id that the client gave its command.
    case request(UInt32)
    /// The name of a command, as in `roomSend`.
    case command(String)
    /// The code of a refusal, as in `NOT_FRIENDS`.
    case code(String)
    /// A close code of WebSocket.
    case close(UInt16)
    /// A status of HTTP.
    case status(Int)
    /// Why, in words of ours.
    case reason(String)
    /// How long it took or lasted.
    case duration(Duration)
    /// How many.
    case count(Int)
    /// How many messages announced it.
    case notices(Int)
    /// How many bytes.
    case bytes(Int)
    /// The address of a listener of ours, with its port.
    case address(String)
    /// The address of a peer, of which as much is written as `log.addresses` says.
    case peer(SocketAddress)
    /// The network of a client, see `SocketAddress.networkKey`: as much as `log.addresses` says.
    case network(UInt64)
    /// A path on the daemon's machine.
    case path(String)
    /// The version of the daemon.
    case version(String)
    /// One of several nodes, by its `cluster.node`.
    case node(String)
    /// A process.
    case process(Int32)
    /// The machine's user who connected to the admin socket.
    case peerUser(UInt32)
    /// A number of the operating system, as in `errno`.
    case errorNumber(Int32)
    /// A way by which notifications leave: `webhook`, `webPush`, or `desk` before either.
    case notifier(String)
    /// An activity, by its name in the catalogue.
    case activity(String)
    /// A user, by a pseudonym that is another on the next day.
    case pseudonym(String)
    /// The other user of an event about two, so, too.
    case otherPseudonym(String)
    /// The limit that was met, and what it is set to.
    case limit(LimitName, Int)
    /// How many or how much, of what `Key` says.
    case figure(Key, Int)
    /// How long what `Key` says took.
    case time(Key, Duration)
}

extension EventField {
    /// The names of fields, as they are written, in the order of docs/EVENTS.md.
    public enum Key: String, CaseIterable, Sendable {
        /// The fields of `EventField`, in its order.
        case connection = "conn"
        case user = "uid"
        case otherUser = "other_uid"
        case request = "req"
        case command = "cmd"
        case code, close, status, reason
        case duration = "dur_ms"
        case count = "n"
        case notices, bytes
        case address = "addr"
        case path, version, node
        case process = "pid"
        case peerUser = "peer_uid"
        case errorNumber = "errno"
        case notifier, limit, activity
        case pseudonym = "who"
        case otherPseudonym = "other_who"
        /// Those of `figure` and `time`.
        case connections = "conns"
        case sessions
        case inRate = "in_per_s"
        case outRate = "out_per_s"
        case commitRate = "commits_per_s"
        case commitTime = "commit_p99_ms"
        case pushTime = "push_p99_ms"
        case lag = "lag_ms"
        case queued
        case outboxBytes = "outbox_bytes"
        case descriptors = "fds"
        case memory = "rss_bytes"
        case cpu = "cpu_pct"
        case on, off, expired, matched, told, plans, friends, messages
    }

    /// The name of this field.
    public var key: Key {
        switch self {
        case .connection: .connection
        case .user: .user
        case .otherUser: .otherUser
        case .request: .request
        case .command: .command
        case .code: .code
        case .close: .close
        case .status: .status
        case .reason: .reason
        case .duration: .duration
        case .count: .count
        case .notices: .notices
        case .bytes: .bytes
        case .address, .peer, .network: .address
        case .path: .path
        case .version: .version
        case .node: .node
        case .process: .process
        case .peerUser: .peerUser
        case .errorNumber: .errorNumber
        case .notifier: .notifier
        case .limit: .limit
        case .activity: .activity
        case .pseudonym: .pseudonym
        case .otherPseudonym: .otherPseudonym
        case .figure(let key, _), .time(let key, _): key
        }
    }

    /// What is written: text in quotes, or a bare number.
    enum Value {
        case text(String)
        case integer(Int64)
        case milliseconds(Duration)
    }

    /// - Returns: nil for what is not to be written.
    func value(_ addresses: AddressDetail) -> Value? {
        switch self {
        case .connection(let number): .text(String(number))
        case .user(let number), .otherUser(let number): .text(String(number))
        case .request(let number): .integer(Int64(number))
        case .close(let number): .integer(Int64(number))
        case .peerUser(let number): .integer(Int64(number))
        case .process(let number), .errorNumber(let number): .integer(Int64(number))
        case .status(let number), .count(let number), .bytes(let number),
            .notices(let number), .figure(_, let number):
            .integer(Int64(number))
        case .duration(let duration), .time(_, let duration): .milliseconds(duration)
        case .command(let text), .code(let text), .reason(let text), .address(let text),
            .path(let text), .version(let text), .node(let text),
            .notifier(let text), .activity(let text), .pseudonym(let text),
            .otherPseudonym(let text):
            .text(text)
        case .network(let key): addresses.text(ofNetwork: key).map { .text($0) }
        case .peer(let address): addresses.text(of: address).map { .text($0) }
        case .limit(let name, let value): .text("\(name.rawValue)=\(value)")
        }
    }
}
