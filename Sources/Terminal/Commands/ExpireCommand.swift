import ArgumentParser
import SwiftProtobuf
import Wire

/// Shows or sets how long new messages of a conversation stay.
struct ExpireCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "expire",
        abstract: "Show or set when new messages of a conversation disappear.",
        discussion: """
            They disappear for all members, that long after they were sent. Messages that were \
            sent before keep their time. All members see who has set it. A line that a terminal \
            has printed stays in its window; a reader may have copied a message, too.

            Examples:
              upfor expire ben
              upfor expire ben 1d
              upfor expire '#17' 30m
              upfor expire ben off
            """)

    @Argument(help: "The friend's username, or the room of a group.")
    var name: String

    @Argument(help: ArgumentHelp("5m to 90d, in m, h or d; off: they stay.", valueName: "time|off"))
    var life: MessageLife?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        guard let life else {
            let command = RoomHistory.with { ($0.with, $0.limit) = (name, 1) }
            let answer = try await session.call(.roomHistory(command))
            guard case .roomPage(let page) = answer else { return session.output.answer(answer) }
            return session.output.answer(.roomExpiry(page.expiry))
        }
        var command = RoomExpire()
        (command.with, command.minutes) = (name, life.minutes)
        try await session.show(.roomExpire(command))
    }
}

/// How long messages stay, as it is typed and shown: `30m`, `12h`, `1d`, `off`.
struct MessageLife: ExpressibleByArgument, Equatable, Sendable {
    /// Minutes of each unit, the largest first.
    private static let units: [(letter: Character, minutes: UInt32)] = [
        ("d", 1_440), ("h", 60), ("m", 1),
    ]

    /// 0: they stay.
    let minutes: UInt32

    init(minutes: UInt32) { self.minutes = minutes }

    /// nil for anything else. The server decides how long is too long.
    init?(argument: String) {
        guard argument != "off" else {
            minutes = 0
            return
        }
        guard let unit = Self.units.first(where: { $0.letter == argument.last }),
            let count = UInt32(argument.dropLast()), count > 0,
            case let (minutes, false) = count.multipliedReportingOverflow(by: unit.minutes)
        else { return nil }
        self.minutes = minutes
    }

    /// In its largest whole unit: "1 day", "90 minutes".
    var text: String {
        let unit = Self.units.first { minutes % $0.minutes == 0 } ?? ("m", 1)
        let count = minutes / unit.minutes
        let name = ["d": "day", "h": "hour"][unit.letter] ?? "minute"
        return count == 1 ? "1 \(name)" : "\(count) \(name)s"
    }
}
