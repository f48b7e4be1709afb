import Accounts
import Kernel
import Wire

/// The attendees of gatherings, and their roles (H13).
struct AttendanceCommands: Sendable {
    private static let pageMax = 50

    let teams: Teams

    func join(
        _ command: GatheringJoin, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Gathering {
        let known = try transaction.first(.number(ofPerson: caller.user))
        let state = try GatheringState.read(command.number, for: known, in: transaction)
        if state.role == .notAttending {
            try state.mustLast(at: transaction.now)
            let person = try TeamPerson.number(of: caller, in: transaction)
            try Self.checkRoom(for: person, in: transaction)
            try Self.enter(person, state.number, as: .attendee, in: transaction)
            return try GatheringCommands.shown(
                state.number, person, to: caller.user, in: transaction)
        }
        return try GatheringCommands.shown(
            state.number, known, to: caller.user, in: transaction)
    }

    /// - Throws: `.listFull` if the user attends the maximum number of gatherings.
    static func checkRoom(
        for person: UInt32, in snapshot: Snapshot
    ) throws(Refusal) {
        let query = Query<Int64>.number(
            """
            SELECT count(*) FROM team_attendance a JOIN gathering g ON g.number = a.gathering
            WHERE a.person = \(person) AND g.ends_ms > \(snapshot.now)
            """)
        guard try snapshot.first(query) ?? 0 < GatheringCommands.attendedMax else {
            throw Refusal(
                .listFull,
                "limit reached: you attend \(GatheringCommands.attendedMax) gatherings ahead")
        }
    }

    static func enter(
        _ person: UInt32, _ gathering: UInt32, as role: GatheringRole, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO team_attendance (gathering, person, role)
            VALUES (\(gathering), \(person), \(role.column))
            """)
        try transaction.run(
            "UPDATE gathering SET attendees = attendees + 1 WHERE number = \(gathering)")
        try SkillIndex.add(person: person, at: gathering, in: transaction)
    }

    func leave(
        _ command: GatheringLeave, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        if !command.username.isEmpty { _ = try Username(command.username, field: "username") }
        let own = try transaction.first(.number(ofPerson: caller.user))
        let state = try GatheringState.read(command.number, for: own, in: transaction)
        guard command.username.isEmpty || command.username == caller.username else {
            try state.must(.removeAttendees)
            let (other, role) = try Self.attendee(command.username, state, in: transaction)
            if role != .attendee { try state.must(.grant) }
            try teams.leave(
                other.number, gathering: state.number, removedBy: own, in: transaction)
            try Self.tell(other.user, state, .none, by: caller.username, in: transaction)
            return Done()
        }
        guard let own, state.role != .notAttending else { return Done() }
        try Self.mustHavePlanner(without: own, state.number, in: transaction)
        try teams.leave(own, gathering: state.number, in: transaction)
        return Done()
    }

    func grant(
        _ command: GatheringGrant, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Gathering {
        let name = try Username(command.username, field: "username").description
        let part = try GatheringPart(granted: command)
        let own = try transaction.first(.number(ofPerson: caller.user))
        let state = try GatheringState.read(command.number, for: own, in: transaction)
        try state.must(.grant)
        let (other, _) = try Self.attendee(name, state, in: transaction)
        if part.role != .planner {
            try Self.mustHavePlanner(without: other.number, state.number, in: transaction)
        }
        let changed = try transaction.rowsChanged(
            """
            UPDATE team_attendance SET role = \(part.role.column), company = \(part.company)
            WHERE gathering = \(state.number) AND person = \(other.number)
                AND (role <> \(part.role.column) OR company <> \(part.company))
            """)
        if changed > 0, other.user != caller.user {
            try Self.tell(other.user, state, part, by: caller.username, in: transaction)
        }
        return try GatheringCommands.shown(state.number, own, to: caller.user, in: transaction)
    }

    private static func attendee(
        _ username: String, _ state: GatheringState, in snapshot: Snapshot
    ) throws(Refusal) -> (TeamPerson, GatheringRole) {
        guard let found = try snapshot.first(.person(named: username)),
            let role = try role(of: found.number, state.number, in: snapshot)
        else {
            throw Refusal(.notFound, field: "username", "no such user attends this gathering")
        }
        return (found, role)
    }

    /// Nil: the user does not attend.
    static func role(
        of person: UInt32, _ gathering: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> GatheringRole? {
        let query = Query<Int64>.number(
            """
            SELECT role FROM team_attendance
            WHERE gathering = \(gathering) AND person = \(person)
            """)
        return try snapshot.first(query).map { GatheringRole(column: $0) }
    }

    /// - Throws: `.conflict` if the gathering has no other planner.
    private static func mustHavePlanner(
        without person: UInt32, _ gathering: UInt32, in snapshot: Snapshot
    ) throws(Refusal) {
        guard try role(of: person, gathering, in: snapshot) == .planner,
            try !hasPlanner(gathering, beside: person, in: snapshot)
        else { return }
        throw Refusal(
            .conflict, "the only planner stays: grant another the role, or delete the gathering")
    }

    static func hasPlanner(
        _ gathering: UInt32, beside person: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        let query = Query<UInt32>.count(
            """
            SELECT person FROM team_attendance
            WHERE gathering = \(gathering) AND role = \(GatheringRole.planner.column)
                AND person <> \(person) LIMIT 1
            """)
        return try snapshot.first(query) != nil
    }

    private static func tell(
        _ user: User.ID, _ state: GatheringState, _ part: GatheringPart, by: String,
        in transaction: Transaction
    ) throws(Refusal) {
        var granted = GatheringGranted()
        (granted.number, granted.title) = (state.number, state.title)
        (granted.role, granted.company, granted.by) = (part.role, part.company, by)
        try transaction.deliver(.gatheringGranted(granted), to: [user])
    }

    /// For attendees only; without users who have blocked the caller, or whom the caller has
    /// blocked.
    func people(
        _ command: GatheringPeople, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Attendees {
        let own = try snapshot.first(.number(ofPerson: caller.user))
        let state = try GatheringState.read(command.number, for: own, in: snapshot)
        try state.mustBeAttended()
        let page = try snapshot.all(
            Query<Attendee>.attendees(
                of: state.number, after: command.after, for: caller.user,
                limit: Self.pageMax + 1))
        var answer = Attendees()
        answer.attendees = Array(page.prefix(Self.pageMax))
        if page.count > Self.pageMax {
            answer.next = answer.attendees.last?.profile.number ?? 0
        }
        if state.role.may(.readOpenedDocuments) {
            try ProfileDocuments.show(in: &answer.attendees, in: snapshot)
        }
        return answer
    }
}

extension Query where Row == Attendee {
    /// By the primary key, from a number on.
    fileprivate static func attendees(
        of gathering: UInt32, after number: UInt32, for user: User.ID, limit: Int
    ) -> Self {
        Query(
            """
            SELECT a.role, a.company, \(TeamPerson.columns) FROM team_attendance a
            JOIN team_person t ON t.number = a.person JOIN person u ON u.id = t.user_id
            WHERE a.gathering = \(gathering) AND a.person > \(number)
                AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE (b.blocker = \(user) AND b.blocked = t.user_id)
                        OR (b.blocker = t.user_id AND b.blocked = \(user)))
            ORDER BY a.person LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            var attendee = Attendee()
            attendee.role = GatheringRole(column: try columns.integer())
            attendee.company = try columns.text()
            attendee.profile = try TeamPerson(from: &columns).shown
            return attendee
        }
    }
}
