import ArgumentParser
import SwiftProtobuf
import Wire

/// Shows a page of a conversation.
struct HistoryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show a conversation, oldest message first.",
        discussion: """
            Each message has its number in the conversation: `edit`, `delete` and `react` take it.

            Examples:
              upfor history ben
              upfor history ben --before 120 --limit 20
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Option(help: "Only messages before this one (its number in the room).")
    var before: UInt32 = 0

    @Option(help: "How many, 1 to 100.")
    var limit: UInt32 = 50

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomHistory()
        command.with = name
        command.before = before
        command.limit = limit
        try await session.show(.roomHistory(command))
    }
}

/// Finds messages by their words.
struct SearchCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find messages by words, author, kind and time.",
        discussion: """
            The newest come first. Without words, one of --from, --kind, --since and --until is \
            needed. A file is found by its name, too.

            All words must occur, in any order, as whole words; the last may be a prefix. Case \
            is ignored, and so are accents of Latin, Greek and Cyrillic letters. Letters are \
            compared one by one (ß is not ss). In scripts without blanks, text up to the next \
            punctuation is one word (日本 finds 日本語, 本語 does not).

            Examples:
              upfor search lunch
              upfor search train tick --with ben
              upfor search --from ben --kind pictures --since 2026-11-01
              upfor search lunch --before 5d0c…
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case texts, pictures, voices, files, links, places, polls

        var wire: MessageKind {
            switch self {
            case .texts: .texts
            case .pictures: .pictures
            case .voices: .voices
            case .files: .files
            case .links: .links
            case .places: .places
            case .polls: .polls
            }
        }
    }

    @Argument(help: "The words.")
    var words: [String] = []

    @Option(
        name: .customLong("with"),
        help: "Only in the conversation with this friend, or in this group.")
    var friend: String = ""

    @Option(help: "Only messages by the user with this name, who may be you.")
    var from: String = ""

    @Option(help: "Only messages of this kind.")
    var kind: Kind?

    @Option(help: "Only messages of this day or time, and later: 2026-11-27, or 18:30 with it.")
    var since: String?

    @Option(help: "Only messages up to the end of this day, or before this time.")
    var until: String?

    @Option(help: "Only earlier messages: the value of `older`.")
    var before: String = ""

    @Option(help: "How many, 1 to 50.")
    var limit: UInt32 = 20

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomSearch()
        command.text = words.joined(separator: " ")
        command.with = friend
        command.before = before
        command.limit = limit
        command.from = from
        if let kind { command.kind = kind.wire }
        let times = session.output.wording?.times ?? .system
        if let since { command.since = try TypedTime(since, isEnd: false, at: times).timestamp }
        if let until { command.until = try TypedTime(until, isEnd: true, at: times).timestamp }
        try await session.show(.roomSearch(command))
    }
}

/// Lists conversations with their unread counts.
struct RoomsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List your conversations, with unread messages.",
        discussion: """
            A muted conversation shows no count; `--json` has all counts.

            Examples:
              upfor rooms
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.roomList(RoomList()))
    }
}

/// Marks everything in a conversation as read.
struct ReadCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Mark a conversation as read.",
        discussion: """
            Examples:
              upfor read ben
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var page = RoomHistory()
        page.with = name
        page.limit = 1
        let answer = try await session.call(.roomHistory(page))
        guard case .roomPage(let newest) = answer, let last = newest.messages.last else {
            return session.output.answer(answer)
        }
        var mark = RoomMark()
        mark.with = name
        mark.seq = last.seq
        try await session.show(.roomMark(mark))
    }
}

/// Lists pending requests, both ways.
struct MailboxCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mailbox", abstract: "List pending friend requests.",
        discussion: """
            Examples:
              upfor mailbox
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.mailboxList(MailboxList()))
    }
}

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
