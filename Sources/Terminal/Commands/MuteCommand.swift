import ArgumentParser
import SwiftProtobuf
import Wire

/// Mutes a conversation.
struct MuteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Mute a conversation; the other is not told.",
        discussion: """
            Examples:
              upfor mute ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.tell(.muting(name, true), "\(name) is muted, and not told")
    }
}

/// Unmutes a conversation.
struct UnmuteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Unmute a conversation.",
        discussion: """
            Examples:
              upfor unmute ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.tell(.muting(name, false), "\(name) is no longer muted")
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func muting(_ name: String, _ isMuted: Bool) -> Self {
        .roomMute(.with { ($0.with, $0.muted) = (name, isMuted) })
    }
}
