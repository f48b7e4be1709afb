/// A limit on how often commands of a kind may be used, as its feature declares it.
///
/// The server's settings have the figures: `rates.<name>PerMinute`, and `rates.<name>Burst` where
/// more may come at once.
public struct Rate: Sendable {
    /// Who is counted.
    public indirect enum Owner: Sendable {
        /// Each user.
        case user
        /// Each log-in on a device.
        case device
        /// Each address.
        case address
        /// Each account from each address, under all names of the account; and each address for all
        /// accounts, by another limit.
        case account(from: Rate)
        /// Each account, from all networks that are new to it.
        case accountAnywhere
    }

    /// The time within which so many are admitted.
    public enum Period: String, Sendable {
        case minute = "Minute"
        case quarterHour = "QuarterHour"
        case hour = "Hour"
        case day = "Day"

        /// How long it is.
        public var duration: Duration {
            switch self {
            case .minute: .seconds(60)
            case .quarterHour: .seconds(900)
            case .hour: .seconds(3_600)
            case .day: .seconds(86_400)
            }
        }
    }

    /// Its unique name: "messages".
    public let name: String
    /// Who is counted.
    public let owner: Owner
    /// The time within which ``count`` are admitted.
    public let period: Period
    /// How many in the long run; 0: no limit.
    public let count: Setting
    /// How many at once; nil: as many as in the whole period.
    public let burst: Setting?
    /// The name's hash, for quick look-ups.
    private let number: UInt64

    /// A limit whose burst is the count of a whole period.
    ///
    /// - Parameters:
    ///   - count: the default count in the period.
    ///   - most: the largest count that may be set.
    ///   - unit: what is counted: "reports".
    ///   - comment: one line for the operator.
    public init(
        _ name: String, of owner: Owner, _ count: Int, each period: Period, most: Int = 10_000,
        unit: String, _ comment: String
    ) {
        let setting = Setting(
            "rates.\(name)Per\(period.rawValue)", .integer(count, in: 0...most, unit: unit),
            comment, .reload)
        self.init(name, owner, period, setting, burst: nil)
    }

    /// A limit with a burst, and a count per minute in the long run.
    ///
    /// - Parameters:
    ///   - burst: the default burst, the largest one that may be set, and one line for the
    ///     operator.
    ///   - perMinute: the same in the long run.
    ///   - unit: what is counted: "messages".
    public init(
        _ name: String, of owner: Owner, unit: String,
        burst: (count: Int, most: Int, comment: String),
        perMinute: (count: Int, most: Int, comment: String)
    ) {
        self.init(
            name, owner, .minute,
            Setting(
                "rates.\(name)PerMinute",
                .integer(perMinute.count, in: 0...perMinute.most, unit: unit),
                perMinute.comment, .reload),
            burst: Setting(
                "rates.\(name)Burst", .integer(burst.count, in: 0...burst.most, unit: unit),
                burst.comment, .reload))
    }

    private init(
        _ name: String, _ owner: Owner, _ period: Period, _ count: Setting, burst: Setting?
    ) {
        (self.name, self.owner, self.period) = (name, owner, period)
        (self.count, self.burst) = (count, burst)
        number = FNV1a(name.utf8).digest
    }

    /// The settings that it depends on, in the order of the example file.
    public var settings: [Setting] { [burst, count].compactMap(\.self) }

    /// Whether it counts by address or account, before sign-in.
    public var isOfVisitors: Bool {
        switch owner {
        case .address, .account, .accountAnywhere: true
        case .user, .device: false
        }
    }
}

extension Rate: Hashable {
    /// Compares the hashes of the names: `FeatureList.rates` checks that they are unique.
    public static func == (one: Rate, other: Rate) -> Bool { one.number == other.number }

    /// - Parameter hasher: takes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

// Limits that commands of several features count against.
extension Rate {
    /// Messages to others.
    public static let messages = Rate(
        "messages", of: .user, unit: "messages",
        burst: (30, 10_000, "Messages that a user may send at once (burst)."),
        perMinute: (300, 1_000_000, "Messages of a user per minute, after the burst."))

    /// Changes of a user's own settings. Each command leaves a reply that is kept for its `cid`.
    /// The burst is enough to choose an audience.
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

    /// The limits that several features share.
    public static let shared: [Rate] = [.messages, .settings, .searches]
}
