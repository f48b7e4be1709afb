import SwiftProtobuf
import Wire

extension Wording {
    /// Answers about groups; nil for anything else.
    func groupAnswer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        switch body {
        case .group(let group): [line(group)]
        case .groupPage(let page): self.page(page)
        case .groupUpState(let state): [self.state(state)]
        default: nil
        }
    }

    /// What happened in groups; nil for anything else.
    func groupNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .groupChanged(let change): changed(change)
        case .groupMatch(let match):
            "\(palette.yellow("★")) \(person(match.with)) is up for "
                + "\(palette.bold(safe(match.activity))), too, in \(safe(match.room))"
        default: nil
        }
    }

    /// `#17 Lunch, 3 members, of ana`.
    private func line(_ group: Group) -> String {
        let members = group.members == 1 ? "1 member" : "\(group.members) members"
        let owner = group.owner.isEmpty ? "" : ", of \(safe(group.owner))"
        return "\(safe(group.room)) \(palette.bold(safe(group.name))), \(members)"
            + (group.team ? ", a team" : owner)
    }

    private func page(_ page: GroupPage) -> [String] {
        let code = page.code.isEmpty ? [] : ["joined by  \(safe(page.code))"]
        let members = page.members.map { member in
            "  \(person(member.user))" + (member.owner ? palette.dim(" (owner)") : "")
        }
        return [line(page.group)] + members + code
    }

    private func state(_ state: GroupUpState) -> String {
        let activity = palette.bold(safe(state.activity))
        guard state.on else { return "you are not up for \(activity) in \(safe(state.room))" }
        let others = state.with.map { safe($0.username) }.joined(separator: ", ")
        return "you are up for \(activity) in \(safe(state.room)) until \(times.text(state.until))"
            + (others.isEmpty ? "" : ", with \(others)")
    }

    private func changed(_ change: GroupChanged) -> String {
        let group = "\(safe(change.group.room)) \(palette.bold(safe(change.group.name)))"
        let (joined, left) = (change.joined.map { safe($0.username) }, change.left.map(safe))
        if !joined.isEmpty { return "\(joined.joined(separator: ", ")) joined \(group)" }
        if !left.isEmpty { return "\(left.joined(separator: ", ")) left \(group)" }
        return "\(line(change.group)): changed by \(safe(change.by))"
    }
}
