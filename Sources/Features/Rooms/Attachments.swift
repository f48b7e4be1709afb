import Accounts
import Files
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// The files of messages: who may read one, and how long it is there.
///
/// A file is uploaded first, and belongs to its user alone until a message names it. From that
/// commit on it can be read by those who can read the message in its history, and by no other user.
enum Attachments {
    /// Most attachments of a message.
    static let countMax = 10
    /// How long an upload waits for its message.
    static let unsentMax = Duration.seconds(24 * 3_600)
    /// Most rows that go in one transaction.
    private static let rowsMax = 100

    // room_id: 0 until it is sent. is_held: a report is about its message. is_gone: the message was
    // deleted since, and only administrators can read the file, until the case is decided.
    static let migration = Migration(
        "rooms.files",
        """
        CREATE TABLE room_file (
            file TEXT NOT NULL PRIMARY KEY,
            preview TEXT NOT NULL,
            owner BIGINT NOT NULL,
            cid TEXT NOT NULL,
            form TEXT NOT NULL,
            preview_form TEXT NOT NULL,
            body {blob} NOT NULL,
            room_id BIGINT NOT NULL,
            seq BIGINT NOT NULL,
            at_ms BIGINT NOT NULL,
            is_held BIGINT NOT NULL,
            is_gone BIGINT NOT NULL
        );
        CREATE INDEX room_file_owner ON room_file (owner, file);
        CREATE UNIQUE INDEX room_file_cid ON room_file (owner, cid) WHERE cid <> '';
        CREATE INDEX room_file_message ON room_file (room_id, seq);
        CREATE INDEX room_file_unsent ON room_file (at_ms) WHERE room_id = 0;
        """)

    // NULL: it does not expire.
    static let expiry = Migration(
        "rooms.files.2",
        """
        ALTER TABLE room_file ADD COLUMN expires_ms BIGINT;
        CREATE INDEX room_file_expiry ON room_file (expires_ms)
            WHERE expires_ms IS NOT NULL;
        """)

    static let audits = [
        Audit(
            "an attachment is stored, and belongs to its message or to none",
            breaches: """
                SELECT count(*) FROM room_file f
                WHERE NOT EXISTS (SELECT 1 FROM file s WHERE s.name = f.file)
                    OR f.preview <> '' AND NOT EXISTS (
                        SELECT 1 FROM file s WHERE s.name = f.preview)
                    OR f.room_id <> 0 AND f.is_gone = 0 AND NOT EXISTS (
                        SELECT 1 FROM room_message m
                        WHERE m.room_id = f.room_id AND m.seq = f.seq AND m.author = f.owner)
                """)
    ]

    /// Uploads of a user that a message is to have, in the order of their ids.
    ///
    /// - Throws: `.invalidField` for too many, and for one that is named twice; `.notFound` for an
    ///   id that is no upload of the user, or was sent before.
    static func unsent(
        _ ids: [String], of user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> [Attachment] {
        guard ids.count <= countMax, Set(ids).count == ids.count else {
            throw Refusal(
                .invalidField, field: "attachments",
                "expected at most \(countMax) ids, each once")
        }
        var attachments: [Attachment] = []
        for id in ids {
            guard FileName(id) != nil,
                let stored = try transaction.first(StoredAttachment.named(id)),
                stored.owner == user, stored.isUnsent(at: transaction.now)
            else {
                throw Refusal(
                    .notFound, field: "attachments",
                    "expected uploads of yours that are not sent yet")
            }
            attachments.append(stored.shown)
        }
        return attachments
    }

    /// A message has been sent with its attachments.
    static func send(
        _ message: RoomMessage, in room: Room.ID, _ transaction: Transaction
    ) throws(Refusal) {
        for attachment in message.attachments {
            try transaction.run(
                """
                UPDATE room_file SET room_id = \(room), seq = \(message.seq)
                WHERE file = \(attachment.id)
                """)
        }
    }

    /// Deletes attachments of a message, or sets them aside while a report is about it. Then they
    /// leave the quota of their owner, and free their keys: the owner must not learn of the report.
    ///
    /// - Parameter kept: those that stay.
    static func remove(
        of said: SaidMessage, but kept: [Attachment] = [], in transaction: Transaction
    ) throws(Refusal) {
        guard !said.message.attachments.isEmpty else { return }
        let place: SQL = "room_id = \(said.room) AND seq = \(said.message.seq)"
        var rest = place
        for attachment in kept { rest = "\(rest) AND file <> \(attachment.id)" }
        try transaction.run("UPDATE room_file SET is_gone = 1, cid = '' WHERE \(rest)")
        try transaction.run(
            """
            UPDATE file SET owner = \(User.ID.nobody)
            WHERE name IN (\(files(where: "\(place) AND is_gone = 1 AND is_held = 1")))
            """)
        try delete(where: "\(place) AND is_gone = 1 AND is_held = 0", in: transaction)
    }

    /// Deletes an upload of a user that no message has; nothing if there is none.
    static func remove(
        unsent id: String, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try delete(
            where: "file = \(id) AND owner = \(user) AND room_id = 0", in: transaction)
    }

    /// Deletes some of the files of a user whose messages are erased.
    ///
    /// - Returns: whether nothing is left.
    static func erase(_ user: User.ID, in transaction: Transaction) throws(Refusal) -> Bool {
        let gone = try delete(
            where: """
                file IN (SELECT file FROM room_file WHERE owner = \(user)
                    ORDER BY file LIMIT \(Int64(rowsMax)))
                """, in: transaction)
        return gone < rowsMax
    }

    /// Deletes a file that an administrator removes, also one that is held for a report.
    static func remove(_ id: String, in transaction: Transaction) throws(Refusal) {
        try delete(where: "file = \(id)", in: transaction)
    }

    /// Deletes what has expired, and uploads that have waited too long for their message, by the
    /// indexes `room_file_expiry` and `room_file_unsent`.
    ///
    /// - Returns: whether there may be more.
    static func sweep(in transaction: Transaction) throws(Refusal) -> Bool {
        let due = transaction.now.advanced(by: .zero - unsentMax)
        let gone = try delete(
            where: """
                file IN (SELECT file FROM room_file WHERE room_id = 0 AND at_ms <= \(due)
                    ORDER BY at_ms, file LIMIT \(Int64(rowsMax)))
                """, in: transaction)
        // Those of a reported message stay with it.
        let expired = try delete(
            where: """
                file IN (SELECT file FROM room_file
                    WHERE expires_ms IS NOT NULL AND expires_ms <= \(transaction.now)
                        AND is_held = 0
                    ORDER BY expires_ms, file LIMIT \(Int64(rowsMax)))
                """, in: transaction)
        return gone == rowsMax || expired == rowsMax
    }

    /// Keeps the files of a message for administrators while a report is about it.
    static func hold(_ seq: UInt32, in room: Room.ID, _ transaction: Transaction) throws(Refusal) {
        try transaction.run(
            "UPDATE room_file SET is_held = 1 WHERE room_id = \(room) AND seq = \(seq)")
    }

    /// No report is about a message any longer: what its author has deleted goes.
    static func release(
        _ seq: UInt32, in room: Room.ID, _ transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "UPDATE room_file SET is_held = 0 WHERE room_id = \(room) AND seq = \(seq)")
        try delete(
            where: "room_id = \(room) AND seq = \(seq) AND is_gone = 1", in: transaction)
    }

    /// - Parameter condition: chooses the same rows each time.
    /// - Returns: how many rows.
    @discardableResult
    private static func delete(
        where condition: SQL, in transaction: Transaction
    ) throws(Refusal) -> Int {
        try StoredFiles.discard(files(where: condition), in: transaction)
        return try transaction.rowsChanged("DELETE FROM room_file WHERE \(condition)")
    }

    /// The files and previews of attachments.
    private static func files(where condition: SQL) -> SQL {
        """
        SELECT file FROM room_file WHERE \(condition)
        UNION ALL SELECT preview FROM room_file WHERE \(condition)
        """
    }
}

/// An upload for a message, or a file of one.
struct StoredAttachment: Sendable {
    let owner: User.ID
    /// 0 until it is sent.
    let room: Room.ID
    let seq: UInt32
    /// Its name in the store; empty: it has none.
    let preview: String
    let form: AttachmentForm
    let previewForm: AttachmentForm
    /// When it was uploaded.
    let at: Moment
    /// When it expires; nil: it does not.
    let expires: Moment?
    /// Whether a report is about its message.
    let isHeld: Bool
    /// Whether it was deleted since.
    let isGone: Bool
    let shown: Attachment

    /// Whether a message has it.
    var isSent: Bool { room != 0 }

    /// Whether a message may have it.
    func isUnsent(at now: Moment) -> Bool {
        !isSent && expires.map { $0 > now } ?? true
    }
}

/// What an attachment is for a client that downloads it.
enum AttachmentForm: String, Sendable {
    case jpeg = "jpg"
    case png
    case opus
    /// A place.
    case json
    /// Bytes of any kind, to be saved.
    case other = ""

    /// The media type.
    var contentType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .opus: "audio/ogg"
        case .json: "application/json"
        case .other: "application/octet-stream"
        }
    }
}

extension StoredAttachment {
    private static let columns: SQL = """
        f.owner, f.room_id, f.seq, f.preview, f.form, f.preview_form, f.at_ms,
            f.expires_ms, f.is_held, f.is_gone, f.body
        """

    private static func query(_ rest: SQL) -> Query<StoredAttachment> {
        Query("SELECT \(columns) FROM \(rest)") { columns throws(StoreError) in
            let (owner, room): (User.ID, Room.ID) = (try columns.id(), try columns.id())
            let (seq, preview) = (try columns.count(), try columns.text())
            let form = AttachmentForm(rawValue: try columns.text())
            let previewForm = AttachmentForm(rawValue: try columns.text())
            let (at, expires) = (try columns.moment(), try columns.optionalMoment())
            let (isHeld, isGone) = (try columns.flag(), try columns.flag())
            let body = try columns.blob()
            guard let form, let previewForm, let shown = try? Attachment(serializedBytes: body)
            else { throw .unexpectedColumn }
            return StoredAttachment(
                owner: owner, room: room, seq: seq, preview: preview, form: form,
                previewForm: previewForm, at: at, expires: expires, isHeld: isHeld,
                isGone: isGone, shown: shown)
        }
    }

    /// Whether neither it nor its message, if it is sent, has expired.
    private static func lasts(at now: Moment) -> SQL {
        """
        (f.expires_ms IS NULL OR f.expires_ms > \(now)) AND NOT EXISTS (
            SELECT 1 FROM room_message m WHERE m.room_id = f.room_id AND m.seq = f.seq
                AND m.expires_ms > 0 AND m.expires_ms <= \(now))
        """
    }

    /// An attachment, whatever the rights of the caller.
    static func named(_ id: String) -> Query<StoredAttachment> {
        query("room_file f WHERE f.file = \(id)")
    }

    /// An upload by its Idempotency-Key.
    static func uploaded(
        by user: User.ID, _ cid: String, at now: Moment
    ) -> Query<StoredAttachment> {
        query(
            """
            room_file f WHERE f.owner = \(user) AND f.cid = \(cid) AND f.cid <> ''
                AND f.is_gone = 0 AND \(lasts(at: now))
            """)
    }

    /// A user's own attachment of that id, or the next one, for the export.
    static func first(
        of user: User.ID, from id: String, at now: Moment
    ) -> Query<StoredAttachment> {
        query(
            """
            room_file f WHERE f.owner = \(user) AND f.file >= \(id) AND f.is_gone = 0
                AND \(lasts(at: now))
            ORDER BY f.file LIMIT 1
            """)
    }

    /// Attachments of a message that are held for administrators.
    static func held(_ seq: UInt32, in room: Room.ID) -> Query<StoredAttachment> {
        query(
            """
            room_file f WHERE f.room_id = \(room) AND f.seq = \(seq) AND f.is_held = 1
            ORDER BY f.at_ms, f.file
            """)
    }

    /// Other attachments with the same bytes.
    static func copies(
        of digest: [UInt8], but id: String, limit: Int
    ) -> Query<StoredAttachment> {
        query(
            """
            file s JOIN room_file f ON f.file = s.name
            WHERE s.digest = \(digest) AND f.file <> \(id)
            ORDER BY f.file LIMIT \(Int64(limit))
            """)
    }

    /// An attachment that a user may read: an upload of the user's own; one of a message that
    /// `roomHistory` shows to the user.
    static func named(
        _ id: String, readableBy user: User.ID, at now: Moment
    ) -> Query<StoredAttachment> {
        query(
            """
            room_file f
            WHERE f.file = \(id) AND f.is_gone = 0 AND \(lasts(at: now)) AND (
                f.room_id = 0 AND f.owner = \(user)
                OR EXISTS (
                    SELECT 1 FROM room r JOIN bond b
                        ON b.low = r.low AND b.kind IN \(BondRight.chat.kinds) AND b.high = r.high
                    WHERE r.id = f.room_id AND (r.low = \(user) OR r.high = \(user)))
                OR EXISTS (
                    SELECT 1 FROM room_member k
                    WHERE k.room_id = f.room_id AND k.user_id = \(user) AND k.is_in = 1
                        AND f.seq > k.since))
                AND NOT EXISTS (
                    SELECT 1 FROM block b WHERE b.blocker = \(user) AND b.blocked = f.owner)
            """)
    }
}

extension PlainText {
    /// Takes the text of a message, or refuses the command for `field`.
    ///
    /// - Parameter isAlone: whether the message has nothing but its text, which must not be empty.
    init(
        message text: String, _ length: ClosedRange<Int>, isAlone: Bool, field: String
    ) throws(Refusal) {
        let lengths = (isAlone ? 1 : 0)...length.upperBound
        try self.init(text, .init(lengths, allowsLines: true), field: field)
    }
}

extension RoomMessage {
    /// What a notification says of it: the text, or what is attached.
    var summary: String {
        guard !hasPoll else { return "📊 Poll: \(text)" }
        guard text.isEmpty, let first = attachments.first else { return text }
        let rest = attachments.count > 1 ? " +\(attachments.count - 1)" : ""
        return first.summary + rest
    }
}

extension Attachment {
    fileprivate var summary: String {
        switch kind {
        case .picture: "📷 Photo"
        case .voice: "🎤 Voice message"
        case .location: "📍 Place"
        case .link: "🔗 \(name.isEmpty ? url : name)"
        case .file, .unspecified, .UNRECOGNIZED: "📎 \(name)"
        }
    }
}
