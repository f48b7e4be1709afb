import Accounts
import CSodium
import Kernel
import SwiftProtobuf
import Wire

/// Documents are put and taken away over HTTP, and downloaded byte by byte as they were sent.
extension ProfileDocuments {
    private static let path = "/\(HinderInterface.name)/users/{number}/documents/{kind}"
    /// Of one, so many bytes on a page of somebody's data.
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
        init(path: String) throws(Refusal) {
            let words = (path.split(separator: "?", maxSplits: 1).first ?? "").split(separator: "/")
            guard words.count == 5, let place = Place([String(words[2]), String(words[4])]) else {
                throw Refusal(.notFound, "there is nothing here")
            }
            self = place
        }
    }

    func install(in catalog: inout Catalog) {
        let bytesMax = bytesMax
        catalog.route(
            .put, Self.path,
            RouteChange(
                "teamDocument", of: "documents", rate: .teamDocuments, bodyBytesMax: bytesMax,
                shows: Self.shown
            ) { (file, token, path) throws(Refusal) in
                let place = try Place(path: path)
                guard file.count <= bytesMax else {
                    throw Refusal(
                        .tooLarge, field: "document", "expected at most \(bytesMax) bytes")
                }
                let form = try DocumentForm(of: file)
                let name = Self.name(of: file)
                return { (transaction) throws(Refusal) in
                    let number = try Self.owned(place, by: token, in: transaction)
                    try Self.put(file, form, name, place.kind, of: number, in: transaction)
                    return try Self.listed(number, in: transaction)
                }
            })
        catalog.route(
            .delete, Self.path,
            RouteChange(
                "teamDocument", of: "documents", rate: .settings, takesBack: true,
                shows: Self.removed
            ) { (_, token, path) throws(Refusal) in
                let place = try Place(path: path)
                return { (transaction) throws(Refusal) in
                    let number = try Self.owned(place, by: token, in: transaction)
                    _ = try transaction.rowsChanged(
                        """
                        DELETE FROM team_document
                        WHERE person = \(number) AND kind = \(place.kind.column)
                        """)
                    return try Self.listed(number, in: transaction)
                }
            })
        catalog.route(
            Self.path,
            RoutePrivateFile("document", rate: .searches, mayBeKept: false) {
                (snapshot, token, values) throws(Refusal) in
                let caller = try AccountsFeature.caller(token: token, in: snapshot)
                guard let place = Place(values) else { return nil }
                return try Self.read(place.kind, of: place.number, caller, in: snapshot)
            })
        Self.disclose(in: &catalog)
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

    private static func name(of file: [UInt8]) -> String {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&hash, file, UInt64(file.count))
        return hash.prefix(16).hexadecimal
    }

    /// - Throws: `.notMember` unless it is one's own profile.
    private static func owned(
        _ place: Place, by token: String, in transaction: Transaction
    ) throws(Refusal) -> UInt32 {
        let caller = try AccountsFeature.caller(token: token, in: transaction)
        guard try transaction.first(.number(ofPerson: caller.user)) == place.number else {
            throw Refusal(.notMember, "expected the number of your own profile")
        }
        return place.number
    }

    /// The same file again changes nothing.
    private static func put(
        _ file: [UInt8], _ form: DocumentForm, _ name: String, _ kind: DocumentKind,
        of number: UInt32, in transaction: Transaction
    ) throws(Refusal) {
        guard try transaction.first(.document(kind, of: number))?.name != name else { return }
        try transaction.run(
            """
            INSERT INTO team_document (person, kind, form, name, size, at_ms, bytes)
            VALUES (\(number), \(kind.column), \(form.rawValue), \(name), \(Int64(file.count)),
                \(transaction.now), \(file))
            ON CONFLICT (person, kind) DO UPDATE SET form = excluded.form, name = excluded.name,
                size = excluded.size, at_ms = excluded.at_ms, bytes = excluded.bytes
            """)
    }

    private static func listed(
        _ number: UInt32, in snapshot: Snapshot
    ) throws(Refusal) -> ServerMessage.OneOf_Body {
        let documents = try snapshot.all(.documents(of: number)).map(\.shown)
        return .teamDocuments(.with { $0.documents = documents })
    }

    /// In pieces, one document after the other.
    private static func disclose(in catalog: inout Catalog) {
        catalog.disclose("teamDocuments") { (caller, after, snapshot) throws(Refusal) in
            guard let person = try snapshot.first(.number(ofPerson: caller.user)) else {
                return ([], nil)
            }
            // "1 49152 0f…": of another file than that it begins anew.
            let place = after.split(separator: " ").map(String.init)
            let first = place.first.flatMap { Int64($0) } ?? 0
            guard
                let document = try snapshot.all(.documents(of: person))
                    .first(where: { $0.kind.column >= first }),
                let bytes = try snapshot.first(.bytes(of: document.kind, of: person))
            else { return ([], nil) }
            let isBegun =
                place.count == 3 && first == document.kind.column && place[2] == document.name
            let start = isBegun ? min(max(Int(place[1]) ?? 0, 0), bytes.count) : 0
            let end = min(start + pieceBytes, bytes.count)
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
