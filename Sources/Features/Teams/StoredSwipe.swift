import Accounts
import Kernel
import Wire

/// One side's swipe, as the store has it.
struct StoredSwipe: Sendable {
    /// Which way a swipe went.
    enum Way: Int64, Sendable {
        case left = 0
        case right = 1
        /// It was taken back.
        case none = 2
    }

    /// The side that swipes, and what it swipes.
    struct Key: Equatable, Sendable {
        let project: UInt32
        let person: UInt32
        let isByProject: Bool

        /// The swipe of the other side of the same pair.
        var other: Key { Key(project: project, person: person, isByProject: !isByProject) }
    }

    /// How often a swipe may be changed (H19).
    static let changesMax: Int64 = 3
    /// How long it stays as it is, at least.
    static let rest = Duration.seconds(3_600)

    let key: Key
    let way: Way
    let changes: Int64
    let at: Moment

    /// - Throws: `.tooLate` if it was changed the maximum number of times, `.rateLimited` within
    ///   the hour.
    func mustBeChangeable(at now: Moment) throws(Refusal) {
        guard changes < Self.changesMax else {
            throw Refusal(.tooLate, "this swipe was changed \(Self.changesMax) times already")
        }
        let rested = at.advanced(by: Self.rest)
        guard now >= rested else {
            let wait = rested.unixMilliseconds - now.unixMilliseconds
            throw Refusal(
                .rateLimited, "a swipe may be changed once an hour",
                retryAfter: .milliseconds(wait))
        }
    }

    static func find(_ key: Key, in snapshot: Snapshot) throws(Refusal) -> StoredSwipe? {
        let query = Query<StoredSwipe>(
            """
            SELECT way, changes, at_ms FROM team_swipe
            WHERE project = \(key.project) AND person = \(key.person)
                AND by_project = \(key.isByProject)
            """
        ) { columns throws(StoreError) in
            let way = Way(rawValue: try columns.integer()) ?? .none
            return StoredSwipe(
                key: key, way: way, changes: try columns.integer(), at: try columns.moment())
        }
        return try snapshot.first(query)
    }

    /// Stores it: the first one, or a change of one that is there.
    ///
    /// - Throws: as ``mustBeChangeable(at:)``, unless a swipe to the right is taken back.
    static func record(
        _ way: Way, _ key: Key, in transaction: Transaction
    ) throws(Refusal) {
        guard let old = try find(key, in: transaction) else {
            try transaction.run(
                """
                INSERT INTO team_swipe (project, person, by_project, way, changes, at_ms, waits_ms)
                VALUES (\(key.project), \(key.person), \(key.isByProject), \(way.rawValue), 0,
                    \(transaction.now), NULL)
                """)
            return
        }
        guard old.way != way else { return }
        // A swipe to the right can be taken back at any time, and any number of times.
        if old.way != .right { try old.mustBeChangeable(at: transaction.now) }
        try transaction.run(
            """
            UPDATE team_swipe SET way = \(way.rawValue), changes = changes + 1,
                at_ms = \(transaction.now)
            WHERE project = \(key.project) AND person = \(key.person)
                AND by_project = \(key.isByProject)
            """)
    }
}

extension Query where Row == Swipe {
    /// A swipe, as its side sees it; none if it was taken back.
    static func swipe(_ key: StoredSwipe.Key) -> Self {
        swipes(
            """
            WHERE s.project = \(key.project) AND s.person = \(key.person)
                AND s.by_project = \(key.isByProject) AND s.way <> 2
            """)
    }

    /// Where a page begins: behind the swipe of this time, project or person.
    typealias Place = (at: Int64, number: UInt32)

    /// A person's own swipes, newest first, by the index `team_swipe_person`.
    ///
    /// - Parameters:
    ///   - gathering: 0: of all.
    ///   - user: without projects that are hidden from this user; nil: all.
    static func swipes(
        of person: UInt32, at gathering: UInt32, seenBy user: User.ID?, before place: Place,
        onlyMutual: Bool, limit: Int
    ) -> Self {
        let isSeen: SQL =
            user.map { "(m.person IS NOT NULL OR NOT \(SQL.isOwnerBlocked("s.project", $0)))" }
            ?? "1 = 1"
        return swipes(
            """
            WHERE s.person = \(person) AND s.by_project = 0 AND s.way <> 2
                AND (s.at_ms, s.project) < (\(place.at), \(place.number))
                AND (\(gathering) = 0 OR p.gathering = \(gathering)) AND \(isSeen)
                AND (\(onlyMutual) = 0 OR (s.way = 1 AND o.way = 1))
            ORDER BY s.at_ms DESC, s.project DESC LIMIT \(Int64(limit))
            """)
    }

    /// A project's swipes, newest first, by the index `team_swipe_project`.
    static func swipes(
        by project: UInt32, before place: Place, onlyMutual: Bool, limit: Int
    ) -> Self {
        swipes(
            """
            WHERE s.project = \(project) AND s.by_project = 1 AND s.way <> 2
                AND (s.at_ms, s.person) < (\(place.at), \(place.number))
                AND (\(onlyMutual) = 0 OR (s.way = 1 AND o.way = 1))
            ORDER BY s.at_ms DESC, s.person DESC LIMIT \(Int64(limit))
            """)
    }

    private static func swipes(_ which: SQL) -> Self {
        Query(
            """
            SELECT s.project, u.username, u.display_name, u.avatar, s.person, s.by_project, s.way,
                coalesce(o.way, 0), CASE WHEN m.person IS NULL THEN 0 ELSE 1 END, s.changes,
                s.at_ms
            FROM team_swipe s JOIN team_project p ON p.number = s.project AND p.is_gone = 0
            JOIN gathering g ON g.number = p.gathering AND g.is_gone = 0
            JOIN team_person t ON t.number = s.person JOIN person u ON u.id = t.user_id
            LEFT JOIN team_swipe o ON o.project = s.project AND o.person = s.person
                AND o.by_project = 1 - s.by_project
            LEFT JOIN team_member m ON m.project = s.project AND m.person = s.person
            \(which)
            """
        ) { columns throws(StoreError) in
            var swipe = Swipe()
            swipe.project = try columns.count()
            swipe.user = try UserProfile(from: &columns)
            swipe.profile = try columns.count()
            swipe.byProject = try columns.flag()
            swipe.approve = try columns.integer() == StoredSwipe.Way.right.rawValue
            let other = try columns.integer()
            swipe.mutual = swipe.approve && other == StoredSwipe.Way.right.rawValue
            swipe.joined = try columns.flag()
            swipe.changes = UInt32(
                clamping: StoredSwipe.changesMax - (try columns.integer()))
            swipe.at = try columns.moment().timestamp
            return swipe
        }
    }
}
