import Accounts
public import Kernel
import Wire

/// The members of projects: how they join and leave, and what follows (H7, H8).
struct Teams: Sendable {
    private let observers: [TeamObserver]

    init(observers: [TeamObserver]) { self.observers = observers }

    /// The first member of a new project.
    func found(
        _ project: UInt32, title: String, by person: UInt32, _ user: User.ID,
        in transaction: Transaction
    ) throws(Refusal) {
        try insert(person, project, role: .owner, isFounder: true, in: transaction)
        try observe(
            TeamChange(project: project, title: title, .joined, user: user, others: []),
            in: transaction)
    }

    /// Both sides want it: the user joins, or waits if there is no room.
    ///
    /// - Returns: whether the user is a member now.
    func admit(
        _ person: TeamPerson, _ project: ProjectState, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let members = try transaction.all(StoredMember.all(of: project.number))
        guard members.count < project.capacity else {
            try wait(person, project, members, in: transaction)
            return false
        }
        try insert(person.number, project.number, role: .member, in: transaction)
        try stopWaiting(person.number, project.number, in: transaction)
        var change = Self.change(project, person.profile.user, size: members.count + 1)
        change.role = .member
        let others = members.map(\.user)
        try transaction.deliver(.teamJoined(change), to: others + [person.user])
        try observe(
            TeamChange(
                project: project.number, title: project.title, .joined, user: person.user,
                others: others), in: transaction)
        return true
    }

    /// Puts a user on the waiting list, and sends the match once to the user and to those who swipe
    /// for the project, except those whom a block hides from the user.
    private func wait(
        _ person: TeamPerson, _ project: ProjectState, _ members: [StoredMember],
        in transaction: Transaction
    ) throws(Refusal) {
        let changed = try transaction.rowsChanged(
            """
            UPDATE team_swipe SET waits_ms = \(transaction.now)
            WHERE project = \(project.number) AND person = \(person.number) AND by_project = 0
                AND waits_ms IS NULL
            """)
        guard changed > 0 else { return }
        var matched = TeamMatched()
        (matched.project, matched.title) = (project.number, project.title)
        (matched.gathering, matched.user) = (project.gathering.number, person.profile.user)
        var told = [person.user]
        for member in members where member.member.role != .member {
            guard try !TeamPerson.isBlocked(member.user, person.user, in: transaction) else {
                continue
            }
            told.append(member.user)
        }
        try transaction.deliver(.teamMatched(matched), to: told)
    }

    func stopWaiting(
        _ person: UInt32, _ project: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            UPDATE team_swipe SET waits_ms = NULL
            WHERE project = \(project) AND person = \(person) AND by_project = 0
                AND waits_ms IS NOT NULL
            """)
    }

    /// Admits waiting users, those who have waited longest first, as far as there is room: by the
    /// index `team_swipe_waiting`. A block between the owner and a user ends the waiting.
    func fill(_ number: UInt32, in transaction: Transaction) throws(Refusal) {
        while let project = try ProjectState.find(number, for: nil, in: transaction),
            project.hasRoom, project.gathering.ends > transaction.now,
            let next = try transaction.first(.waiting(for: number))
        {
            guard let person = try transaction.first(.person(number: next)),
                try !ProjectState.isOwnerBlocked(number, person.user, in: transaction),
                try admit(person, project, in: transaction)
            else {
                try stopWaiting(next, number, in: transaction)
                continue
            }
        }
    }

    /// A member leaves, or is removed. A leaving owner is succeeded by the longest-standing
    /// recruiter, or else member; a project without members is deleted.
    ///
    /// - Parameters:
    ///   - username: the user who removed the member; empty: none did.
    ///   - person: never the next owner: a user who removes an owner from the gathering would then
    ///     read the documents of all who want to join.
    func leave(
        _ member: StoredMember, project: ProjectState, by username: String,
        passingOver person: UInt32? = nil, in transaction: Transaction
    ) throws(Refusal) {
        let rest = try transaction.all(StoredMember.all(of: project.number))
            .filter { $0.person != member.person }
        let heirs = member.member.role == .owner ? rest.filter { $0.person != person } : rest
        guard !heirs.isEmpty else {
            return try end(
                project.number, title: project.title, project.gathering.number, in: transaction)
        }
        try remove(member.person, project.number, in: transaction)
        var change = Self.change(project, member.member.user, size: rest.count)
        change.by = username
        let others = rest.map(\.user)
        try transaction.deliver(.teamLeft(change), to: others + [member.user])
        try observe(
            TeamChange(
                project: project.number, title: project.title, .left, user: member.user,
                others: others), in: transaction)
        if member.member.role == .owner {
            let heir = heirs.first { $0.member.role == .recruiter } ?? heirs[0]
            try grant(.owner, to: heir, project, by: "", in: transaction)
        }
        try fill(project.number, in: transaction)
    }

    func grant(
        _ role: TeamRole, to member: StoredMember, _ project: ProjectState, by username: String,
        in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            UPDATE team_member SET role = \(Int64(role.rawValue))
            WHERE project = \(project.number) AND person = \(member.person)
            """)
        let users = try transaction.all(StoredMember.all(of: project.number)).map(\.user)
        var change = Self.change(project, member.member.user, size: users.count)
        (change.role, change.by) = (role, username)
        try transaction.deliver(.teamRoleChanged(change), to: users)
    }

    /// Deletes a project for all users at once; its swipes are deleted in steps.
    func end(
        _ project: UInt32, title: String, _ gathering: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        var members = try transaction.all(StoredMember.all(of: project))
        try transaction.run("DELETE FROM team_member WHERE project = \(project)")
        try transaction.run(
            "UPDATE team_project SET is_gone = 1, size = 0 WHERE number = \(project)")
        try transaction.run(
            "UPDATE gathering SET projects = projects - 1 WHERE number = \(gathering)")
        try transaction.run(
            """
            UPDATE team_swipe SET waits_ms = NULL
            WHERE project = \(project) AND waits_ms IS NOT NULL
            """)
        try SkillIndex.remove(.projects, project, in: transaction)
        var deleted = ProjectDeleted()
        (deleted.number, deleted.title, deleted.gathering) = (project, title, gathering)
        try transaction.deliver(.projectDeleted(deleted), to: members.map(\.user))
        while let member = members.popLast() {
            try observe(
                TeamChange(
                    project: project, title: title, .left, user: member.user,
                    others: members.map(\.user)), in: transaction)
        }
    }

    private func observe(
        _ change: TeamChange, in transaction: Transaction
    ) throws(Refusal) {
        for observer in observers { try observer(change, transaction) }
    }

    private static func change(
        _ project: ProjectState, _ user: UserProfile, size: Int
    ) -> TeamChanged {
        var change = TeamChanged()
        (change.project, change.title) = (project.number, project.title)
        (change.gathering, change.user) = (project.gathering.number, user)
        change.size = UInt32(clamping: size)
        return change
    }

    private func insert(
        _ person: UInt32, _ project: UInt32, role: TeamRole, isFounder: Bool = false,
        in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO team_member (project, person, role, is_founder, since_ms)
            VALUES (\(project), \(person), \(Int64(role.rawValue)), \(isFounder),
                \(transaction.now))
            """)
        try transaction.run("UPDATE team_project SET size = size + 1 WHERE number = \(project)")
    }

    /// Sets the swipes of both sides to the left: to join again takes two new ones.
    private func remove(
        _ person: UInt32, _ project: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "DELETE FROM team_member WHERE project = \(project) AND person = \(person)")
        try transaction.run("UPDATE team_project SET size = size - 1 WHERE number = \(project)")
        try transaction.run(
            """
            UPDATE team_swipe SET way = 0 WHERE project = \(project) AND person = \(person)
            """)
    }
}

extension Query where Row == UInt32 {
    /// Waiting users, those who have waited longest first.
    fileprivate static func waiting(for project: UInt32) -> Self {
        .count(
            """
            SELECT person FROM team_swipe
            WHERE project = \(project) AND waits_ms IS NOT NULL
            ORDER BY waits_ms, person LIMIT 1
            """)
    }
}

/// A change of a project's members: one joined or left.
public struct TeamChange: Equatable, Sendable {
    /// What happened to the membership.
    public enum Kind: Equatable, Sendable {
        case joined, left
    }

    /// The project's number, which never changes and is never given again.
    public let project: UInt32
    /// The project's title.
    public let title: String
    /// What happened.
    public let kind: Kind
    /// The user who joined or left.
    public let user: User.ID
    /// The other members: those who stay, or who were there before, ordered by join time.
    public let others: [User.ID]

    /// - Parameters: as the properties.
    public init(project: UInt32, title: String, _ kind: Kind, user: User.ID, others: [User.ID]) {
        (self.project, self.title, self.kind) = (project, title, kind)
        (self.user, self.others) = (user, others)
    }
}

/// Does what else follows from a change of a project's members, in the same transaction.
public typealias TeamObserver = @Sendable (TeamChange, Transaction) throws(Refusal) -> Void
