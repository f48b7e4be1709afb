package import Accounts
import Activities
import Avatars
import Circle
package import Devices
import Friends
package import Kernel
import OwnData
import Partners
import Reports
import Rooms
package import Sessions

extension Catalog {
    /// Every feature, as this configuration wants it. A new feature is one line here.
    ///
    /// - Parameters:
    ///   - common: passwords that nobody gets.
    ///   - devices: which devices are connected.
    ///   - push: what it takes to notify devices that are away; nil when they are not.
    ///   - runs: remembers the daemon's runs beside the data.
    ///   - issuers: whose ID tokens are good.
    ///   - meter: how often users open sessions.
    ///   - rooms: how long one may take back what one said; asked each time.
    ///   - limits: what may change while the daemon serves; asked each time.
    /// - Throws: `.unavailable` when there is no memory to hash passwords with.
    package init(
        _ configuration: Configuration, common: CommonPasswords = CommonPasswords(),
        presence: any PresenceView,
        devices: any DeviceView = SessionBoard(), push: PushTerms? = nil, runs: RunMemory? = nil,
        issuers: any IdentityIssuers = NoIssuers(),
        meter: @escaping SessionsFeature.Meter = { _, _ in nil },
        rooms: @escaping @Sendable () -> Configuration.Rooms = { Configuration.Rooms() },
        limits: @escaping @Sendable () -> Configuration.Limits
    ) throws(Refusal) {
        self.init()
        forgetReplies(after: .seconds(configuration.session.cidDays * 24 * 3600))
        let passwords = configuration.passwords
        let catalogue = ActivityCatalogue(configuration)
        let circle = CircleFeature(
            catalogue: catalogue, lasting: .seconds(configuration.circle.minutes * 60))
        let activities = ActivitiesFeature(
            catalogue: catalogue, observers: [circle.overlapEnded])
        let accounts = try AccountsFeature(
            hasher: PasswordHasher(memoryKiB: passwords.memoryKiB, passes: passwords.passes),
            common: common, tokenTerms: TokenTerms(configuration), devices: devices,
            issuers: issuers, profiles: .ofFriends, mail: MailTerms(configuration),
            subscriptions: DevicesFeature.ofAccounts)
        accounts.install(in: &self)
        AvatarsFeature(profiles: .ofFriends).install(in: &self)
        let friends = FriendsFeature(
            presence: presence, observers: [activities.friendshipChanged],
            blockObservers: [PartnersFeature.blocked])
        friends.install(in: &self)
        RoomsFeature {
            let (rooms, minute) = (rooms(), Duration.seconds(60))
            return RoomTerms(
                editable: minute * rooms.editMinutes, deletable: minute * rooms.deleteMinutes)
        }.install(in: &self)
        activities.install(in: &self)
        circle.install(in: &self)
        let retention = Retention(
            lifetime: .seconds(configuration.inbox.days * 24 * 3600),
            eventsMax: UInt32(clamping: configuration.inbox.events))
        SessionsFeature(retention: retention, runs: runs, meter: meter) {
            let limits = limits()
            return (limits.messageBytes, limits.commandsInFlight)
        }.install(in: &self)
        DevicesFeature(view: devices, push: push).install(in: &self)
        PartnersFeature().install(in: &self)
        ReportsFeature(circle: circle).install(in: &self)
        OwnDataFeature(accounts: accounts, friends: friends).install(in: &self)
        checkIsWhole()
    }
}

extension ActivityCatalogue {
    fileprivate init(_ configuration: Configuration) {
        let entries = configuration.activities.map { activity in
            Entry(
                name: activity.name, title: activity.title, icon: activity.icon,
                lifetime: .seconds(activity.expiryMinutes * 60), isWildcard: activity.wildcard)
        }
        self.init(entries, notice: .seconds(configuration.toggles.noticeMinutes * 60))
    }
}

extension TokenTerms {
    init(_ configuration: Configuration) {
        let (session, day) = (configuration.session, Duration.seconds(24 * 3_600))
        self.init(
            lifetime: day * session.tokenDays,
            idle: session.tokenIdleDays > 0 ? day * session.tokenIdleDays : nil)
    }
}

extension Profiles {
    /// Friends are told.
    static var ofFriends: Profiles { Profiles(friends: Friendships.ids) }
}
