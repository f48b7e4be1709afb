/// The reference of the event log.
public enum EventCatalogue {
    /// The text of docs/EVENTS.md, from the sources of the events.
    public static let markdown: String =
        head + fieldTable
        + "\n## Events\n\n| ev | lvl | When | Fields |\n| --- | --- | --- | --- |\n"
        + EventName.allCases.map(row).joined()

    private static let head = """
        # The event log

        `upford` writes one JSON object per line, to standard output or to `log.file`. At a terminal
        the same events are written in colour for people.

        ```json
        \(sample)
        ```

        Every line has `t` (RFC 3339, UTC, milliseconds), `lvl` (debug, info, warn, error) and `ev`,
        in this order. A line has at most \(EventForm.lineBytesMax) bytes; a text is cut at
        \(EventForm.textBytesMax), with `…`. Never written: the text of a message, a token, a
        password, a name, an address of e-mail. Names of events and fields keep their meaning.
        What is below `log.level` is left out, but for orders of administrators (`admin.…`).

        ## Fields

        | Field | What it is |
        | --- | --- |

        """

    private static let sample: String = {
        var line: [UInt8] = []
        let record = EventRecord(
            unixMilliseconds: 1_795_301_281_123, name: .sessionOpened,
            fields: [.connection(4_294_967_299), .user(7), .count(2)])
        EventForm.json.append(record, to: &line)
        return String(decoding: line.dropLast(), as: UTF8.self)
    }()

    private static let fieldTable = EventField.Key.allCases.map { key in
        "| `\(key.rawValue)` | \(key.meaning) |\n"
    }.joined()

    private static func row(_ name: EventName) -> String {
        let fields = name.meaning.fields.map { "`\($0.rawValue)`" }.joined(separator: " ")
        return "| `\(name.rawValue)` | \(name.level) | \(name.meaning.when) | \(fields) |\n"
    }
}

extension EventField.Key {
    fileprivate var meaning: String {
        switch self {
        case .connection: "The connection, as text: the same in all its events."
        case .user: "The account, as text: its number, never its name."
        case .otherUser: "The other account, of an event about two."
        case .request:
            "The id that the client gave its command: all its lines have it, and the same `cid`."
        case .command: "The name of a command."
        case .code: "The code of a refusal."
        case .close: "The close code of WebSocket."
        case .status: "The status of HTTP."
        case .reason: "Why, in words of the daemon."
        case .duration: "How long it took or lasted, in milliseconds."
        case .count: "How many."
        case .notices: "How many messages told it, each to one connection."
        case .bytes: "How many bytes."
        case .address: "An address with its port; of a peer, as much as `log.addresses` says."
        case .path: "A path on the daemon's machine."
        case .version: "The version of the daemon."
        case .process: "The number of the process."
        case .peerUser: "The user of this machine who came to the admin socket, by number."
        case .errorNumber: "The operating system's number of an error."
        case .notifier: "How notifications leave: webhook, webPush; desk is before either."
        case .limit: "The limit that was met, as key=value: raise it in the configuration."
        case .connections: "Connections of clients."
        case .sessions: "Sessions that are open."
        case .inRate: "WebSocket messages of clients, a second."
        case .outRate: "WebSocket messages for clients, a second."
        case .commitRate: "Commits a second."
        case .commitTime: "How long all but one in a hundred commits took at most."
        case .pushTime: "The same, from a commit to the write of its events to sockets."
        case .lag: "The longest that a loop or the hub took to give a new arrival its turn."
        case .queued: "Commands that wait for the store."
        case .outboxBytes: "Bytes that wait for clients to take them."
        case .descriptors: "Open file descriptors."
        case .memory: "Resident memory."
        case .cpu: "Processor time, in percent of one core."
        }
    }
}
