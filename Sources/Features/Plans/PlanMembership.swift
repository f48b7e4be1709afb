import Accounts
import Activities
import Friends
import Kernel
import Rooms
import Wire

/// Who has a part in a plan: how guests are asked, join and leave, and how it ends.
struct PlanMembership: Sendable {
    /// How long the members of a plan that is over have its room.
    private static let afterglow = Duration.seconds(24 * 3_600)
    /// To how many friends a plan is offered.
    static let guestsMax = 200

    func join(
        _ company: PlanCompany, _ user: User.ID, _ state: Guest.State, _ minutes: UInt32?,
        in transaction: Transaction
    ) throws(Refusal) {
        let plan = company.plan
        guard plan.phase == .open else {
            throw Refusal(.tooLate, field: "plan", "this plan is over")
        }
        guard company.hasPlace(for: user), company.guest(user)?.state != .refused else {
            return try refuse(company, user, in: transaction)
        }
        let joins = company.guest(user)?.isMember == false
        try put(user, state, minutes, in: plan.number, in: transaction)
        if joins, let account = company.account(of: user) {
            try Groups.join(account, team: plan.room, in: transaction)
        }
        let joined = try self.company(plan.number, in: transaction)
        // That a member comes later than thought is of interest to those who come, too.
        let viewers = joins ? joined.viewers(of: user) : joined.members.map(\.user)
        try tell(joined, viewers, by: user, in: transaction)
    }

    /// There is no place for a guest, or a member from whom the guest is kept: the answer is the
    /// same. For the guest there is no plan from now on, since its further course would show which
    /// of the two it was. The maker goes on seeing one who is asked.
    private func refuse(
        _ company: PlanCompany, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let full = Refusal(.listFull, field: "plan", "this plan is full")
        // A member keeps the answer that the member has given.
        guard let guest = company.guest(user), guest.state != .refused, !guest.isMember else {
            throw full
        }
        try put(user, .refused, nil, in: company.plan.number, in: transaction)
        try gone(company, user, in: transaction)
        transaction.refuse(full)
    }

    /// A guest leaves, or declines; if the maker does, the plan ends.
    func leave(
        _ company: PlanCompany, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        if company.plan.maker == user, company.plan.phase == .open {
            return try end(company, isCancelled: true, in: transaction)
        }
        let viewers = company.viewers(of: user)
        let came = company.guest(user)?.isMember == true
        try put(user, .declined, nil, in: company.plan.number, in: transaction)
        try leaveRoom(company, user, in: transaction)
        if company.guest(user)?.isOffered == true {
            try gone(company, user, in: transaction)
        }
        let left = try self.company(company.plan.number, in: transaction)
        // Who declines is shown to the maker alone, as one who is asked no longer.
        let recipients = came ? viewers : [company.plan.maker]
        try tell(left, recipients.filter { $0 != user }, by: came ? user : nil, in: transaction)
    }

    /// A guest has no part in the plan any more, and is forgotten there.
    func drop(
        _ company: PlanCompany, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let viewers = company.viewers(of: user).filter { $0 != user }
        let guest = company.guest(user)
        try transaction.run(
            "DELETE FROM plan_guest WHERE plan = \(company.plan.number) AND user_id = \(user)")
        guard let guest, guest.isOffered || guest.isAsked else { return }
        try leaveRoom(company, user, in: transaction)
        if guest.isOffered { try gone(company, user, in: transaction) }
        let left = try self.company(company.plan.number, in: transaction)
        try tell(left, guest.isMember ? viewers : [company.plan.maker], in: transaction)
    }

    /// The plan is over. Its members keep the room for a day. Its point is deleted.
    func end(
        _ company: PlanCompany, isCancelled: Bool = false, in transaction: Transaction
    ) throws(Refusal) {
        let number = company.plan.number
        let until = min(company.plan.until, transaction.now)
        var details = company.plan.details
        details.clearPoint()
        try transaction.run(
            """
            UPDATE plan SET is_over = 1, is_cancelled = \(isCancelled), until_ms = \(until),
                due_ms = \(transaction.now.advanced(by: Self.afterglow)),
                details = \(details.stored)
            WHERE number = \(number)
            """)
        for guest in company.guests where guest.state == .unanswered {
            try gone(company, guest.user, in: transaction)
        }
        try transaction.run(
            "DELETE FROM plan_guest WHERE plan = \(number) AND state NOT IN (1, 2)")
        let over = try self.company(number, in: transaction)
        try tell(over, over.members.map(\.user), in: transaction)
    }

    /// Closes the room, or leaves it to those who keep it.
    func close(
        _ company: PlanCompany, keeping keepers: [User.ID], in transaction: Transaction
    ) throws(Refusal) {
        let number = company.plan.number
        let isKept = keepers.count > 1
        for guest in company.guests where guest.isOffered {
            if guest.isMember, !isKept || !keepers.contains(guest.user) {
                try leaveRoom(company, guest.user, in: transaction)
            }
            try gone(company, guest.user, in: transaction)
        }
        if isKept, let owner = keepers.first {
            try Groups.release(team: company.plan.room, to: owner, in: transaction)
        }
        try transaction.run("DELETE FROM plan_guest WHERE plan = \(number)")
        try transaction.run("DELETE FROM plan WHERE number = \(number)")
    }

    private func leaveRoom(
        _ company: PlanCompany, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        guard company.guest(user)?.isMember == true, let account = company.account(of: user)
        else { return }
        try Groups.leave(account, team: company.plan.room, in: transaction)
    }
}

// Events: the stored ones are references, and are replayed as the plan is then.
extension PlanMembership {
    func offer(
        _ company: PlanCompany, to friend: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        var (offered, reference) = (PlanOffered(), PlanOffered())
        offered.plan = company.shown(to: friend)
        reference.plan = company.reference
        try transaction.deliver(
            .planOffered(reference), to: [friend], live: .planOffered(offered))
    }

    /// - Parameter member: has joined or left; nil: none has.
    func tell(
        _ company: PlanCompany, _ viewers: [User.ID], by member: User.ID? = nil,
        in transaction: Transaction
    ) throws(Refusal) {
        let name = member.map { company.profile(of: $0).username } ?? ""
        for viewer in viewers {
            var (changed, reference) = (PlanChanged(), PlanChanged())
            changed.plan = company.shown(to: viewer)
            reference.plan = company.reference
            (changed.by, reference.by) = (name, name)
            try transaction.deliver(
                .planChanged(reference), to: [viewer], live: .planChanged(changed))
        }
    }

    func gone(
        _ company: PlanCompany, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        var gone = PlanGone()
        gone.plan = company.plan.number
        try transaction.deliver(.planGone(gone), to: [user])
    }
}

extension PlanCompany {
    /// What a stored event keeps of a plan.
    var reference: Plan {
        var reference = Plan()
        (reference.plan, reference.activity) = (plan.number, plan.activity)
        reference.maker = profile(of: plan.maker)
        return reference
    }
}
