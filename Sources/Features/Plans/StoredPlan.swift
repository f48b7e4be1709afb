import Accounts
import Activities
import Friends
import Kernel
import Rooms
import SwiftProtobuf
import Wire

enum PlanSchema {
    static let migrations = [
        Migration(
            "plans.1",
            """
            CREATE TABLE plan (
                number BIGINT NOT NULL PRIMARY KEY,
                maker BIGINT NOT NULL REFERENCES account (id),
                activity TEXT NOT NULL,
                room_id BIGINT NOT NULL,
                details {blob},
                at_ms BIGINT,
                made_ms BIGINT NOT NULL,
                until_ms BIGINT NOT NULL,
                due_ms BIGINT NOT NULL,
                places BIGINT NOT NULL,
                takes_later BIGINT NOT NULL,
                version BIGINT NOT NULL DEFAULT 0,
                is_over BIGINT NOT NULL DEFAULT 0,
                is_cancelled BIGINT NOT NULL DEFAULT 0,
                post_id BIGINT
            );
            CREATE INDEX plan_maker ON plan (maker);
            CREATE UNIQUE INDEX plan_open ON plan (maker, activity) WHERE is_over = 0;
            CREATE INDEX plan_due ON plan (due_ms);
            CREATE TABLE plan_guest (
                plan BIGINT NOT NULL,
                user_id BIGINT NOT NULL REFERENCES account (id),
                state BIGINT NOT NULL,
                minutes BIGINT,
                joined_ms BIGINT NOT NULL DEFAULT 0,
                keeps BIGINT NOT NULL DEFAULT 0,
                is_done BIGINT NOT NULL DEFAULT 0,
                body TEXT NOT NULL DEFAULT '',
                PRIMARY KEY (plan, user_id)
            ) {clustered};
            CREATE INDEX plan_guest_user ON plan_guest (user_id);
            """)
    ]

    static let audits = [
        Audit(
            "the members of a plan are those of its room",
            breaches: """
                SELECT count(*) FROM plan p WHERE EXISTS (
                    SELECT g.user_id FROM plan_guest g
                    WHERE g.plan = p.number AND g.state IN (1, 2)
                        AND NOT EXISTS (SELECT 1 FROM room_member k
                            WHERE k.room_id = p.room_id AND k.user_id = g.user_id AND k.is_in = 1))
                    OR EXISTS (
                    SELECT k.user_id FROM room_member k
                    WHERE k.room_id = p.room_id AND k.is_in = 1
                        AND NOT EXISTS (SELECT 1 FROM plan_guest g
                            WHERE g.plan = p.number AND g.user_id = k.user_id
                                AND g.state IN (1, 2)))
                """),
        Audit(
            "a guest of a plan is its maker, or a friend of the maker",
            breaches: """
                SELECT count(*) FROM plan_guest g JOIN plan p ON p.number = g.plan
                WHERE g.user_id <> p.maker AND NOT EXISTS (SELECT 1 FROM relation f
                    WHERE f.user_id = p.maker AND f.other_id = g.user_id AND f.kind = 0)
                """),
    ]
}

/// A plan, as it is stored.
struct StoredPlan: Sendable {
    /// How far a plan has come to its end.
    enum Phase: Int64, Sendable {
        case open = 0
        /// Its time has passed; its members still have the room.
        case over = 1
    }

    let number: UInt32
    let maker: User.ID
    let activity: String
    let room: Int64
    /// Note, place and point.
    let details: ActivityDetails
    /// When they meet; nil: as soon as they come.
    let at: Moment?
    /// When it ends, or has ended.
    let until: Moment
    /// How many may join, besides the maker.
    let places: UInt32
    /// Whether friends who match later are offered it.
    let takesLater: Bool
    let phase: Phase
    /// When it was made.
    let made: Moment
    /// When they meet.
    var begins: Moment { at ?? made }

    /// Whether its time, from when it was made, has something in common with another.
    func meets(_ time: ClosedRange<Moment>) -> Bool {
        made <= time.upperBound && time.lowerBound <= until
    }
    /// What was posted on the circle, even if that is deleted: there is never a second.
    let post: Int64?
    /// How often its time or place has changed.
    let version: UInt32
    /// Whether its maker has called it off.
    let isCancelled: Bool
}

/// A user to whom a plan was offered, or its maker.
struct Guest: Equatable, Sendable {
    /// The numbers are stored.
    enum State: Int64, Sendable {
        case unanswered = 0
        case coming = 1
        case later = 2
        /// The guest has declined, or has left.
        case declined = 3
        /// The maker has chosen others: there is no plan for this friend, who matches.
        case leftOut = 4
        /// There was no place: there is no plan for the guest any more, which the maker cannot
        /// tell.
        case refused = 5
    }

    let user: User.ID
    let state: State
    let minutes: UInt32?
    let joined: Moment
    let keeps: Bool
    /// Whether the member has confirmed it.
    let isDone: Bool
    /// What the member's post would say.
    let text: String

    var isMember: Bool { state == .coming || state == .later }

    /// Whether the maker waits for an answer, as far as the maker knows.
    var isAsked: Bool { state == .unanswered || state == .refused }

    /// Whether the plan is open to the guest.
    var isOffered: Bool { isMember || state == .unanswered }

    /// As the guest has answered.
    var answer: PlanAnswer {
        switch state {
        case .unanswered: .unanswered
        case .coming: .coming
        case .later: .later
        case .declined, .leftOut, .refused: .notComing
        }
    }
}

/// A plan with its guests: all that decides who sees whom.
struct PlanCompany: Sendable {
    let plan: StoredPlan
    /// The maker first, then by the time at which they joined.
    let guests: [Guest]
    private let accounts: [User.ID: Account]
    /// The room, as it is called on the wire.
    private let room: String
    /// Pairs of guests of whom one has blocked the other, or left the other out of the activity.
    private let apart: Set<UserPair>

    init(_ plan: StoredPlan, in snapshot: Snapshot) throws(Refusal) {
        self.plan = plan
        let accounts = Dictionary(
            try snapshot.all(Query<Account>.guests(of: plan.number)).map { ($0.id, $0) },
            uniquingKeysWith: { account, _ in account })
        let rank = { (guest: Guest) in
            let isMaker = guest.user == plan.maker
            return (isMaker ? 0 : 1, guest.joined, accounts[guest.user]?.username ?? "")
        }
        guests = try snapshot.all(.guests(of: plan.number)).sorted { rank($0) < rank($1) }
        self.accounts = accounts
        room = try Groups.key(of: plan.room, in: snapshot) ?? ""
        apart = Set(try snapshot.all(.apart(in: plan.number, for: plan.activity)))
    }

    var members: [Guest] { guests.filter(\.isMember) }

    /// The profile of a guest, as others see it.
    func profile(of user: User.ID) -> UserProfile { accounts[user]?.profile ?? UserProfile() }

    func account(of user: User.ID) -> Account? { accounts[user] }

    func guest(_ user: User.ID) -> Guest? { guests.first { $0.user == user } }

    /// Whether a guest sees a member: neither has blocked the other, nor left the other out.
    /// Members, who share a room, see one another.
    func sees(_ viewer: User.ID, _ member: User.ID) -> Bool {
        guard let pair = UserPair(viewer, member), apart.contains(pair) else { return true }
        return guest(viewer)?.isMember == true && guest(member)?.isMember == true
    }

    /// A guest to whom the plan is open: who is kept from its maker has none.
    func current(_ user: User.ID) -> Guest? {
        guard let guest = guest(user), sees(user, plan.maker) else { return nil }
        return guest
    }

    /// Whether a guest may join: there is a place, and no member is to be hidden from the guest, or
    /// the guest from a member.
    func hasPlace(for user: User.ID) -> Bool {
        let others = members.filter { $0.user != user }
        return others.count <= Int(plan.places) && others.allSatisfy { sees(user, $0.user) }
    }

    /// The guests to whom a member is shown.
    func viewers(of member: User.ID) -> [User.ID] {
        viewers.filter { sees($0, member) }
    }

    /// The guests who see the plan.
    var viewers: [User.ID] {
        guests.filter { $0.isOffered && sees($0.user, plan.maker) }.map(\.user)
    }
}

extension PlanCompany {
    /// What is left of the plan for one who has declined it.
    var declined: Plan {
        var declined = Plan()
        (declined.plan, declined.activity) = (plan.number, plan.activity)
        declined.answer = .notComing
        return declined
    }

    /// The plan as one of its guests sees it.
    func shown(to viewer: User.ID) -> Plan {
        var shown = Plan()
        (shown.plan, shown.activity) = (plan.number, plan.activity)
        (shown.note, shown.place) = (plan.details.note, plan.details.place)
        if plan.details.hasPoint { shown.point = plan.details.point }
        if let at = plan.at { shown.at = at.timestamp }
        (shown.until, shown.over) = (plan.until.timestamp, plan.phase == .over)
        shown.cancelled = plan.isCancelled
        shown.maker = profile(of: plan.maker)
        for guest in guests {
            if guest.isMember, sees(viewer, guest.user) {
                var member = PlanMember()
                (member.user, member.answer) = (profile(of: guest.user), guest.answer)
                if let minutes = guest.minutes { member.minutes = minutes }
                member.done = guest.isDone && self.guest(viewer)?.isMember == true
                shown.members.append(member)
            } else if guest.isAsked, viewer == plan.maker {
                shown.asked.append(profile(of: guest.user))
            }
        }
        guard let mine = guest(viewer) else { return shown }
        (shown.answer, shown.kept, shown.done) = (mine.answer, mine.keeps, mine.isDone)
        shown.text = mine.text
        if mine.isMember { shown.room = room }
        return shown
    }
}

extension Query where Row == StoredPlan {
    private static let columns: SQL = """
        p.number, p.maker, p.activity, p.room_id, p.details, p.at_ms, p.until_ms, p.places,
        p.takes_later, p.is_over, p.made_ms, p.post_id, p.version, p.is_cancelled
        """

    private static func decode(_ columns: inout Columns) throws(StoreError) -> StoredPlan {
        StoredPlan(
            number: try columns.count(), maker: try columns.id(), activity: try columns.text(),
            room: try columns.integer(),
            details: ActivityDetails.read(try columns.optionalBlob()) ?? ActivityDetails(),
            at: try columns.optionalMoment(), until: try columns.moment(),
            places: try columns.count(), takesLater: try columns.flag(),
            phase: StoredPlan.Phase(rawValue: try columns.integer()) ?? .over,
            made: try columns.moment(), post: try columns.optionalInteger(),
            version: try columns.count(), isCancelled: try columns.flag())
    }

    static func plan(number: UInt32) -> Self {
        Query("SELECT \(columns) FROM plan p WHERE p.number = \(number)", decode: decode)
    }

    /// The open plan of a user for an activity.
    static func plan(of maker: User.ID, for activity: String) -> Self {
        Query(
            """
            SELECT \(columns) FROM plan p
            WHERE p.maker = \(maker) AND p.is_over = 0 AND p.activity = \(activity)
            """, decode: decode)
    }

    /// The plans that a user has made, has joined or is offered, newest first.
    static func plans(of user: User.ID) -> Self {
        Query(
            """
            SELECT \(columns) FROM plan_guest g JOIN plan p ON p.number = g.plan
            WHERE g.user_id = \(user) AND g.state IN (0, 1, 2)
                AND (p.is_over = 0 OR g.state IN (1, 2))
            ORDER BY p.made_ms DESC, p.number LIMIT 200
            """, decode: decode)
    }

    /// Some of which a user is a guest, or which the user has made, by number.
    static func plans(withGuest user: User.ID, after number: UInt32, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM plan_guest g JOIN plan p ON p.number = g.plan
            WHERE g.user_id = \(user) AND g.plan > \(number) AND g.state IN (0, 1, 2, 3)
            ORDER BY p.number LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// All of which a user is a guest, or which the user has made.
    static func plans(withGuest user: User.ID) -> Self {
        Query(
            """
            SELECT \(columns) FROM plan_guest g JOIN plan p ON p.number = g.plan
            WHERE g.user_id = \(user) ORDER BY p.number
            """, decode: decode)
    }

    /// All of which two users are guests.
    static func plans(withBoth pair: UserPair) -> Self {
        Query(
            """
            SELECT \(columns) FROM plan_guest g JOIN plan p ON p.number = g.plan
            JOIN plan_guest o ON o.plan = g.plan AND o.user_id = \(pair.high)
            WHERE g.user_id = \(pair.low) ORDER BY p.number
            """, decode: decode)
    }

    /// Plans whose time has passed, or whose room is to be closed, earliest first.
    static func due(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM plan p WHERE p.due_ms <= \(now)
            ORDER BY p.due_ms, p.number LIMIT \(Int64(limit))
            """, decode: decode)
    }
}

extension Query where Row == Guest {
    static func guests(of plan: UInt32) -> Self {
        Query(
            """
            SELECT user_id, state, minutes, joined_ms, keeps, is_done, body FROM plan_guest
            WHERE plan = \(plan) ORDER BY user_id
            """
        ) { columns throws(StoreError) in
            Guest(
                user: try columns.id(),
                state: Guest.State(rawValue: try columns.integer()) ?? .declined,
                minutes: try columns.optionalInteger().map(UInt32.init(clamping:)),
                joined: try columns.moment(), keeps: try columns.flag(),
                isDone: try columns.flag(), text: try columns.text())
        }
    }
}

extension Query where Row == Account {
    fileprivate static func guests(of plan: UInt32) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.address, a.avatar
            FROM plan_guest g JOIN account a ON a.id = g.user_id WHERE g.plan = \(plan)
            """)
    }
}

extension Query where Row == UserPair {
    /// Pairs of guests who must not be shown to one another.
    fileprivate static func apart(in plan: UInt32, for activity: String) -> Self {
        Query(
            """
            SELECT b.blocker, b.blocked FROM plan_guest g JOIN block b ON b.blocker = g.user_id
            JOIN plan_guest o ON o.plan = g.plan AND o.user_id = b.blocked
            WHERE g.plan = \(plan)
            UNION ALL
            SELECT x.user_id, x.friend_id FROM plan_guest g
            JOIN activity_exclusion x ON x.user_id = g.user_id AND x.activity = \(activity)
            JOIN plan_guest o ON o.plan = g.plan AND o.user_id = x.friend_id
            WHERE g.plan = \(plan)
            """
        ) { columns throws(StoreError) in
            guard let pair = UserPair(try columns.id(), try columns.id()) else {
                throw .unexpectedColumn
            }
            return pair
        }
    }
}
