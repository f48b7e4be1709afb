import Accounts
import Friends
public import Kernel
import SwiftProtobuf
public import Wire

/// One toggle that is on.
struct Toggle: Equatable, Sendable {
    let user: User.ID
    let scope: MatchScope
    let activity: String
    /// Whether it matches every other activity, as the catalogue said when it was set.
    let isWildcard: Bool
    let set: Moment
    /// When it begins; `.epoch` once that is settled, so that a clock that is behind does not find
    /// it ahead again.
    let starts: Moment
    let expires: Moment
    /// What its user says about it, as it is stored; nil: nothing.
    let said: [UInt8]?

    /// Whether its beginning is still to come, or to be announced.
    var isAhead: Bool { starts != .epoch }

    /// When it has begun, or will.
    var begins: Moment { isAhead ? starts : set }

    /// The same, read.
    var details: ActivityDetails? { ActivityDetails.read(said) }

    /// Whether there is a time at which both are on, as far as their users have said: when a plain
    /// toggle ends is not disclosed, so that it does not match what is ahead before that begins.
    func meets(_ other: Toggle, at now: Moment) -> Bool {
        reaches(other, at: now) && other.reaches(self, at: now)
    }

    private func reaches(_ other: Toggle, at now: Moment) -> Bool {
        guard other.starts > now else { return true }
        let saysEnd = details.map { $0.hasUntil || $0.hasFrom } ?? false
        return saysEnd && other.starts < expires
    }
}

extension Toggle {
    /// How far ahead a toggle may begin.
    static let aheadMax = Duration.seconds(24 * 3600)
    /// How many more people may join.
    private static let roomRange: ClosedRange<UInt32> = 1...50

    /// The toggle that a command sets.
    ///
    /// - Parameters:
    ///   - details: those of the command; nil: it has none.
    ///   - earlier: the same toggle, if it was on.
    /// - Throws: `.invalidField` for details that say what cannot be.
    init(
        _ entry: ActivityCatalogue.Entry, _ user: User.ID, among scope: MatchScope,
        _ details: ActivityDetails?, after earlier: Toggle?, at now: Moment
    ) throws(Refusal) {
        (self.user, self.scope, activity) = (user, scope, entry.name)
        (isWildcard, set) = (entry.isWildcard && scope == .friends, now)
        guard let details else {
            (starts, expires) = (.epoch, now.advanced(by: entry.lifetime))
            var kept = earlier?.details
            kept?.clearFrom()
            kept?.clearUntil()
            said = kept?.stored
            return
        }
        var said = try details.checked(in: "details.")
        guard !details.hasRoomFor || Self.roomRange.contains(details.roomFor) else {
            throw Refusal(
                .invalidField, field: "details.roomFor",
                "expected \(Self.roomRange.lowerBound) to \(Self.roomRange.upperBound)")
        }
        let begins = try Self.start(details, now)
        starts = begins > now ? begins : .epoch
        expires = try Self.end(details, entry, begins)
        if details.hasRoomFor { said.roomFor = details.roomFor }
        if begins > now { said.from = begins.timestamp }
        if details.hasUntil { said.until = expires.timestamp }
        self.said = said.stored
    }

    private static func start(
        _ details: ActivityDetails, _ now: Moment
    ) throws(Refusal) -> Moment {
        guard details.hasFrom else { return now }
        let from = Moment(unixMilliseconds: details.from.unixMilliseconds)
        guard from <= now.advanced(by: aheadMax) else {
            throw Refusal(
                .invalidField, field: "details.from", "expected a time within the next 24 hours")
        }
        return max(from, now)
    }

    private static func end(
        _ details: ActivityDetails, _ entry: ActivityCatalogue.Entry, _ starts: Moment
    ) throws(Refusal) -> Moment {
        let latest = starts.advanced(by: entry.lifetime)
        guard details.hasUntil else { return latest }
        let until = Moment(unixMilliseconds: details.until.unixMilliseconds)
        guard until > starts else {
            throw Refusal(
                .invalidField, field: "details.until", "expected a time after the beginning")
        }
        return min(until, latest)
    }
}

extension Toggle {
    /// Turns it on, or replaces it.
    ///
    /// - Parameter due: when it needs attention before it expires; nil: never.
    func store(dueAt due: Moment?, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO toggle (user_id, room_id, activity, is_wildcard, set_ms, starts_ms,
                expires_ms, notice_ms, details)
            VALUES (\(user), \(scope.room), \(activity), \(isWildcard), \(set), \(starts),
                \(expires), \(due), \(said))
            ON CONFLICT (user_id, room_id, activity) DO UPDATE
            SET is_wildcard = excluded.is_wildcard, set_ms = excluded.set_ms,
                starts_ms = excluded.starts_ms, expires_ms = excluded.expires_ms,
                notice_ms = excluded.notice_ms, details = excluded.details
            """)
    }

    /// - Returns: whether it was on.
    static func turnOff(
        _ activity: String, _ user: User.ID, among scope: MatchScope, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        try transaction.rowsChanged(
            """
            DELETE FROM toggle WHERE user_id = \(user) AND room_id = \(scope.room)
                AND activity = \(activity)
            """) > 0
    }
}

extension ActivityDetails {
    /// The words and the point of a command, and nothing else that it may hold.
    ///
    /// - Parameter path: where its fields are, for a refusal: "details.".
    /// - Throws: `.invalidField` for a note, a place or a point that cannot be.
    public func checked(in path: String) throws(Refusal) -> ActivityDetails {
        var checked = ActivityDetails()
        checked.note = try PlainText(note, .init(Self.noteLength), field: path + "note").text
        checked.place = try PlainText(place, .init(Self.placeLength), field: path + "place").text
        guard hasPoint else { return checked }
        let position = try Position(
            lat: point.hasLat ? point.lat : nil, lon: point.hasLon ? point.lon : nil,
            in: path + "point.")
        (checked.point.lat, checked.point.lon) = (position.lat, position.lon)
        return checked
    }

    /// As it is stored; nil: it says nothing.
    public var stored: [UInt8]? {
        let bytes = builtBytes(.binary)
        return bytes.isEmpty ? nil : bytes
    }

    /// - Parameter stored: nil: nothing was said.
    public static func read(_ stored: [UInt8]?) -> ActivityDetails? {
        stored.flatMap { try? ActivityDetails(serializedBytes: $0) }
    }
}

extension Query where Row == Toggle {
    private static let columns: SQL = """
        t.user_id, t.room_id, t.activity, t.is_wildcard, t.set_ms, t.starts_ms, t.expires_ms,
        t.details
        """

    private static func decode(_ columns: inout Columns) throws(StoreError) -> Toggle {
        Toggle(
            user: try columns.id(), scope: MatchScope(room: try columns.integer()),
            activity: try columns.text(), isWildcard: try columns.integer() == 1,
            set: try columns.moment(), starts: try columns.moment(),
            expires: try columns.moment(), said: try columns.optionalBlob())
    }

    /// A user's toggles among friends that are on; at `.epoch`, those too whose end is not
    /// announced yet.
    static func toggles(of user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT \(columns) FROM toggle t
            WHERE t.user_id = \(user) AND t.room_id = 0 AND t.expires_ms > \(now)
            """, decode: decode)
    }

    /// Toggles that friends of `user` have on, whatever their audiences.
    static func friendToggles(for user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT \(columns) FROM relation f
            JOIN toggle t ON t.user_id = f.other_id AND t.room_id = 0
            WHERE f.user_id = \(user) AND f.kind IN \(BondRight.activities.kinds)
                AND t.expires_ms > \(now)
            """, decode: decode)
    }

    /// A user's toggles in groups that are on.
    static func groupToggles(of user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT \(columns) FROM toggle t
            WHERE t.user_id = \(user) AND t.room_id > 0 AND t.expires_ms > \(now)
            ORDER BY t.room_id, t.activity
            """, decode: decode)
    }

    /// All toggles of an activity in a group, by user, whether they have expired or not. The second
    /// condition is the one of their index.
    static func toggles(inGroup room: Int64, _ activity: String) -> Self {
        Query(
            """
            SELECT \(columns) FROM toggle t
            WHERE t.room_id = \(room) AND t.room_id > 0 AND t.activity = \(activity)
            ORDER BY t.user_id
            """, decode: decode)
    }

    /// Toggles that have expired, oldest first.
    static func expired(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM toggle t
            WHERE coalesce(t.notice_ms, t.expires_ms) <= \(now) AND t.expires_ms <= \(now)
            ORDER BY coalesce(t.notice_ms, t.expires_ms) LIMIT \(Int64(limit))
            """, decode: decode)
    }

    /// Toggles that need attention before they expire: they begin, or are about to expire. Earliest
    /// first.
    static func due(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT \(columns) FROM toggle t
            WHERE coalesce(t.notice_ms, t.expires_ms) <= \(now) AND t.notice_ms IS NOT NULL
            ORDER BY coalesce(t.notice_ms, t.expires_ms) LIMIT \(Int64(limit))
            """, decode: decode)
    }
}
