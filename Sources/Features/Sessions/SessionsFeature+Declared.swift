public import Kernel

extension Rate {
    /// Sessions that a user opens.
    public static let sessions = Rate(
        "sessions", of: .user, unit: "sessions",
        burst: (60, 10_000, "Sessions that a user opens at once (burst)."),
        perMinute: (60, 1_000_000, "Sessions that a user opens per minute, after the burst."))

    /// Those among them that bring a snapshot: one of somebody with long lists takes a reader
    /// 13 ms.
    public static let snapshots = Rate(
        "snapshots", of: .user, unit: "snapshots",
        burst: (
            10, 10_000,
            "Of these, sessions that load a full snapshot, at once (burst)."
        ),
        perMinute: (
            6, 1_000_000,
            "Of these, sessions that load a full snapshot, per minute, after"
                + " the burst."
        ))
}

extension SessionsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "sessions"
    /// Openings.
    public static let rates: [Rate] = [.sessions, .snapshots]
}
