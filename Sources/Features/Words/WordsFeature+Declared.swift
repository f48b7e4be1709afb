public import Kernel

extension Rate {
    /// Rounds of games, words that are drawn, and answers.
    public static let plays = Rate(
        "plays", of: .user, unit: "rounds",
        burst: (60, 1_000_000, "Rounds of word games and their answers of a user at once (burst)."),
        perMinute: (120, 1_000_000, "Rounds and answers of a user per minute, after the burst."))
}

extension WordsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "words"
    /// Rounds.
    public static let rates: [Rate] = [.plays, .definitions, .recordings]
    /// Which activity is a duel.
    public static let settings = [activity, folder, workers]
    /// Not every server has a dictionary.
    public static let isOptional = true

    /// Where the dictionaries are.
    public static let folder = Setting(
        "words.folder",
        .words(
            [], expected: "one absolute path",
            isWord: { $0.isEmpty || $0.hasPrefix("/") && $0.utf8.count <= 1_024 }),
        "Folder of the dictionaries, words-*.db, as `upford words build` makes them; empty: those"
            + " that were installed with the program.")
    /// How many programs work.
    public static let workers = Setting(
        "words.workers", .integer(1, in: 1...64, unit: "programs"),
        "Programs that speak words, and programs that judge recordings, at once; each takes up to"
            + " one core.")

    /// The activity that opens duels.
    public static let activity = Setting(
        "words.activity",
        .words(
            ["wordgame"], expected: "one name of small letters and digits",
            isWord: { word in
                (1...20).contains(word.utf8.count)
                    && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
            }),
        "Two friends who are up for this activity play a duel; it is added to `activities` if it is"
            + " not among them.")
}
