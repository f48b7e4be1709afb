import Accounts
import Kernel
import Wire

/// A user's toggles, the friends whom they exclude, and the user's matches: their export.
struct ActivityDisclosure: Sendable {
    /// A record has at most 400 bytes.
    private static let pageCount = 100

    let toggles: ActivityCommands

    func install(in catalog: inout Catalog) {
        let toggles = toggles
        catalog.disclose("activities") { (caller, _, snapshot) throws(Refusal) in
            let states = try toggles.list(ActivityList(), caller, snapshot).activities
            return (states.filter(\.on).map { Self.record(.activity($0)) }, nil)
        }
        catalog.disclose("audiences") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .exclusions(by: caller.user, after: Place(after), limit: Self.pageCount))
            let records = page.map { Self.record(.audience(Audience(excluding: $0))) }
            return (records, page.count < Self.pageCount ? nil : page.last.map { "\(Place($0))" })
        }
        catalog.disclose("newcomers") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .closed(by: caller.user, after: after, limit: Self.pageCount))
            let records = page.map { Self.record(.audience(Audience(closed: $0))) }
            return (records, page.count < Self.pageCount ? nil : page.last)
        }
        catalog.disclose("matches") { (caller, after, snapshot) throws(Refusal) in
            let before =
                try after.isEmpty ? .max : Bookmark.place(in: after, in: snapshot)
            guard let before else {
                throw Refusal(
                    .invalidField, field: "after", "expected `next` of the page before")
            }
            let page = try snapshot.all(
                .matches(of: caller.user, before: before, limit: Self.pageCount))
            let last = page.count < Self.pageCount ? nil : page.last?.id.rawValue
            let next = try last.map { (id) throws(Refusal) in
                try Bookmark.text(at: id, in: snapshot)
            }
            return (page.map { Self.record(.match($0.entry)) }, next)
        }
    }

    private static func record(_ body: ExportRecord.OneOf_Record) -> ExportRecord {
        var record = ExportRecord()
        record.record = body
        return record
    }
}

/// A place among a user's exclusions: "coffee ben".
private struct Place: CustomStringConvertible {
    let activity: String
    let friend: String

    init(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        activity = parts.first.map(String.init) ?? ""
        friend = parts.count > 1 ? String(parts[1]) : ""
    }

    init(_ exclusion: Exclusion) {
        activity = exclusion.activity
        friend = exclusion.friend.username
    }

    var description: String { "\(activity) \(friend)" }
}

/// A friend who is excluded from an activity.
private struct Exclusion: Sendable {
    let activity: String
    let friend: UserProfile
}

extension Audience {
    fileprivate init(excluding exclusion: Exclusion) {
        self.init()
        activity = exclusion.activity
        var member = AudienceMember()
        member.user = exclusion.friend
        member.selected = false
        friends = [member]
    }

    /// For an activity that is not meant for future friends.
    fileprivate init(closed activity: String) {
        self.init()
        self.activity = activity
        newcomers = false
    }
}

extension Query where Row == Exclusion {
    fileprivate static func exclusions(by user: User.ID, after: Place, limit: Int) -> Self {
        Query(
            """
            SELECT x.activity, a.username, a.display_name, a.avatar
            FROM activity_exclusion x JOIN person a ON a.id = x.friend_id
            WHERE x.user_id = \(user) AND (x.activity, a.username) > (\(after.activity),
                \(after.friend))
            ORDER BY x.activity, a.username LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            Exclusion(activity: try columns.text(), friend: try UserProfile(from: &columns))
        }
    }
}

extension Query where Row == (id: Overlap.ID, entry: MatchEntry) {
    /// All stored matches, newest first.
    fileprivate static func matches(of user: User.ID, before: Int64, limit: Int) -> Self {
        Query(
            """
            SELECT m.id, m.activity, a.username, a.display_name, a.avatar, m.began_ms, m.ended_ms
            FROM activity_match m JOIN person a
                ON a.id = CASE WHEN m.low = \(user) THEN m.high ELSE m.low END
            WHERE (m.low = \(user) OR m.high = \(user)) AND m.id < \(before)
            ORDER BY m.id DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let id: Overlap.ID = try columns.id()
            var entry = MatchEntry()
            entry.activity = try columns.text()
            entry.with = try UserProfile(from: &columns)
            entry.since = try columns.moment().timestamp
            if let until = try columns.optionalMoment() { entry.until = until.timestamp }
            return (id: id, entry: entry)
        }
    }
}
