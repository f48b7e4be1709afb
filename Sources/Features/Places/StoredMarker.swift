import Accounts
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// A check-in, as it is stored: in a history, or as a marker.
struct StoredCheckin: Equatable, Sendable {
    /// When it was made; its name among those of its user.
    let at: Moment
    let position: Position
    let text: String
    let sticker: String
    let activity: String
    /// What its picture is called; empty: it has none.
    let picture: String
    let expires: Moment

    static let columns: SQL =
        "c.at_ms, c.lat_e7, c.lon_e7, c.body, c.sticker, c.activity, c.picture, c.expires_ms"

    /// Reads ``columns``.
    init(from columns: inout Columns) throws(StoreError) {
        at = try columns.moment()
        position = Position(
            latE7: Int(try columns.integer()), lonE7: Int(try columns.integer()))
        (text, sticker) = (try columns.text(), try columns.text())
        (activity, picture) = (try columns.text(), try columns.text())
        expires = try columns.moment()
    }

    init(
        at: Moment, _ position: Position, text: String, sticker: String, activity: String,
        picture: String, expires: Moment
    ) {
        (self.at, self.position, self.text) = (at, position, text)
        (self.sticker, self.activity, self.picture) = (sticker, activity, picture)
        self.expires = expires
    }

    /// For its user.
    func shown(isCurrent: Bool) -> Checkin {
        var checkin = Checkin()
        checkin.id = CheckinName(at).text
        (checkin.lat, checkin.lon) = (position.lat, position.lon)
        (checkin.text, checkin.sticker, checkin.activity) = (text, sticker, activity)
        checkin.picture = PlacePicture.path(of: picture)
        (checkin.at, checkin.expiresAt) = (at.timestamp, expires.timestamp)
        checkin.current = isCurrent
        return checkin
    }
}

/// What the wire calls a check-in: 16 hexadecimal digits.
struct CheckinName {
    let at: Moment

    init(_ at: Moment) { self.at = at }

    init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.first != UInt8(ascii: "+"),
            let number = Int64(text, radix: 16), number > 0
        else { return nil }
        at = Moment(unixMilliseconds: number)
    }

    var text: String {
        let digits = String(at.unixMilliseconds, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }
}

/// A user's latest check-in, with the profile of the user.
struct StoredMarker: Sendable {
    let user: User.ID
    let profile: UserProfile
    let checkin: StoredCheckin
    /// What friends are shown of the check-in's activity, if it is meant for them: empty when it is
    /// not on. Read for one viewer, it is what that viewer is shown.
    let activity: String

    var position: Position { checkin.position }

    /// - Parameter viewer: for whom it was read.
    func shown(to viewer: User.ID) -> Marker {
        user == viewer ? shown(isMine: true, checkin.activity) : shown(isMine: false, activity)
    }

    /// - Parameter activity: what is shown of it.
    func shown(isMine: Bool, _ activity: String) -> Marker {
        var marker = Marker()
        marker.user = profile
        (marker.lat, marker.lon) = (position.lat, position.lon)
        (marker.text, marker.sticker, marker.activity) = (
            checkin.text, checkin.sticker, activity
        )
        marker.picture = PlacePicture.path(of: checkin.picture)
        (marker.at, marker.expiresAt) = (checkin.at.timestamp, checkin.expires.timestamp)
        marker.isMine = isMine
        return marker
    }
}

extension Query where Row == StoredMarker {
    /// The latest check-in of a user, while it is a marker.
    static func marker(of user: User.ID, at now: Moment) -> Self {
        markers(
            """
            FROM place c JOIN person a ON a.id = c.user_id
            WHERE c.user_id = \(user) AND c.expires_ms > \(now)
            """, isOn(now))
    }

    /// The markers of a user's friends, whether meant for the user or not.
    ///
    /// It begins with the friends: `SEARCH bond`, twice; then `SEARCH c USING PRIMARY KEY`
    /// for each friend, and `SEARCH account` for each that has a marker, however many others have.
    static func markers(ofFriendsOf user: User.ID, at now: Moment) -> Self {
        markers(
            """
            FROM relation f CROSS JOIN place c CROSS JOIN person a
            WHERE f.user_id = \(user) AND f.kind IN \(BondRight.map.kinds)
                AND c.user_id = f.other_id AND a.id = c.user_id AND c.expires_ms > \(now)
            """,
            """
            \(isOn(now)) AND NOT EXISTS (
                SELECT 1 FROM activity_exclusion x WHERE x.user_id = c.user_id
                    AND x.activity = c.activity AND x.friend_id = \(user))
            """)
    }

    /// Whether the activity of a check-in is on.
    private static func isOn(_ now: Moment) -> SQL {
        """
        EXISTS (SELECT 1 FROM activity_state s WHERE s.user_id = c.user_id
            AND s.activity = c.activity AND s.starts_ms <= \(now) AND s.expires_ms > \(now))
        """
    }

    /// - Parameter isShown: when the activity is.
    private static func markers(_ which: SQL, _ isShown: SQL) -> Self {
        Query(
            """
            SELECT a.id, a.username, a.display_name, a.avatar, \(StoredCheckin.columns),
                CASE WHEN \(isShown) THEN c.activity ELSE '' END \(which)
            """
        ) { columns throws(StoreError) in
            StoredMarker(
                user: try columns.id(), profile: try UserProfile(from: &columns),
                checkin: try StoredCheckin(from: &columns), activity: try columns.text())
        }
    }
}

extension Query where Row == StoredCheckin {
    private static func checkins(_ which: SQL) -> Self {
        Query("SELECT \(StoredCheckin.columns) \(which)") { columns throws(StoreError) in
            try StoredCheckin(from: &columns)
        }
    }

    /// A user's marker, whether its time is over or not.
    static func place(of user: User.ID) -> Self {
        checkins("FROM place c WHERE c.user_id = \(user)")
    }

    /// A user's newest check-in that is kept.
    static func newest(of user: User.ID) -> Self {
        checkins("FROM checkin c WHERE c.user_id = \(user) ORDER BY c.at_ms DESC LIMIT 1")
    }

    static func checkin(of user: User.ID, at: Moment) -> Self {
        checkins(
            """
            FROM checkin c WHERE c.user_id = \(user) AND c.at_ms = \(at)
                AND c.at_ms > \(CheckinRecords.cleared(of: user))
            """)
    }

    /// A user's check-ins that are neither expired nor cleared, newest first.
    static func history(of user: User.ID, before: Moment, now: Moment, limit: Int) -> Self {
        checkins(
            """
            FROM checkin c
            WHERE c.user_id = \(user) AND c.at_ms < \(before) AND c.forget_ms > \(now)
                AND c.at_ms > \(CheckinRecords.cleared(of: user))
            ORDER BY c.at_ms DESC LIMIT \(Int64(limit))
            """)
    }

    /// A user's check-ins up to a moment, oldest first.
    static func oldest(of user: User.ID, upTo moment: Moment, limit: Int) -> Self {
        checkins(
            """
            FROM checkin c WHERE c.user_id = \(user) AND c.at_ms <= \(moment)
            ORDER BY c.at_ms LIMIT \(Int64(limit))
            """)
    }
}

extension Query where Row == (id: User.ID, profile: UserProfile) {
    /// A user, and then the user's friends by username.
    static func circle(of user: User.ID) -> Self {
        Query(
            """
            SELECT a.id, a.username, a.display_name, a.avatar, 0 AS place FROM person a
            WHERE a.id = \(user)
            UNION ALL
            SELECT a.id, a.username, a.display_name, a.avatar, 1
            FROM relation f JOIN person a ON a.id = f.other_id
            WHERE f.user_id = \(user) AND f.kind IN \(BondRight.map.kinds)
            ORDER BY place, username
            """
        ) { columns throws(StoreError) in
            let id: User.ID = try columns.id()
            return (id: id, profile: try UserProfile(from: &columns))
        }
    }
}
