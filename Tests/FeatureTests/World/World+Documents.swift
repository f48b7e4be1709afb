import Kernel
import SwiftProtobuf
import Testing
import Wire

extension World {
    private static let documents = "/hinder/users/{number}/documents/{kind}"

    /// Puts a document; `kind` as in its path.
    @discardableResult
    func putDocument(
        _ kind: String, _ bytes: [UInt8], of number: UInt32, by name: String
    ) throws -> [TeamDocument] {
        let path = "/hinder/users/\(number)/documents/\(kind)"
        let work = try begin(Self.documents, at: path, bytes, by: name)
        guard case .teamDocuments(let list) = try finish(work) else { return [] }
        return list.documents
    }

    func deleteDocument(_ kind: String, of number: UInt32, by name: String) throws {
        let path = "/hinder/users/\(number)/documents/\(kind)"
        let changes = catalog.routes.compactMap { route -> RouteChange? in
            guard route.pattern == Self.documents, route.method == .delete,
                case .change(let change) = route.target
            else { return nil }
            return change
        }
        let change = try #require(changes.first)
        _ = try finish(try change.work([], try token(of: name), path, try store))
    }

    /// What a download finds; nil: nothing.
    func document(_ kind: String, of number: UInt32, by name: String) throws -> ServedFile? {
        let files = catalog.routes.compactMap { route -> RoutePrivateFile? in
            guard case .privateFile(let file) = route.target else { return nil }
            return file
        }
        let (file, token) = (try #require(files.first), try token(of: name))
        return try store.snapshot { (snapshot) throws(Refusal) in
            try file.find(snapshot, token, ["\(number)", kind])
        }
    }
}

extension Person {
    /// Gives somebody a role at a gathering.
    func grant(
        _ role: GatheringRole, to name: String, at number: UInt32, company: String = ""
    ) throws {
        try call(
            .gatheringGrant(
                .with {
                    ($0.number, $0.username) = (number, name)
                    ($0.role, $0.company) = (role, company)
                }))
    }

    /// Removes somebody from a gathering.
    func remove(_ name: String, from number: UInt32) throws {
        try call(.gatheringLeave(.with { ($0.number, $0.username) = (number, name) }))
    }

    /// Whether companies may read one's documents.
    func openDocuments(_ open: Bool = true) throws {
        try call(.teamProfileSet(.with { $0.openToCompanies = open }))
    }

    func documents(of name: String = "") throws -> [TeamDocument] {
        try ask(.teamDocumentList(.with { $0.username = name })) { answer in
            guard case .teamDocuments(let list) = answer else { return nil }
            return list.documents
        }
    }
}
