import ArgumentParser
import Wire

/// Shows or changes how one is notified.
struct NoticesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "notices", abstract: "Show or change how your devices notify you.",
        discussion: """
            In quiet hours notifications make no sound. The times are those of the device. A \
            reminder asks whether an activity shall last longer, before it expires.

            Examples:
              upfor notices
              upfor notices --quiet 22:00-07:00
              upfor notices --quiet off --reminders off
            """)

    @Option(help: ArgumentHelp("Quiet hours.", valueName: "22:00-07:00|off"))
    var quiet: String?

    @Option(help: "Ask before an activity expires.")
    var reminders: PrivacyCommand.Switch?

    @OptionGroup var options: Options

    func validate() throws {
        guard quiet.map({ $0 == "off" || QuietHours($0) != nil }) != false else {
            throw ValidationError("--quiet: expected hours as in 22:00-07:00, or off")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        var command = NoticeSettingsSet()
        if let reminders { command.reminders = reminders == .on }
        if let quiet {
            command.quiet = quiet != "off"
            if let hours = QuietHours(quiet) {
                (command.quietFrom, command.quietUntil) = (hours.from, hours.until)
            }
        }
        guard command != NoticeSettingsSet() else {
            return try await session.show(.noticeSettingsRead(NoticeSettingsRead()))
        }
        command.cid = MessageMark.fresh()
        try await session.show(.noticeSettingsSet(command))
    }
}

/// Hours of a day, in minutes since midnight.
struct QuietHours: Equatable {
    let from: UInt32
    let until: UInt32

    /// - Parameter text: "22:00-07:00".
    /// - Returns: nil for anything else.
    init?(_ text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { end in
            end.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
        }
        guard ends.count == 2, ends.allSatisfy({ $0.count == 2 }),
            let fromHour = ends[0][0], let fromMinute = ends[0][1],
            let untilHour = ends[1][0], let untilMinute = ends[1][1],
            fromHour < 24, untilHour < 24, fromMinute < 60, untilMinute < 60
        else { return nil }
        (from, until) = (fromHour * 60 + fromMinute, untilHour * 60 + untilMinute)
    }

    /// - Parameters: minutes since midnight.
    init(from: UInt32, until: UInt32) { (self.from, self.until) = (from, until) }

    /// "22:00-07:00".
    var text: String {
        [from, until].map { minutes in
            let (hour, minute) = (minutes / 60, minutes % 60)
            return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        }.joined(separator: "-")
    }
}
