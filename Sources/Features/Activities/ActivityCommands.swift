import Accounts
import Friends
public import Kernel
import SwiftProtobuf
import Wire

/// Toggles: set, never flipped (Z36, Z40). They expire by themselves (Z42), and are announced to
/// expire a little before.
struct ActivityCommands: Sendable {
    let catalogue: ActivityCatalogue
    let matcher: Matcher
    /// Run when an activity was turned on or off.
    let observers: [ActivitiesFeature.ToggleObserver]

    func list(
        _ command: ActivityList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Activities {
        let on = try snapshot.all(.toggles(of: caller.user, at: snapshot.now))
        var activities = Activities()
        activities.activities = catalogue.entries.map { entry in
            ActivityState(entry, on.first { $0.activity == entry.name }?.expires)
        }
        return activities
    }

    func set(
        _ command: ActivitySet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> ActivityState {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        guard command.hasOn else { throw .expectedFlag("on") }
        let expires = transaction.now.advanced(by: entry.lifetime)
        let wasOn = try ActivitiesFeature.activities(of: caller.user, in: transaction)
            .contains(entry.name)
        if command.on {
            try Toggle.turnOn(
                entry.name, caller.user, among: .friends, until: expires,
                noticeAt: catalogue.noticeAt(entry, until: expires), in: transaction)
        } else {
            guard
                try Toggle.turnOff(entry.name, caller.user, among: .friends, in: transaction)
            else {
                return ActivityState(entry, nil)
            }
        }
        let state = ActivityState(entry, command.on ? expires : nil)
        try transaction.deliver(.activityChanged(ActivityChanged(state)), to: [caller.user])
        try matcher.reconcile(caller.user, in: transaction)
        if !command.on || !wasOn { try tell(entry.name, of: caller.user, in: transaction) }
        return state
    }

    /// Most toggles that expire, or are announced to, in one transaction.
    private static let stepCount = 100

    /// Turns off the toggles that have expired.
    ///
    /// - Returns: whether there may be more.
    func expire(in transaction: Transaction) throws(Refusal) -> Bool {
        let expired = try transaction.all(.expired(at: transaction.now, limit: Self.stepCount))
        for toggle in expired {
            if case .group(let room) = toggle.scope {
                try matcher.turnOff(
                    toggle.activity, toggle.user, inGroup: room, at: toggle.expires,
                    in: transaction)
                continue
            }
            guard
                try Toggle.turnOff(
                    toggle.activity, toggle.user, among: .friends, in: transaction)
            else { continue }
            var changed = ActivityChanged()
            changed.activity = toggle.activity
            changed.on = false
            changed.expired = true
            try transaction.deliver(.activityChanged(changed), to: [toggle.user])
            try matcher.reconcile(toggle.user, in: transaction)
            try tell(toggle.activity, of: toggle.user, in: transaction)
        }
        return expired.count == Self.stepCount
    }

    private func tell(
        _ activity: String, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        for observer in observers { try observer(user, activity, transaction) }
    }

    /// Announces the toggles that are about to expire: once for each time that one was set.
    ///
    /// - Returns: whether there may be more.
    func announceEndings(in transaction: Transaction) throws(Refusal) -> Bool {
        let endings = try transaction.all(.ending(at: transaction.now, limit: Self.stepCount))
        for toggle in endings {
            try transaction.run(
                """
                UPDATE toggle SET notice_ms = NULL WHERE user_id = \(toggle.user)
                    AND room_id = 0 AND activity = \(toggle.activity)
                """)
            guard toggle.expires > transaction.now else { continue }
            var ending = ActivityEnding()
            ending.activity = toggle.activity
            ending.expiresAt = toggle.expires.timestamp
            try transaction.deliver(.activityEnding(ending), to: [toggle.user])
        }
        return endings.count == Self.stepCount
    }

    /// At a start: activities that have left the configuration expire. Their toggles end as all
    /// others do, a moment later, and so do the matches.
    func retire(in transaction: Transaction) throws(Refusal) {
        for name in try transaction.all(.activitiesInUse)
        where catalogue.entry(named: name) == nil {
            try transaction.run(
                """
                UPDATE toggle SET expires_ms = \(transaction.now), notice_ms = NULL
                WHERE activity = \(name) AND expires_ms > \(transaction.now)
                """)
        }
    }
}

extension ActivityState {
    fileprivate init(_ entry: ActivityCatalogue.Entry, _ expires: Moment?) {
        self.init()
        activity = entry.name
        title = entry.title
        icon = entry.icon
        wildcard = entry.isWildcard
        lifetime = Google_Protobuf_Duration(rounding: entry.lifetime)
        on = expires != nil
        if let expires { expiresAt = expires.timestamp }
    }
}

extension ActivityChanged {
    fileprivate init(_ state: ActivityState) {
        self.init()
        activity = state.activity
        on = state.on
        if state.hasExpiresAt { expiresAt = state.expiresAt }
    }
}

extension ActivityCatalogue {
    /// The activity that a command names.
    public func entry(named name: String, field: String) throws(Refusal) -> Entry {
        guard let entry = entry(named: name) else {
            let names = entries.map(\.name).joined(separator: ", ")
            throw Refusal(.notFound, field: field, "expected one of: \(names)")
        }
        return entry
    }
}

extension Refusal {
    static func expectedFlag(_ field: String) -> Refusal {
        Refusal(.invalidField, field: field, "expected true or false")
    }
}

/// Erases toggles, audiences and matches of a deleted account.
enum ActivityErasure {
    /// Most rows of a table that go in one step.
    private static let batchCount: Int64 = 500

    static let step: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        let user = departed.user
        try transaction.run("DELETE FROM toggle WHERE user_id = \(user)")
        try transaction.run("DELETE FROM activity_closed WHERE user_id = \(user)")
        var erased = try transaction.rowsChanged(
            """
            DELETE FROM activity_exclusion WHERE (user_id, activity, friend_id) IN (
                SELECT user_id, activity, friend_id FROM activity_exclusion
                WHERE user_id = \(user) LIMIT \(batchCount))
            """)
        erased += try transaction.rowsChanged(
            """
            DELETE FROM activity_exclusion WHERE (user_id, activity, friend_id) IN (
                SELECT user_id, activity, friend_id FROM activity_exclusion
                WHERE friend_id = \(user) LIMIT \(batchCount))
            """)
        erased += try transaction.rowsChanged(
            """
            DELETE FROM overlap WHERE id IN (
                SELECT id FROM overlap WHERE low = \(user) LIMIT \(batchCount))
            """)
        erased += try transaction.rowsChanged(
            """
            DELETE FROM overlap WHERE id IN (
                SELECT id FROM overlap WHERE high = \(user) LIMIT \(batchCount))
            """)
        return erased == 0
    }
}
