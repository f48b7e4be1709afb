public import Kernel

extension Rate {
    /// Requests to others who are no friends.
    public static let requests = Rate(
        "requests", of: .user, 20, each: .day, unit: "requests",
        "Requests of a user to be a friend.")

    /// Look-ups of people, and whatever else tells whether there is somebody.
    public static let lookups = Rate(
        "lookups", of: .user, unit: "look-ups",
        burst: (20, 10_000, "Most look-ups and blocks of people at once, of a user."),
        perMinute: (1, 10_000, "Look-ups and blocks of a user in the long run."))
}

extension FriendsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "friends"
    /// Reaching out to people.
    public static let rates: [Rate] = [.requests, .lookups]
}
