import Accounts
import Kernel
import Wire

/// What decides which actions a project allows.
struct ProjectState: Sendable {
    let number: UInt32
    let title: String
    let capacity: Int64
    let size: Int64
    /// With the role at the gathering of the person for whom it was read.
    let gathering: GatheringState
    /// The role of that person in the project.
    let role: TeamRole

    var hasRoom: Bool { size < capacity }

    /// Whether that person swipes for it.
    var isSwiper: Bool { role == .owner || role == .recruiter }

    /// - Throws: `.notMember` if that person may not swipe for it.
    func mustBeSwiper() throws(Refusal) {
        guard isSwiper else {
            throw Refusal(
                .notMember, "only the owner and the recruiters of the project may do that")
        }
    }

    /// - Throws: `.notMember` if that person neither owns it nor runs the projects of its
    ///   gathering.
    func mustBeChanger() throws(Refusal) {
        guard role == .owner || gathering.role.may(.runProjects) else {
            let others = GatheringRole.names(of: .runProjects)
            throw Refusal(
                .notMember, "only the owner of the project and \(others) may do that")
        }
    }

    /// One that is not deleted.
    ///
    /// - Parameter person: whose roles it has; nil: a user without a profile.
    static func find(
        _ number: UInt32, for person: UInt32?, in snapshot: Snapshot
    ) throws(Refusal) -> ProjectState? {
        let query = Query<ProjectState>(
            """
            SELECT p.number, p.title, p.capacity, p.size, coalesce(m.role, 0), g.number, g.title,
                g.ends_ms, coalesce(a.role, 0)
            FROM team_project p JOIN gathering g ON g.number = p.gathering
            LEFT JOIN team_member m ON m.project = p.number AND m.person = \(person ?? 0)
            LEFT JOIN team_attendance a ON a.gathering = p.gathering AND a.person = \(person ?? 0)
            WHERE p.number = \(number) AND p.is_gone = 0 AND g.is_gone = 0
            """
        ) { columns throws(StoreError) in
            let (number, title) = (try columns.count(), try columns.text())
            let (capacity, size) = (try columns.integer(), try columns.integer())
            let role = TeamRole(rawValue: Int(try columns.integer())) ?? .noMember
            return ProjectState(
                number: number, title: title, capacity: capacity, size: size,
                gathering: GatheringState(
                    number: try columns.count(), title: try columns.text(),
                    ends: try columns.moment(),
                    role: GatheringRole(column: try columns.integer())),
                role: role)
        }
        return try snapshot.first(query)
    }

    /// - Throws: `.notFound`, also for a project that is hidden from the caller.
    static func read(
        _ number: UInt32, for caller: Caller, field: String = "number", in snapshot: Snapshot
    ) throws(Refusal) -> ProjectState {
        let person = try snapshot.first(.number(ofPerson: caller.user))
        guard let found = try find(number, for: person, in: snapshot) else {
            throw .noProject(field)
        }
        if found.role == .noMember, !found.gathering.role.may(.runProjects),
            try isOwnerBlocked(number, caller.user, in: snapshot)
        {
            throw .noProject(field)
        }
        return found
    }

    /// Whether the owner of a project and a user have blocked one another. The project is then
    /// hidden from that user, except as a member, or as one who runs the projects of its gathering.
    static func isOwnerBlocked(
        _ number: UInt32, _ user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        let query = Query<UInt32>.count(
            """
            SELECT p.number FROM team_project p
            WHERE p.number = \(number) AND \(SQL.isOwnerBlocked("p.number", user))
            """)
        return try snapshot.first(query) != nil
    }
}

extension SQL {
    /// Whether the owner of a project and a user have blocked one another.
    ///
    /// - Parameter project: an expression for its number, with the name of its table.
    static func isOwnerBlocked(_ project: SQL, _ user: User.ID) -> SQL {
        isOwnerBlocked(project, from: "\(user)")
    }

    /// The same.
    ///
    /// - Parameter user: an expression.
    static func isOwnerBlocked(_ project: SQL, from user: SQL) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM team_member o JOIN team_person x ON x.number = o.person
            WHERE o.project = \(project) AND o.role = 3 AND \(isBlocked("x.user_id", by: user)))
        """
    }

    /// Whether two users have blocked one another.
    ///
    /// - Parameter other: an expression for the one.
    static func isBlocked(_ other: SQL, _ user: User.ID) -> SQL {
        isBlocked(other, by: "\(user)")
    }

    /// The same, of two expressions.
    private static func isBlocked(_ other: SQL, by user: SQL) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM block b WHERE (b.blocker = \(user) AND b.blocked = \(other))
                OR (b.blocker = \(other) AND b.blocked = \(user)))
        """
    }
}

/// A member of a project, as it is stored.
struct StoredMember: Sendable {
    let person: UInt32
    let user: User.ID
    let member: TeamMember

    /// All members, ordered by join time.
    static func all(of project: UInt32) -> Query<StoredMember> { members(of: project, "1 = 1") }

    /// The members whom a user who is not a member may see.
    static func all(of project: UInt32, seenBy user: User.ID) -> Query<StoredMember> {
        members(of: project, "NOT \(SQL.isBlocked("t.user_id", user))")
    }

    private static func members(of project: UInt32, _ which: SQL) -> Query<StoredMember> {
        Query(
            """
            SELECT m.person, t.user_id, u.username, u.display_name, u.avatar, m.role, m.since_ms
            FROM team_member m JOIN team_person t ON t.number = m.person
            JOIN person u ON u.id = t.user_id
            WHERE m.project = \(project) AND \(which) ORDER BY m.since_ms, m.person
            """
        ) { columns throws(StoreError) in
            let person = try columns.count()
            let user: User.ID = try columns.id()
            var member = TeamMember()
            member.number = person
            member.user = try UserProfile(from: &columns)
            member.role = TeamRole(rawValue: Int(try columns.integer())) ?? .member
            member.since = try columns.moment().timestamp
            return StoredMember(person: person, user: user, member: member)
        }
    }
}

extension Query where Row == Project {
    static func project(_ number: UInt32, for person: UInt32?) -> Self {
        projects("WHERE p.number = \(number) AND p.is_gone = 0 AND g.is_gone = 0", for: person)
    }

    static func projects(numbers: [UInt32], for person: UInt32?) -> Self {
        let list = SQL.list(numbers.map { "\($0)" })
        return projects(
            "WHERE p.number IN (\(list)) AND p.is_gone = 0 AND g.is_gone = 0", for: person)
    }

    /// Projects of a gathering, newest first, by the index `team_project_made`.
    ///
    /// - Parameter user: without projects that are hidden from this user; nil: all.
    static func projects(
        at gathering: UInt32, before place: TeamPlace, for person: UInt32?, seenBy user: User.ID?,
        limit: Int
    ) -> Self {
        let isSeen: SQL =
            user.map { "(m.project IS NOT NULL OR NOT \(SQL.isOwnerBlocked("p.number", $0)))" }
            ?? "1 = 1"
        return projects(
            """
            WHERE p.gathering = \(gathering) AND p.is_gone = 0
                AND (p.made_ms, p.number) < (\(place.made), \(place.number)) AND \(isSeen)
            ORDER BY p.made_ms DESC, p.number DESC LIMIT \(Int64(limit))
            """, for: person)
    }

    /// Projects that a person is a member of, newest first.
    static func projects(of person: UInt32, before place: TeamPlace, limit: Int) -> Self {
        projects(
            """
            WHERE m.person = \(person) AND p.is_gone = 0 AND g.is_gone = 0
                AND (p.made_ms, p.number) < (\(place.made), \(place.number))
            ORDER BY p.made_ms DESC, p.number DESC LIMIT \(Int64(limit))
            """, for: person)
    }

    /// The same by number, by the index `team_member_person`.
    static func projects(of person: UInt32, before number: Int64, limit: Int) -> Self {
        projects(
            """
            WHERE m.person = \(person) AND m.project < \(number) AND p.is_gone = 0
                AND g.is_gone = 0
            ORDER BY m.project DESC LIMIT \(Int64(limit))
            """, for: person)
    }

    private static func projects(_ which: SQL, for person: UInt32?) -> Self {
        Query(
            """
            SELECT p.number, p.gathering, p.title, p.body, p.capacity, p.size, p.skills,
                p.picture, p.more, coalesce(m.role, 0)
            FROM team_project p JOIN gathering g ON g.number = p.gathering
            LEFT JOIN team_member m ON m.project = p.number AND m.person = \(person ?? 0)
            \(which)
            """
        ) { columns throws(StoreError) in
            var project = Project()
            project.number = try columns.count()
            project.gathering = try columns.count()
            project.title = try columns.text()
            project.text = try columns.text()
            project.capacity = try columns.count()
            project.size = try columns.count()
            project.skills = SkillCatalogue.skills(in: try columns.text())
            project.picture = TeamPicturePath.path(try columns.text())
            project.more = try columns.text()
            project.role = TeamRole(rawValue: Int(try columns.integer())) ?? .noMember
            return project
        }
    }
}

extension Refusal {
    static func noProject(_ field: String) -> Refusal {
        Refusal(.notFound, field: field, "there is no such project")
    }
}
