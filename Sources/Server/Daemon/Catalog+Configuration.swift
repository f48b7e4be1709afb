package import Accounts
import Activities
package import Devices
import Features
import Friends
import Hub
package import Kernel
package import Media
package import Observability
import Rooms
package import Sessions
package import Settings
package import Words

extension Catalog {
    /// Every feature, as this configuration wants it.
    ///
    /// - Parameters:
    ///   - files: where the bytes of users' files are.
    ///   - common: passwords that are refused.
    ///   - devices: which devices are connected.
    ///   - push: what it takes to notify devices that are away; nil when they are not.
    ///   - runs: remembers the daemon's runs beside the data.
    ///   - issuers: those whose ID tokens are accepted.
    ///   - words: dictionaries, a voice and an ear.
    ///   - media: makes pictures and voice messages of files.
    ///   - meter: how often users open sessions.
    ///   - mistook: run when a user's friend request names no user.
    ///   - settings: the settings of features that may change while the daemon serves; read each
    ///     time. nil: they stay as they are.
    ///   - origins: those of the server's pages; read each time. nil: they stay as they are.
    ///   - limits: limits that may change while the daemon serves; read each time.
    /// - Throws: `.unavailable` when there is no memory to hash passwords with.
    package init(
        _ configuration: Configuration, files: any FileStore = NoFiles(),
        common: CommonPasswords = CommonPasswords(),
        presence: any PresenceView,
        devices: any DeviceView = SessionBoard(), push: PushTerms? = nil, runs: RunMemory? = nil,
        issuers: any IdentityIssuers = NoIssuers(), words: WordTerms = WordTerms(),
        media: MediaQueue = MediaQueue(NoMedia()),
        meter: @escaping SessionsFeature.Meter = { _, _ in nil },
        mistook: @escaping @Sendable (User.ID) -> Void = { _ in },
        settings: (@Sendable () -> SettingValues)? = nil,
        origins: (@Sendable () -> [String])? = nil,
        limits: @escaping @Sendable () -> Configuration.Limits
    ) throws(Refusal) {
        let passwords = configuration.passwords
        var terms = FeatureTerms(
            hasher: try PasswordHasher(
                memoryKiB: passwords.memoryKiB, passes: passwords.passes),
            tokens: TokenTerms(configuration), activities: ActivityCatalogue(configuration, words),
            presence: presence, devices: devices,
            limits: {
                let limits = limits()
                return (limits.messageBytes, limits.commandsInFlight)
            })
        (terms.files, terms.media) = (files, media)
        terms.common = common
        terms.repliesKept = .seconds(configuration.session.cidDays * 24 * 3600)
        terms.retention = Retention(
            lifetime: .seconds(configuration.inbox.days * 24 * 3600),
            eventsMax: UInt32(clamping: configuration.inbox.events))
        (terms.push, terms.issuers, terms.mail) = (push, issuers, MailTerms(configuration))
        (terms.runs, terms.meter, terms.words) = (runs, meter, words)
        terms.mistook = mistook
        let (standing, pages) = (configuration.features, configuration.pageOrigins)
        terms.settings = settings ?? { standing }
        terms.origins = origins ?? { pages }
        self.init(terms)
    }
}

extension ActivityCatalogue {
    fileprivate init(_ configuration: Configuration, _ words: WordTerms) {
        var entries = configuration.activities.map { activity in
            Entry(
                name: activity.name, title: activity.title, icon: activity.icon,
                lifetime: .seconds(activity.expiryMinutes * 60), isWildcard: activity.wildcard)
        }
        // A game of words is an activity like others, on a server that has words.
        let game = configuration.features.text(WordsFeature.activity)
        if words.hasWords, configuration.features.isOn(WordsFeature.self),
            !entries.contains(where: { $0.name == game })
        {
            entries.append(
                Entry(
                    name: game, title: "Word game", icon: "🔤", lifetime: .seconds(7_200),
                    isWildcard: false))
        }
        self.init(
            entries, notice: configuration.features.minutes(ActivitiesFeature.noticeMinutes),
            isShipped: configuration.activities == Configuration.Activity.usual)
    }
}

extension TokenTerms {
    init(_ configuration: Configuration) {
        let (session, day) = (configuration.session, Duration.seconds(24 * 3_600))
        self.init(
            lifetime: day * session.tokenDays,
            idle: session.tokenIdleDays > 0 ? day * session.tokenIdleDays : nil,
            guest: .seconds(3_600) * session.guestHours, logInsMax: session.logInsMax)
    }
}

extension Profiles {
    /// Announces changes of a profile to the user's friends.
    static var ofFriends: Profiles { Profiles.ofRelated }
}

extension HubCore {
    /// A hub as this configuration wants it, which asks the store of this product's features.
    ///
    /// - Parameters:
    ///   - loopCount: how many loops there are, from 0 on.
    ///   - log: receives events.
    ///   - commands: counts the outcomes of commands.
    package init(
        _ configuration: Configuration, loopCount: Int, log: any EventRecorder,
        commands: CommandMeter = CommandMeter()
    ) {
        self.init(
            HubTerms(configuration),
            relations: StoredRelations(audience: RoomsFeature.audience),
            attendance: StoredAttendance(tokens: TokenTerms(configuration)),
            loopCount: loopCount, log: log, commands: commands)
    }
}
