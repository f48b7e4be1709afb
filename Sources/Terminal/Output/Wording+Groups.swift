import SwiftProtobuf
import Wire

extension Wording {
    /// Answers about groups; nil for anything else.
    func groupAnswer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        switch body {
        case .group(let group): [line(group)]
        case .groupPage(let page): self.page(page)
        case .groupUpState(let state): [self.state(state)]
        case .groupList(let list): list.groups.map(line)
        default: nil
        }
    }

    /// What happened in groups; nil for anything else.
    func groupNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .groupChanged(let change): changed(change)
        case .groupInvited(let invitation): invited(invitation)
        case .groupInvitationClosed(let closed):
            "you are no longer invited to \(safe(closed.room))"
        case .groupMatch(let match):
            "\(palette.yellow("★")) \(person(match.with)) is up for "
                + "\(palette.bold(safe(match.activity))), too, in \(safe(match.room))"
        default: nil
        }
    }

    /// `ben invites you to #17 Lunch (`group accept '#17'`)`.
    func invited(_ invitation: GroupInvitation) -> String {
        let group = "\(safe(invitation.room)) \(palette.bold(safe(invitation.name)))"
        return "\(person(invitation.by)) invites you to \(group) "
            + "(`group accept '\(safe(invitation.room))'`)"
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
        let invited =
            page.invited.isEmpty
            ? [] : ["invited by you  \(page.invited.map(safe).joined(separator: ", "))"]
        return [line(page.group)] + members + invited + code
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
