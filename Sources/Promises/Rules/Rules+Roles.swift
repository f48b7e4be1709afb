import Kernel
import SwiftProtobuf
import Wire

// What a role at a gathering may do, and who grants it (H18).
extension Rules {
    mutating func update(_ command: GatheringUpdate, by user: String) -> Outcome {
        guard let assembly = teams.assemblies[command.number] else { return Outcome(.notFound) }
        guard assembly.isRun(by: user) else { return Outcome(.notMember) }
        teams.assemblies[command.number]?.text = command.text
        return Outcome(.gathering(teamView.gathering(command.number, for: user)))
    }

    mutating func grant(_ command: GatheringGrant, by user: String) -> Outcome {
        let (number, other, role) = (command.number, command.username, command.role)
        guard (role == .company) == !command.company.isEmpty else { return Outcome(.invalidField) }
        guard let assembly = teams.assemblies[number] else { return Outcome(.notFound) }
        guard assembly.roles[user] == .planner else { return Outcome(.notMember) }
        guard let old = assembly.roles[other] else { return Outcome(.notFound) }
        guard role == .planner || !assembly.isOnlyPlanned(by: other) else {
            return Outcome(.conflict)
        }
        let company = command.company.isEmpty ? nil : command.company
        let isChanged = old != role || assembly.companies[other] != company
        teams.assemblies[number]?.roles[other] = role
        teams.assemblies[number]?.companies[other] = company
        return Outcome(
            .gathering(teamView.gathering(number, for: user)),
            isChanged && other != user ? [tell(other, of: assembly, role, company, by: user)] : [])
    }

    mutating func leave(_ command: GatheringLeave, by user: String, at now: Moment) -> Outcome {
        guard let assembly = teams.assemblies[command.number] else { return Outcome(.notFound) }
        let other = command.username
        guard other.isEmpty || other == user else {
            guard assembly.isRun(by: user) else { return Outcome(.notMember) }
            guard let role = assembly.roles[other] else { return Outcome(.notFound) }
            guard role == .attendee || assembly.roles[user] == .planner else {
                return Outcome(.notMember)
            }
            let events = leave(assembly, of: other, removedBy: user, at: now)
            return Outcome(
                .done(Done()), events + [tell(other, of: assembly, .notAttending, nil, by: user)])
        }
        guard assembly.roles[user] != nil else { return Outcome(.done(Done())) }
        guard !assembly.isOnlyPlanned(by: user) else { return Outcome(.conflict) }
        return Outcome(.done(Done()), leave(assembly, of: user, at: now))
    }

    /// A user leaves the projects of a gathering, and wants none of them any more.
    private mutating func leave(
        _ assembly: TeamBook.Assembly, of user: String, removedBy remover: String? = nil,
        at now: Moment
    ) -> Events {
        var events: Events = []
        let ventures = teams.ventures.values.filter { $0.gathering == assembly.number }
        for venture in ventures.sorted(by: { $0.number < $1.number }) {
            events += leave(venture, of: user, removedBy: remover, at: now)
            teams.ventures[venture.number]?.waiting.removeAll { $0.user == user }
            let side = TeamBook.Side(project: venture.number, user: user, isByProject: false)
            guard let word = teams.words[side], word.isRight else { continue }
            teams.words[side] = TeamBook.Word(isRight: false, isTakenBack: true, at: word.at)
        }
        teams.assemblies[assembly.number]?.roles[user] = nil
        teams.assemblies[assembly.number]?.companies[user] = nil
        return events
    }

    private func tell(
        _ user: String, of assembly: TeamBook.Assembly, _ role: GatheringRole, _ company: String?,
        by planner: String
    ) -> (to: String, body: Body) {
        let granted = GatheringGranted.with {
            ($0.number, $0.title) = (assembly.number, assembly.title)
            ($0.role, $0.company, $0.by) = (role, company ?? "", planner)
        }
        return (user, .gatheringGranted(granted))
    }
}
