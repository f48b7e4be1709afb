import Accounts
import Activities
import Devices
import Features
import Friends
import Kernel
import Media
import Outbound
import Sessions
import TestLexicon
import Words

extension Catalog {
    /// Every feature, in the order in which the server installs them.
    init(
        presence: any PresenceView, devices: any DeviceView = SettableDevices(),
        wildcards: Set<String>, without: Set<String> = [], keeping: UInt32, runs: RunMemory?,
        limits: FriendLimits, issuers: any IdentityIssuers = NoIssuers(),
        mail: MailTerms? = nil, tokens: TokenTerms = .ofTests,
        settings: SettingValues = SettingValues(), playing: Bool = false, words: WordTerms? = nil,
        files: any FileStore = NoFiles(), origins: [String] = ["https://upfor.example"]
    ) throws {
        var terms = FeatureTerms(
            hasher: try PasswordHasher(memoryKiB: 8, passes: 1), tokens: tokens,
            activities: .standard(
                wildcards: wildcards, without: playing ? without : without.union(["wordgame"])),
            presence: presence, devices: devices, limits: { (65_536, 64) })
        (terms.files, terms.media) = (files, MediaQueue(ConfinedMedia()))
        terms.origins = { origins }
        terms.retention = Retention(eventsMax: keeping)
        terms.friendLimits = limits
        let services = OutboundTerms(hosts: [HostPattern("push.example.org")])
        terms.push = PushTerms(key: "the-server's-key", services: services)
        (terms.issuers, terms.mail, terms.runs) = (issuers, mail, runs)
        terms.words = try words ?? WordTerms(lexicons: [TinyDictionary.opened()])
        terms.settings = { settings }
        self.init(terms)
    }
}

extension ActivityCatalogue {
    /// Z35, in its order.
    static let names = ["gym", "coffee", "eat", "study", "movie", "shopping", "anything"]

    static func standard(
        wildcards: Set<String>, without: Set<String> = []
    ) -> ActivityCatalogue {
        ActivityCatalogue(
            (names + ["wordgame"]).filter { !without.contains($0) }.map { name in
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
