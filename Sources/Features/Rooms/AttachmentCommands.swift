import Accounts
import Files
import FoundationEssentials
import Kernel
import Media
import Pictures
import SwiftProtobuf
import Wire

/// Uploads of files for messages, and their downloads.
struct AttachmentCommands: Sendable {
    /// Where they are uploaded.
    private static let path = "/v1/rooms/files"
    /// Characters of a file's name.
    private static let nameLength = 1...200
    /// Of one, so many bytes on a page of an export.
    private static let pieceBytes = 49_152

    let files: StoredFiles
    /// Makes pictures and voice messages.
    let media: MediaQueue
    let terms: @Sendable () -> RoomTerms

    func install(in catalog: inout Catalog) {
        let bytesMax = terms().fileBytesMax
        let uploads = UploadTerms(
            of: "files", bodyBytesMax: bytesMax, into: { [files] in files.upload() }
        ) { [files] (request, size, caller, snapshot) throws(Refusal) in
            guard size <= bytesMax else {
                throw Refusal(.tooLarge, field: "file", "expected at most \(bytesMax) bytes")
            }
            _ = try Wish(request)
            let old = StoredAttachment.uploaded(
                by: caller.user, request.cid, at: snapshot.now)
            guard try snapshot.first(old) == nil else { return }
            try files.mustFit(StoredFiles.counted(size), of: caller.user, in: snapshot)
            try files.mustFit(size, in: snapshot)
        }
        catalog.upload(
            "attachment", .post, Self.path, uploads, rate: .attachments,
            shows: RouteAnswer.asMessage
        ) { (request, caller, store) throws(Refusal) in
            let wish = try Wish(request)
            let file = try stored(request)
            let old = try store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(
                    StoredAttachment.uploaded(
                        by: caller.user, request.cid, at: snapshot.now))
            }
            if let old {
                try wish.mustBe(old.shown, of: file)
                return Inquiry { _ in .attachment(old.shown) }
            }
            return switch wish.kind {
            case .picture:
                making(request, caller) { (maker) throws(MediaFailure) in
                    Made(try maker.picture(of: file, in: files))
                }
            case .voice:
                making(request, caller) { (maker) throws(MediaFailure) in
                    Made(try maker.recording(of: file, in: files))
                }
            default: try keeping(file, wish, request, caller)
            }
        }
        installRest(in: &catalog)
    }

    private func installRest(in catalog: inout Catalog) {
        catalog.prepare(
            ClientMessage.OneOf_Command.linkRead, reply: { .attachment($0) }, rate: .links,
            readLink)
        catalog.prepare(
            ClientMessage.OneOf_Command.locationShare, reply: { .attachment($0) },
            rate: .attachments, shareLocation)
        catalog.remove(
            "attachment", Self.path + "/{id}", shows: Self.removed
        ) { (request, caller) throws(Refusal) in
            let id = request.values.first ?? ""
            return { (transaction) throws(Refusal) in
                try Attachments.remove(unsent: id, of: caller.user, in: transaction)
                return .done(Done())
            }
        }
        for part in Part.allCases {
            catalog.privateFile(
                part.name, Self.path + "/{id}" + part.suffix, thing: "file",
                rate: .attachmentReads
            ) { (request, caller, snapshot) throws(Refusal) in
                try served(request.values.first ?? "", part, to: caller, in: snapshot)
            }
        }
        AttachmentOrders(files: files).install(in: &catalog)
        catalog.tally("attachments", "SELECT count(*) FROM room_file WHERE room_id <> 0")
        catalog.audit(Attachments.audits)
        catalog.backlog("rooms.files", every: .seconds(10), Attachments.sweep)
        catalog.disclose("attachments", disclose)
    }

    /// What can be downloaded of an attachment.
    private enum Part: CaseIterable {
        case whole, preview

        var name: String { self == .whole ? "attachmentRead" : "attachmentPreview" }
        var suffix: String { self == .whole ? "" : "/preview" }
    }

    private static let removed: RouteAnswer.Maker = { body in
        if case .error = body { .asMessage(body) } else { .nothing }
    }

    /// What the query of an upload asks for.
    private struct Wish {
        let kind: AttachmentKind
        /// Of a file that is passed on as it is.
        let name: String
        /// Whether a picture is to be passed on as it is, with all that its camera has noted.
        let keepsMetadata: Bool

        init(_ request: PlainRequest) throws(Refusal) {
            switch request.field("kind") {
            case "picture": kind = .picture
            case "voice": kind = .voice
            case "file": kind = .file
            default:
                throw Refusal(.invalidField, field: "kind", "expected picture, voice or file")
            }
            keepsMetadata = try Self.keepsMetadata(request)
            guard kind == .file else {
                name = ""
                return
            }
            name =
                try PlainText(
                    (request.field("name") ?? "").normalized,
                    .init(AttachmentCommands.nameLength), field: "name"
                ).text
            guard !name.contains("/"), !name.contains("\\"), name != ".", name != ".." else {
                throw Refusal(.invalidField, field: "name", "expected a name without a path")
            }
        }

        /// Refuses another file under the same Idempotency-Key.
        func mustBe(_ old: Attachment, of file: UploadedFile) throws(Refusal) {
            guard old.kind == kind, old.name == name, kind != .file || Int(old.size) == file.size
            else {
                throw Refusal(
                    .conflict, field: "Idempotency-Key", "it was used for another file before")
            }
        }

        private static func keepsMetadata(_ request: PlainRequest) throws(Refusal) -> Bool {
            switch request.field("metadata") {
            case nil: false
            case "keep": true
            default: throw Refusal(.invalidField, field: "metadata", "expected keep, or nothing")
            }
        }
    }

    /// A file that is ready to be kept.
    struct Made: Sendable {
        let file: UploadedFile
        var preview: UploadedFile?
        let form: AttachmentForm
        var previewForm = AttachmentForm.other
        /// Without its id and size.
        let shown: Attachment
        /// How long it is there; nil: until it is deleted.
        var life: Duration?
    }

    /// The file of an upload, in the store.
    private func stored(_ request: PlainRequest) throws(Refusal) -> UploadedFile {
        guard request.file != nil || !request.body.isEmpty else {
            throw Refusal(.invalidField, field: "file", "expected a file that is not empty")
        }
        if let file = request.file { return file }
        return try files.add(request.body)
    }

    /// Has something made of an upload, which does not hold up the worker of small files.
    private func making(
        _ request: PlainRequest, _ caller: Caller,
        _ make: @escaping @Sendable (any MediaMaker) throws(MediaFailure) -> Made
    ) -> Inquiry<Transaction, ServerMessage.OneOf_Body> {
        Inquiry { [media] tell in
            media.make(for: caller.user.rawValue, make) { tell($0.mapError(Refusal.init)) }
        } then: { (made, transaction) throws(Refusal) in
            .attachment(try keep(made, of: caller, request.cid, in: transaction))
        }
    }

    /// Keeps an upload as it is, once it was scanned.
    private func keeping(
        _ file: UploadedFile, _ wish: Wish, _ request: PlainRequest, _ caller: Caller
    ) throws(Refusal) -> Inquiry<Transaction, ServerMessage.OneOf_Body> {
        let head = try files.bytes(of: file.name.text, in: 0..<16) ?? []
        guard wish.keepsMetadata || !PhotoSignature.begins(head) else {
            throw Refusal(
                .invalidField, field: "metadata",
                "a photo may say where it was taken: send it as a picture, or with metadata=keep")
        }
        let made = Made(
            file: file, form: .other,
            shown: .with { ($0.kind, $0.name) = (wish.kind, wish.name) })
        if media.scansFiles {
            return making(request, caller) { [files] (maker) throws(MediaFailure) in
                try maker.scan(file, in: files)
                return made
            }
        }
        return Inquiry { (transaction) throws(Refusal) in
            .attachment(try keep(made, of: caller, request.cid, in: transaction))
        }
    }

    /// An upload that is repeated with its Idempotency-Key is the same attachment.
    func keep(
        _ made: Made, of caller: Caller, _ cid: String, in transaction: Transaction
    ) throws(Refusal) -> Attachment {
        let known = StoredAttachment.uploaded(by: caller.user, cid, at: transaction.now)
        if let old = try transaction.first(known) { return old.shown }
        // That of a message that has expired, and is not removed yet.
        try transaction.run(
            """
            UPDATE room_file SET cid = ''
            WHERE owner = \(caller.user) AND cid = \(cid) AND cid <> ''
            """)
        var shown = made.shown
        (shown.id, shown.size) = (made.file.name.text, UInt32(clamping: made.file.size))
        let expires = made.life.map { transaction.now.advanced(by: $0) }
        if let expires { shown.expiresAt = expires.timestamp }
        let body: [UInt8]
        do { body = try shown.serializedBytes() } catch { throw .fault }
        try files.keep(made.file, of: caller.user, in: transaction)
        if let preview = made.preview {
            try files.keep(preview, of: caller.user, in: transaction)
        }
        try transaction.run(
            """
            INSERT INTO room_file (file, preview, owner, cid, form, preview_form, body, room_id,
                seq, at_ms, expires_ms, is_held, is_gone)
            VALUES (\(shown.id), \(made.preview?.name.text ?? ""), \(caller.user), \(cid),
                \(made.form.rawValue), \(made.previewForm.rawValue), \(body), 0, 0,
                \(transaction.now), \(expires), 0, 0)
            """)
        return shown
    }

    /// The file, or its preview; nil if it does not exist, or the caller may not read it.
    private func served(
        _ id: String, _ part: Part, to caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> ServedFile? {
        guard FileName(id) != nil,
            let stored = try snapshot.first(
                StoredAttachment.named(id, readableBy: caller.user, at: snapshot.now))
        else { return nil }
        let (name, form) =
            part == .whole ? (id, stored.form) : (stored.preview, stored.previewForm)
        guard !name.isEmpty, let content = try files.content(of: name, in: snapshot) else {
            return nil
        }
        return ServedFile(
            name: name, contentType: form.contentType, content,
            storedAs: stored.form == .other ? stored.shown.name : nil,
            // A reader may lose the right to see it.
            caching: .asked)
    }

    /// In pieces, one file after the other.
    ///
    /// - Parameter after: "0f… 49152": the file, and how much of it was on earlier pages.
    private func disclose(
        _ caller: Caller, _ after: String, _ snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        let place = after.split(separator: " ").map(String.init)
        let first = place.first ?? ""
        guard
            let stored = try snapshot.first(
                StoredAttachment.first(of: caller.user, from: first, at: snapshot.now))
        else {
            return ([], nil)
        }
        let (id, size) = (stored.shown.id, Int(stored.shown.size))
        let start = id == first && place.count == 2 ? min(max(Int(place[1]) ?? 0, 0), size) : 0
        // Of one whose bytes are lost, the record says that it was there.
        let end = min(start + Self.pieceBytes, size)
        let bytes = try files.bytes(of: id, in: start..<end) ?? []
        let record = ExportRecord.with {
            $0.attachment.attachment = stored.shown
            $0.attachment.bytes = .init(bytes)
            $0.attachment.offset = UInt32(clamping: start)
        }
        // Behind the last byte of one begins the next.
        return ([record], end < size ? "\(id) \(end)" : id + "\u{7F}")
    }
}

extension AttachmentCommands.Made {
    fileprivate init(_ picture: MadePicture) {
        self.init(
            file: picture.picture, preview: picture.preview, form: .init(picture.form),
            previewForm: .init(picture.previewForm),
            shown: .with {
                ($0.kind, $0.width, $0.height) = (.picture, picture.width, picture.height)
            })
    }

    fileprivate init(_ recording: MadeRecording) {
        self.init(
            file: recording.file, form: .opus,
            shown: .with {
                ($0.kind, $0.duration) = (.voice, recording.milliseconds)
                $0.waveform = Data(recording.waveform)
            })
    }
}

extension AttachmentForm {
    init(_ form: Picture.Form) { self = form == .png ? .png : .jpeg }
}

extension Refusal {
    /// A file of which nothing was made.
    init(_ failure: MediaFailure) {
        self =
            switch failure {
            case .unknownKind:
                Refusal(
                    .invalidField, field: "file",
                    "expected a JPEG, PNG or WebP, or a recording in WebM, MP4 or Ogg")
            case .tooManyPixels(let side, let pixels):
                Refusal(
                    .tooLarge, field: "file",
                    "expected at most \(side) pixels in width and height, and \(pixels) in all: "
                        + "make it smaller, or send it as a file")
            case .animated: Refusal(.invalidField, field: "file", "expected a still picture")
            case .noPage:
                Refusal(.notFound, field: "url", "there is no page of which a preview can be made")
            case .harmful:
                Refusal(
                    .invalidField, field: "file", "the scanner of this server refuses this file")
            case .tooLong(let most):
                Refusal(
                    .tooLarge, field: "file",
                    "expected at most \(most.components.seconds) seconds")
            case .broken: Refusal(.malformed, field: "file", "this file is broken")
            case .full(let pause):
                Refusal(.busy, "too many files are being made", retryAfter: pause)
            case .off(let engine):
                Refusal(
                    .notFound, field: "kind", "this server makes none: it has no \(engine)")
            case .store(let refusal): refusal
            case .failed: Refusal(.unavailable, "it cannot be made now; try again later")
            }
    }
}

/// How files begin that cameras make, and that may say where they were made.
enum PhotoSignature {
    /// Whether `head`, the first bytes of a file, is such a beginning.
    ///
    /// - Source: JFIF and Exif; PNG §5.2; RIFF of WebP; ISO/IEC 14496-12 §4.3 with the brands of
    ///   HEIF and AVIF; TIFF 6.0 §2.
    static func begins(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        let brands = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1", "avif", "avis"]
        return head.starts(with: [0xFF, 0xD8, 0xFF])
            || head.starts(with: [0x89, 0x50, 0x4E, 0x47])
            || head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
            || head.dropFirst(4).starts(with: "ftyp".utf8)
                && brands.contains { head.dropFirst(8).starts(with: $0.utf8) }
            || text.hasPrefix("II*\0") || text.hasPrefix("MM\0*")
    }
}

extension Rate {
    /// Files for messages.
    static let attachments = Rate(
        "attachments", of: .user, unit: "files",
        burst: (60, 10_000, "Files for messages that a user uploads at once (burst)."),
        perMinute: (20, 10_000, "Files for messages that a user uploads per minute."))

    /// Downloads of these files: a room of pictures asks for many.
    static let attachmentReads = Rate(
        "attachmentReads", of: .user, unit: "files",
        burst: (600, 100_000, "Files of messages that a user downloads at once (burst)."),
        perMinute: (600, 100_000, "Files of messages that a user downloads per minute."))
}
