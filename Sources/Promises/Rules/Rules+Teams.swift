import Kernel
import SwiftProtobuf
import Wire

// Swipes and members of projects (H6-H8, H13).
extension Rules {
    mutating func create(_ command: GatheringCreate, by user: String, at now: Moment) -> Outcome {
        makeTeamProfile(of: user)
        let number = draw()
        teams.assemblies[number] = TeamBook.Assembly(
            number: number, title: command.title,
            starts: Moment(unixMilliseconds: command.starts.unixMilliseconds),
            ends: Moment(unixMilliseconds: command.ends.unixMilliseconds),
            roles: [user: .planner])
        return Outcome(.gathering(teamView.gathering(number, for: user)))
    }

    /// Every attendee has a profile.
    mutating func makeTeamProfile(of user: String) {
        if teams.persons[user] == nil { teams.persons[user] = draw() }
    }

    mutating func join(_ command: GatheringJoin, by user: String, at now: Moment) -> Outcome {
        guard var assembly = teams.assemblies[command.number] else { return Outcome(.notFound) }
        if assembly.roles[user] == nil {
            guard assembly.ends > now else { return Outcome(.tooLate) }
            makeTeamProfile(of: user)
            assembly.roles[user] = .attendee
            teams.assemblies[command.number] = assembly
        }
        return Outcome(.gathering(teamView.gathering(command.number, for: user)))
    }

    mutating func create(_ command: ProjectCreate, by user: String, at now: Moment) -> Outcome {
        guard let assembly = teams.assemblies[command.gathering] else { return Outcome(.notFound) }
        guard assembly.roles[user] != nil else { return Outcome(.notMember) }
        guard assembly.ends > now else { return Outcome(.tooLate) }
        let number = draw()
        teams.ventures[number] = TeamBook.Venture(
            number: number, gathering: command.gathering, title: command.title,
            capacity: command.capacity, members: [(user, .owner, now)])
        return Outcome(.project(teamView.project(number, for: user, isWhole: true)))
    }

    mutating func leave(_ command: ProjectLeave, by user: String, at now: Moment) -> Outcome {
        guard let venture = teamView.venture(command.number, for: user) else {
            return Outcome(.notFound)
        }
        return Outcome(.done(Done()), leave(venture, of: user, at: now))
    }

    /// A member leaves a project. A user who is no member changes nothing.
    ///
    /// - Parameter remover: the user who has removed the member from the gathering, and so cannot
    ///   become the owner.
    mutating func leave(
        _ venture: TeamBook.Venture, of user: String, removedBy remover: String? = nil,
        at now: Moment
    ) -> Events {
        guard let place = venture.members.firstIndex(where: { $0.user == user }) else { return [] }
        var rest = venture
        rest.members.remove(at: place)
        let role = venture.role(of: user)
        let heir = rest.members.firstIndex { role != .owner || $0.user != remover }
        guard let heir else { return end(venture) }
        for isByProject in [false, true] {
            teams.words[
                TeamBook.Side(project: venture.number, user: user, isByProject: isByProject)]?
                .isRight = false
        }
        let told = rest.members.map(\.user)
        var events: Events = (told + [user]).map { ($0, .teamLeft(changed(rest, user))) }
        if role == .owner {
            rest.members[heir].role = .owner
            let owned = changed(rest, rest.members[heir].user, .owner)
            events += told.map { ($0, .teamRoleChanged(owned)) }
        }
        events += part(user, from: rest)
        events += fill(&rest, at: now)
        teams.ventures[venture.number] = rest
        return events
    }

    private mutating func end(_ venture: TeamBook.Venture) -> Events {
        teams.ventures[venture.number] = nil
        teams.words = teams.words.filter { $0.key.project != venture.number }
        let deleted = ProjectDeleted.with {
            ($0.number, $0.title, $0.gathering) = (venture.number, venture.title, venture.gathering)
        }
        let members = venture.members.map(\.user)
        return members.map { ($0, .projectDeleted(deleted)) }
            + members.reversed().flatMap { part($0, from: venture) }
    }

    private mutating func fill(
        _ venture: inout TeamBook.Venture, at now: Moment
    ) -> [(to: String, body: Body)] {
        var events: [(to: String, body: Body)] = []
        while venture.members.count < Int(venture.capacity), !venture.waiting.isEmpty {
            let next = venture.waiting.removeFirst().user
            guard !teamView.isHidden(venture, from: next) else { continue }
            events += enter(next, &venture, at: now)
        }
        return events
    }

    private mutating func enter(
        _ user: String, _ venture: inout TeamBook.Venture, at now: Moment
    ) -> [(to: String, body: Body)] {
        venture.members.append((user, .member, now))
        // Members with the same join time are ordered by the number of their profiles.
        venture.members.sort { one, other in
            (one.since, teams.persons[one.user] ?? 0) < (
                other.since, teams.persons[other.user] ?? 0
            )
        }
        let joined = changed(venture, user, .member)
        let events: Events = venture.members.map { ($0.user, .teamJoined(joined)) }
        return events + band(user, &venture, at: now)
    }

    /// A member enters the room of the team, which opens with the second member, and becomes a
    /// teammate of all members whom no block separates from them.
    private mutating func band(
        _ user: String, _ venture: inout TeamBook.Venture, at now: Moment
    ) -> Events {
        let others = venture.members.map(\.user).filter { $0 != user }
        for other in others where !isBarred(user, other) {
            teammates.insert(Pair(user, other))
            everTeammates.insert(Pair(user, other))
        }
        if let room = venture.room { return join([user], room, by: "").events }
        let room = openTeam(venture.title, at: now)
        venture.room = room
        return join(others + [user], room, by: "").events
    }

    /// A member leaves the room of the team, and stays a teammate only of those in another project
    /// of both.
    private mutating func part(_ user: String, from venture: TeamBook.Venture) -> Events {
        for other in users where other != user {
            let share = teams.ventures.values.contains { shared in
                shared.number != venture.number && shared.role(of: user) != .noMember
                    && shared.role(of: other) != .noMember
            }
            if !share, venture.role(of: other) != .noMember {
                teammates.remove(Pair(user, other))
            }
        }
        return venture.room.map { drop(user, $0, by: "") } ?? []
    }

    mutating func swipe(_ command: SwipeSet, by user: String, at now: Moment) -> Outcome {
        let side: TeamBook.Side
        switch aim(command, by: user) {
        case .success(let found): side = found
        case .failure(let failure): return Outcome(failure.code)
        }
        guard var venture = teams.ventures[side.project] else { return Outcome(.notFound) }
        guard venture.role(of: side.user) == .noMember else {
            guard command.approve else { return Outcome(.conflict) }
            return !teams.hasSaid(side)
                ? Outcome(.notFound) : Outcome(.swipe(teamView.shown(side)))
        }
        if let old = teams.words[side] {
            if old.isRight, !command.approve {
                let changes = old.changes > 0 ? old.changes - 1 : 0
                teams.words[side] = TeamBook.Word(isRight: false, changes: changes, at: now)
            } else if old.isRight != command.approve || old.isTakenBack {
                // The hour that a new swipe would have to wait never passes here.
                return Outcome(.rateLimited)
            }
        } else {
            teams.words[side] = TeamBook.Word(isRight: command.approve, at: now)
        }
        if !command.approve {
            teams.ventures[side.project]?.waiting.removeAll { $0.user == side.user }
        }
        guard command.approve, teams.words[side.other]?.isRight == true else {
            return Outcome(.swipe(teamView.shown(side)))
        }
        guard venture.members.count < Int(venture.capacity) else {
            return wait(side.user, venture, at: now)
        }
        let events = enter(side.user, &venture, at: now)
        teams.ventures[side.project] = venture
        return Outcome(.swipe(teamView.shown(side)), events)
    }

    /// The swipes are mutual, but the project is full: refused, and kept.
    private mutating func wait(
        _ user: String, _ venture: TeamBook.Venture, at now: Moment
    ) -> Outcome {
        var outcome = Outcome(.listFull)
        outcome.isKept = true
        guard !venture.waiting.contains(where: { $0.user == user }) else { return outcome }
        teams.ventures[venture.number]?.waiting.append((user, now))
        teams.ventures[venture.number]?.waiting.sort { one, other in
            (one.since, teams.persons[one.user] ?? 0) < (
                other.since, teams.persons[other.user] ?? 0
            )
        }
        let matched = TeamMatched.with {
            ($0.project, $0.title) = (venture.number, venture.title)
            ($0.gathering, $0.user) = (venture.gathering, profile(of: user))
        }
        let swipers = venture.members.filter { $0.role != .member }.map(\.user)
        outcome.events = (swipers + [user]).map { ($0, .teamMatched(matched)) }
        return outcome
    }

    private func aim(_ command: SwipeSet, by user: String) -> Result<TeamBook.Side, Failure> {
        if let side = teams.wanted(command, by: user) { return .success(side) }
        guard let venture = teamView.venture(command.project, for: user),
            let assembly = teams.assemblies[venture.gathering]
        else { return .failure(Failure(code: .notFound)) }
        let other = command.username
        guard other.isEmpty || other == user else {
            guard [.owner, .recruiter].contains(venture.role(of: user)) else {
                return .failure(Failure(code: .notMember))
            }
            guard assembly.roles[other] != nil, !isBarred(user, other),
                !teamView.isHidden(venture, from: other)
            else {
                return .failure(Failure(code: .notFound))
            }
            return .success(
                TeamBook.Side(project: venture.number, user: other, isByProject: true))
        }
        guard assembly.roles[user] != nil else { return .failure(Failure(code: .notMember)) }
        guard !teamView.isHidden(venture, from: user) else {
            return .failure(Failure(code: .notFound))
        }
        return .success(TeamBook.Side(project: venture.number, user: user, isByProject: false))
    }

    /// Whether either of two users has blocked the other.
    func isBarred(_ one: String, _ other: String) -> Bool { blocks.bar(one, other) }

    private func changed(
        _ venture: TeamBook.Venture, _ user: String, _ role: TeamRole = .noMember
    ) -> TeamChanged {
        .with {
            ($0.project, $0.title) = (venture.number, venture.title)
            ($0.gathering, $0.user) = (venture.gathering, profile(of: user))
            ($0.role, $0.size) = (role, UInt32(venture.members.count))
        }
    }
}
