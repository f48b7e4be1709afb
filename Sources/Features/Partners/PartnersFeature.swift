public import Accounts
public import Friends
public import Kernel
import SwiftProtobuf
import Wire

/// Language partners, and the meetup that two of them may have ahead (W1, W2, W6, W10-W22, W24).
///
/// Partners may meet, and nothing else: friendship and its rights are separate (W22).
public struct PartnersFeature: Sendable {
    /// A record has at most 3 KB.
    private static let pageCount = 20

    /// The languages that users may know or learn on this server.
    var languages: Languages { speakers.languages }
    private let speakers: SpeakerCommands
    private let partners = PartnerCommands()
    private let meetups: MeetupCommands

    /// - Parameter languages: those that users may know or learn on this server.
    public init(languages: Languages = Languages()) {
        speakers = SpeakerCommands(languages: languages)
        meetups = MeetupCommands(partners: partners)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(PartnerSchema.migrations)
        installEvents(in: &catalog)
        catalog.audit(PartnerSchema.audits)
        catalog.tally("speakers", "SELECT count(*) FROM speaker")
        catalog.writeOnce(
            Command.speakerSet, reply: { .speaker($0) }, rate: .settings,
            takesBack: SpeakerCommands.takesBack, speakers.set)
        catalog.read(
            Command.speakerRead, reply: { .speaker($0) }, rate: .searches, speakers.read)
        catalog.writeOnce(
            Command.speakerDelete, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, speakers.delete)
        catalog.read(
            Command.speakerFind, reply: { .speakers($0) }, rate: .searches,
            next: { body in
                guard case .speakers(let page) = body, page.next > 0 else { return nil }
                return RouteAnswer.query("after", page.next)
            }, speakers.find)
        catalog.writeOnce(
            Command.partnerMatch, reply: { .partnership($0) }, rate: .requests, partners.match)
        catalog.read(Command.partnerList, reply: { .partnerships($0) }, partners.list)
        catalog.read(Command.partnerRead, reply: { .partnership($0) }, partners.read)
        catalog.writeOnce(
            Command.partnerEnd, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, partners.end)
        catalog.writeOnce(
            Command.meetupOffer, reply: { .partnership($0) }, rate: .settings, meetups.offer)
        catalog.writeOnce(
            Command.meetupAccept, reply: { .partnership($0) }, rate: .settings, meetups.accept)
        catalog.writeOnce(
            Command.meetupClear, reply: { .partnership($0) }, rate: .settings,
            takesBack: { _ in .yes }, meetups.clear)
        catalog.backlog("meetup.pass", every: .seconds(1), meetups.pass)
        catalog.chore("partner.rest", every: .seconds(10)) { transaction throws(Refusal) in
            try transaction.run(
                """
                DELETE FROM partner_rest WHERE (low, high) IN (
                    SELECT low, high FROM partner_rest WHERE until_ms <= \(transaction.now)
                    ORDER BY until_ms LIMIT 200)
                """)
        }
        WordupInterface.install(in: &catalog)
        catalog.onDeparture(Self.end)
        catalog.onErase(Self.erase)
        disclose(in: &catalog)
    }

    /// W22 in the other direction: a block ends a partnership.
    public static let blocked: FriendsFeature.BlockObserver = {
        (pair, transaction) throws(Refusal) in
        guard let stored = try transaction.first(.partnership(of: pair)) else { return }
        try PartnerCommands.end(stored, in: transaction)
    }

    /// A user leaves: the partners receive the end of their partnerships.
    @Sendable private static func end(
        _ user: User.ID, _ transaction: Transaction
    ) throws(Refusal) {
        try SpeakerCommands.delete(user, in: transaction)
    }

    /// What language partners add to an account: a profile that is created with it, and that a
    /// log-in returns.
    public static func companion(_ settings: SettingValues) -> AccountCompanion {
        let speakers = SpeakerCommands(languages: Languages(settings.words(Self.languages)))
        return AccountCompanion { (command, caller, transaction) throws(Refusal) in
            guard command.hasSpeaker else { return }
            _ = try speakers.set(command.speaker, caller, transaction)
        } show: { (user, snapshot, opened) throws(Refusal) in
            guard let speaker = try snapshot.first(.speaker(of: user)) else { return }
            opened.speaker = speaker.profile
        }
    }

    private static let erase: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        let user = departed.user
        try transaction.run("DELETE FROM partnership WHERE low = \(user) OR high = \(user)")
        try transaction.run("DELETE FROM partner_rest WHERE low = \(user) OR high = \(user)")
        try transaction.run("DELETE FROM speaker WHERE user_id = \(user)")
        return true
    }

    private func disclose(in catalog: inout Catalog) {
        catalog.disclose("speaker") { (caller, _, snapshot) throws(Refusal) in
            let records = try snapshot.all(.speaker(of: caller.user)).map { speaker in
                var record = ExportRecord()
                record.speaker = speaker.profile
                return record
            }
            return (records, nil)
        }
        catalog.disclose("partners") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .partnerships(
                    of: caller.user, before: Int64(after) ?? .max, limit: Self.pageCount))
            let shown = try StoredPartnership.shown(page, of: caller.user, in: snapshot)
            let records = shown.map { partnership in
                var record = ExportRecord()
                record.partnership = partnership
                return record
            }
            return (records, page.count == Self.pageCount ? page.last.map { "\($0.number)" } : nil)
        }
    }
}

extension PartnersFeature: PlainFeature {
    /// What it is called in the settings.
    public static let name = "partners"
    /// Languages.
    public static let settings = [languages]
    /// An operator may turn partners off.
    public static let isOptional = true

    static let languages = Setting(
        "partners.languages",
        .words(
            Languages.standard,
            expected: "codes of two or three small letters, with commas between",
            isWord: Languages.isCode),
        "Languages that users may choose, as ISO 639 codes; earlier choices stay when a code is"
            + " removed.")

    /// - Parameter settings: what they are when the server starts.
    public init(_ settings: @escaping @Sendable () -> SettingValues) {
        self.init(languages: Languages(settings().words(Self.languages)))
    }
}

extension PartnersFeature {
    /// Events to both partners. A partner who is away gets a notification.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.partnerMatched, people: \.partnership.peopleNamed,
            notify: { matched in
                let maker = matched.partnership.first
                return News(
                    "partner", from: maker.user, "\(maker.firstName) is your language partner now")
            },
            stillHolds: { (matched, user, snapshot) throws(Refusal) in
                let (partnership, maker) = (matched.partnership, matched.partnership.first.username)
                return try Self.concerns(partnership, by: maker, user, in: snapshot) != nil
                    ? matched : nil
            })
        catalog.replay(\.partnerMatched) { user, snapshot in
            { (matched) throws(Refusal) in
                try Self.own(matched.partnership, of: user, in: snapshot) != nil
            }
        }
        catalog.event(\.partnerEnded) { [$0.username] }
        meetupEvent(\.meetupOffered, "meetup_offered", in: &catalog) { name, meetup in
            "\(name) proposes to meet: \(meetup)"
        }
        meetupEvent(\.meetupAccepted, "meetup_accepted", in: &catalog) { name, meetup in
            "\(name) comes: \(meetup)"
        }
        meetupEvent(\.meetupCleared, "meetup_cleared", in: &catalog) { name, _ in
            "\(name) has taken the meetup away"
        }
        catalog.event(\.meetupExpired, people: \.partnership.peopleNamed)
        for event: Catalog.EventPath<MeetupChanged> in [
            \.meetupOffered, \.meetupAccepted, \.meetupCleared, \.meetupExpired,
        ] {
            catalog.replay(event) { user, snapshot in
                { (changed) throws(Refusal) in
                    try Self.isReadable(changed, by: user, in: snapshot)
                }
            }
        }
    }

    /// Whether a user may read again what an event says of a meetup: only while the two are
    /// partners, and only the place of their current meetup.
    private static func isReadable(
        _ changed: MeetupChanged, by user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let stored = try own(changed.partnership, of: user, in: snapshot) else {
            return false
        }
        let place = changed.partnership.place
        return place.isEmpty || place.isSame(as: stored.meetup.place)
    }

    /// A partnership of a user's, as it is stored.
    private static func own(
        _ partnership: Partnership, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredPartnership? {
        let stored = try snapshot.first(.partnership(number: partnership.number))
        return stored?.side(of: user) == nil ? nil : stored
    }

    private func meetupEvent(
        _ event: Catalog.EventPath<MeetupChanged>, _ kind: String, in catalog: inout Catalog,
        _ text: @escaping @Sendable (_ name: String, _ meetup: String) -> String
    ) {
        catalog.event(
            event, people: \.partnership.peopleNamed,
            notify: { changed in
                let (partnership, actor) = (changed.partnership, changed.actor)
                return News(kind, from: actor.user, text(actor.firstName, partnership.meetup))
            },
            stillHolds: { (changed, user, snapshot) throws(Refusal) in
                let stored = try Self.concerns(
                    changed.partnership, by: changed.by, user, in: snapshot)
                return stored?.meetup.seen(at: snapshot.now).version == changed.partnership.version
                    ? changed : nil
            })
    }

    /// A user's partnership as it is stored; nil for the partner who acted.
    private static func concerns(
        _ partnership: Partnership, by actor: String, _ user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredPartnership? {
        guard let stored = try own(partnership, of: user, in: snapshot),
            let account = try snapshot.first(.account(of: user)), account.username != actor
        else { return nil }
        return stored
    }
}

extension MeetupChanged {
    /// The partner who acted.
    fileprivate var actor: Speaker {
        by == partnership.second.username ? partnership.second : partnership.first
    }
}

extension Partnership {
    fileprivate var peopleNamed: [String] { [first.username, second.username] }

    /// "Café, 2027-05-20 18:30 UTC".
    fileprivate var meetup: String {
        let time = hasAt ? WordupTime.text(at)?.prefix(16) : nil
        return News.cut(place) + (time.map { ", \($0) UTC" } ?? "")
    }
}

extension Speaker {
    /// As notifications show a user.
    fileprivate var user: UserProfile {
        var user = UserProfile()
        (user.username, user.avatar) = (username, avatar)
        user.displayName = "\(firstName) \(lastName)"
        return user
    }
}
