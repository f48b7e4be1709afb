import Features
import Kernel

extension Rate {
    /// All commands by one log-in on one device.
    static let commands = Rate(
        "commands", of: .device, unit: "commands",
        burst: (200, 1_000_000, "Most commands at once, of one log-in on one device."),
        perMinute: (
            3_000, 60_000_000, "Commands of one log-in on one device in the long run."
        ))

    /// Notices that there were too many attempts at an account; nobody sets how many.
    static let attemptNotices = Rate(
        "attemptNotices", of: .accountAnywhere, 1, each: .day, unit: "notices", "")

    /// Every limit that can be set.
    static let all: [Rate] = FeatureList.rates + [commands]

    /// The limit of it that goes by user.
    var userLimit: Rate? {
        if case .user = owner { self } else { nil }
    }
}
