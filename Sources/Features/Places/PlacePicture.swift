import Accounts
import Files
import Friends
import Kernel
import Pictures
import Wire

/// The photo of a check-in (U3, U4): uploaded over HTTP, and visible with the check-in.
enum PlacePicture {
    /// Where a user's own picture is uploaded.
    static let uploadPath = "/v1/checkin/picture"
    /// Where they are seen, with a token.
    static let folder = "/v1/checkin/pictures/"
    /// Where the one lies that stands for a photo where there is none.
    static let defaultFolder = "/places/pictures/"
    static let defaultName = "default.svg"
    /// The most bytes of a file that one is made of.
    static let fileBytesMax = 1 << 20
    /// How long an upload waits for its check-in.
    private static let unusedMax = Duration.seconds(3_600)

    /// - Parameter name: empty: there is no photo.
    static func path(of name: String) -> String {
        name.isEmpty ? defaultFolder + defaultName : folder + name
    }

    /// A pin.
    static let pin = ServedFile(
        name: defaultName, contentType: "image/svg+xml",
        .bytes(
            Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">\
                <rect width="64" height="64" fill="#dfe7ef"/>\
                <path d="M32 8a18 18 0 0 0-18 18c0 13 18 30 18 30s18-17 18-30A18 18 0 0 0 32 8z" \
                fill="#3b6ea5"/><circle cx="32" cy="26" r="7" fill="#fff"/></svg>

                """.utf8)))

    /// Makes a picture of `file`, which takes long; and what is left to do to have it.
    ///
    /// - Throws: `.invalidField` when it is of no kind that we take, `.tooLarge` when it has too
    ///   many bytes or pixels, `.malformed` when it is broken.
    static func put(
        _ file: [UInt8], in files: StoredFiles, by caller: Caller, cid: String = ""
    ) throws(Refusal) -> WriteJob.Command {
        guard file.count <= fileBytesMax else {
            throw Refusal(.tooLarge, field: "picture", "expected at most \(fileBytesMax) bytes")
        }
        let picture: Picture
        do throws(PictureFailure) {
            picture = try Picture(fitting: file)
        } catch {
            throw Refusal(error)
        }
        let new = try files.add(picture.bytes)
        let form = picture.form.rawValue
        return { (transaction) throws(Refusal) in
            let name = try keep(new, form, files, of: caller, cid, in: transaction)
            var uploaded = PictureUploaded()
            (uploaded.picture, uploaded.path) = (name, path(of: name))
            return .pictureUploaded(uploaded)
        }
    }

    /// An upload that is repeated with its Idempotency-Key is the same picture.
    private static func keep(
        _ new: UploadedFile, _ form: String, _ files: StoredFiles, of caller: Caller,
        _ cid: String, in transaction: Transaction
    ) throws(Refusal) -> String {
        if !cid.isEmpty, let name = try transaction.first(.uploaded(by: caller.user, cid)) {
            return name
        }
        let end = transaction.now.advanced(by: unusedMax)
        let name = "\(new.name.text).\(form)"
        try files.keep(new, of: caller.user, in: transaction)
        try transaction.run(
            """
            INSERT INTO checkin_picture (name, user_id, checkin_ms, unused_ms, bytes, file, cid)
            VALUES (\(name), \(caller.user), 0, \(end), \([UInt8]()), \(new.name.text), \(cid))
            """)
        return name
    }

    /// The caller's own picture, or that of a marker that the caller may see; others get the same
    /// refusal as missing ones.
    static func read(
        _ command: CheckinPicture, in files: StoredFiles, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> PictureFile {
        guard isName(command.name),
            let file = try snapshot.first(
                .picture(command.name, seenBy: caller.user, at: snapshot.now)),
            let bytes = try files.bytes(of: file)
        else { throw Refusal(.notFound, field: "name", "there is no such picture") }
        return PictureFile(bytes, contentType: contentType(of: command.name))
    }

    static func contentType(of name: String) -> String {
        name.hasSuffix(".png") ? "image/png" : "image/jpeg"
    }

    private static func isName(_ name: String) -> Bool {
        (name.hasSuffix(".jpg") || name.hasSuffix(".png")) && FileName(name.dropLast(4)) != nil
    }
}

extension Query where Row == String {
    /// An upload of a user that no check-in has yet.
    static func unused(_ name: String, of user: User.ID, at now: Moment) -> Self {
        Query(
            """
            SELECT name FROM checkin_picture
            WHERE name = \(name) AND user_id = \(user) AND unused_ms > \(now)
            """
        ) { columns throws(StoreError) in try columns.text() }
    }

    /// An upload of a user by its Idempotency-Key.
    fileprivate static func uploaded(by user: User.ID, _ cid: String) -> Self {
        Query("SELECT name FROM checkin_picture WHERE user_id = \(user) AND cid = \(cid)") {
            columns throws(StoreError) in try columns.text()
        }
    }

    /// The file of a picture that `user` may see: by the keys of picture, friendship, marker and
    /// exclusion. Its owner cannot read it once the history is cleared.
    fileprivate static func picture(
        _ name: String, seenBy user: User.ID, at now: Moment
    ) -> Self {
        Query(
            """
            SELECT p.file FROM checkin_picture p
            WHERE p.name = \(name) AND (p.user_id = \(user)
                AND (p.unused_ms IS NOT NULL OR p.checkin_ms > \(CheckinRecords.cleared(of: user)))
                OR (
                EXISTS (
                    SELECT 1 FROM bond f
                    WHERE f.kind IN \(BondRight.map.kinds)
                        AND f.low = CASE WHEN p.user_id < \(user) THEN p.user_id ELSE \(user) END
                        AND f.high = CASE WHEN p.user_id < \(user) THEN \(user) ELSE p.user_id END)
                AND EXISTS (
                    SELECT 1 FROM place c WHERE c.user_id = p.user_id AND c.picture = p.name
                        AND c.expires_ms > \(now))
                AND NOT EXISTS (
                    SELECT 1 FROM activity_exclusion x
                    WHERE x.user_id = p.user_id AND x.activity = \(PlaceSchema.audience)
                        AND x.friend_id = \(user))))
            """
        ) { columns throws(StoreError) in try columns.text() }
    }
}

extension Query where Row == BytesInRow {
    /// Pictures whose bytes are in their row.
    static let checkinPictures = Query(
        "SELECT name, bytes, user_id FROM checkin_picture WHERE file = '' LIMIT \(BytesInRow.limit)"
    ) { columns throws(StoreError) in
        let name = try columns.text()
        return BytesInRow(bytes: try columns.blob(), owner: try columns.id()) { file in
            """
            UPDATE checkin_picture SET file = \(file), bytes = \([UInt8]()) WHERE name = \(name)
            """
        }
    }
}
