import Files
import Kernel
import SwiftProtobuf
import Wire

/// What is kept of check-ins: how it is erased, and how it is exported.
enum CheckinRecords {
    /// Most rows that go in one transaction.
    private static let rowsMax = 100
    /// A record has at most 2.5 KB.
    private static let pageCount = 20
    /// Of a picture, so many bytes on one page.
    private static let pieceBytes = 49_152

    /// Deletes a check-in that is no marker, with its picture.
    static func remove(
        _ checkin: StoredCheckin, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "DELETE FROM checkin WHERE user_id = \(user) AND at_ms = \(checkin.at)")
        guard !checkin.picture.isEmpty else { return }
        try StoredFiles.delete(
            from: "checkin_picture", where: "name = \(checkin.picture)", in: transaction)
    }

    /// The end of a user's cleared history: check-ins up to then are hidden from every reader.
    static func cleared(of user: User.ID) -> SQL {
        "coalesce((SELECT upto_ms FROM checkin_cleared WHERE user_id = \(user)), 0)"
    }

    /// Clears the history of a user without a marker, and the pictures that wait for a check-in. A
    /// long history is deleted in steps, but is hidden from every reader at once.
    static func clear(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        // These pictures have no check-in yet; a user uploads 50 a day at most.
        try StoredFiles.delete(
            from: "checkin_picture", where: "user_id = \(user) AND checkin_ms = 0",
            in: transaction)
        guard let newest = try transaction.first(.newest(of: user))?.at,
            try removeOldest(of: user, upTo: newest, in: transaction)
        else { return }
        try transaction.run(
            """
            INSERT INTO checkin_cleared (user_id, upto_ms) VALUES (\(user), \(newest))
            ON CONFLICT (user_id) DO UPDATE SET upto_ms = excluded.upto_ms
            """)
    }

    /// The oldest go first: the newest of a user decides which moment the next may have.
    ///
    /// - Returns: whether there may be more.
    private static func removeOldest(
        of user: User.ID, upTo moment: Moment, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let oldest = try transaction.all(.oldest(of: user, upTo: moment, limit: rowsMax))
        for checkin in oldest { try remove(checkin, of: user, in: transaction) }
        return oldest.count == rowsMax
    }

    /// Deletes some of one history that was cleared.
    ///
    /// - Returns: whether there was one.
    private static func removeCleared(in transaction: Transaction) throws(Refusal) -> Bool {
        guard let cleared = try transaction.first(Query<ClearedHistory>.next) else { return false }
        if try !removeOldest(of: cleared.user, upTo: cleared.upTo, in: transaction) {
            try transaction.run("DELETE FROM checkin_cleared WHERE user_id = \(cleared.user)")
        }
        return true
    }

    /// Deletes expired markers, oldest first, by the index `place_due`. No read shows an expired
    /// marker, so a late run is not observable.
    ///
    /// - Returns: whether there may be more.
    static func expire(in transaction: Transaction) throws(Refusal) -> Bool {
        let gone = try transaction.rowsChanged(
            """
            DELETE FROM place WHERE user_id IN (
                SELECT user_id FROM place WHERE expires_ms <= \(transaction.now)
                ORDER BY expires_ms LIMIT \(Int64(rowsMax)))
            """)
        return gone == rowsMax
    }

    /// Deletes check-ins that are no longer kept, uploads that no check-in uses, by the indices
    /// `checkin_forget` and `checkin_picture_unused`, and cleared histories. A check-in that is
    /// still a marker is deleted after its marker.
    ///
    /// - Returns: whether there may be more.
    static func forget(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = try transaction.all(.forgotten(at: transaction.now, limit: rowsMax))
        for (user, checkin) in due {
            try transaction.run(
                "DELETE FROM place WHERE user_id = \(user) AND at_ms = \(checkin.at)")
            try remove(checkin, of: user, in: transaction)
        }
        let unused = try StoredFiles.delete(
            from: "checkin_picture",
            where: """
                name IN (
                    SELECT name FROM checkin_picture
                    WHERE unused_ms IS NOT NULL AND unused_ms <= \(transaction.now)
                    ORDER BY unused_ms, name LIMIT \(Int64(rowsMax)))
                """, in: transaction)
        let isMoreCleared = try removeCleared(in: transaction)
        return due.count == rowsMax || unused == rowsMax || isMoreCleared
    }

    /// Deletes the marker of a user who leaves, and sends its end to friends. Friendships end after
    /// that.
    @Sendable static func end(_ user: User.ID, _ transaction: Transaction) throws(Refusal) {
        if let marker = try transaction.first(.marker(of: user, at: transaction.now)) {
            try PlaceNews.went(user, called: marker.profile.username, in: transaction)
        }
        try transaction.run("DELETE FROM place WHERE user_id = \(user)")
    }

    static let erase: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        let user = departed.user
        try transaction.run("DELETE FROM place WHERE user_id = \(user)")
        let pictures = try StoredFiles.delete(
            from: "checkin_picture",
            where: """
                name IN (
                    SELECT name FROM checkin_picture WHERE user_id = \(user)
                    ORDER BY name LIMIT \(Int64(rowsMax)))
                """, in: transaction)
        let checkins = try transaction.rowsChanged(
            """
            DELETE FROM checkin WHERE (user_id, at_ms) IN (
                SELECT user_id, at_ms FROM checkin WHERE user_id = \(user)
                LIMIT \(Int64(rowsMax)))
            """)
        try transaction.run("DELETE FROM checkin_cleared WHERE user_id = \(user)")
        return pictures < rowsMax && checkins < rowsMax
    }

    static func disclose(_ files: StoredFiles, in catalog: inout Catalog) {
        catalog.disclose("checkins") { (caller, after, snapshot) throws(Refusal) in
            let before = CheckinName(after)?.at ?? Moment(unixMilliseconds: .max)
            let place = try snapshot.first(.place(of: caller.user))
            let page = try snapshot.all(
                .history(of: caller.user, before: before, now: snapshot.now, limit: pageCount))
            let records = page.map { checkin in
                ExportRecord.with {
                    let isCurrent = checkin.at == place?.at && checkin.expires > snapshot.now
                    $0.checkin = checkin.shown(isCurrent: isCurrent)
                }
            }
            guard page.count == pageCount, let last = page.last else { return (records, nil) }
            return (records, CheckinName(last.at).text)
        }
        catalog.disclose("checkin.pictures") { (caller, after, snapshot) throws(Refusal) in
            let place = PicturePlace(after)
            guard let found = try snapshot.first(.picture(of: caller.user, from: place.name))
            else { return ([], nil) }
            // Of one whose bytes are lost, the record says that it was there.
            let bytes = try files.bytes(of: found.file) ?? []
            let start = found.name == place.name ? min(place.offset, bytes.count) : 0
            let end = min(start + pieceBytes, bytes.count)
            let record = ExportRecord.with {
                $0.checkinPicture = ExportedCheckinPicture(
                    found.name, bytes, start..<end,
                    contentType: PlacePicture.contentType(of: found.name))
            }
            // Behind the last byte of one begins the next.
            let next = PicturePlace(name: found.name, offset: end)
            return ([record], end < bytes.count ? "\(next)" : "\(next)+")
        }
    }
}

/// Where a page of pictures begins: "0f….jpg 49152", or behind all of that picture: "0f….jpg 9+".
private struct PicturePlace: CustomStringConvertible {
    let name: String
    let offset: Int

    init(name: String, offset: Int) { (self.name, self.offset) = (name, offset) }

    init(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        let name = parts.first.map(String.init) ?? ""
        let isDone = text.hasSuffix("+")
        self.name = isDone ? name + "\u{7F}" : name
        offset = parts.count > 1 && !isDone ? max(0, Int(parts[1]) ?? 0) : 0
    }

    var description: String { "\(name) \(offset)" }
}

extension Query where Row == (name: String, file: String) {
    /// A user's picture of this name, or the first behind it.
    fileprivate static func picture(of user: User.ID, from name: String) -> Self {
        Query(
            """
            SELECT name, file FROM checkin_picture WHERE user_id = \(user) AND name >= \(name)
                AND (unused_ms IS NOT NULL OR checkin_ms > \(CheckinRecords.cleared(of: user)))
            ORDER BY name LIMIT 1
            """
        ) { columns throws(StoreError) in
            (name: try columns.text(), file: try columns.text())
        }
    }
}

/// A history that was cleared, and is not deleted yet.
private struct ClearedHistory: Sendable {
    let user: User.ID
    let upTo: Moment
}

extension Query where Row == ClearedHistory {
    fileprivate static var next: Self {
        Query("SELECT user_id, upto_ms FROM checkin_cleared ORDER BY user_id LIMIT 1") {
            columns throws(StoreError) in
            ClearedHistory(user: try columns.id(), upTo: try columns.moment())
        }
    }
}

extension Query where Row == (user: User.ID, checkin: StoredCheckin) {
    fileprivate static func forgotten(at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT c.user_id, \(StoredCheckin.columns) FROM checkin c
            WHERE c.forget_ms <= \(now) ORDER BY c.forget_ms LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let user: User.ID = try columns.id()
            return (user: user, checkin: try StoredCheckin(from: &columns))
        }
    }
}
