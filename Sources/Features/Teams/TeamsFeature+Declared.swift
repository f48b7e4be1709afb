public import Kernel

extension TeamsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "teams"
    /// Skills.
    public static let settings = [skills]
    /// Swipes and pictures.
    public static let rates: [Rate] = [.swipes, .teamPictures]
    /// Not every server has gatherings.
    public static let isOptional = true

    static let skills = Setting(
        "teams.skills",
        .words(
            SkillCatalogue.standard,
            expected: "words of small letters, digits, -, +, # and ., with commas between",
            isWord: SkillCatalogue.isSkill),
        "Skills that users and projects may choose; earlier choices stay when a skill is removed.")
}

extension Rate {
    /// Swipes: whoever goes through a deck makes many.
    public static let swipes = Rate(
        "swipes", of: .user, unit: "swipes",
        burst: (60, 10_000, "Swipes of a user at once (burst)."),
        perMinute: (60, 1_000_000, "Swipes of a user per minute, after the burst."))
}
