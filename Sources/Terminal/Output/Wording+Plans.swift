import Wire

extension Wording {
    /// The plans of the user.
    func plans(_ list: Plans) -> [String] {
        list.plans.isEmpty
            ? [palette.dim("no plans: `plan make ACTIVITY` makes one")] : list.plans.flatMap(plan)
    }

    /// A plan, who comes, and what the user can do now.
    func plan(_ plan: Plan) -> [String] {
        guard plan.answer != .notComing else { return ["you are not coming"] }
        var lines = [headline(of: plan)]
        lines += plan.members.map { "  \(member($0))" }
        if !plan.asked.isEmpty {
            let names = plan.asked.map { person($0) }.joined(separator: ", ")
            lines.append(palette.dim("  not answered yet: \(names)"))
        }
        return lines
    }

    /// An event about a plan; nil for any other.
    func planNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .planOffered(let offered):
            "\(palette.yellow("★")) \(headline(of: offered.plan))"
        case .planChanged(let changed): self.changed(changed)
        case .planGone(let gone): palette.dim("plan \(gone.plan) is gone")
        default: nil
        }
    }

    private func changed(_ changed: PlanChanged) -> String {
        let activity = palette.bold(safe(changed.plan.activity))
        guard !changed.by.isEmpty else { return headline(of: changed.plan) }
        let member = changed.plan.members.first { $0.user.username == changed.by }
        return member.map { "\(self.member($0)): \(activity)" }
            ?? "\(safe(changed.by)) is not coming: \(activity)"
    }

    private func headline(of plan: Plan) -> String {
        var parts = [palette.bold(safe(plan.activity)), "with \(person(plan.maker))"]
        if plan.hasAt { parts.append("at \(times.text(plan.at))") }
        if !plan.place.isEmpty { parts.append(safe(plan.place)) }
        if !plan.note.isEmpty { parts.append(safe(plan.note)) }
        if plan.cancelled {
            parts.append(palette.red("called off"))
        } else if plan.over {
            parts.append(palette.dim("over (`plan done`, `plan keep`)"))
        }
        let hint = plan.answer == .unanswered ? " (`plan join \(plan.plan)`)" : " \(plan.plan)"
        let room = plan.room.isEmpty ? "" : "  \(safe(plan.room))"
        return parts.joined(separator: ", ") + room + palette.dim(hint)
    }

    private func member(_ member: PlanMember) -> String {
        let when =
            member.hasMinutes
            ? "there in \(member.minutes) min" : member.answer == .later ? "coming later" : "coming"
        return "\(person(member.user)) is \(when)"
    }
}
