import Accounts
import Friends
import Kernel
import Wire

/// A user as a possible teammate, as it is stored.
struct TeamPerson: Sendable {
    /// Of the profile.
    let number: UInt32
    let user: User.ID
    /// As its owner sees it.
    let profile: TeamProfile

    /// What ``init(from:)`` reads, of `team_person t` and `person u`.
    static let columns: SQL = """
        t.number, t.user_id, u.username, u.display_name, u.avatar, t.skills, t.body, t.contact,
        t.picture, t.more, t.is_open, t.opens_documents
        """

    /// A row with ``columns``.
    init(from columns: inout Columns) throws(StoreError) {
        number = try columns.count()
        user = try columns.id()
        var profile = TeamProfile()
        profile.number = number
        profile.user = try UserProfile(from: &columns)
        profile.skills = SkillCatalogue.skills(in: try columns.text())
        profile.text = try columns.text()
        profile.contact = try columns.text()
        profile.picture = TeamPicturePath.path(try columns.text())
        profile.more = try columns.text()
        profile.open = try columns.flag()
        profile.openToCompanies = try columns.flag()
        self.profile = profile
    }

    /// As teammates see it: with the contact.
    var shownToTeammates: TeamProfile {
        var shown = profile
        shown.openToCompanies = false
        return shown
    }

    /// As others see it.
    var shown: TeamProfile {
        var shown = shownToTeammates
        shown.contact = ""
        return shown
    }

    /// The number of the caller's profile; a caller without a profile gets an empty one.
    static func number(
        of caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> UInt32 {
        if let number = try transaction.first(.number(ofPerson: caller.user)) { return number }
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            let query = Query<UInt32>.count(
                "SELECT number FROM team_person WHERE number = \(number)")
            return try transaction.first(query) != nil
        }
        try transaction.run(
            """
            INSERT INTO team_person
                (number, user_id, skills, body, contact, picture, more, is_open)
            VALUES (\(number), \(caller.user), '', '', '', '', '', 1)
            """)
        return number
    }

    /// The user whom a command names, by a username or a number; nil if unknown or hidden from the
    /// caller.
    static func named(
        _ username: String, _ number: UInt32, for caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> TeamPerson? {
        guard let found = try named(username, number, in: snapshot) else { return nil }
        return try isBlocked(found.user, caller.user, in: snapshot) ? nil : found
    }

    /// The same, blocked or not.
    static func named(
        _ username: String, _ number: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> TeamPerson? {
        guard username.isEmpty || number == 0 else {
            throw Refusal(.invalidField, field: "profile", "expected a username or a number")
        }
        guard number == 0 else { return try snapshot.first(.person(number: number)) }
        return try snapshot.first(
            .person(named: Username(username, field: "username").description))
    }

    /// Whether one of two has blocked the other.
    static func isBlocked(
        _ one: User.ID, _ other: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let pair = UserPair(one, other) else { return false }
        return try FriendsFeature.isBlocked(pair, in: snapshot)
    }

    /// How a user is shown in events.
    static func user(of number: UInt32, in snapshot: Snapshot) throws(Refusal) -> UserProfile {
        try snapshot.first(.person(number: number))?.profile.user ?? UserProfile()
    }
}

extension Query where Row == UInt32 {
    /// The number of a user's profile.
    static func number(ofPerson user: User.ID) -> Self {
        .count("SELECT number FROM team_person WHERE user_id = \(user)")
    }
}

extension Query where Row == TeamPerson {
    static func person(of user: User.ID) -> Self { people("WHERE t.user_id = \(user)") }

    static func person(number: UInt32) -> Self { people("WHERE t.number = \(number)") }

    static func person(named username: String) -> Self {
        people("WHERE u.username = \(username)")
    }

    static func people(numbers: [UInt32]) -> Self {
        people("WHERE t.number IN (\(SQL.list(numbers.map { "\($0)" })))")
    }

    private static func people(_ which: SQL) -> Self {
        Query(
            """
            SELECT \(TeamPerson.columns) FROM team_person t JOIN person u ON u.id = t.user_id
            \(which)
            """
        ) { columns throws(StoreError) in try TeamPerson(from: &columns) }
    }
}

/// Where pictures of profiles, gatherings and projects are on this server.
enum TeamPicturePath {
    /// In front of each name.
    static let folder = "/team-pictures/"

    static func path(_ name: String) -> String {
        name.isEmpty ? "" : folder + name
    }
}
