public import ArgumentParser
import Glibc
public import Observability
import Settings
import SettingsFile

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the event log: filter, follow, in colour.",
        discussion: """
            Each event is shown as it is in the log, one JSON object a line; at a terminal in \
            colour. EVENTS.md in the documentation lists all events. A rotated file is not read: \
            `--since` says if it may have earlier events.

            EXAMPLES
              upford log
              upford log -f --min warn
              upford log --config upford.yaml --lines 20
              upford log events.jsonl --ev 'conn.*' --ev 'session.*' --since 10m
              upford log events.jsonl --uid 7 --since 2026-11-21 --json | jq .ev
              journalctl -u upford -o cat | upford log - --pretty

            EXIT CODES
              0 read to its end, 64 wrong usage, 66 the log cannot be read,
              74 standard output cannot be written, 78 wrong configuration
            """)

    @Argument(help: "The log file; - for standard input (default: the daemon's).")
    var file: String?

    @OptionGroup var daemon: DaemonOptions

    @Flag(
        name: [.short, .long],
        help: "Follow new events, also across rotations.")
    var follow = false

    @Option(name: [.customShort("n"), .long], help: "Only the last N events (with -f: 10).")
    var lines: Int?

    @Option(
        name: .customLong("ev"),
        help: "Only events of this name, for example 'conn.*'; may be repeated.")
    var names: [String] = []

    @Option(help: "Only events of this account, by its number.")
    var uid: String?

    @Option(help: "Only events of this connection.")
    var conn: String?

    @Option(
        name: .customLong("min"),
        help: "Only events of this level and above: debug, info, warn, error.")
    var level: EventLevel?

    @Option(
        help: "Only events since 10m, 2h or 1d ago, or since a UTC time: 2026-11-21T22:48.")
    var since: EventMoment?

    @Flag(help: "In colour (default: if standard output is a terminal).")
    var pretty = false

    @Flag(help: "As JSON, one object a line.")
    var json = false

    func validate() throws {
        if pretty && json { throw ValidationError("--pretty and --json exclude each other") }
        if let lines, lines < 0 {
            throw ValidationError("--lines: expected 0 or more, got \(lines)")
        }
        for (option, number) in [("--uid", uid), ("--conn", conn)] {
            guard let number, UInt64(number) == nil else { continue }
            throw ValidationError("\(option): expected a number, got '\(number)'")
        }
    }

    func run() throws {
        let path = try path()
        for name in filter.unknownNames {
            Talk.sayLast("upford: --ev: no event of this version is called '\(name)'")
        }
        let older = path.flatMap { since?.olderFile(than: $0) }.map {
            "upford: what was written before the last rotation is in \($0)"
        }
        var view = LogView(filter, isPretty: pretty || !json && isatty(STDOUT_FILENO) == 1)
        do throws(EventSinkError) {
            var reader = try LogReader(path: path)
            try showWhatIsThere(&reader, &view, isFollowed: follow && path != nil)
            if follow { older.map(Talk.say) }
            while follow && path != nil {
                reader.wait()
                try showAll(&reader, &view)
            }
        } catch {
            Talk.sayLast("upford: \(error)")
            throw ExitCode(66)
        }
        if view.strangeCount > 0 {
            Talk.sayLast("upford: \(view.strangeCount) lines were no events")
        }
        older.map(Talk.sayLast)
    }

    private func showWhatIsThere(
        _ reader: inout LogReader, _ view: inout LogView, isFollowed: Bool
    ) throws(EventSinkError) {
        guard let count = lines ?? (isFollowed && since == nil ? 10 : nil) else {
            return try showAll(&reader, &view)
        }
        var last: [[UInt8]] = []
        while try reader.read({ line in view.shown(line).map { last.append($0) } }) {
            last.removeFirst(max(0, last.count - count))
        }
        put(Array(last.suffix(count).joined()))
    }

    private func showAll(
        _ reader: inout LogReader, _ view: inout LogView
    ) throws(EventSinkError) {
        var shown: [UInt8] = []
        while try reader.read({ line in view.shown(line).map { shown += $0 } }) {
            put(shown)
            shown.removeAll(keepingCapacity: true)
        }
    }

    private var filter: EventFilter {
        var filter = EventFilter()
        (filter.names, filter.user, filter.connection) = (names, uid, conn)
        (filter.level, filter.since) = (level ?? .debug, since)
        return filter
    }

    /// - Returns: nil for standard input.
    private func path() throws -> String? {
        if let file { return file == "-" ? nil : file }
        let settings = try reportingErrors { () throws(ConfigurationErrors) in
            try daemon.load()
        }
        guard settings.log.file.isEmpty else { return settings.log.file }
        throw ValidationError(
            "expected a file or -: log.file is not set, the daemon writes to its standard output")
    }

    private func put(_ lines: [UInt8]) {
        guard !EventSink.standardOutput.put(lines) else { return }
        Talk.sayLast("upford: standard output cannot be written")
        Glibc.exit(74)
    }
}

extension EventLevel: ExpressibleByArgument {}

extension EventMoment: ExpressibleByArgument {
    /// As the option has it.
    public init?(argument: String) { self.init(argument) }
}
