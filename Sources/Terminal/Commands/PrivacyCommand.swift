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
        commandName: "privacy", abstract: "Show or change what your friends see of you.",
        discussion: """
            Examples:
              upfor privacy
              upfor privacy --invisible on
              upfor privacy --circle off --receipts off
            """)

    @Option(help: "Always appear offline to friends.")
    var invisible: Switch?

    @Option(help: "Show friends that you are typing.")
    var typing: Switch?

    @Option(help: "Show friends what you have read.")
    var receipts: Switch?

    @Option(help: "Post matches on the circle automatically.")
    var circle: Switch?

    @Option(help: "Be in the list of people, and found by your confirmed address.")
    var listed: Switch?

    @Option(help: "Let friends invite you to groups; they cannot tell.")
    var invitations: Switch?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = PrivacySet()
        if let invisible { command.invisible = invisible == .on }
        if let typing { command.typing = typing == .on }
        if let receipts { command.receipts = receipts == .on }
        if let circle { command.circle = circle == .on }
        if let listed { command.listed = listed == .on }
        if let invitations { command.invitations = invitations == .on }
        guard command != PrivacySet() else {
            return try await session.show(.privacyRead(PrivacyRead()))
        }
        command.cid = MessageMark.fresh()
        try await session.show(.privacySet(command))
    }
}
