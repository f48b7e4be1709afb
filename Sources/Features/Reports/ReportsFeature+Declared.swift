public import Kernel

extension Rate {
    /// Reports to administrators.
    public static let reports = Rate(
        "reports", of: .user, 20, each: .day, unit: "reports",
        "Reports that a user sends to administrators.")
}

extension ReportsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "reports"
    /// Reports.
    public static let rates: [Rate] = [.reports]
    /// A small circle of friends may not want it.
    public static let isOptional = true
}
