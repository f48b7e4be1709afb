import Features
package import Kernel

extension Rate {
    /// All commands by one log-in on one device.
    package static let commands = Rate(
        "commands", of: .device, unit: "commands",
        burst: (200, 1_000_000, "Commands of one log-in on one device at once (burst)."),
        perMinute: (
            3_000, 60_000_000, "Commands of one log-in on one device per minute, after the burst."
        ))

    /// Notices that there were too many attempts at an account; nobody sets how many.
    package static let attemptNotices = Rate(
        "attemptNotices", of: .accountAnywhere, 1, each: .day, unit: "notices", "")

    /// Every limit that can be set.
    package static let all: [Rate] = FeatureList.rates + [commands]

    /// The limit of it that goes by user.
    package var userLimit: Rate? {
        if case .user = owner { self } else { nil }
    }
}
