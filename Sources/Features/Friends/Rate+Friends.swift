public import Kernel

extension Rate {
    /// Requests to others who are no friends.
    public static let requests = Rate(
        "requests", of: .user, 20, each: .day, unit: "requests",
        "Requests of a user to be a friend.")

    /// Look-ups of people.
    public static let lookups = Rate(
        "lookups", of: .user, unit: "look-ups",
        burst: (20, 10_000, "Most look-ups of people at once, of a user."),
        perMinute: (1, 10_000, "Look-ups of a user in the long run."))

    /// Blocks of people. They tell whether there is somebody, too, and so they are as rare as
    /// look-ups; but look-ups must not use up what a user needs to be left alone.
    public static let blocks = Rate(
        "blocks", of: .user, unit: "blocks",
        burst: (20, 10_000, "Most people that a user blocks at once."),
        perMinute: (1, 10_000, "People that a user blocks in the long run."))
}

extension FriendsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "friends"
    /// Reaching out to people.
    public static let rates: [Rate] = [.requests, .lookups, .blocks]
}
