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
            ActivityState(entry, on.first { $0.activity == entry.name })
        }
        return activities
    }

    func set(
        _ command: ActivitySet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> ActivityState {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        guard command.hasOn else { throw .expectedFlag("on") }
        let earlier = try transaction.all(.toggles(of: caller.user, at: transaction.now))
            .first { $0.activity == entry.name }
        guard command.on else {
            if earlier != nil {
                try turnOff(entry.name, caller.user, expired: false, in: transaction)
            }
            return ActivityState(entry, nil)
        }
        let toggle = try Toggle(
            entry, caller.user, among: .friends, command.hasDetails ? command.details : nil,
            after: earlier, at: transaction.now)
        if earlier == nil { try transaction.note(.turnedOn, entry.name, by: caller.user) }
        try matcher.reconcile(caller.user, in: transaction) { () throws(Refusal) in
            try toggle.store(dueAt: catalogue.dueAt(toggle), in: transaction)
            try announce(ActivityChanged(toggle), caller.user, in: transaction)
        }
        let wasOn = earlier.map { !$0.isAhead } ?? false
        if wasOn == toggle.isAhead {
            try tell(entry.name, of: caller.user, in: transaction)
        }
        return ActivityState(entry, toggle)
    }

    /// The answer to a command that is repeated: the state now. What was said then may have been
    /// withdrawn.
    func again(
        _ command: ActivitySet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> ActivityState {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        let on = try transaction.all(.toggles(of: caller.user, at: transaction.now))
        return ActivityState(entry, on.first { $0.activity == entry.name })
    }

    private func turnOff(
        _ activity: String, _ user: User.ID, expired: Bool, in transaction: Transaction
    ) throws(Refusal) {
        var changed = ActivityChanged()
        changed.activity = activity
        changed.on = false
        changed.expired = expired
        try matcher.reconcile(user, in: transaction) { () throws(Refusal) in
            _ = try Toggle.turnOff(activity, user, among: .friends, in: transaction)
            try announce(changed, user, in: transaction)
        }
        try transaction.note(expired ? .expired : .turnedOff, activity, by: user)
        try tell(activity, of: user, in: transaction)
    }

    /// Sends a change to the user's own devices. The inbox keeps it without the details.
    private func announce(
        _ changed: ActivityChanged, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        var reference = changed
        reference.clearDetails()
        try transaction.deliver(
            .activityChanged(reference), to: [user], live: .activityChanged(changed))
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
            try turnOff(toggle.activity, toggle.user, expired: true, in: transaction)
        }
        return expired.count == Self.stepCount
    }

    private func tell(
        _ activity: String, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        for observer in observers { try observer(user, activity, transaction) }
    }

    /// Announces the toggles that are about to expire: once for each time that one was set. Those
    /// that begin are shown from now on where activities are shown.
    ///
    /// - Returns: whether there may be more.
    func announceDue(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = try transaction.all(.due(at: transaction.now, limit: Self.stepCount))
        for toggle in due {
            let begins = toggle.isAhead
            let next = begins ? catalogue.endingAt(toggle) : nil
            let isEnding = !begins || next.map { $0 <= transaction.now } == true
            try transaction.run(
                """
                UPDATE toggle SET set_ms = \(toggle.begins), starts_ms = \(Moment.epoch),
                    notice_ms = \(isEnding ? nil : next)
                WHERE user_id = \(toggle.user) AND room_id = 0 AND activity = \(toggle.activity)
                """)
            guard toggle.expires > transaction.now else { continue }
            if begins {
                try matcher.reconcile(toggle.user, in: transaction)
                try tell(toggle.activity, of: toggle.user, in: transaction)
            }
            guard isEnding else { continue }
            var ending = ActivityEnding()
            ending.activity = toggle.activity
            ending.expiresAt = toggle.expires.timestamp
            try transaction.deliver(.activityEnding(ending), to: [toggle.user])
        }
        return due.count == Self.stepCount
    }

    /// In a statement: whether `toggle` makes a match for an activity that its user does not have
    /// on.
    private static var hasMatchedAsWildcard: SQL {
        """
        EXISTS (SELECT 1 FROM overlap o
            WHERE (o.low = toggle.user_id OR o.high = toggle.user_id) AND o.room_id = 0
                AND o.is_over = 0 AND o.ended_ms IS NULL
                AND NOT EXISTS (SELECT 1 FROM toggle t WHERE t.user_id = toggle.user_id
                    AND t.room_id = 0 AND t.activity = o.activity))
        """
    }

    /// At a start: activities that have left the configuration expire. Their toggles end as all
    /// others do, a moment later, and so do the matches. Toggles that an earlier version has set
    /// keep their meaning: its shipped catalogue had no wildcard.
    func retire(in transaction: Transaction) throws(Refusal) {
        for entry in catalogue.entries where entry.isWildcard {
            try transaction.run(
                """
                UPDATE toggle SET is_wildcard = 1
                WHERE is_wildcard = -1 AND room_id = 0 AND activity = \(entry.name)
                    AND \(catalogue.isShipped ? Self.hasMatchedAsWildcard : "1 = 1")
                """)
        }
        try transaction.run("UPDATE toggle SET is_wildcard = 0 WHERE is_wildcard = -1")
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
    /// - Parameter toggle: nil: it is off.
    fileprivate init(_ entry: ActivityCatalogue.Entry, _ toggle: Toggle?) {
        self.init()
        activity = entry.name
        title = entry.title
        icon = entry.icon
        wildcard = entry.isWildcard
        lifetime = Google_Protobuf_Duration(rounding: entry.lifetime)
        on = toggle != nil
        guard let toggle else { return }
        expiresAt = toggle.expires.timestamp
        if let details = toggle.details { self.details = details }
    }
}

extension ActivityChanged {
    fileprivate init(_ toggle: Toggle) {
        self.init()
        activity = toggle.activity
        on = true
        expiresAt = toggle.expires.timestamp
        if let details = toggle.details { self.details = details }
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
    /// A flag is absent.
    public static func expectedFlag(_ field: String) -> Refusal {
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
