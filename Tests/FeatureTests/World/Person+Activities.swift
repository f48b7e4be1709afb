import SwiftProtobuf
import Wire

extension Person {
    /// Turns an activity on or off.
    @discardableResult
    func set(_ activity: String, on: Bool) throws -> ActivityState {
        try ask(.setting(activity, on: on)) { answer in
            guard case .activity(let state) = answer else { return nil }
            return state
        }
    }

    /// Turns an activity on, and says something about it.
    @discardableResult
    func say(_ details: ActivityDetails, about activity: String) throws -> ActivityState {
        let command = ActivitySet.with {
            ($0.activity, $0.on, $0.details) = (activity, true, details)
        }
        return try ask(.activitySet(command)) { answer in
            guard case .activity(let state) = answer else { return nil }
            return state
        }
    }

    /// What a friend who matches says about an activity; nil: nothing.
    func hears(_ friend: String, about activity: String) throws -> ActivityDetails? {
        try matchEntries().first { $0.activity == activity && $0.with.username == friend }
            .flatMap { $0.hasDetails ? $0.details : nil }
    }

    /// The catalogue, with this person's states.
    func activities() throws -> [ActivityState] {
        try ask(.activityList(ActivityList())) { answer in
            guard case .activities(let list) = answer else { return nil }
            return list.activities
        }
    }

    /// What is on.
    func active() throws -> [String] { try activities().filter(\.on).map(\.activity) }

    /// Says whether an activity is meant for a friend.
    @discardableResult
    func select(_ friend: String, for activity: String, _ selected: Bool) throws -> Audience {
        let command = AudienceSelect.with {
            $0.activity = activity
            $0.friend = friend
            $0.selected = selected
        }
        return try ask(.audienceSelect(command)) { answer in
            guard case .audience(let audience) = answer else { return nil }
            return audience
        }
    }

    /// Says for which friends an activity is meant, in one step.
    ///
    /// - Parameter others: whether everybody else is meant, friends to come, too; nil: as it is.
    @discardableResult
    func mean(
        _ friends: [String], not unmeant: [String] = [], others: Bool? = nil, for activity: String
    ) throws -> Audience {
        let command = AudienceSet.with {
            ($0.activity, $0.add, $0.drop) = (activity, friends, unmeant)
            if let others { $0.others = others }
        }
        return try ask(.audienceSet(command)) { answer in
            guard case .audience(let audience) = answer else { return nil }
            return audience
        }
    }

    /// For whom an activity is meant.
    func audience(for activity: String) throws -> Audience {
        try ask(.audienceList(.with { $0.activity = activity })) { answer in
            guard case .audience(let audience) = answer else { return nil }
            return audience
        }
    }

    /// Why there is a match with a friend, or why not.
    func why(_ friend: String, _ activity: String) throws -> MatchReason {
        try ask(.asking(why: friend, activity)) { answer in
            guard case .matchReason(let reason) = answer else { return nil }
            return reason
        }
    }

    /// The matches, as "coffee with ben".
    func matches(_ order: MatchOrder = .byTime, past: Bool = false) throws -> [String] {
        try matchEntries(order, past: past).map { "\($0.activity) with \($0.with.username)" }
    }

    /// The matches as they are listed.
    func matchEntries(_ order: MatchOrder = .byTime, past: Bool = false) throws -> [MatchEntry] {
        let command = MatchList.with {
            $0.order = order
            $0.past = past
        }
        return try ask(.matchList(command)) { answer in
            guard case .matches(let list) = answer else { return nil }
            return list.matches
        }
    }
}

extension ClientMessage.OneOf_Command {
    /// The question why there is a match with a friend, or why not.
    static func asking(why friend: String, _ activity: String) -> Self {
        .matchWhy(.with { ($0.friend, $0.activity) = (friend, activity) })
    }

    /// The command that turns an activity on or off.
    static func setting(_ activity: String, on: Bool) -> Self {
        .activitySet(
            .with {
                $0.activity = activity
                $0.on = on
            })
    }
}
