public import Kernel

extension Rate {
    /// Read marks: as often as there are messages.
    public static let marks = Rate(
        "marks", of: .user, unit: "marks",
        burst: (30, 10_000, "Read marks of a user at once (burst)."),
        perMinute: (300, 1_000_000, "Read marks of a user per minute, after the burst."))

    /// Friends who are invited to groups; a new group without any counts as one.
    public static let invitations = Rate(
        "invitations", of: .user, unit: "invitations",
        burst: (400, 100_000, "Friends whom a user invites to groups at once (burst)."),
        perMinute: (20, 100_000, "Friends whom a user invites per minute, after the burst."))
}

extension RoomsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "rooms"
    /// Marks and invitations.
    public static let rates: [Rate] = [.marks, .invitations]
    /// How long one may take back what one said.
    public static let settings = [editMinutes, deleteMinutes]

    static let editMinutes = Setting(
        "rooms.editMinutes", .integer(15, in: 0...5_256_000, unit: "minutes"),
        "How long a message may be edited after it was sent.", .reload)
    static let deleteMinutes = Setting(
        "rooms.deleteMinutes", .integer(1_440, in: 0...5_256_000, unit: "minutes"),
        "How long a message may be deleted after it was sent.", .reload)
}

extension RoomTerms {
    /// As it is set.
    public init(_ settings: SettingValues) {
        self.init(
            editable: settings.minutes(RoomsFeature.editMinutes),
            deletable: settings.minutes(RoomsFeature.deleteMinutes))
    }
}
