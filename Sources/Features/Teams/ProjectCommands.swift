import Accounts
import Kernel
import Wire

/// Projects: created, changed, deleted and read (H1, H2).
struct ProjectCommands: Sendable {
    /// Most projects of one gathering.
    private static let projectsMax: Int64 = 1_000
    private static let capacities: ClosedRange<UInt32> = 1...50
    private static let pageMax = 50

    let skills: SkillCatalogue
    let teams: Teams

    func create(
        _ command: ProjectCreate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Project {
        let title = try TeamFields.title(command.title)
        let text = try TeamFields.text(command.text)
        let more = try TeamFields.more(command.more)
        let skills = try skills.check(command.skills)
        let capacity = command.hasCapacity ? command.capacity : 5
        try Self.check(capacity, from: 1)
        let person = try transaction.first(.number(ofPerson: caller.user))
        let gathering = try GatheringState.read(
            command.gathering, for: person, field: "gathering", in: transaction)
        try gathering.mustBeAttended()
        try gathering.mustLast(at: transaction.now)
        guard let person else { throw .fault }
        try Self.checkRoom(at: gathering.number, in: transaction)
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            let query = Query<UInt32>.count(
                "SELECT number FROM team_project WHERE number = \(number)")
            return try transaction.first(query) != nil
        }
        try transaction.run(
            """
            INSERT INTO team_project (number, gathering, title, body, capacity, size, skills,
                picture, more, is_gone, made_ms)
            VALUES (\(number), \(gathering.number), \(title), \(text), \(capacity), 0,
                \(SkillCatalogue.column(skills)), '', \(more), 0, \(transaction.now))
            """)
        try transaction.run(
            "UPDATE gathering SET projects = projects + 1 WHERE number = \(gathering.number)")
        try SkillIndex.add(skills, of: .projects, number, at: gathering.number, in: transaction)
        try teams.found(number, title: title, by: person, caller.user, in: transaction)
        return try Self.shown(number, caller, in: transaction)
    }

    private static func check(_ capacity: UInt32, from least: Int64) throws(Refusal) {
        guard capacities.contains(capacity) else {
            throw Refusal(
                .invalidField, field: "capacity",
                "expected \(capacities.lowerBound) to \(capacities.upperBound) members")
        }
        guard Int64(capacity) >= least else {
            throw Refusal(
                .conflict, field: "capacity", "the project has \(least) members already")
        }
    }

    private static func checkRoom(at gathering: UInt32, in snapshot: Snapshot) throws(Refusal) {
        let query = Query<Int64>.number(
            "SELECT projects FROM gathering WHERE number = \(gathering)")
        guard try snapshot.first(query) ?? 0 < projectsMax else {
            throw Refusal(
                .listFull, field: "gathering", "limit reached: \(projectsMax) projects")
        }
    }

    func update(
        _ command: ProjectUpdate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Project {
        let title = command.hasTitle ? try TeamFields.title(command.title) : nil
        let text = command.hasText ? try TeamFields.text(command.text) : nil
        let more = command.hasMore ? try TeamFields.more(command.more) : nil
        let state = try ProjectState.read(command.number, for: caller, in: transaction)
        try state.mustBeChanger()
        let old = try Self.shown(command.number, caller, in: transaction)
        let capacity = command.hasCapacity ? command.capacity : old.capacity
        try Self.check(capacity, from: state.size)
        try transaction.run(
            """
            UPDATE team_project SET title = \(title ?? old.title), body = \(text ?? old.text),
                more = \(more ?? old.more), capacity = \(capacity)
            WHERE number = \(state.number)
            """)
        if let title, title != old.title {
            try TeamRooms.rename(state.number, to: title, by: caller.username, in: transaction)
        }
        if command.hasSkills { try replace(command.skills.skills, of: state, in: transaction) }
        try teams.fill(state.number, in: transaction)
        return try Self.shown(state.number, caller, in: transaction)
    }

    private func replace(
        _ given: [String], of project: ProjectState, in transaction: Transaction
    ) throws(Refusal) {
        let skills = try skills.check(given)
        try transaction.run(
            """
            UPDATE team_project SET skills = \(SkillCatalogue.column(skills))
            WHERE number = \(project.number)
            """)
        try SkillIndex.remove(.projects, project.number, in: transaction)
        try SkillIndex.add(
            skills, of: .projects, project.number, at: project.gathering.number, in: transaction)
    }

    func delete(
        _ command: ProjectDelete, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let state = try ProjectState.read(command.number, for: caller, in: transaction)
        try state.mustBeChanger()
        try teams.end(state.number, title: state.title, state.gathering.number, in: transaction)
        return Done()
    }

    func read(
        _ command: ProjectRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Project {
        try Self.shown(command.number, caller, in: snapshot)
    }

    /// With its members, for attendees of its gathering.
    ///
    /// - Throws: `.notFound`, also for a project that is hidden from the caller.
    static func shown(
        _ number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Project {
        let person = try snapshot.first(.number(ofPerson: caller.user))
        guard var project = try snapshot.first(.project(number, for: person)) else {
            throw .noProject("number")
        }
        let role = try AttendanceCommands.role(of: person ?? 0, project.gathering, in: snapshot)
        guard project.role == .noMember else {
            project.members = try snapshot.all(StoredMember.all(of: number)).map(\.member)
            project.room = try TeamRooms.key(of: number, in: snapshot)
            return project
        }
        if role?.may(.runProjects) != true,
            try ProjectState.isOwnerBlocked(number, caller.user, in: snapshot)
        {
            throw .noProject("number")
        }
        if role != nil {
            project.members = try snapshot.all(StoredMember.all(of: number, seenBy: caller.user))
                .map(\.member)
        }
        return project
    }

    func list(
        _ command: ProjectList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Projects {
        let person = try snapshot.first(.number(ofPerson: caller.user))
        let query: Query<Project>
        if command.gathering > 0 {
            let gathering = try GatheringState.read(
                command.gathering, for: person, field: "gathering", in: snapshot)
            query = .projects(
                at: gathering.number,
                before: try TeamPlace(
                    behind: command.after,
                    in: "team_project WHERE gathering = \(gathering.number)", snapshot),
                for: person,
                seenBy: gathering.role.may(.runProjects) ? nil : caller.user,
                limit: Self.pageMax + 1)
        } else {
            let place = try TeamPlace(
                behind: command.after,
                in: """
                    team_project WHERE number IN (
                        SELECT project FROM team_member WHERE person = \(person ?? 0))
                    """, snapshot)
            query = .projects(of: person ?? 0, before: place, limit: Self.pageMax + 1)
        }
        let page = try snapshot.all(query)
        var answer = Projects()
        answer.projects = Array(page.prefix(Self.pageMax))
        if page.count > Self.pageMax { answer.next = answer.projects.last?.number ?? 0 }
        return answer
    }

    func leave(
        _ command: ProjectLeave, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        if !command.username.isEmpty { _ = try Username(command.username, field: "username") }
        let state = try ProjectState.read(command.number, for: caller, in: transaction)
        let members = try transaction.all(StoredMember.all(of: state.number))
        guard command.username.isEmpty || command.username == caller.username else {
            try state.mustBeChanger()
            guard let other = members.first(where: { $0.member.user.username == command.username })
            else { throw Refusal(.notFound, field: "username", "there is no such member") }
            guard other.member.role != .owner else {
                throw Refusal(.conflict, field: "username", "the owner leaves by themselves")
            }
            try teams.leave(other, project: state, by: caller.username, in: transaction)
            return Done()
        }
        guard let own = members.first(where: { $0.user == caller.user }) else { return Done() }
        try teams.leave(own, project: state, by: "", in: transaction)
        return Done()
    }

    func grant(
        _ command: ProjectGrant, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Project {
        let name = try Username(command.username, field: "username").description
        let state = try ProjectState.read(command.number, for: caller, in: transaction)
        guard state.role == .owner else {
            throw Refusal(.notMember, "only the owner of the project may do that")
        }
        guard [.member, .recruiter, .owner].contains(command.role) else {
            throw Refusal(.invalidField, field: "role", "expected MEMBER, RECRUITER or OWNER")
        }
        guard name != caller.username else {
            throw Refusal(.oneself, field: "username", "that is you")
        }
        let members = try transaction.all(StoredMember.all(of: state.number))
        guard let other = members.first(where: { $0.member.user.username == name })
        else { throw Refusal(.notFound, field: "username", "there is no such member") }
        if other.member.role != command.role {
            if command.role == .owner, let own = members.first(where: { $0.user == caller.user }) {
                try teams.grant(.recruiter, to: own, state, by: caller.username, in: transaction)
            }
            try teams.grant(command.role, to: other, state, by: caller.username, in: transaction)
        }
        return try Self.shown(state.number, caller, in: transaction)
    }
}
