public import Kernel

extension Rate {
    /// Toggles of activities.
    public static let toggles = Rate(
        "toggles", of: .user, 10, each: .minute, unit: "toggles",
        "Activities that a user turns on or off.")

    /// Friends who are added to an audience: at once as many as one has.
    public static let audiences = Rate(
        "audiences", of: .user, unit: "friends",
        burst: (1_000, 100_000, "Friends whom a user adds to audiences at once (burst)."),
        perMinute: (60, 100_000, "Friends whom a user adds per minute, after the burst."))
}

extension ActivitiesFeature: Feature {
    /// What it is called in the settings.
    public static let name = "activities"
    /// Toggles, and for whom they are meant.
    public static let rates: [Rate] = [.toggles, .audiences]
    /// When one is told that a toggle ends.
    public static let settings = [noticeMinutes]

    /// How long before a toggle turns itself off its owner is told.
    public static let noticeMinutes = Setting(
        "toggles.noticeMinutes", .integer(10, in: 0...10_080, unit: "minutes"),
        "How long before an activity turns itself off its user is told, but never before half of"
            + " its time is over; 0: not told.")
}
