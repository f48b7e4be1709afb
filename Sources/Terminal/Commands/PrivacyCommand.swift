import ArgumentParser
import SwiftProtobuf
import Wire

/// Shows or changes what others may know of oneself.
struct PrivacyCommand: SessionCommand {
    /// What a setting is set to.
    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    static let configuration = CommandConfiguration(
        commandName: "privacy", abstract: "Show or change what your friends are told of you.",
        discussion: """
            Examples:
              upfor privacy
              upfor privacy --invisible on
              upfor privacy --circle off --receipts off
            """)

    @Option(help: "Let friends read that you are offline, whatever you do.")
    var invisible: Switch?

    @Option(help: "Let friends see that you are writing to them.")
    var typing: Switch?

    @Option(help: "Let friends see how far you have read.")
    var receipts: Switch?

    @Option(help: "Post by itself what you did with a friend.")
    var circle: Switch?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = PrivacySet()
        if let invisible { command.invisible = invisible == .on }
        if let typing { command.typing = typing == .on }
        if let receipts { command.receipts = receipts == .on }
        if let circle { command.circle = circle == .on }
        guard command != PrivacySet() else {
            return try await session.show(.privacyRead(PrivacyRead()))
        }
        command.cid = MessageMark.fresh()
        try await session.show(.privacySet(command))
    }
}
