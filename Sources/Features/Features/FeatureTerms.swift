public import Accounts
public import Activities
public import Devices
public import Friends
public import Kernel
public import Media
public import Sessions
public import Words

/// What a server gives its features, beside their settings.
public struct FeatureTerms: Sendable {
    /// Where the bytes of users' files are.
    public var files: any FileStore = NoFiles()
    /// Makes pictures and voice messages of files.
    public var media = MediaQueue(NoMedia())
    /// What hashing a password costs.
    public var hasher: PasswordHasher
    /// Passwords that are refused.
    public var common = CommonPasswords()
    /// How long a log-in lasts.
    public var tokens: TokenTerms
    /// How long a command that is sent again gets the first reply, at least.
    public var repliesKept = Duration.seconds(30 * 86_400)
    /// The activities of the server.
    public var activities: ActivityCatalogue
    /// How much of an inbox is kept.
    public var retention = Retention()
    /// How long lists may grow.
    public var friendLimits = FriendLimits()
    /// Whether users are online.
    public var presence: any PresenceView
    /// Which devices are connected.
    public var devices: any DeviceView
    /// What it takes to notify devices that are away; nil: they are not.
    public var push: PushTerms?
    /// The origins of the server's pages, as browsers write them; asked each time. The first that
    /// can have passkeys is their domain.
    public var origins: @Sendable () -> [String] = { [] }
    /// Issuers whose ID tokens are accepted.
    public var issuers: any IdentityIssuers = NoIssuers()
    /// How mail is sent; nil: it is not.
    public var mail: MailTerms?
    /// Dictionaries, a voice and an ear.
    public var words = WordTerms()
    /// Remembers the daemon's runs beside the data.
    public var runs: RunMemory?
    /// How often users open sessions.
    public var meter: SessionsFeature.Meter = { _, _ in nil }
    /// Run when a user's friend request names no user.
    public var mistook: @Sendable (User.ID) -> Void = { _ in }
    /// What a client has to know; asked for each session.
    public var limits: @Sendable () -> SessionsFeature.Limits
    /// What operators have set; asked each time, for what may change while the server runs.
    public var settings: @Sendable () -> SettingValues = { SettingValues() }

    /// What has no default.
    public init(
        hasher: PasswordHasher, tokens: TokenTerms, activities: ActivityCatalogue,
        presence: any PresenceView, devices: any DeviceView,
        limits: @escaping @Sendable () -> SessionsFeature.Limits
    ) {
        (self.hasher, self.tokens, self.activities) = (hasher, tokens, activities)
        (self.presence, self.devices, self.limits) = (presence, devices, limits)
    }
}
