import ArgumentParser
import SwiftProtobuf
import Wire

/// Favourite words.
struct FavouritesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites", abstract: "List your favourite words, add one, or drop one.",
        discussion: """
            Examples:
              upfor favourites
              upfor favourites --add serendipity
              upfor favourites --drop cat

            Exit codes: 0 done, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    @Option(help: ArgumentHelp("A word to be a favourite from now on.", valueName: "word"))
    var add: String?

    @Option(help: ArgumentHelp("A word to be none any more.", valueName: "word"))
    var drop: String?

    @Option(help: ArgumentHelp("The language of the words: en …", valueName: "code"))
    var language = ""

    @Option(help: "The next page, as `more` said.")
    var after = ""

    @OptionGroup var options: Options

    func validate() throws {
        guard add == nil || drop == nil else {
            throw ValidationError("--add or --drop, not both")
        }
        guard after.isEmpty || add == nil && drop == nil else {
            throw ValidationError("--after goes with the list")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        guard let word = add ?? drop else {
            return try await session.show(
                .wordFavouriteList(.with { ($0.language, $0.after) = (language, after) }))
        }
        try await session.show(
            .wordFavouriteSet(
                .with {
                    ($0.word, $0.language, $0.on) = (word, language, add != nil)
                }))
    }
}
