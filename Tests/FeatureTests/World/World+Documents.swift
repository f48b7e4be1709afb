import Files
import Foundation
import Kernel
import SwiftProtobuf
import TestSupport
import Testing
import Wire

extension World {
    private static let documents = "/hinder/users/{number}/documents/{kind}"

    /// Puts a document; `kind` as in its path.
    ///
    /// - Parameter isStored: whether its bytes are stored as they arrive.
    @discardableResult
    func putDocument(
        _ kind: String, _ bytes: [UInt8], of number: UInt32, by name: String,
        isStored: Bool = false
    ) throws -> [TeamDocument] {
        var request = PlainRequest(
            values: ["\(number)", kind], body: isStored ? [] : bytes)
        if isStored {
            let upload = StoredFiles(files).upload()
            for start in stride(from: 0, to: bytes.count, by: 50_000) {
                try upload.append(Array(bytes[start..<min(start + 50_000, bytes.count)]))
            }
            request.file = try upload.finish()
        }
        let work = try begin(.put, Self.documents, request, by: name)
        guard case .teamDocuments(let list) = try finish(work) else { return [] }
        return list.documents
    }

    func deleteDocument(_ kind: String, of number: UInt32, by name: String) throws {
        let request = PlainRequest(values: ["\(number)", kind])
        _ = try finish(try begin(.delete, Self.documents, request, by: name))
    }

    /// Files that are not complete.
    func drafts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/files/drafts")
    }

    /// What a download finds; nil: nothing.
    func document(_ kind: String, of number: UInt32, by name: String) throws -> ServedFile? {
        let request = PlainRequest(values: ["\(number)", kind])
        guard case .file(.stored(let look), _) = try plain(.get, Self.documents, request, by: name)
        else { throw NotThatKind(what: "a file") }
        return try store.snapshot { (snapshot) throws(Refusal) in try look(snapshot) }
    }
}

extension ServedFile {
    /// All of it; nil: it was removed.
    var bytes: [UInt8]? {
        get throws {
            switch content {
            case .bytes(let bytes): bytes
            case .stored(let size, let read): try read(0..<size)
            }
        }
    }
}

extension Person {
    /// Gives a user a role at a gathering.
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

    /// Removes a user from a gathering.
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
