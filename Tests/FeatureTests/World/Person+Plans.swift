import SwiftProtobuf
import Wire

extension Person {
    /// Makes a plan.
    @discardableResult
    func plan(
        _ activity: String, place: String = "", with friends: [String] = [], roomFor: UInt32? = nil
    ) throws -> Plan {
        let command = PlanMake.with {
            ($0.activity, $0.place, $0.with) = (activity, place, friends)
            if let roomFor { $0.roomFor = roomFor }
        }
        return try plan(command)
    }

    /// Makes a plan.
    @discardableResult
    func plan(_ command: PlanMake) throws -> Plan { try plan(.planMake(command)) }

    /// Confirms a plan, or takes that back.
    @discardableResult
    func done(_ plan: Plan, _ text: String = "", on: Bool = true) throws -> Plan {
        try self.plan(
            .planDone(.with { ($0.plan, $0.text, $0.on) = (plan.plan, text, on) }))
    }

    /// The plan as a file for calendars.
    func calendar(of plan: Plan) throws -> String {
        try ask(.planCalendar(.with { $0.plan = plan.plan })) { answer in
            guard case .calendar(let file) = answer else { return nil }
            return file.text
        }
    }

    /// Joins a plan, or leaves it.
    @discardableResult
    func answer(_ plan: Plan, _ answer: PlanAnswer, minutes: UInt32? = nil) throws -> Plan {
        let command = PlanReply.with {
            ($0.plan, $0.answer) = (plan.plan, answer)
            if let minutes { $0.minutes = minutes }
        }
        return try self.plan(.planReply(command))
    }

    /// Names another place.
    @discardableResult
    func change(_ plan: Plan, place: String) throws -> Plan {
        try self.plan(.planChange(.with { ($0.plan, $0.place) = (plan.plan, place) }))
    }

    /// Keeps the room of a plan.
    @discardableResult
    func keep(_ plan: Plan) throws -> Plan {
        try self.plan(.planKeep(.with { ($0.plan, $0.on) = (plan.plan, true) }))
    }

    /// The plans that this person sees.
    func plans() throws -> [Plan] {
        try ask(.planList(PlanList())) { answer in
            guard case .plans(let list) = answer else { return nil }
            return list.plans
        }
    }

    private func plan(_ command: ClientMessage.OneOf_Command) throws -> Plan {
        try ask(command) { answer in
            guard case .plan(let plan) = answer else { return nil }
            return plan
        }
    }
}

extension PlanReply {
    /// An answer to the first plan of ana.
    static func answering(_ answer: PlanAnswer, _ cid: String) -> Self {
        .with { ($0.plan, $0.answer, $0.cid) = (.drawn(1, by: "ana"), answer, cid) }
    }
}

extension PlanChange {
    /// Another place for the first plan of ana.
    static func naming(_ place: String, _ cid: String) -> Self {
        .with { ($0.plan, $0.place, $0.cid) = (.drawn(1, by: "ana"), place, cid) }
    }
}

extension PlanDone {
    /// Whether ana has done her first plan.
    static func confirming(_ on: Bool, _ cid: String) -> Self {
        .with { ($0.plan, $0.on, $0.cid) = (.drawn(1, by: "ana"), on, cid) }
    }
}

extension PlanKeep {
    /// Whether ana keeps the room of her first plan.
    static func keeping(_ on: Bool, _ cid: String) -> Self {
        .with { ($0.plan, $0.on, $0.cid) = (.drawn(1, by: "ana"), on, cid) }
    }
}
