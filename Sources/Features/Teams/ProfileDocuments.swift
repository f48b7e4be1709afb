import Accounts
import Files
import Kernel
import SwiftProtobuf
import Wire

/// Resumes and transcripts (H20): documents that a user adds to a profile for those who decide
/// about projects, and for no other user. A user who may not read them cannot tell whether there
/// are any.
struct ProfileDocuments: Sendable {
    static let migration = Migration(
        "teams.documents",
        """
        CREATE TABLE team_document (
            person BIGINT NOT NULL REFERENCES team_person (number),
            kind BIGINT NOT NULL,
            form BIGINT NOT NULL,
            name TEXT NOT NULL,
            size BIGINT NOT NULL,
            at_ms BIGINT NOT NULL,
            bytes {blob} NOT NULL,
            PRIMARY KEY (person, kind)
        );
        ALTER TABLE team_person ADD COLUMN opens_documents BIGINT NOT NULL DEFAULT 0;
        """)

    static let audits = [
        Audit(
            "documents are of profiles that are there",
            breaches: """
                SELECT count(*) FROM team_document d JOIN team_person t ON t.number = d.person
                WHERE t.user_id IS NULL
                """)
    ]

    /// Most bytes of one document.
    let bytesMax: Int
    let files: StoredFiles

    /// The caller's own documents, or those of another user that the caller may read.
    ///
    /// - Throws: `.notFound` if the caller has no profile, and if there is no document of another
    ///   user that the caller may read.
    func list(
        _ command: TeamDocumentList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> TeamDocuments {
        guard command.username.isEmpty || command.number == 0 else {
            throw Refusal(.invalidField, field: "profile", "expected a username or a number")
        }
        let name =
            command.username.isEmpty
            ? caller.username : try Username(command.username, field: "username").description
        let own = try snapshot.first(.number(ofPerson: caller.user))
        let isOwn =
            command.number > 0 ? command.number == own : name == caller.username
        var answer = TeamDocuments()
        if isOwn {
            guard let own else { throw .noTeamProfile("") }
            answer.documents = try snapshot.all(.documents(of: own)).map(\.shown)
            return answer
        }
        let whose: SQL =
            command.number > 0 ? "t.number = \(command.number)" : "u.username = \(name)"
        answer.documents = try snapshot.all(.documents(whose, readBy: caller.user)).map(\.shown)
        guard !answer.documents.isEmpty else {
            throw .noDocument(command.number > 0 ? "number" : "username")
        }
        return answer
    }

    /// The file of a document; nil if it does not exist, or the caller may not read it.
    func read(
        _ kind: DocumentKind, of number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> ServedFile? {
        let whose: SQL = "t.number = \(number) AND d.kind = \(kind.column)"
        return try snapshot.first(.documents(whose, readBy: caller.user))?.served(from: files)
    }

    /// Adds to attendees the documents that they have opened to companies, for a company at their
    /// gathering.
    static func show(
        in attendees: inout [Attendee], in snapshot: Snapshot
    ) throws(Refusal) {
        let opened = try snapshot.all(
            OpenedDocument.all(of: attendees.map(\.profile.number)))
        for place in attendees.indices {
            let number = attendees[place].profile.number
            attendees[place].documents = opened.filter { $0.person == number }
                .map(\.document.shown)
        }
    }

    /// Deletes the documents of a deleted profile.
    static func remove(allOf person: UInt32, in transaction: Transaction) throws(Refusal) {
        try StoredFiles.delete(
            from: "team_document", where: "person = \(person)", in: transaction)
    }
}

extension Query where Row == StoredDocument {
    /// Documents that a user may read: as their owner; as a user who decides about a project that
    /// the owner wants or has joined; and as a company at the same gathering, if they are open to
    /// companies.
    ///
    /// One statement, so that finding none takes the same work as hiding one.
    ///
    /// - Parameter whose: of `team_person t`, `person u` and `team_document d`.
    fileprivate static func documents(_ whose: SQL, readBy user: User.ID) -> Self {
        Query(
            """
            SELECT \(StoredDocument.columns) FROM team_person t
            JOIN person u ON u.id = t.user_id
            JOIN team_document d ON d.person = t.number
            WHERE \(whose) AND (t.user_id = \(user) OR (
                NOT \(SQL.isBlocked("t.user_id", user))
                AND (\(isDecided(by: user)) OR (t.opens_documents = 1 AND \(isMet(by: user))))))
            ORDER BY d.kind
            """
        ) { columns throws(StoreError) in try StoredDocument(from: &columns) }
    }

    /// Whether a user decides about a project that the person `t` has joined, or wants and may
    /// join: one whose owner is not blocked, in either direction.
    private static func isDecided(by user: User.ID) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM team_person r JOIN team_member w ON w.person = r.number
            JOIN team_project p ON p.number = w.project AND p.is_gone = 0
            JOIN gathering g ON g.number = p.gathering AND g.is_gone = 0
            WHERE r.user_id = \(user)
                AND w.role IN (\(Int64(TeamRole.recruiter.rawValue)),
                    \(Int64(TeamRole.owner.rawValue)))
                AND (EXISTS (
                        SELECT 1 FROM team_member m
                        WHERE m.project = w.project AND m.person = t.number)
                    OR (EXISTS (
                            SELECT 1 FROM team_swipe s
                            WHERE s.project = w.project AND s.person = t.number
                                AND s.by_project = 0
                                AND s.way = \(StoredSwipe.Way.right.rawValue))
                        AND NOT \(SQL.isOwnerBlocked("w.project", from: "t.user_id")))))
        """
    }

    /// Whether a user is at a gathering for a company that the person `t` attends.
    private static func isMet(by user: User.ID) -> SQL {
        """
        EXISTS (
            SELECT 1 FROM team_person r JOIN team_attendance c ON c.person = r.number
            JOIN team_attendance a ON a.gathering = c.gathering AND a.person = t.number
            JOIN gathering g ON g.number = c.gathering AND g.is_gone = 0
            WHERE r.user_id = \(user)
                AND c.role IN (\(GatheringRole.columns(with: .readOpenedDocuments))))
        """
    }
}

/// A document that its owner has opened to companies.
private struct OpenedDocument: Sendable {
    let person: UInt32
    let document: StoredDocument

    /// Those of several owners, by the primary key.
    static func all(of numbers: [UInt32]) -> Query<OpenedDocument> {
        Query(
            """
            SELECT d.person, \(StoredDocument.columns) FROM team_document d
            JOIN team_person t ON t.number = d.person AND t.opens_documents = 1
            WHERE d.person IN (\(SQL.list(numbers.map { "\($0)" }))) ORDER BY d.person, d.kind
            """
        ) { columns throws(StoreError) in
            let person = try columns.count()
            return OpenedDocument(person: person, document: try StoredDocument(from: &columns))
        }
    }
}

extension Refusal {
    /// For a missing document, and for one that the caller may not read.
    fileprivate static func noDocument(_ field: String) -> Refusal {
        Refusal(.notFound, field: field, "there is no such document")
    }
}

/// Documents are put and taken away over HTTP, and downloaded byte by byte as they were sent.
extension ProfileDocuments {
    private static let path = "/\(HinderInterface.name)/users/{number}/documents/{kind}"
    /// Of one, so many bytes on a page of an export.
    private static let pieceBytes = 49_152

    /// A document's place: "/hinder/users/7/documents/resume".
    private struct Place {
        let number: UInt32
        let kind: DocumentKind

        /// - Parameter values: what stands in the path.
        init?(_ values: [String]) {
            // A file has one place: neither "07" nor "+7" is another.
            guard values.count == 2, let number = UInt32(values[0]), "\(number)" == values[0],
                let kind = DocumentKind(segment: values[1])
            else { return nil }
            (self.number, self.kind) = (number, kind)
        }

        /// - Throws: `.notFound` for another kind.
        init(_ request: PlainRequest) throws(Refusal) {
            guard let place = Place(request.values) else {
                throw Refusal(.notFound, "there is nothing here")
            }
            self = place
        }
    }

    func install(in catalog: inout Catalog) {
        files.move(.documents, in: &catalog)
        let bytesMax = bytesMax
        let terms = UploadTerms(
            of: "documents", bodyBytesMax: bytesMax, into: { [files] in files.upload() }
        ) { [files] (request, size, caller, snapshot) throws(Refusal) in
            guard size <= bytesMax else {
                throw Refusal(.tooLarge, field: "document", "expected at most \(bytesMax) bytes")
            }
            let place = try Place(request)
            let number = try Self.owned(place, by: caller, in: snapshot)
            let old = try snapshot.first(.document(place.kind, of: number))
            try files.mustFit(size - Int(old?.size ?? 0), of: caller.user, in: snapshot)
        }
        catalog.upload(
            "teamDocument", .put, Self.path, terms, rate: .teamDocuments, shows: Self.shown
        ) { (request, caller, _) throws(Refusal) in
            let place = try Place(request)
            let (new, form) = try stored(request)
            return Inquiry { (transaction) throws(Refusal) in
                let number = try Self.owned(place, by: caller, in: transaction)
                try put(new, form, place.kind, of: number, by: caller, in: transaction)
                return try Self.listed(number, in: transaction)
            }
        }
        catalog.remove(
            "teamDocument", Self.path, shows: Self.removed
        ) { (request, caller) throws(Refusal) in
            let place = try Place(request)
            return { (transaction) throws(Refusal) in
                let number = try Self.owned(place, by: caller, in: transaction)
                try StoredFiles.delete(
                    from: "team_document",
                    where: "person = \(number) AND kind = \(place.kind.column)", in: transaction)
                return try Self.listed(number, in: transaction)
            }
        }
        catalog.privateFile(
            "teamDocumentRead", Self.path, thing: "document", rate: .searches
        ) { (request, caller, snapshot) throws(Refusal) in
            guard let place = Place(request.values) else { return nil }
            var file = try read(place.kind, of: place.number, caller, in: snapshot)
            file?.caching = .never
            return file
        }
        disclose(in: &catalog)
    }

    /// The file of an upload, if it is a document.
    private func stored(_ request: PlainRequest) throws(Refusal) -> (UploadedFile, DocumentForm) {
        guard let file = request.file else {
            let form = try DocumentForm(of: request.body)
            return (try files.add(request.body), form)
        }
        let form = try DocumentForm(ofSize: file.size) { (range) throws(Refusal) in
            guard let bytes = try files.bytes(of: file.name.text, in: range) else { throw .fault }
            return bytes
        }
        return (file, form)
    }

    private static let shown: RouteAnswer.Maker = { body in
        if case .error(let error) = body, error.code == .invalidField {
            .message(body, status: .unsupportedMediaType)
        } else {
            .asMessage(body)
        }
    }

    private static let removed: RouteAnswer.Maker = { body in
        if case .error = body { .asMessage(body) } else { .nothing }
    }

    /// - Throws: `.notMember` unless it is the caller's own profile.
    private static func owned(
        _ place: Place, by caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> UInt32 {
        guard try snapshot.first(.number(ofPerson: caller.user)) == place.number else {
            throw Refusal(.notMember, "expected the number of your own profile")
        }
        return place.number
    }

    /// The same file again changes nothing.
    private func put(
        _ new: UploadedFile, _ form: DocumentForm, _ kind: DocumentKind, of number: UInt32,
        by caller: Caller, in transaction: Transaction
    ) throws(Refusal) {
        let old = try transaction.first(.document(kind, of: number))
        if let old, try files.holds(old.file, new, in: transaction) { return }
        try files.keep(new, of: caller.user, replacing: old?.file, in: transaction)
        try StoredFiles.delete(
            from: "team_document", where: "person = \(number) AND kind = \(kind.column)",
            in: transaction)
        try transaction.run(
            """
            INSERT INTO team_document (person, kind, form, name, size, at_ms, bytes, file)
            VALUES (\(number), \(kind.column), \(form.rawValue), \(new.name.text),
                \(Int64(new.size)), \(transaction.now), \([UInt8]()), \(new.name.text))
            """)
    }

    private static func listed(
        _ number: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> ServerMessage.OneOf_Body {
        let documents = try snapshot.all(.documents(of: number)).map(\.shown)
        return .teamDocuments(.with { $0.documents = documents })
    }

    /// In pieces, one document after the other.
    private func disclose(in catalog: inout Catalog) {
        catalog.disclose("teamDocuments") { (caller, after, snapshot) throws(Refusal) in
            guard let person = try snapshot.first(.number(ofPerson: caller.user)) else {
                return ([], nil)
            }
            // "1 49152 0f…": of another file than that it begins anew.
            let place = after.split(separator: " ").map(String.init)
            let first = place.first.flatMap { Int64($0) } ?? 0
            guard
                let document = try snapshot.all(.documents(of: person))
                    .first(where: { $0.kind.column >= first })
            else { return ([], nil) }
            // Of one whose bytes are lost, the record says that it was there.
            let bytes = try files.bytes(of: document.file) ?? []
            let isBegun =
                place.count == 3 && first == document.kind.column && place[2] == document.name
            let start = isBegun ? min(max(Int(place[1]) ?? 0, 0), bytes.count) : 0
            let end = min(start + Self.pieceBytes, bytes.count)
            var record = ExportRecord()
            record.teamDocument = ExportedDocument(document.shown, bytes, start..<end)
            let kind = document.kind.column
            return (
                [record],
                end < bytes.count ? "\(kind) \(end) \(document.name)" : "\(kind + 1) 0"
            )
        }
    }
}

extension Rate {
    /// Documents of profiles.
    static let teamDocuments = Rate(
        "teamDocuments", of: .user, 20, each: .day, unit: "documents",
        "Resumes and transcripts that a user uploads.")
}
