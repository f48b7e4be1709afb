// Limits that commands of several features count against.
extension Rate {
    /// Messages to others.
    public static let messages = Rate(
        "messages", of: .user, unit: "messages",
        burst: (30, 10_000, "Messages that a user may send at once (burst)."),
        perMinute: (300, 1_000_000, "Messages of a user per minute, after the burst."))

    /// Settings of one's own: each command leaves a reply to be kept for its `cid`. At once as many
    /// as it takes to choose an audience.
    public static let settings = Rate(
        "settings", of: .user, unit: "settings",
        burst: (
            60, 10_000,
            "Changes of a user's settings at once (burst): privacy, mutes, audiences, unblocking."
        ),
        perMinute: (20, 10_000, "Changes of a user's settings per minute, after the burst."))

    /// Searches.
    public static let searches = Rate(
        "searches", of: .user, unit: "searches",
        burst: (20, 10_000, "Searches of a user in messages at once (burst)."),
        perMinute: (60, 1_000_000, "Searches of a user per minute, after the burst."))

    /// Those that several features share.
    public static let shared: [Rate] = [.messages, .settings, .searches]
}
