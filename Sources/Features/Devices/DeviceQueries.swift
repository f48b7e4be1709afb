import Accounts
import Kernel
import WebPush
import Wire

enum DeviceSchema {
    static let migrations = [
        // A subscription belongs to its token, and is deleted with it, whatever voids the token.
        Migration(
            "devices.1",
            """
            CREATE TABLE push_subscription (
                token_id BIGINT NOT NULL PRIMARY KEY REFERENCES token (id) ON DELETE CASCADE,
                endpoint TEXT NOT NULL UNIQUE,
                point {blob} NOT NULL,
                secret {blob} NOT NULL
            ) {clustered};
            """),
        NoticeSettings.migration,
    ]
}

/// One log-in on a device.
struct LogIn: Equatable, Sendable {
    let token: Identifier<Token>
    /// Of its device.
    let place: DevicePlace
    let at: Moment
    /// When it was noted last that it is used; nil: not since.
    let used: Moment?
    let isPushed: Bool
    let isGuest: Bool
}

/// Where a device is in the list of a user's: by its newest log-in, and its name.
struct DevicePlace: Equatable, Sendable {
    let newest: Moment
    let device: String

    init(newest: Moment, device: String) {
        (self.newest, self.device) = (newest, device)
    }

    /// - Parameter text: as `next` of a page has it; another is nil.
    init?(_ text: String) {
        // A device's name may begin with a mark that joins the character before it.
        let scalars = text.unicodeScalars
        guard let dash = scalars.firstIndex(of: "-"), let newest = Int64(text[..<dash]) else {
            return nil
        }
        let device = String(scalars[scalars.index(after: dash)...])
        guard !device.isEmpty else { return nil }
        self.init(newest: Moment(unixMilliseconds: newest), device: device)
    }

    var text: String { "\(newest.unixMilliseconds)-\(device)" }
}

extension Query where Row == LogIn {
    /// The log-ins of a user that are good, on a page of devices: that with the newest log-in
    /// first, and of a device the newest first.
    ///
    /// - Parameters:
    ///   - place: the device before; nil: from the first. If it is gone, those that signed in
    ///     in the same millisecond come again.
    ///   - limit: so many devices.
    static func logIns(
        of user: User.ID, after place: DevicePlace?, at now: Moment, limit: Int
    ) -> Self {
        let before = place?.newest ?? Moment(unixMilliseconds: .max)
        return Query(
            """
            SELECT t.id, d.newest, t.device, t.created_ms, t.used_ms, t.is_guest, p.token_id
            FROM (
                SELECT device, max(created_ms) AS newest, max(id) AS last FROM token
                WHERE user_id = \(user) AND expires_ms > \(now)
                GROUP BY device HAVING max(created_ms) < \(before)
                    OR (max(created_ms) = \(before) AND max(id) < coalesce(
                        (SELECT max(id) FROM token
                        WHERE user_id = \(user) AND device = \(place?.device ?? "")), \(Int64.max)))
                ORDER BY max(created_ms) DESC, max(id) DESC LIMIT \(Int64(limit))
            ) d
            JOIN token t ON t.device = d.device
            LEFT JOIN push_subscription p ON p.token_id = t.id
            WHERE t.user_id = \(user) AND t.expires_ms > \(now)
            ORDER BY d.newest DESC, d.last DESC, t.id DESC
            """
        ) { columns throws(StoreError) in
            let token: Identifier<Token> = try columns.id()
            let place = DevicePlace(newest: try columns.moment(), device: try columns.text())
            let (at, used) = (try columns.moment(), try columns.moment())
            let isGuest = try columns.integer() == 1
            return LogIn(
                token: token, place: place, at: at, used: used > at ? used : nil,
                isPushed: try columns.optionalInteger() != nil, isGuest: isGuest)
        }
    }
}

extension Query where Row == Identifier<Token> {
    /// Every log-in of a user on a device, good or not.
    static func tokens(of user: User.ID, on device: String) -> Self {
        Query("SELECT id FROM token WHERE user_id = \(user) AND device = \(device) ORDER BY id") {
            columns throws(StoreError) in try columns.id()
        }
    }

    /// The log-in itself, if it is a guest's.
    static func guest(_ token: Identifier<Token>) -> Self {
        Query("SELECT id FROM token WHERE id = \(token) AND is_guest = 1") {
            columns throws(StoreError) in try columns.id()
        }
    }

    /// The log-in itself, if it has a subscription.
    static func subscribed(_ token: Identifier<Token>) -> Self {
        Query("SELECT token_id FROM push_subscription WHERE token_id = \(token)") {
            columns throws(StoreError) in try columns.id()
        }
    }
}

extension Query where Row == Subscription? {
    /// The push subscriptions of a user's devices; nil for one that cannot be read.
    static func subscriptions(of user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT p.endpoint, p.point, p.secret FROM push_subscription p
            JOIN token t ON t.id = p.token_id
            WHERE t.user_id = \(user) AND t.expires_ms > \(now) ORDER BY t.id DESC LIMIT 20
            """
        ) { columns throws(StoreError) in
            let (endpoint, bytes) = (try columns.text(), try columns.blob())
            let secret = try columns.blob()
            return CurvePoint(bytes).map {
                Subscription(endpoint: endpoint, point: $0, secret: secret)
            }
        }
    }
}

/// The push subscription of a log-in, for the user's export.
struct KeptSubscription: Equatable, Sendable {
    /// Subscriptions of a page: an endpoint has 2 KiB at most.
    static let pageCount = 20

    let token: Int64
    let record: ExportRecord
}

extension Query where Row == KeptSubscription {
    /// Those of a user's log-ins older than one, good or not, the newest first.
    static func keptSubscriptions(
        of user: User.ID, before token: Int64, limit: Int = KeptSubscription.pageCount
    ) -> Self {
        Query(
            """
            SELECT t.id, t.device, p.endpoint FROM push_subscription p
            JOIN token t ON t.id = p.token_id
            WHERE t.user_id = \(user) AND t.id < \(token)
            ORDER BY t.id DESC LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let token = try columns.integer()
            var record = ExportRecord()
            record.subscription.device = try columns.text()
            record.subscription.endpoint = try columns.text()
            return KeptSubscription(token: token, record: record)
        }
    }
}
