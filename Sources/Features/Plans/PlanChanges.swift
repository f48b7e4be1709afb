import Accounts
import Activities
import Friends
import Kernel
import Wire

/// What happens to a plan when something happens to its guests, or its time has passed.
extension PlanMembership {
    /// Two friends match: each is offered the open plan of the other.
    func matched(_ overlap: Overlap, in transaction: Transaction) throws(Refusal) {
        for (maker, friend) in [(overlap.low, overlap.high), (overlap.high, overlap.low)] {
            guard let plan = try transaction.first(.plan(of: maker, for: overlap.activity)),
                plan.takesLater
            else { continue }
            let company = try PlanCompany(plan, in: transaction)
            guard company.guest(friend) == nil, company.guests.count <= Self.guestsMax else {
                continue
            }
            try put(friend, .unanswered, nil, in: plan.number, in: transaction)
            let offered = try self.company(plan.number, in: transaction)
            try offer(offered, to: friend, in: transaction)
            try tell(offered, [maker], in: transaction)
        }
    }

    /// Two users are no friends any more: one of them has no part in a plan of the other.
    func parted(_ pair: UserPair, in transaction: Transaction) throws(Refusal) {
        for plan in try transaction.all(.plans(withBoth: pair)) {
            let company = try PlanCompany(plan, in: transaction)
            if plan.maker == pair.low { try drop(company, pair.high, in: transaction) }
            if plan.maker == pair.high { try drop(company, pair.low, in: transaction) }
        }
    }

    /// One of two users has blocked the other. Of two members, the one who has blocked leaves. One
    /// of the two who has not joined does not see the other any more.
    func blocked(_ pair: UserPair, in transaction: Transaction) throws(Refusal) {
        try parted(pair, in: transaction)
        for (user, other) in [(pair.low, pair.high), (pair.high, pair.low)] {
            for plan in try transaction.all(.plans(withBoth: pair)) {
                let company = try PlanCompany(plan, in: transaction)
                if company.guest(user)?.isMember == true,
                    company.guest(other)?.isMember == true,
                    try BlockRules.exists(by: user, of: other, in: transaction)
                {
                    try leave(company, user, in: transaction)
                } else {
                    try hide(other, from: user, company, in: transaction)
                }
            }
        }
    }

    /// A guest does not see a member any more: for the guest, the member has left.
    private func hide(
        _ member: User.ID, from viewer: User.ID, _ company: PlanCompany,
        in transaction: Transaction
    ) throws(Refusal) {
        guard company.guest(member)?.isMember == true,
            company.guest(viewer)?.state == .unanswered, !company.sees(viewer, member)
        else { return }
        try tell(company, [viewer], by: member, in: transaction)
    }

    /// A user has left friends out of an activity. If one of the two has made a plan for it that
    /// the other has not answered, the other has no part in it any more.
    func kept(
        _ friends: Set<User.ID>, from user: User.ID, _ activity: String,
        in transaction: Transaction
    ) throws(Refusal) {
        for friend in friends.sorted() {
            guard let pair = UserPair(user, friend) else { continue }
            for plan in try transaction.all(.plans(withBoth: pair)) where plan.phase == .open {
                let company = try PlanCompany(plan, in: transaction)
                guard plan.maker == user || plan.maker == friend else {
                    try hide(user, from: friend, company, in: transaction)
                    try hide(friend, from: user, company, in: transaction)
                    continue
                }
                let guest = plan.maker == user ? friend : user
                guard company.guest(guest)?.isAsked == true else { continue }
                if plan.activity != activity {
                    guard try matches(plan, guest, by: activity, of: user, in: transaction) else {
                        continue
                    }
                }
                try drop(company, guest, in: transaction)
            }
        }
    }

    /// Whether the match of a guest with the maker of a plan rests on a wildcard of one of them.
    private func matches(
        _ plan: StoredPlan, _ guest: User.ID, by wildcard: String, of user: User.ID,
        in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try ActivitiesFeature.current(of: plan.maker, for: plan.activity, in: snapshot).contains {
            $0.other(than: plan.maker) == guest && $0.offer(of: user) == wildcard
        }
    }

    /// A user leaves Upfor.
    func depart(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        for plan in try transaction.all(.plans(withGuest: user)) {
            let company = try PlanCompany(plan, in: transaction)
            if plan.maker == user {
                let keepers = company.members.filter { $0.keeps && $0.user != user }
                try close(company, keeping: keepers.map(\.user), in: transaction)
            } else {
                try drop(company, user, in: transaction)
            }
        }
    }

    /// Ends plans whose time has passed, and closes the rooms of those that ended a day ago.
    ///
    /// - Returns: whether there may be more.
    func pass(in transaction: Transaction) throws(Refusal) -> Bool {
        let stepCount = 50
        let due = try transaction.all(.due(at: transaction.now, limit: stepCount))
        for plan in due {
            let company = try PlanCompany(plan, in: transaction)
            switch plan.phase {
            case .open: try end(company, in: transaction)
            case .over:
                let keepers = company.members.filter { $0.keeps }.map(\.user)
                try close(company, keeping: keepers, in: transaction)
            }
        }
        return due.count == stepCount
    }

    func company(
        _ number: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> PlanCompany {
        guard let plan = try snapshot.first(.plan(number: number)) else { throw .fault }
        return try PlanCompany(plan, in: snapshot)
    }

    func put(
        _ user: User.ID, _ state: Guest.State, _ minutes: UInt32?, in plan: UInt32,
        in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO plan_guest (plan, user_id, state, minutes, joined_ms)
            VALUES (\(plan), \(user), \(state.rawValue), \(minutes.map(Int64.init)),
                \(transaction.now))
            ON CONFLICT (plan, user_id) DO UPDATE SET state = excluded.state,
                minutes = excluded.minutes, joined_ms = CASE WHEN plan_guest.state IN (1, 2)
                    THEN plan_guest.joined_ms ELSE excluded.joined_ms END,
                keeps = CASE WHEN excluded.state IN (1, 2) THEN plan_guest.keeps ELSE 0 END,
                is_done = CASE WHEN excluded.state IN (1, 2) THEN plan_guest.is_done ELSE 0 END,
                body = CASE WHEN excluded.state IN (1, 2) THEN plan_guest.body ELSE '' END
            """)
    }
}
