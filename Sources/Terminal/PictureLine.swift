import Client
import Dispatch
import FoundationEssentials
import Outbound
import Wire

/// Brings pictures to the server and from there: over HTTP, at the address of its WebSocket.
struct PictureLine: Sendable {
    /// The most that the server takes; it says so itself, but only after it was brought.
    static let fileBytesMax = 1 << 20
    /// The most that a server may allow documents to have.
    static let documentBytesMax = 4 << 20
    /// The most that a server may allow attachments to have.
    static let attachmentBytesMax = 1 << 30

    let server: ServerAddress
    /// Asked each time: it may have been renewed.
    let token: @Sendable () -> String
    /// Whom to trust, in PEM format; nil: those of the system.
    let authorities: [UInt8]?

    /// - Returns: where the picture lies now.
    func put(_ file: [UInt8]) async throws(Failure) -> String {
        let body = try await ask(.put(file), "/avatar", isMine: true)
        guard let answer = try? JSONDecoder().decode(PutAnswer.self, from: Data(body)) else {
            throw .unreachable("this is no Upfor server: no picture in its answer")
        }
        return answer.avatar
    }

    /// Puts the picture of a check-in.
    ///
    /// - Returns: what the check-in calls it.
    func putPhoto(_ file: [UInt8]) async throws(Failure) -> String {
        let body = try await ask(.put(file), "/v1/checkin/picture", isMine: true)
        guard let answer = try? JSONDecoder().decode(PhotoAnswer.self, from: Data(body)) else {
            throw .unreachable("this is no Upfor server: no picture in its answer")
        }
        return answer.picture
    }

    /// Brings a recording of a word to be judged.
    ///
    /// - Parameter path: where: "/v1/words/house/speech".
    func judge(
        _ recording: [UInt8], at path: String
    ) async throws(Failure) -> ServerMessage.OneOf_Body {
        let body = try await ask(.post(recording), path, isMine: true)
        guard let answer = ServerMessage(body, .json)?.body else {
            throw .unreachable("this is no Upfor server: no verdict in its answer")
        }
        return answer
    }

    func remove() async throws(Failure) {
        _ = try await ask(.delete, "/avatar", isMine: true)
    }

    /// Puts a document of one's profile for teams.
    ///
    /// - Parameter path: where: "/hinder/users/7/documents/resume".
    /// - Returns: all documents of the profile.
    func putDocument(
        _ file: [UInt8], at path: String
    ) async throws(Failure) -> ServerMessage.OneOf_Body {
        let body = try await ask(
            .put(file), path, isMine: true, bytesMax: Self.documentBytesMax)
        guard let answer = ServerMessage(body, .json)?.body else {
            throw .unreachable("this is no Upfor server: no documents in its answer")
        }
        return answer
    }

    /// Uploads a file for a message.
    ///
    /// - Parameters:
    ///   - kind: "picture", "voice" or "file".
    ///   - name: of a file, as its readers see it.
    ///   - keepsMetadata: whether a photo is passed on with all that the camera has noted.
    func putAttachment(
        _ file: [UInt8], as kind: String, named name: String, keepsMetadata: Bool
    ) async throws(Failure) -> Attachment {
        let query = "kind=\(kind)&name=\(name.percentEncoded)"
        let body = try await ask(
            .post(file), "/v1/rooms/files?\(query)\(keepsMetadata ? "&metadata=keep" : "")",
            isMine: true,
            bytesMax: Self.attachmentBytesMax)
        guard case .attachment(let attachment)? = ServerMessage(body, .json)?.body else {
            throw .unreachable("this is no Upfor server: no attachment in its answer")
        }
        return attachment
    }

    /// Downloads a file of a message.
    func getAttachment(_ id: String) async throws(Failure) -> [UInt8] {
        try await ask(
            .get, "/v1/rooms/files/\(id.percentEncoded)", isMine: true,
            bytesMax: Self.attachmentBytesMax)
    }

    func getDocument(at path: String) async throws(Failure) -> [UInt8] {
        try await ask(.get, path, isMine: true, bytesMax: Self.documentBytesMax)
    }

    func removeDocument(at path: String) async throws(Failure) {
        _ = try await ask(.delete, path, isMine: true)
    }

    /// - Parameter path: as profiles have it.
    func get(_ path: String) async throws(Failure) -> [UInt8] {
        try await ask(.get, path, isMine: false)
    }

    private struct PutAnswer: Decodable {
        let avatar: String
    }

    private struct PhotoAnswer: Decodable {
        let picture: String
    }

    /// - Parameter isMine: whether the token goes along.
    private func ask(
        _ method: OutboundRequest.Method, _ path: String, isMine: Bool,
        bytesMax: Int = Self.fileBytesMax
    ) async throws(Failure) -> [UInt8] {
        var terms = OutboundTerms(
            allowsPlain: !server.isSecure, allowsPrivate: true, authorities: authorities)
        terms.timeout = .seconds(60)
        terms.bodyBytesMax = bytesMax
        var fields = [OutboundRequest.Field("Content-Type", "application/octet-stream")]
        if isMine { fields.append(.init("Authorization", "Bearer \(token())")) }
        let request = OutboundRequest(method, server.webDescription + path, fields: fields)
        let client = OutboundClient(label: "upfor.pictures", terms)
        let result = await withCheckedContinuation { continuation in
            if !client.send(request, { continuation.resume(returning: $0) }) {
                continuation.resume(returning: .failure(.crowded))
            }
        }
        switch result {
        case .failure(let failure):
            throw .unreachable("\(server.webDescription): \(failure)")
        case .success(let response):
            guard (200..<300).contains(response.status) else {
                throw Self.failure(of: response)
            }
            return response.body
        }
    }

    private static func failure(of response: OutboundResponse) -> Failure {
        guard case .error(let error)? = ServerMessage(response.body, .json)?.body else {
            return .unreachable("the server answered \(response.status)")
        }
        return .refused(error)
    }
}
