import ArgumentParser
import SwiftProtobuf
import Wire

/// How far one is with words.
struct WordsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "words", abstract: "See your word games, or a friend's; choose their words.",
        discussion: """
            Without an option your profile is shown; with a username that of a friend. `daily` \
            shows how you and your friends did in the day's challenge: theirs only when you have \
            finished it. Settings that are changed are shown, and with --settings as they are.

            Examples:
              upfor words
              upfor words ben
              upfor words daily
              upfor words --languages
              upfor words --level 3 --category noun.animal --zone 60 --notify
              upfor words --zone -300
              upfor words --settings

            Exit codes: 0 done, 1 refused, 3 server out of reach, 4 not signed in, 64 wrong usage.
            """)

    @Argument(help: "A friend's username, or `daily`.")
    var name = ""

    @Option(help: "How rare words are: 1 to 5.")
    var level: UInt32?

    @Option(help: ArgumentHelp("noun.animal …; an empty text: any.", valueName: "name"))
    var category: String?

    @Option(help: ArgumentHelp("The language of your words: en …", valueName: "code"))
    var language: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far your clock is ahead of UTC: -720 to 840.", valueName: "minutes"))
    var zone: Int32?

    @Flag(inversion: .prefixedNo, help: "Get a notification when a new day's challenge begins.")
    var notify: Bool?

    @Flag(help: "Show how your words are chosen.")
    var settings = false

    @Flag(help: "List the languages, their games and their categories.")
    var languages = false

    @OptionGroup var options: Options

    private var change: WordSettingsSet {
        var change = WordSettingsSet()
        if let level { change.level = level }
        if let category { change.category = category }
        if let language { change.language = language }
        if let zone { change.zone = zone }
        if let notify { change.notify = notify }
        return change
    }

    func validate() throws {
        guard change == WordSettingsSet() || name.isEmpty else {
            throw ValidationError("settings are your own: give no name with them")
        }
        let things = [change != WordSettingsSet(), settings, languages, !name.isEmpty]
        guard things.count(where: { $0 }) <= 1 else {
            throw ValidationError(
                "one thing at a time: a name, --settings, --languages, or what is to be changed")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if change != WordSettingsSet() {
            return try await session.show(.wordSettingsSet(change))
        }
        if settings { return try await session.show(.wordSettingsRead(WordSettingsRead())) }
        if languages { return try await session.show(.wordLanguageList(WordLanguageList())) }
        try await session.show(
            name == "daily"
                ? .wordDailyRead(WordDailyRead())
                : .wordProfileRead(.with { $0.username = name }))
    }
}

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
