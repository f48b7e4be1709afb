import Accounts
import Activities
import Avatars
import Circle
import Devices
import Files
import Friends
import Invitations
public import Kernel
import OwnData
import Partners
import Places
import Plans
import Reports
import Rooms
import Sessions
import Teams
import Words

extension Catalog {
    /// Every feature, in the order in which a server installs them.
    public init(_ terms: FeatureTerms) {
        self.init()
        forgetReplies(after: terms.repliesKept)
        let (settings, files) = (terms.settings, StoredFiles(terms.files, terms.settings()))
        let strangers = settings().names.subtracting(FeatureList.settings.map(\.name))
        precondition(strangers.isEmpty, "no feature declares \(strangers.sorted())")
        let circle = CircleFeature(
            catalogue: terms.activities, lasting: settings().minutes(CircleFeature.minutes),
            arePlanned: PlansFeature.areMembers)
        let hasWords = settings().isOn(WordsFeature.self) && terms.words.hasWords
        let avatars = AvatarsFeature(profiles: .ofRelated, files: files)
        let words = WordsFeature(
            hasWords ? terms.words : WordTerms(), settings: settings(), avatars: avatars)
        let plans = PlansFeature(catalogue: terms.activities, circle: circle)
        let activities = ActivitiesFeature(
            catalogue: terms.activities, observers: [circle.overlapEnded],
            beginObservers: [words.matched, plans.matched],
            audiences: settings().isOn(PlacesFeature.self) ? [PlacesFeature.audience] : [],
            audienceObservers: [PlacesFeature.audienceChanged, plans.audienceChanged],
            toggleObservers: [PlacesFeature.toggled, circle.toggled, words.toggled])
        let friends = FriendsFeature(
            presence: terms.presence,
            observers: [
                activities.friendshipChanged, PlacesFeature.friendshipChanged,
                WordsFeature.friendshipChanged, RoomsFeature.friendshipChanged,
                CircleFeature.friendshipChanged, plans.friendshipChanged,
            ],
            blockObservers: [PartnersFeature.blocked, TeamsFeature.blocked, plans.blocked],
            acquaintances: [Groups.acquaintance, TeamsFeature.acquaintance],
            limits: terms.friendLimits, terms: FriendTerms(settings()), mistook: terms.mistook)
        let invitations = InvitationsFeature(
            friends: friends, activities: Set(terms.activities.entries.map(\.name)),
            settings: settings)
        let accounts = Self.accounts(terms, admittedBy: invitations.gate)
        install(accounts)
        install(FilesFeature())
        install(avatars)
        install(friends)
        install(invitations)
        install(RoomsFeature(terms, files))
        install(activities)
        install(plans)
        install(circle)
        let sessions = SessionsFeature(
            retention: terms.retention, runs: terms.runs, meter: terms.meter, limits: terms.limits)
        install(sessions)
        install(DevicesFeature(view: terms.devices, push: terms.push))
        for feature in FeatureList.plain {
            install(feature.init(settings), isOn: settings().isOn(feature))
        }
        let places = PlacesFeature(
            catalogue: terms.activities, activities: activities, settings: settings(),
            files: files)
        install(places, isOn: settings().isOn(PlacesFeature.self))
        install(ReportsFeature(circle: circle), isOn: settings().isOn(ReportsFeature.self))
        install(TeamsFeature(settings, files: files), isOn: settings().isOn(TeamsFeature.self))
        install(words, isOn: hasWords)
        // The last: it goes through the parts of all others.
        install(OwnDataFeature(accounts: accounts, friends: friends))
        checkIsWhole()
    }

    /// Accounts, with what other features add to them.
    private static func accounts(
        _ terms: FeatureTerms, admittedBy gate: RegistrationGate
    ) -> AccountsFeature {
        let settings = terms.settings()
        return AccountsFeature(
            hasher: terms.hasher, common: terms.common, tokenTerms: terms.tokens,
            devices: terms.devices, issuers: terms.issuers, profiles: .ofRelated, mail: terms.mail,
            subscriptions: DevicesFeature.ofAccounts,
            companion: settings.isOn(PartnersFeature.self)
                ? PartnersFeature.companion(settings) : .none,
            gate: gate, origins: terms.origins,
            discretionObservers: [CircleFeature.discretionChanged])
    }
}

extension RoomsFeature {
    fileprivate init(_ terms: FeatureTerms, _ files: StoredFiles) {
        self.init(presence: terms.presence, files: files, media: terms.media) {
            RoomTerms(terms.settings())
        }
    }
}
