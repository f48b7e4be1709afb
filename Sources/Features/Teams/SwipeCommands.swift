import Accounts
import Kernel
import Wire

/// Swipes from both sides (H4-H8, H15, H19).
struct SwipeCommands: Sendable {
    private static let pageMax = 50

    let teams: Teams

    /// A swipe that is about to be made or looked at.
    private struct Aim {
        let project: ProjectState
        let person: TeamPerson
        let isByProject: Bool

        var key: StoredSwipe.Key {
            StoredSwipe.Key(
                project: project.number, person: person.number, isByProject: isByProject)
        }
    }

    /// A swipe to the left takes back one to the right.
    @Sendable func takesBack(_ command: SwipeSet) -> TakingBack {
        guard !command.approve else { return .no }
        return Self.takesBack(command.project, command.username, command.profile)
    }

    /// The same, for a swipe that is removed.
    @Sendable func takesBack(_ command: SwipeDrop) -> TakingBack {
        Self.takesBack(command.project, command.username, command.profile)
    }

    private static func takesBack(
        _ project: UInt32, _ username: String, _ profile: UInt32
    ) -> TakingBack {
        .ifSo { (caller, snapshot) throws(Refusal) in
            try wanted(project, username, profile, caller, in: snapshot) != nil
        }
    }

    func set(
        _ command: SwipeSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Swipe {
        let aim = try Self.aim(
            command.project, command.username, command.profile, caller, in: transaction,
            at: command.gathering, takesBack: !command.approve)
        let isWanted = try StoredSwipe.find(aim.key, in: transaction)?.way == .right
        if command.approve || !isWanted {
            try aim.project.gathering.mustLast(at: transaction.now)
        }
        if try Self.isMember(aim, in: transaction) {
            try Self.mustStay(command.approve)
            return try Self.shown(aim, in: transaction)
        }
        try StoredSwipe.record(command.approve ? .right : .left, aim.key, in: transaction)
        if !command.approve {
            try teams.stopWaiting(aim.person.number, aim.project.number, in: transaction)
        } else if try StoredSwipe.find(aim.key.other, in: transaction)?.way == .right,
            try !teams.admit(aim.person, aim.project, in: transaction)
        {
            transaction.refuse(.projectFull)
        }
        return try Self.shown(aim, in: transaction)
    }

    private static func mustStay(_ approve: Bool) throws(Refusal) {
        guard !approve else { return }
        throw Refusal(.conflict, "a member of the project: projectLeave")
    }

    private static func isMember(_ aim: Aim, in snapshot: Snapshot) throws(Refusal) -> Bool {
        let query = Query<UInt32>.count(
            """
            SELECT person FROM team_member
            WHERE project = \(aim.project.number) AND person = \(aim.person.number)
            """)
        return try snapshot.first(query) != nil
    }

    /// - Throws: `.notFound` for a founder, whom no side swiped.
    private static func shown(_ aim: Aim, in snapshot: Snapshot) throws(Refusal) -> Swipe {
        guard let swipe = try snapshot.first(.swipe(aim.key)) else {
            throw Refusal(.notFound, "there is no such swipe")
        }
        return swipe
    }

    /// The side that swipes, and what it swipes. A user who may not swipe for a project learns
    /// nothing of its possible members.
    ///
    /// - Parameter takesBack: whether the command may take back a swipe to the right.
    private static func aim(
        _ number: UInt32, _ username: String, _ profile: UInt32, _ caller: Caller,
        in transaction: Snapshot, at gathering: UInt32 = 0, takesBack: Bool = false
    ) throws(Refusal) -> Aim {
        if takesBack,
            let wanted = try wanted(
                number, username, profile, caller, in: transaction, at: gathering)
        {
            return wanted
        }
        if !username.isEmpty { _ = try Username(username, field: "username") }
        let project = try ProjectState.read(
            number, for: caller, field: "project", in: transaction)
        guard gathering == 0 || gathering == project.gathering.number else {
            throw .noProject("project")
        }
        let own = try transaction.first(.person(of: caller.user))
        guard isOwn(username, profile, caller, own) else {
            try project.mustBeSwiper()
            let field = profile > 0 ? "profile" : "username"
            let other = try TeamPerson.named(username, profile, for: caller, in: transaction)
            guard let other,
                try AttendanceCommands.role(
                    of: other.number, project.gathering.number, in: transaction) != nil,
                try !ProjectState.isOwnerBlocked(number, other.user, in: transaction)
            else {
                throw Refusal(.notFound, field: field, "no such user attends this gathering")
            }
            return Aim(project: project, person: other, isByProject: true)
        }
        try project.gathering.mustBeAttended()
        guard let own,
            try !ProjectState.isOwnerBlocked(number, caller.user, in: transaction)
        else { throw .noProject("project") }
        return Aim(project: project, person: own, isByProject: false)
    }

    /// A swipe to the right of the caller's side. The caller may take it back even if the project
    /// or the user is hidden from the caller now.
    private static func wanted(
        _ number: UInt32, _ username: String, _ profile: UInt32, _ caller: Caller,
        in snapshot: Snapshot, at gathering: UInt32 = 0
    ) throws(Refusal) -> Aim? {
        let own = try snapshot.first(.person(of: caller.user))
        guard let project = try ProjectState.find(number, for: own?.number, in: snapshot),
            gathering == 0 || gathering == project.gathering.number
        else { return nil }
        let isOwn = isOwn(username, profile, caller, own)
        guard isOwn || project.isSwiper,
            let person = try isOwn ? own : TeamPerson.named(username, profile, in: snapshot)
        else { return nil }
        let aim = Aim(project: project, person: person, isByProject: !isOwn)
        return try StoredSwipe.find(aim.key, in: snapshot)?.way == .right ? aim : nil
    }

    private static func isOwn(
        _ username: String, _ profile: UInt32, _ caller: Caller, _ own: TeamPerson?
    ) -> Bool {
        (username.isEmpty && profile == 0) || username == caller.username
            || (profile > 0 && profile == own?.number)
    }

    func read(
        _ command: SwipeRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Swipe {
        let aim = try Self.aim(
            command.project, command.username, command.profile, caller, in: snapshot)
        return try Self.shown(aim, in: snapshot)
    }

    func drop(
        _ command: SwipeDrop, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let aim = try Self.aim(
            command.project, command.username, command.profile, caller, in: transaction,
            takesBack: true)
        guard let old = try StoredSwipe.find(aim.key, in: transaction), old.way != .none else {
            throw Refusal(.notFound, "there is no such swipe")
        }
        if try Self.isMember(aim, in: transaction) { try Self.mustStay(false) }
        try StoredSwipe.record(.none, aim.key, in: transaction)
        try teams.stopWaiting(aim.person.number, aim.project.number, in: transaction)
        return Done()
    }

    func list(
        _ command: SwipeList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Swipes {
        let place = try Self.place(command.after)
        let page: [Swipe]
        if command.project > 0 {
            let project = try ProjectState.read(
                command.project, for: caller, field: "project", in: snapshot)
            try project.mustBeSwiper()
            page = try snapshot.all(
                .swipes(
                    by: project.number, before: place, onlyMutual: command.mutual,
                    limit: Self.pageMax + 1))
        } else {
            let person = try snapshot.first(.number(ofPerson: caller.user)) ?? 0
            page = try snapshot.all(
                .swipes(
                    of: person, at: command.gathering, seenBy: caller.user, before: place,
                    onlyMutual: command.mutual, limit: Self.pageMax + 1))
        }
        var answer = Swipes()
        answer.swipes = Array(page.prefix(Self.pageMax))
        if page.count > Self.pageMax, let last = answer.swipes.last {
            let number = command.project > 0 ? last.profile : last.project
            answer.next = "\(last.at.unixMilliseconds):\(number)"
        }
        return answer
    }

    private static func place(_ after: String) throws(Refusal) -> Query<Swipe>.Place {
        guard !after.isEmpty else { return (.max, 0) }
        let parts = after.split(separator: ":")
        guard parts.count == 2, let at = Int64(parts[0]), let number = UInt32(parts[1]) else {
            throw .noPage
        }
        return (at, number)
    }
}

extension Refusal {
    /// Both sides want it, but the project is full. The swipes are kept.
    fileprivate static let projectFull = Refusal(
        .listFull, field: "project",
        "it is mutual, and the project is full: the user joins when a place is free")
}
