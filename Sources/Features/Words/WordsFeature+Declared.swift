public import Kernel

extension Rate {
    /// Rounds of games, words that are drawn, and answers.
    public static let plays = Rate(
        "plays", of: .user, unit: "rounds",
        burst: (60, 1_000_000, "Rounds of word games and their answers of a user at once (burst)."),
        perMinute: (120, 1_000_000, "The same of a user per minute, after the burst."))
}

extension WordsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "words"
    /// Rounds.
    public static let rates: [Rate] = [.plays]
    /// Which activity is a duel.
    public static let settings: [Setting] = []
    /// Not every server has a dictionary.
    public static let isOptional = true
}
