import Accounts
import Kernel
import Wire

extension Teams {
    /// Most rows that go in one transaction.
    private static let sweptMax: Int64 = 200
    /// Most steps in the transaction that deletes a gathering.
    private static let stepsAtOnce = 8

    /// A user no longer attends a gathering: leaves its projects, and wants none of them.
    ///
    /// - Parameter remover: the user who removed this one; nil: none did.
    func leave(
        _ person: UInt32, gathering: UInt32, removedBy remover: UInt32? = nil,
        in transaction: Transaction
    ) throws(Refusal) {
        let projects = try transaction.all(
            .count(
                """
                SELECT m.project FROM team_member m JOIN team_project p ON p.number = m.project
                WHERE m.person = \(person) AND p.gathering = \(gathering)
                """))
        for project in projects {
            try leave(person, project: project, removedBy: remover, in: transaction)
        }
        try transaction.run(
            """
            UPDATE team_swipe SET way = 2, waits_ms = NULL
            WHERE person = \(person) AND by_project = 0 AND way = 1 AND project IN (
                SELECT number FROM team_project WHERE gathering = \(gathering))
            """)
        try SkillIndex.remove(person: person, at: gathering, in: transaction)
        let removed = try transaction.rowsChanged(
            "DELETE FROM team_attendance WHERE gathering = \(gathering) AND person = \(person)")
        try transaction.run(
            """
            UPDATE gathering SET attendees = attendees - \(Int64(removed))
            WHERE number = \(gathering)
            """)
    }

    private func leave(
        _ person: UInt32, project: UInt32, removedBy remover: UInt32?, in transaction: Transaction
    ) throws(Refusal) {
        guard let state = try ProjectState.find(project, for: person, in: transaction) else {
            // Its gathering is deleted: the project ends now for all users, and not only with the
            // chore.
            return try end(project, in: transaction)
        }
        let members = try transaction.all(StoredMember.all(of: project))
        guard let member = members.first(where: { $0.person == person }) else { return }
        try leave(member, project: state, by: "", passingOver: remover, in: transaction)
    }

    /// Deletes a user's profile, with its memberships and texts. Gatherings without another planner
    /// are deleted with it. The user's swipes no longer have an owner, and are deleted in steps.
    func depart(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        guard let person = try transaction.first(.number(ofPerson: user)) else { return }
        let gatherings = try transaction.all(
            .count("SELECT gathering FROM team_attendance WHERE person = \(person)"))
        for gathering in gatherings {
            let role = try AttendanceCommands.role(of: person, gathering, in: transaction)
            if role == .planner,
                try !AttendanceCommands.hasPlanner(gathering, beside: person, in: transaction)
            {
                try GatheringCommands.end(gathering, in: transaction)
                try endProjects(of: person, at: gathering, in: transaction)
            }
            try leave(person, gathering: gathering, in: transaction)
        }
        let picture = try transaction.first(.picture(ofPerson: person)) ?? ""
        try transaction.run(
            """
            UPDATE team_person SET user_id = NULL, skills = '', body = '', contact = '',
                picture = '', more = '', is_open = 0, opens_documents = 0
            WHERE number = \(person)
            """)
        try ProfileDocuments.remove(allOf: person, in: transaction)
        try TeamPictures.forget(picture, in: transaction)
    }

    /// Ends a person's projects at a gathering that is deleted with the profile: they end at once.
    private func endProjects(
        of person: UInt32, at gathering: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        let query = Query<UInt32>.count(
            """
            SELECT m.project FROM team_member m JOIN team_project p ON p.number = m.project
            WHERE m.person = \(person) AND p.gathering = \(gathering)
            """)
        for project in try transaction.all(query) {
            try end(project, in: transaction)
        }
    }

    private func end(_ project: UInt32, in transaction: Transaction) throws(Refusal) {
        let query = Query<(String, UInt32)>(
            "SELECT title, gathering FROM team_project WHERE number = \(project)"
        ) { columns throws(StoreError) in (try columns.text(), try columns.count()) }
        guard let (title, gathering) = try transaction.first(query) else { return }
        try end(project, title: title, gathering, in: transaction)
    }

    /// Deletes some of what is left of deleted profiles, projects and gatherings.
    ///
    /// - Returns: whether more may be left.
    func sweep(in transaction: Transaction) throws(Refusal) -> Bool {
        if let project = try transaction.first(.gone("team_project WHERE is_gone = 1")) {
            return try sweep(project: project, in: transaction)
        }
        if let gathering = try transaction.first(.gone("gathering WHERE is_gone = 1")) {
            return try sweep(gathering: gathering, in: transaction)
        }
        // The last: projects and gatherings refer to them.
        if let person = try transaction.first(.gone("team_person WHERE user_id IS NULL")) {
            return try sweep(person: person, in: transaction)
        }
        return false
    }

    private func sweep(
        person: UInt32, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let removed = try transaction.rowsChanged(
            """
            DELETE FROM team_swipe WHERE (project, person, by_project) IN (
                SELECT project, person, by_project FROM team_swipe
                WHERE person = \(person) LIMIT \(Self.sweptMax))
            """)
        if removed == 0 {
            try transaction.run("DELETE FROM team_person WHERE number = \(person)")
        }
        return true
    }

    private func sweep(
        project: UInt32, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let removed = try transaction.rowsChanged(
            """
            DELETE FROM team_swipe WHERE (project, person, by_project) IN (
                SELECT project, person, by_project FROM team_swipe
                WHERE project = \(project) LIMIT \(Self.sweptMax))
            """)
        guard removed == 0 else { return true }
        let picture = try transaction.first(.picture(ofProject: project)) ?? ""
        try transaction.run("DELETE FROM team_project WHERE number = \(project)")
        try TeamPictures.forget(picture, in: transaction)
        return true
    }

    /// Ends a gathering for all users. The attendees of a small one receive the event at once,
    /// those of a large one in steps.
    func end(gathering: UInt32, in transaction: Transaction) throws(Refusal) {
        try GatheringCommands.end(gathering, in: transaction)
        for _ in 0..<Self.stepsAtOnce {
            guard try clear(gathering: gathering, in: transaction) else { return }
        }
    }

    /// Deletes first its projects, then its attendances, then the gathering.
    private func sweep(
        gathering: UInt32, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        if try clear(gathering: gathering, in: transaction) { return true }
        let picture = try transaction.first(.picture(ofGathering: gathering)) ?? ""
        try transaction.run("DELETE FROM gathering WHERE number = \(gathering)")
        try TeamPictures.forget(picture, in: transaction)
        return true
    }

    /// Ends one project, or else sends the end of the gathering to some attendees.
    ///
    /// - Returns: whether there was one.
    private func clear(
        gathering: UInt32, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let next = Query<UInt32>.count(
            """
            SELECT number FROM team_project WHERE gathering = \(gathering) AND is_gone = 0
            ORDER BY number LIMIT 1
            """)
        if let project = try transaction.first(next) {
            try end(project, in: transaction)
            return true
        }
        let people = try transaction.all(Attendance.some(of: gathering, limit: Self.sweptMax))
        guard !people.isEmpty else { return false }
        var deleted = GatheringDeleted()
        deleted.number = gathering
        deleted.title = try transaction.first(.title(ofGathering: gathering)) ?? ""
        try transaction.deliver(.gatheringDeleted(deleted), to: people.compactMap(\.user))
        for person in people {
            try SkillIndex.remove(person: person.number, at: gathering, in: transaction)
            try transaction.run(
                """
                DELETE FROM team_attendance
                WHERE gathering = \(gathering) AND person = \(person.number)
                """)
        }
        return true
    }

    /// An attendance of a deleted gathering.
    private struct Attendance: Sendable {
        let number: UInt32
        /// Nil: the profile is deleted, too.
        let user: User.ID?

        static func some(of gathering: UInt32, limit: Int64) -> Query<Attendance> {
            Query(
                """
                SELECT a.person, t.user_id FROM team_attendance a
                JOIN team_person t ON t.number = a.person
                WHERE a.gathering = \(gathering) ORDER BY a.person LIMIT \(limit)
                """
            ) { columns throws(StoreError) in
                let number = try columns.count()
                return Attendance(
                    number: number, user: try columns.optionalInteger().map(User.ID.init(rawValue:))
                )
            }
        }
    }
}

extension Query where Row == UInt32 {
    /// The first of the deleted ones, by a partial index.
    fileprivate static func gone(_ what: SQL) -> Self {
        .count("SELECT number FROM \(what) ORDER BY number LIMIT 1")
    }
}
