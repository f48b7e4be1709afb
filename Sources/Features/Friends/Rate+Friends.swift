public import Kernel

extension Rate {
    /// Requests to others who are no friends.
    public static let requests = Rate(
        "requests", of: .user, 20, each: .day, unit: "requests",
        "Friend requests of a user.")

    /// Look-ups of people.
    public static let lookups = Rate(
        "lookups", of: .user, unit: "look-ups",
        burst: (20, 10_000, "Look-ups of other users by one user at once (burst)."),
        perMinute: (1, 10_000, "Look-ups by a user per minute, after the burst."))

    /// Lists of names and addresses to be found, of up to 100 each: with five a day, fewer people
    /// are looked up so than one by one.
    public static let imports = Rate(
        "imports", of: .user, 5, each: .day, unit: "lists",
        "Lists of up to 100 people that a user looks up at once.")

    /// Blocks of people. They tell whether there is somebody, too, and so they are as rare as
    /// look-ups; but look-ups must not use up what a user needs to be left alone.
    public static let blocks = Rate(
        "blocks", of: .user, unit: "blocks",
        burst: (20, 10_000, "Blocks by a user at once (burst)."),
        perMinute: (1, 10_000, "Blocks by a user per minute, after the burst."))
}

extension FriendsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "friends"
    /// Reaching out to people.
    public static let rates: [Rate] = [.requests, .lookups, .imports, .blocks]
    /// How people become friends, and who is listed.
    public static let settings = [FriendTerms.policySetting, FriendTerms.listingSetting]
}
