import Accounts
import Activities
import Circle
import Kernel
import SwiftProtobuf
import Wire

/// What becomes of a plan: a post on the circle, an entry of a calendar.
extension PlanCommands {
    func done(
        _ command: PlanDone, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Plan {
        let text = try PlainText(
            command.text, .init(PlanDone.textLength, allowsLines: true), field: "text")
        let company = try own(command.plan, caller, in: transaction)
        guard company.guest(caller.user)?.isMember == true else {
            throw Refusal(.notMember, field: "plan", "you have not joined this plan")
        }
        let isDone = !command.hasOn || command.on
        guard !isDone || company.plan.begins <= transaction.now else {
            throw Refusal(.conflict, field: "plan", "this plan has not begun")
        }
        guard !isDone || !company.plan.isCancelled else {
            throw Refusal(.tooLate, field: "plan", "this plan was called off")
        }
        let number = company.plan.number
        try transaction.run(
            """
            UPDATE plan_guest SET is_done = \(isDone), body = \(isDone ? text.text : "")
            WHERE plan = \(number) AND user_id = \(caller.user)
            """)
        try post(try membership.company(number, in: transaction), caller.user, in: transaction)
        let changed = try membership.company(number, in: transaction)
        try membership.tell(changed, changed.members.map(\.user), in: transaction)
        return changed.shown(to: caller.user)
    }

    func calendar(
        _ command: PlanCalendar, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> CalendarFile {
        let company = try own(command.plan, caller, in: snapshot)
        guard company.guest(caller.user)?.isOffered == true else { throw .noSuchPlan }
        let plan = company.shown(to: caller.user)
        let title = catalogue.title(of: plan.activity)
        let names = plan.members.map(\.user).filter { $0.username != caller.username }
            .map(\.displayName)
        var event = CalendarEvent(
            uid: "plan-\(plan.plan)@upfor", begins: company.plan.begins, ends: company.plan.until,
            written: snapshot.now,
            summary: names.isEmpty ? title : "\(title): \(names.joined(separator: ", "))")
        (event.location, event.description) = (plan.place, plan.note)
        (event.sequence, event.isCancelled) = (company.plan.version, company.plan.isCancelled)
        if plan.hasPoint { event.point = (plan.point.lat, plan.point.lon) }
        return .with { $0.text = event.file(by: "Plans") }
    }

    /// Once two members have confirmed a plan, it is one post.
    private func post(
        _ company: PlanCompany, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let isDone = company.guest(user)?.isDone == true
        if let post = company.plan.post {
            if isDone {
                try circle.name(user, inPost: post, in: transaction)
            } else {
                try circle.withdraw(user, fromPost: post, in: transaction)
            }
            return
        }
        let confirmed = company.members.filter(\.isDone)
        guard confirmed.count > 1, let author = confirmed.first else { return }
        let post = try circle.post(
            company.plan.activity, author.text, by: author.user,
            with: confirmed.dropFirst().map(\.user), in: transaction)
        try transaction.run(
            "UPDATE plan SET post_id = \(post) WHERE number = \(company.plan.number)")
    }
}
