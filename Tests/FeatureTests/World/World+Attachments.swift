import Files
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Not that of Swift Testing.
typealias Attachment = Wire.Attachment

extension World {
    private static let files = "/v1/rooms/files"

    /// Uploads a file for a message.
    ///
    /// - Parameter isStored: whether its bytes are stored as they arrive.
    func upload(
        _ text: String, as query: String = "kind=file&name=a.txt", by name: String,
        cid: String = "", isStored: Bool = false
    ) throws -> Attachment {
        try upload(Array(text.utf8), as: query, by: name, cid: cid, isStored: isStored)
    }

    /// The same of bytes.
    func upload(
        _ bytes: [UInt8], as query: String, by name: String, cid: String = "",
        isStored: Bool = false
    ) throws -> Attachment {
        var request = PlainRequest(query: query, body: isStored ? [] : bytes)
        request.cid = cid
        if isStored {
            let upload = StoredFiles(files).upload()
            try upload.append(bytes)
            request.file = try upload.finish()
        }
        guard
            case .attachment(let attachment) = try finish(
                try begin(.post, Self.files, request, by: name))
        else { throw NotThatKind(what: "an attachment") }
        return attachment
    }

    /// Deletes an upload.
    func deleteUpload(_ id: String, by name: String) throws {
        let request = PlainRequest(values: [id])
        _ = try finish(try begin(.delete, Self.files + "/{id}", request, by: name))
    }

    /// What a download finds; nil: nothing.
    func attachment(
        _ id: String, by name: String, preview: Bool = false
    ) throws -> ServedFile? {
        let pattern = Self.files + "/{id}" + (preview ? "/preview" : "")
        let request = PlainRequest(values: [id])
        guard case .file(.stored(let look), _) = try plain(.get, pattern, request, by: name)
        else { throw NotThatKind(what: "a file") }
        return try store.snapshot { (snapshot) throws(Refusal) in try look(snapshot) }
    }

    /// The names of the files that are stored.
    func storedNames() throws -> [String] {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(StoredFiles.names).map(\.text)
        }
    }

    /// Who of the people with an account can download it.
    func readers(of id: String) throws -> [String] {
        try callers.keys.sorted().filter { try attachment(id, by: $0) != nil }
    }

    /// An administrator looks at a part of a file.
    func administratorReads(_ id: String, at offset: UInt32 = 0) throws -> AdminAttachment {
        try AdminAttachment(
            jsonString: order("attachment", #"{"id":"\#(id)","offset":\#(offset)}"#))
    }

    /// An administrator removes a file everywhere.
    func removeEverywhere(_ id: String) throws -> AdminAttachmentRemoved {
        try AdminAttachmentRemoved(
            jsonString: order("remove-attachment", #"{"id":"\#(id)"}"#))
    }
}

extension Person {
    /// The files in one's own data, part by part.
    func exportedFiles() throws -> [ExportedAttachment] {
        try export().compactMap { record in
            guard case .attachment(let file) = record.record else { return nil }
            return file
        }
    }

    /// Sends uploads with a text.
    @discardableResult
    func send(
        files: [Attachment], _ text: String = "", to friend: String, cid: String? = nil
    ) throws -> RoomSent {
        let command = RoomSend.with {
            ($0.to, $0.text, $0.attachments) = (friend, text, files.map(\.id))
            $0.cid = cid ?? "new-\(world.answers[name]?.count ?? 0)"
        }
        return try ask(.roomSend(command)) { answer in
            guard case .roomSent(let sent) = answer else { return nil }
            return sent
        }
    }
}
