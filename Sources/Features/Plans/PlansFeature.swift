import Accounts
public import Activities
public import Circle
public import Friends
public import Kernel
import SwiftProtobuf
import Wire

/// Plans: friends who are up for the same thing agree on when and where (Z49).
///
/// Until guests join, they are seen by the maker of the plan alone, whom they match.
public struct PlansFeature: Sendable {
    private let commands: PlanCommands

    /// - Parameters:
    ///   - catalogue: the activities of this server.
    ///   - circle: where a plan is posted whose members have confirmed it.
    public init(catalogue: ActivityCatalogue, circle: CircleFeature) {
        commands = PlanCommands(catalogue: catalogue, circle: circle)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let commands = commands
        catalog.migrate(PlanSchema.migrations)
        catalog.audit(PlanSchema.audits)
        catalog.tally("plans", "SELECT count(*) FROM plan WHERE is_over = 0")
        catalog.writeOnce(
            Command.planMake, reply: { .plan($0) }, rate: .plans,
            again: { (command, caller, transaction) throws(Refusal) in
                try commands.again(command, caller, transaction)
            }, commands.make)
        catalog.writeOnce(
            Command.planReply, reply: { .plan($0) }, rate: .planAnswers,
            takesBack: { .when($0.answer == .notComing) },
            again: { (command, caller, transaction) throws(Refusal) in
                try commands.again(command.plan, caller, transaction)
            }, commands.reply)
        catalog.writeOnce(
            Command.planChange, reply: { .plan($0) }, rate: .planAnswers,
            again: { (command, caller, transaction) throws(Refusal) in
                try commands.again(command.plan, caller, transaction)
            }, commands.change)
        catalog.writeOnce(
            Command.planKeep, reply: { .plan($0) }, rate: .settings,
            takesBack: { .when($0.hasOn && !$0.on) },
            again: { (command, caller, transaction) throws(Refusal) in
                try commands.again(command.plan, caller, transaction)
            }, commands.keep)
        catalog.writeOnce(
            Command.planDone, reply: { .plan($0) }, rate: .settings,
            takesBack: { .when($0.hasOn && !$0.on) },
            again: { (command, caller, transaction) throws(Refusal) in
                try commands.again(command.plan, caller, transaction)
            }, commands.done)
        catalog.read(Command.planCalendar, reply: { .calendar($0) }, commands.calendar)
        catalog.read(Command.planList, reply: { .plans($0) }, commands.list)
        catalog.read(Command.planRead, reply: { .plan($0) }, commands.read)
        installEvents(in: &catalog)
        catalog.backlog("plan.pass", every: .seconds(1), commands.membership.pass)
        catalog.onDeparture(commands.membership.depart)
        catalog.disclose("plans") { (caller, after, snapshot) throws(Refusal) in
            try commands.records(after, caller, snapshot)
        }
    }

    /// Whether two users are members of one plan for an activity.
    public static let areMembers: CircleFeature.PlanRule = {
        (pair, activity, time, snapshot) throws(Refusal) in
        for plan in try snapshot.all(.plans(withBoth: pair))
        where plan.activity == activity && !plan.isCancelled && plan.meets(time) {
            let members = try snapshot.all(Query<Guest>.guests(of: plan.number))
                .filter(\.isMember).map(\.user)
            if members.contains(pair.low), members.contains(pair.high) { return true }
        }
        return false
    }

    /// Two friends match.
    public var matched: ActivitiesFeature.OverlapObserver {
        let commands = commands
        return { (overlap, transaction) throws(Refusal) in
            try commands.membership.matched(overlap, in: transaction)
        }
    }

    /// A friendship began or ended.
    public var friendshipChanged: Friendships.Observer {
        let commands = commands
        return { (pair, exists, transaction) throws(Refusal) in
            guard !exists else { return }
            try commands.membership.parted(pair, in: transaction)
        }
    }

    /// A user has left friends out of an activity.
    public var audienceChanged: ActivitiesFeature.AudienceObserver {
        let commands = commands
        return { (audience, _, dropped, transaction) throws(Refusal) in
            try commands.membership.kept(
                dropped, from: audience.user, audience.activity, in: transaction)
        }
    }

    /// A user was blocked.
    public var blocked: FriendsFeature.BlockObserver {
        let commands = commands
        return { (pair, transaction) throws(Refusal) in
            try commands.membership.blocked(pair, in: transaction)
        }
    }
}

extension PlansFeature {
    /// Notifications of plans are worth as long as one of a match.
    private static let lifetime = Duration.seconds(600)

    private func installEvents(in catalog: inout Catalog) {
        let commands = commands
        catalog.event(
            \.planOffered, people: { [$0.plan.maker.username] },
            notify: { offered in
                News(
                    "plan", from: offered.plan.maker,
                    "\(offered.plan.maker.displayName) has a plan: \(offered.plan.activity)",
                    lifetime: Self.lifetime)
            },
            stillHolds: { (offered, user, snapshot) throws(Refusal) in
                let plan = try commands.shown(offered.plan.plan, to: user, in: snapshot)
                guard let plan, !plan.over, plan.answer == .unanswered else { return nil }
                var standing = offered
                standing.plan = plan
                return standing
            })
        catalog.event(\.planChanged) { [$0.plan.maker.username, $0.by] }
        catalog.event(\.planGone) { _ in [] }
        replay(\.planOffered, with: \.plan, in: &catalog)
        replay(\.planChanged, with: \.plan, in: &catalog)
    }

    /// Events show the plan as it is now, and only to those who see it.
    private func replay<Body: Message>(
        _ event: Catalog.EventPath<Body>,
        with plan: any WritableKeyPath<Body, Plan> & Sendable,
        in catalog: inout Catalog
    ) {
        catalog.replay(event) { user, snapshot in
            var shown = ShownPlans(commands, to: user, in: snapshot)
            return { (stored) throws(Refusal) in
                var standing = stored
                guard let now = try shown[stored[keyPath: plan].plan] else { return nil }
                standing[keyPath: plan] = now
                return standing
            }
        }
    }
}

/// Plans as a user sees them, each read once for one read of an inbox.
private struct ShownPlans {
    private let commands: PlanCommands
    private let user: User.ID
    private let snapshot: Snapshot
    private var plans: [UInt32: Plan?] = [:]

    init(_ commands: PlanCommands, to user: User.ID, in snapshot: Snapshot) {
        (self.commands, self.user, self.snapshot) = (commands, user, snapshot)
    }

    subscript(number: UInt32) -> Plan? {
        mutating get throws(Refusal) {
            if let known = plans[number] { return known }
            let plan = try commands.shown(number, to: user, in: snapshot)
            plans[number] = .some(plan)
            return plan
        }
    }
}

extension Rate {
    static let plans = Rate(
        "plans", of: .user, 20, each: .hour, unit: "plans", "Plans that a user makes.")

    static let planAnswers = Rate(
        "planAnswers", of: .user, 40, each: .hour, unit: "answers",
        "Plans that a user joins or changes.")
}

extension PlansFeature: Feature {
    /// What it is called in the settings.
    public static let name = "plans"
    /// Plans, and answers to them.
    public static let rates: [Rate] = [.plans, .planAnswers]
    /// There are none.
    public static let settings: [Setting] = []
}
