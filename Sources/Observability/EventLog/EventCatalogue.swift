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
        the same events are written in colour.

        ```json
        \(sample)
        ```

        Every line starts with `t` (RFC 3339, UTC, milliseconds), `lvl` (debug, info, warn, error)
        and `ev`. A line has at most \(EventForm.lineBytesMax) bytes. A text is cut at
        \(EventForm.textBytesMax) bytes, with `…`.
        Never written: the text of a message, a token, a password, a name, an e-mail address.
        Names of events and fields do not change their meaning. Events below `log.level` are left
        out, except orders of administrators (`admin.…`).

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
        case .otherUser: "The second account of an event about two."
        case .request:
            "The client's id of its command; all events of the command have it, and the "
                + "same `conn`."
        case .command: "The name of a command."
        case .code: "The code of a refusal."
        case .close: "The close code of WebSocket."
        case .status: "The status of HTTP."
        case .reason: "The reason, in words of the daemon."
        case .duration: "The duration, in milliseconds."
        case .count: "A number."
        case .notices: "The number of messages sent, each to one connection."
        case .bytes: "A number of bytes."
        case .address: "An address with its port; `log.addresses` limits that of a peer."
        case .path: "A path on the daemon's machine."
        case .version: "The version of the daemon."
        case .node: "A node of a cluster, by its `cluster.node`."
        case .process: "The process id."
        case .peerUser: "The user id of the process that connected to the admin socket."
        case .errorNumber: "The error number of the operating system."
        case .notifier: "The notifier: webhook, webPush or mail; desk is the stage before."
        case .limit: "The limit that was reached, as key=value of the configuration."
        case .activity: "An activity, by its name."
        case .pseudonym:
            "A user, by a pseudonym that is another each day (UTC): `upford ctl user` finds the "
                + "account, until it is deleted."
        case .otherPseudonym: "The second user of an event about two, by a pseudonym."
        case .connections: "Connections of clients."
        case .sessions: "Sessions that are open."
        case .inRate: "WebSocket messages from clients, a second."
        case .outRate: "WebSocket messages to clients, a second."
        case .commitRate: "Commits a second."
        case .commitTime: "The 99th percentile of the duration of commits."
        case .pushTime:
            "The 99th percentile of the time from a commit to the write of its events to "
                + "sockets."
        case .lag: "The longest wait for a turn of a loop or the hub."
        case .queued: "Commands in the queue of the store."
        case .outboxBytes: "Bytes in outboxes."
        case .descriptors: "Open file descriptors."
        case .memory: "Resident memory."
        case .cpu: "Processor time, in percent of one core."
        case .on: "How many users turned it on."
        case .off: "How many users turned it off."
        case .expired: "How many had it expire."
        case .matched: "How many pairs match."
        case .told: "How many users a match reached on a connection."
        case .plans: "How many plans were made."
        case .friends: "How many friendships began."
        case .messages: "How many messages were sent."
        }
    }
}
