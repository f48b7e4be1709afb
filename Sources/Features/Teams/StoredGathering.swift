import Kernel
import Wire

/// What decides which actions a gathering allows.
struct GatheringState: Sendable {
    let number: UInt32
    let title: String
    let ends: Moment
    /// The role of the person for whom it was read.
    let role: GatheringRole

    /// - Throws: `.tooLate` when it has ended.
    func mustLast(at now: Moment) throws(Refusal) {
        guard ends > now else { throw Refusal(.tooLate, "the gathering has ended") }
    }

    /// - Throws: `.notMember` if the person does not attend.
    func mustBeAttended() throws(Refusal) {
        guard role.may(.takePart) else {
            throw Refusal(.notMember, "you do not attend this gathering: gatheringJoin first")
        }
    }

    /// - Throws: `.notMember` if the role does not have the right.
    func must(_ right: GatheringRight) throws(Refusal) {
        guard role.may(right) else {
            throw Refusal(
                .notMember, "only \(GatheringRole.names(of: right)) of the gathering may do that")
        }
    }

    /// One that is not deleted.
    ///
    /// - Parameter person: whose role it has; nil: a user without a profile.
    /// - Throws: `.notFound`.
    static func read(
        _ number: UInt32, for person: UInt32?, field: String = "number", in snapshot: Snapshot
    ) throws(Refusal) -> GatheringState {
        let query = Query<GatheringState>(
            """
            SELECT g.number, g.title, g.ends_ms, coalesce(a.role, 0) FROM gathering g
            LEFT JOIN team_attendance a ON a.gathering = g.number AND a.person = \(person ?? 0)
            WHERE g.number = \(number) AND g.is_gone = 0
            """
        ) { columns throws(StoreError) in
            GatheringState(
                number: try columns.count(), title: try columns.text(),
                ends: try columns.moment(),
                role: GatheringRole(column: try columns.integer()))
        }
        guard let state = try snapshot.first(query) else { throw .noGathering(field) }
        return state
    }
}

extension Query where Row == Gathering {
    /// One that is not deleted.
    ///
    /// - Parameters:
    ///   - person: whose role it shows; nil: a user without a profile.
    ///   - user: the viewer.
    static func gathering(_ number: UInt32, for person: UInt32?, _ user: User.ID) -> Self {
        gatherings("WHERE g.number = \(number) AND g.is_gone = 0", for: person, user)
    }

    static func gatherings(numbers: [UInt32], for person: UInt32?, _ user: User.ID) -> Self {
        let list = SQL.list(numbers.map { "\($0)" })
        return gatherings("WHERE g.number IN (\(list)) AND g.is_gone = 0", for: person, user)
    }

    /// The gatherings that a person attends, newest first.
    static func gatherings(
        of person: UInt32, _ user: User.ID, before place: TeamPlace, limit: Int
    ) -> Self {
        gatherings(
            """
            WHERE a.person = \(person) AND g.is_gone = 0
                AND (g.made_ms, g.number) < (\(place.made), \(place.number))
            ORDER BY g.made_ms DESC, g.number DESC LIMIT \(Int64(limit))
            """, for: person, user)
    }

    /// The same by number, by the index `team_attendance_person`.
    static func gatherings(
        of person: UInt32, _ user: User.ID, before number: Int64, limit: Int
    ) -> Self {
        gatherings(
            """
            WHERE a.person = \(person) AND a.gathering < \(number) AND g.is_gone = 0
            ORDER BY a.gathering DESC LIMIT \(Int64(limit))
            """, for: person, user)
    }

    /// What a block hides is not counted either: the numbers would disclose it.
    private static func gatherings(
        _ which: SQL, for person: UInt32?, _ user: User.ID
    ) -> Self {
        let hidden: SQL = """
            FROM (SELECT blocked AS user_id FROM block WHERE blocker = \(user)
                UNION SELECT blocker FROM block WHERE blocked = \(user)) h
            JOIN team_person t ON t.user_id = h.user_id
            """
        return Query(
            """
            SELECT g.number, g.title, g.body, g.place, g.lat_bits, g.lon_bits, g.starts_ms,
                g.ends_ms, g.picture, g.more,
                g.attendees - (SELECT count(*) \(hidden)
                    JOIN team_attendance x ON x.person = t.number AND x.gathering = g.number),
                g.projects - (SELECT count(*) \(hidden)
                    JOIN team_member o ON o.person = t.number AND o.role = 3
                    JOIN team_project p ON p.number = o.project AND p.gathering = g.number
                        AND p.is_gone = 0
                    WHERE coalesce(a.role, 0) NOT IN (\(GatheringRole.columns(with: .runProjects)))
                        AND NOT EXISTS (SELECT 1 FROM team_member m
                            WHERE m.project = p.number AND m.person = \(person ?? 0))),
                coalesce(a.role, 0),
                coalesce(a.company, '')
            FROM gathering g
            LEFT JOIN team_attendance a ON a.gathering = g.number AND a.person = \(person ?? 0)
            \(which)
            """
        ) { columns throws(StoreError) in try decode(&columns) }
    }

    private static func decode(_ columns: inout Columns) throws(StoreError) -> Gathering {
        var gathering = Gathering()
        gathering.number = try columns.count()
        gathering.title = try columns.text()
        gathering.text = try columns.text()
        gathering.place = try columns.text()
        let (lat, lon) = (try columns.optionalInteger(), try columns.optionalInteger())
        if let lat, let lon {
            let point = MapPoint(latBits: lat, lonBits: lon)
            (gathering.lat, gathering.lon) = (point.lat, point.lon)
        }
        gathering.starts = try columns.moment().timestamp
        gathering.ends = try columns.moment().timestamp
        gathering.picture = TeamPicturePath.path(try columns.text())
        gathering.more = try columns.text()
        gathering.attendees = try columns.count()
        gathering.projects = try columns.count()
        gathering.role = GatheringRole(column: try columns.integer())
        gathering.company = try columns.text()
        return gathering
    }
}

extension Refusal {
    static func noGathering(_ field: String) -> Refusal {
        Refusal(.notFound, field: field, "there is no such gathering")
    }
}
