import Accounts
import Files
import Kernel
import Pictures
import Wire

/// Pictures of profiles, gatherings and projects, as they were sent (H11).
struct TeamPictures: Sendable {
    /// Pictures of the first versions have the name of their content, and may have several uses.
    static let migration = Migration(
        "teams.3",
        """
        CREATE TABLE team_picture (
            name TEXT NOT NULL PRIMARY KEY,
            bytes {blob} NOT NULL,
            uses BIGINT NOT NULL
        );
        """)

    let files: StoredFiles

    /// Counts one use of a picture less. The last one deletes it.
    static func forget(_ name: String, in transaction: Transaction) throws(Refusal) {
        guard !name.isEmpty else { return }
        try transaction.run("UPDATE team_picture SET uses = uses - 1 WHERE name = \(name)")
        try StoredFiles.delete(
            from: "team_picture", where: "name = \(name) AND uses < 1", in: transaction)
    }
}

extension Query where Row == String {
    static func picture(ofPerson number: UInt32) -> Self {
        picture("team_person WHERE number = \(number)")
    }

    static func picture(ofProject number: UInt32) -> Self {
        picture("team_project WHERE number = \(number)")
    }

    static func picture(ofGathering number: UInt32) -> Self {
        picture("gathering WHERE number = \(number)")
    }

    static func title(ofGathering number: UInt32) -> Self {
        Query("SELECT title FROM gathering WHERE number = \(number)") {
            columns throws(StoreError) in try columns.text()
        }
    }

    private static func picture(_ place: SQL) -> Self {
        Query("SELECT picture FROM \(place)") { columns throws(StoreError) in
            try columns.text()
        }
    }
}

/// Pictures are uploaded and removed over HTTP, and served byte by byte as they were sent (H11).
extension TeamPictures {
    /// Most bytes of one picture.
    private static let bytesMax = 1 << 20
    /// Of one, so many bytes on a page of an export.
    private static let pieceBytes = 49_152

    /// The subjects that have pictures.
    private enum Subject: String, CaseIterable {
        case users, events, projects
    }

    /// A picture's place: "/hinder/events/7/picture".
    private struct Place {
        let subject: Subject
        let number: UInt32
        /// Whether metadata are to be left out, instead of refused.
        let cleans: Bool

        /// - Throws: `.notFound`.
        init(of subject: Subject, _ request: PlainRequest) throws(Refusal) {
            guard let number = request.values.first.flatMap({ UInt32($0) }) else {
                throw Refusal(.notFound, "there is nothing here")
            }
            (self.subject, self.number) = (subject, number)
            cleans = request.field("clean") == "1"
        }
    }

    func install(in catalog: inout Catalog) {
        files.move(.teamPictures, in: &catalog)
        for subject in Subject.allCases {
            let path = "/\(HinderInterface.name)/\(subject.rawValue)/{number}/picture"
            catalog.upload(
                "teamPicture", .put, path, UploadTerms(of: "pictures", bodyBytesMax: Self.bytesMax),
                rate: .teamPictures, shows: Self.shown
            ) { (request, caller, _) throws(Refusal) in
                let place = try Place(of: subject, request)
                let (kind, bytes) = try Self.checked(request.body, cleans: place.cleans)
                let new = try files.add(bytes)
                return Inquiry { (transaction) throws(Refusal) in
                    try put(new, kind, at: place, by: caller, in: transaction)
                }
            }
            catalog.remove(
                "teamPicture", path, shows: Self.removed
            ) { (request, caller) throws(Refusal) in
                let place = try Place(of: subject, request)
                return { (transaction) throws(Refusal) in
                    let old = try Self.owned(place, caller, in: transaction)
                    try Self.forget(old, in: transaction)
                    return try Self.show("", at: place, caller, in: transaction)
                }
            }
        }
        catalog.file("teamPictureRead", TeamPicturePath.folder + "{name}", thing: "picture", served)
        catalog.disclose("teamPictures") { (caller, after, snapshot) throws(Refusal) in
            guard let person = try snapshot.first(.number(ofPerson: caller.user)),
                let name = try snapshot.first(.picture(ofPerson: person)),
                let bytes = try bytes(of: name, in: snapshot)
            else { return ([], nil) }
            // "49152 0f….jpg": of another picture than that it begins anew.
            let place = after.split(separator: " ")
            let isBegun = place.count == 2 && place[1] == name
            let start = isBegun ? min(max(Int(place[0]) ?? 0, 0), bytes.count) : 0
            let end = min(start + Self.pieceBytes, bytes.count)
            var record = ExportRecord()
            record.teamPicture = ExportedPicture(
                bytes, start..<end, contentType: Self.contentType(of: name))
            return ([record], end < bytes.count ? "\(end) \(name)" : nil)
        }
    }

    private static let shown: RouteAnswer.Maker = { body in
        switch body {
        case .gathering(let gathering): .json("{\"picture\":\"\(gathering.picture)\"}\n")
        case .project(let project): .json("{\"picture\":\"\(project.picture)\"}\n")
        case .teamProfile(let profile): .json("{\"picture\":\"\(profile.picture)\"}\n")
        case .error(let error) where error.code == .invalidField:
            .message(body, status: .unsupportedMediaType)
        default: .asMessage(body)
        }
    }

    private static let removed: RouteAnswer.Maker = { body in
        if case .error = body { .asMessage(body) } else { .nothing }
    }

    /// The picture's kind, and its bytes: those of the file, unless metadata are to be left out.
    ///
    /// - Throws: `.invalidField` for metadata and for no picture, `.tooLarge`, `.malformed`.
    private static func checked(
        _ file: [UInt8], cleans: Bool
    ) throws(Refusal) -> (kind: String, bytes: [UInt8]) {
        guard file.count <= bytesMax else {
            throw Refusal(.tooLarge, field: "picture", "expected at most \(bytesMax) bytes")
        }
        let bytes = try picture(file, cleans: cleans)
        let kind: String
        do throws(PictureFailure) {
            // It is served as it is: a browser gets nothing that we could not decode.
            try Picture.check(bytes)
            kind =
                switch try PictureHead(bytes).kind {
                case .jpeg: "jpg"
                case .png: "png"
                case .webp: "webp"
                }
        } catch {
            throw Refusal(error)
        }
        return (kind, bytes)
    }

    private static func picture(_ file: [UInt8], cleans: Bool) throws(Refusal) -> [UInt8] {
        do throws(PictureFailure) {
            _ = try PictureHead(file)
        } catch {
            throw Refusal(error)
        }
        let clean = PictureHead.withoutMetadata(file)
        guard cleans || clean == file else {
            throw Refusal(
                .invalidField, field: "picture",
                "expected a picture without metadata; with ?clean=1 they are left out")
        }
        return clean
    }

    /// The same picture again changes nothing.
    private func put(
        _ new: UploadedFile, _ kind: String, at place: Place, by caller: Caller,
        in transaction: Transaction
    ) throws(Refusal) -> ServerMessage.OneOf_Body {
        let old = try Self.owned(place, caller, in: transaction)
        let oldFile = try Self.file(of: old, in: transaction)
        if let oldFile, try files.holds(oldFile, new, in: transaction) {
            return try Self.read(place, caller, in: transaction)
        }
        let name = "\(new.name.text).\(kind)"
        try files.keep(new, of: caller.user, replacing: oldFile, in: transaction)
        try transaction.run(
            """
            INSERT INTO team_picture (name, bytes, uses, file)
            VALUES (\(name), \([UInt8]()), 1, \(new.name.text))
            """)
        try Self.forget(old, in: transaction)
        return try Self.show(name, at: place, caller, in: transaction)
    }

    /// - Parameter name: empty for none.
    private static func show(
        _ name: String, at place: Place, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> ServerMessage.OneOf_Body {
        try transaction.run(
            "UPDATE \(table(of: place)) SET picture = \(name) WHERE number = \(place.number)")
        return try read(place, caller, in: transaction)
    }

    /// The name of a picture's file.
    private static func file(
        of name: String, in snapshot: Snapshot
    ) throws(Refusal) -> String? {
        try snapshot.first(
            Query("SELECT file FROM team_picture WHERE name = \(name)") {
                columns throws(StoreError) in try columns.text()
            })
    }

    private func bytes(of name: String, in snapshot: Snapshot) throws(Refusal) -> [UInt8]? {
        guard let file = try Self.file(of: name, in: snapshot) else { return nil }
        return try files.bytes(of: file)
    }

    private static func table(of place: Place) -> SQL {
        switch place.subject {
        case .users: "team_person"
        case .events: "gathering"
        case .projects: "team_project"
        }
    }

    /// The current picture of a subject that the caller may change.
    ///
    /// - Throws: `.notFound`; `.notMember` if the caller may not.
    private static func owned(
        _ place: Place, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> String {
        let person = try transaction.first(.number(ofPerson: caller.user))
        switch place.subject {
        case .users:
            guard person == place.number else {
                throw Refusal(.notMember, "expected the number of your own profile")
            }
            return try transaction.first(.picture(ofPerson: place.number)) ?? ""
        case .events:
            try GatheringState.read(place.number, for: person, in: transaction).must(.change)
            return try transaction.first(.picture(ofGathering: place.number)) ?? ""
        case .projects:
            try ProjectState.read(place.number, for: caller, in: transaction).mustBeChanger()
            return try transaction.first(.picture(ofProject: place.number)) ?? ""
        }
    }

    private static func read(
        _ place: Place, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> ServerMessage.OneOf_Body {
        switch place.subject {
        case .users:
            guard let own = try snapshot.first(.person(of: caller.user)) else { throw .fault }
            return .teamProfile(own.profile)
        case .events:
            let person = try snapshot.first(.number(ofPerson: caller.user))
            return .gathering(
                try GatheringCommands.shown(
                    place.number, person, to: caller.user, in: snapshot))
        case .projects:
            return .project(try ProjectCommands.shown(place.number, caller, in: snapshot))
        }
    }

    @Sendable private func served(_ request: PlainRequest) -> FileSource {
        let name = request.values.last ?? ""
        guard Self.isName(name) else { return .here(nil) }
        return .stored { (snapshot) throws(Refusal) in
            guard let file = try Self.file(of: name, in: snapshot),
                let content = try files.content(of: file, in: snapshot)
            else { return nil }
            return ServedFile(name: name, contentType: Self.contentType(of: name), content)
        }
    }

    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && ["jpg", "png", "webp"].contains(parts[1])
            && FileName(parts[0]) != nil
    }

    private static func contentType(of name: String) -> String {
        name.hasSuffix(".png") ? "image/png" : name.hasSuffix(".webp") ? "image/webp" : "image/jpeg"
    }
}

extension Rate {
    /// Pictures of profiles, gatherings and projects.
    static let teamPictures = Rate(
        "teamPictures", of: .user, 50, each: .day, unit: "pictures",
        "Pictures of profiles, gatherings and projects that a user uploads.")
}

extension Query where Row == BytesInRow {
    /// Pictures whose bytes are in their row.
    fileprivate static let teamPictures = Query(
        "SELECT name, bytes FROM team_picture WHERE file = '' LIMIT \(BytesInRow.limit)"
    ) { columns throws(StoreError) in
        let name = try columns.text()
        return BytesInRow(bytes: try columns.blob(), owner: .nobody) { file in
            """
            UPDATE team_picture SET file = \(file), bytes = \([UInt8]()) WHERE name = \(name)
            """
        }
    }
}
