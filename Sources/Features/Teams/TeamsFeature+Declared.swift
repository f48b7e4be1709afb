public import Kernel

extension TeamsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "teams"
    /// Skills, and how large documents may be.
    public static let settings = [skills, documentBytes]
    /// Swipes, pictures and documents.
    public static let rates: [Rate] = [.swipes, .teamPictures, .teamDocuments]
    /// Not every server has gatherings.
    public static let isOptional = true

    static let skills = Setting(
        "teams.skills",
        .words(
            SkillCatalogue.standard,
            expected: "words of small letters, digits, -, +, # and ., with commas between",
            isWord: SkillCatalogue.isSkill),
        "Skills that users and projects may choose; earlier choices stay when a skill is removed.")
    static let documentBytes = Setting(
        "teams.documentBytes", .integer(1_048_576, in: 1_024...4_194_304, unit: "bytes"),
        "Maximum size of a resume or a transcript; stored documents stay. Up to 32 uploads are in "
            + "memory at once.")
}

extension Rate {
    /// Swipes: whoever goes through a deck makes many.
    public static let swipes = Rate(
        "swipes", of: .user, unit: "swipes",
        burst: (60, 10_000, "Swipes of a user at once (burst)."),
        perMinute: (60, 1_000_000, "Swipes of a user per minute, after the burst."))
}
