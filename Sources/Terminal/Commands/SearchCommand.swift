import ArgumentParser
import Wire

/// Finds messages by their words.
struct SearchCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Find messages by their words, the newest first.",
        discussion: """
            All words must occur, in any order, as whole words; the last may be a prefix. Case \
            is ignored, and so are accents of Latin, Greek and Cyrillic letters. Letters are \
            compared one by one (ß is not ss). In scripts without blanks, text up to the next \
            punctuation is one word (日本 finds 日本語, 本語 does not).

            Examples:
              upfor search lunch
              upfor search train tick --with ben
              upfor search lunch --before 5d0c…
            """)

    @Argument(help: "The words.")
    var words: [String]

    @Option(name: .customLong("with"), help: "Only in the conversation with this friend.")
    var friend: String = ""

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
        try await session.show(.roomSearch(command))
    }
}
