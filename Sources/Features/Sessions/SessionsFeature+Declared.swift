public import Kernel

extension Rate {
    /// Sessions that a user opens.
    public static let sessions = Rate(
        "sessions", of: .user, unit: "sessions",
        burst: (60, 10_000, "Most sessions that a user opens at once."),
        perMinute: (60, 1_000_000, "Sessions that a user opens in the long run."))

    /// Those among them that bring a snapshot: one of somebody with long lists takes a reader
    /// 13 ms.
    public static let snapshots = Rate(
        "snapshots", of: .user, unit: "snapshots",
        burst: (
            10, 10_000,
            "Most of these at once that bring all there is: for a device that starts anew."
        ),
        perMinute: (6, 1_000_000, "The same in the long run."))
}

extension SessionsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "sessions"
    /// Openings.
    public static let rates: [Rate] = [.sessions, .snapshots]
}
