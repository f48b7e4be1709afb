import Files
import Kernel
import Wire

/// A document of a profile, as the store has it, without its bytes.
struct StoredDocument: Sendable {
    let kind: DocumentKind
    let form: DocumentForm
    /// Distinguishes its content from all others.
    let name: String
    let size: UInt32
    let at: Moment
    /// The name of the file.
    let file: String

    /// What ``init(from:)`` reads, of `team_document d`.
    static let columns: SQL = "d.kind, d.form, d.name, d.size, d.at_ms, d.file"

    /// A row with ``columns``.
    init(from columns: inout Columns) throws(StoreError) {
        kind = DocumentKind(rawValue: Int(try columns.integer())) ?? .noDocument
        form = DocumentForm(rawValue: try columns.integer()) ?? .text
        name = try columns.text()
        size = try columns.count()
        at = try columns.moment()
        file = try columns.text()
    }

    /// As it is listed.
    var shown: TeamDocument {
        var shown = TeamDocument()
        (shown.kind, shown.contentType) = (kind, form.contentType)
        (shown.bytes, shown.at) = (size, at.timestamp)
        return shown
    }

    /// As it is downloaded.
    func served(from files: StoredFiles) -> ServedFile {
        ServedFile(
            name: name, contentType: form.contentType, files.content(of: file, size: Int(size)),
            storedAs: "\(kind.segment).\(form.ending)")
    }
}

extension DocumentKind {
    /// As the store has it.
    var column: Int64 { Int64(rawValue) }

    /// What it is called in paths.
    var segment: String {
        switch self {
        case .resume: "resume"
        case .transcript: "transcript"
        case .noDocument, .UNRECOGNIZED: ""
        }
    }

    /// - Parameter segment: of a path; nil: of no kind.
    init?(segment: String) {
        let kinds: [DocumentKind] = [.resume, .transcript]
        guard let kind = kinds.first(where: { $0.segment == segment }) else { return nil }
        self = kind
    }
}

extension Query where Row == StoredDocument {
    /// All of a profile, by the primary key.
    static func documents(of person: UInt32) -> Self {
        documents("WHERE d.person = \(person) ORDER BY d.kind")
    }

    /// One of a profile, by the primary key.
    static func document(_ kind: DocumentKind, of person: UInt32) -> Self {
        documents("WHERE d.person = \(person) AND d.kind = \(kind.column)")
    }

    private static func documents(_ which: SQL) -> Self {
        Query("SELECT \(StoredDocument.columns) FROM team_document d \(which)") {
            columns throws(StoreError) in try StoredDocument(from: &columns)
        }
    }
}

extension Query where Row == BytesInRow {
    /// Documents whose bytes are in their row.
    static let documents = Query(
        """
        SELECT d.person, d.kind, d.bytes, coalesce(t.user_id, 0) FROM team_document d
        JOIN team_person t ON t.number = d.person
        WHERE d.file = '' LIMIT \(BytesInRow.limit)
        """
    ) { columns throws(StoreError) in
        let (person, kind) = (try columns.integer(), try columns.integer())
        return BytesInRow(bytes: try columns.blob(), owner: try columns.id()) { file in
            """
            UPDATE team_document SET file = \(file), bytes = \([UInt8]())
            WHERE person = \(person) AND kind = \(kind)
            """
        }
    }
}
