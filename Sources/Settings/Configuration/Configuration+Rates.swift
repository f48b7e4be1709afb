package import Kernel

extension Configuration {
    /// How often users, devices and addresses may do what; 0 is as often as they like.
    @dynamicMemberLookup
    public struct Rates: Equatable, Sendable {
        /// Whether there are such limits at all.
        public var enabled = true
        /// By the names of their settings.
        package var values = SettingValues()

        /// A limit by the last name of its setting: `messagesPerMinute`; nil: as it is declared.
        public subscript(dynamicMember name: String) -> Int? {
            get { values[integer: "rates.\(name)"] }
            set { values[integer: "rates.\(name)"] = newValue }
        }
    }
}

extension Rate {
    /// All commands by one log-in on one device.
    package static let commands = Rate(
        "commands", of: .device, unit: "commands",
        burst: (200, 1_000_000, "Commands of one log-in on one device at once (burst)."),
        perMinute: (
            3_000, 60_000_000, "Commands of one log-in on one device per minute, after the burst."
        ))

    /// What the answers to one user's reads may cost.
    package static let reads = Rate(
        "reads", of: .user, unit: "units",
        burst: (
            60_000, 100_000_000,
            "What a user may read at once (burst): each answer counts 16, each 256 bytes of it 1."
        ),
        perMinute: (
            60_000, 100_000_000, "What a user may read per minute, after the burst."
        ))

    /// Notices that there were too many attempts at an account; nobody sets how many.
    package static let attemptNotices = Rate(
        "attemptNotices", of: .accountAnywhere, 1, each: .day, unit: "notices", "")

    /// How much of a user's is refused before the user's connections rest; no setting has it.
    package static let refusals = Rate(
        "refusals", of: .user, 60, each: .minute, unit: "refusals", "")

    /// The same of a network whose clients have not signed in.
    package static let visitorRefusals = Rate(
        "visitorRefusals", of: .address, 120, each: .minute, unit: "refusals", "")

    /// The limit of it that goes by user.
    package var userLimit: Rate? {
        if case .user = owner { self } else { nil }
    }
}
