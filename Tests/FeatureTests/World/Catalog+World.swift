import Accounts
import Activities
import Avatars
import Circle
import Devices
import Friends
import Kernel
import Outbound
import OwnData
import Partners
import Reports
import Rooms
import Sessions

extension Catalog {
    /// Every feature, in the order in which the server installs them.
    init(
        presence: any PresenceView, devices: any DeviceView = SettableDevices(),
        wildcards: Set<String>, without: Set<String> = [], keeping: UInt32, runs: RunMemory?,
        limits: FriendLimits, issuers: any IdentityIssuers = NoIssuers(),
        mail: MailTerms? = nil, tokens: TokenTerms = .ofTests
    ) throws {
        self.init()
        forgetReplies(after: .seconds(30 * 86_400))
        let catalogue = ActivityCatalogue.standard(wildcards: wildcards, without: without)
        let circle = CircleFeature(catalogue: catalogue)
        let activities = ActivitiesFeature(
            catalogue: catalogue, observers: [circle.overlapEnded])
        let accounts = try AccountsFeature(
            hasher: PasswordHasher(memoryKiB: 8, passes: 1), tokenTerms: tokens, devices: devices,
            issuers: issuers, profiles: Profiles(friends: Friendships.ids), mail: mail,
            subscriptions: DevicesFeature.ofAccounts)
        accounts.install(in: &self)
        AvatarsFeature(profiles: Profiles(friends: Friendships.ids)).install(in: &self)
        let friends = FriendsFeature(
            presence: presence, observers: [activities.friendshipChanged],
            blockObservers: [PartnersFeature.blocked], limits: limits)
        friends.install(in: &self)
        RoomsFeature().install(in: &self)
        activities.install(in: &self)
        circle.install(in: &self)
        SessionsFeature(retention: Retention(eventsMax: keeping), runs: runs) { (65_536, 64) }
            .install(in: &self)
        let services = OutboundTerms(hosts: [HostPattern("push.example.org")])
        DevicesFeature(view: devices, push: PushTerms(key: "the-server's-key", services: services))
            .install(in: &self)
        PartnersFeature().install(in: &self)
        ReportsFeature(circle: circle).install(in: &self)
        OwnDataFeature(accounts: accounts, friends: friends).install(in: &self)
    }
}

extension ActivityCatalogue {
    /// Z35, in its order.
    static let names = ["gym", "coffee", "eat", "study", "movie", "shopping", "anything"]

    static func standard(
        wildcards: Set<String>, without: Set<String> = []
    ) -> ActivityCatalogue {
        ActivityCatalogue(
            names.filter { !without.contains($0) }.map { name in
                Entry(
                    name: name, title: name.capitalizedFirst, icon: name == "coffee" ? "☕" : "",
                    lifetime: .seconds(7200), isWildcard: wildcards.contains(name))
            })
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension TokenTerms {
    /// 90 days, used or not.
    static let ofTests = TokenTerms(lifetime: .seconds(90 * 86_400))
}
