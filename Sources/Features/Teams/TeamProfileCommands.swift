import Accounts
import Kernel
import Wire

/// The caller's profile as a possible teammate, and those of others (H10).
struct TeamProfileCommands: Sendable {
    let skills: SkillCatalogue
    let teams: Teams

    /// Hides the profile or its documents, or empties fields, and sets nothing.
    @Sendable static func takesBack(_ command: TeamProfileSet) -> TakingBack {
        var rest = command
        (rest.number, rest.cid) = (0, "")
        guard rest != TeamProfileSet(), !rest.open, !rest.openToCompanies, rest.text.isEmpty,
            rest.contact.isEmpty, rest.skills.skills.isEmpty, rest.more.isEmpty
        else { return .no }
        return .yes
    }

    func set(
        _ command: TeamProfileSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> TeamProfile {
        let skills = command.hasSkills ? try skills.check(command.skills.skills) : nil
        let text = command.hasText ? try TeamFields.profile(command.text) : nil
        let contact = command.hasContact ? try TeamFields.contact(command.contact) : nil
        let more = command.hasMore ? try TeamFields.more(command.more) : nil
        try Self.confirm(command.number, caller, in: transaction)
        let number = try TeamPerson.number(of: caller, in: transaction)
        guard let old = try transaction.first(.person(number: number))?.profile else {
            throw .notSignedIn
        }
        var new = old
        new.skills = skills ?? new.skills
        new.text = text ?? new.text
        new.contact = contact ?? new.contact
        new.more = more ?? new.more
        if command.hasOpen { new.open = command.open }
        if command.hasOpenToCompanies { new.openToCompanies = command.openToCompanies }
        guard new != old || !new.text.isSame(as: old.text) || !new.more.isSame(as: old.more) else {
            return new
        }
        try transaction.run(
            """
            UPDATE team_person SET skills = \(SkillCatalogue.column(new.skills)),
                body = \(new.text), contact = \(new.contact), more = \(new.more),
                is_open = \(new.open), opens_documents = \(new.openToCompanies)
            WHERE number = \(number)
            """)
        try SkillIndex.update(person: number, in: transaction)
        return new
    }

    /// - Throws: `.notMember` for the number of another profile.
    private static func confirm(
        _ number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) {
        guard number != 0 else { return }
        guard try snapshot.first(.number(ofPerson: caller.user)) == number else {
            throw Refusal(.notMember, field: "number", "expected the number of your own profile")
        }
    }

    /// The caller's own profile, or that of a user who attends the same gathering. Other profiles,
    /// those of users who have blocked the caller, and missing ones get the same refusal.
    func read(
        _ command: TeamProfileRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> TeamProfile {
        let own = try snapshot.first(.person(of: caller.user))
        guard !command.username.isEmpty || command.number > 0 else {
            guard let own else { throw .noTeamProfile("") }
            return own.profile
        }
        let field = command.number > 0 ? "number" : "username"
        let found = try TeamPerson.named(
            command.username, command.number, for: caller, in: snapshot)
        guard let found, let own else { throw .noTeamProfile(field) }
        let team = try snapshot.first(.teamShared(own.number, found.number))
        if found.number == own.number { return found.profile }
        if team != nil { return found.shownToTeammates }
        guard try snapshot.first(.gatheringShared(own.number, found.number)) != nil else {
            throw .noTeamProfile(field)
        }
        return found.shown
    }

    /// Leaves all gatherings and projects, and deletes the profile.
    func delete(
        _ command: TeamProfileDelete, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        try Self.confirm(command.number, caller, in: transaction)
        guard try transaction.first(.number(ofPerson: caller.user)) != nil else {
            throw .noTeamProfile("")
        }
        try teams.depart(caller.user, in: transaction)
        return Done()
    }
}

extension Query where Row == UInt32 {
    /// A gathering that two users attend.
    fileprivate static func gatheringShared(_ one: UInt32, _ other: UInt32) -> Self {
        .count(
            """
            SELECT a.gathering FROM team_attendance a
            JOIN team_attendance b ON b.gathering = a.gathering AND b.person = \(other)
            WHERE a.person = \(one) LIMIT 1
            """)
    }

    /// A project that two users are members of.
    fileprivate static func teamShared(_ one: UInt32, _ other: UInt32) -> Self {
        .count(
            """
            SELECT a.project FROM team_member a
            JOIN team_member b ON b.project = a.project AND b.person = \(other)
            WHERE a.person = \(one) LIMIT 1
            """)
    }
}

extension Refusal {
    static func noTeamProfile(_ field: String) -> Refusal {
        Refusal(.notFound, field: field, "there is no such profile for teams")
    }
}
