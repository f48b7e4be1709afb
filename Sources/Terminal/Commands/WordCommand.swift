import ArgumentParser
import SwiftProtobuf
import Wire

/// What a word means.
struct WordCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "word", abstract: "Look a word up in the server's dictionary.",
        discussion: """
            All meanings are shown, with examples and words of the same meaning. `--random` shows \
            some word; `--begins` lists words instead.

            Examples:
              upfor word house
              upfor word "hot dog"
              upfor word --random
              upfor word --begins zeb
              upfor word mice --json

            Exit codes: 0 done, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    @Argument(help: "The word.")
    var word = ""

    @Flag(help: "Some word instead.")
    var random = false

    @Option(help: "List words that begin so.")
    var begins: String?

    @Option(help: "With --begins: those behind this word, as `more` said.")
    var after = ""

    @Option(help: ArgumentHelp("The language of the word: en …", valueName: "code"))
    var language = ""

    @OptionGroup var options: Options

    func validate() throws {
        let things = (word.isEmpty ? 0 : 1) + (random ? 1 : 0) + (begins == nil ? 0 : 1)
        guard things == 1 else { throw ValidationError("one of: a word, --random, --begins") }
        guard after.isEmpty || begins != nil else {
            throw ValidationError("--after goes with --begins")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if let begins {
            return try await session.show(
                .wordFind(
                    .with { ($0.prefix, $0.after, $0.language) = (begins, after, language) }))
        }
        try await session.show(
            .wordRead(.with { ($0.word, $0.random, $0.language) = (word, random, language) }))
    }
}
