public import Kernel

extension Rate {
    /// Pages of one's own data.
    public static let exports = Rate(
        "exports", of: .user, unit: "pages",
        burst: (60, 10_000, "Pages of a user's own data export at once (burst)."),
        perMinute: (60, 1_000_000, "Pages of a user's own data export per minute, after the burst.")
    )
}

extension OwnDataFeature: Feature {
    /// What it is called in the settings.
    public static let name = "ownData"
    /// Pages.
    public static let rates: [Rate] = [.exports]
}
