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
