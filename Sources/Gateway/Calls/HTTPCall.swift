import HTTP
package import HTTPTypes
package import Kernel
import Wire

/// A command as a request of HTTP brings it.
package struct HTTPCall {
    /// Where commands are: `/v1/roomSend`.
    static let folder = "/v1/"

    let entry: CatalogEntry
    /// What it says; nil: the command has been read.
    private var content: RequestContent?
    /// Without its body, which is in the content.
    let request: Request
    /// Makes the response.
    let shows: RouteAnswer.Maker
    /// The caller's bearer token; nil: none.
    let token: String?

    /// Methods by which a command can be used; nil: by none, it needs a socket.
    package static func methods(of entry: CatalogEntry) -> [HTTPRequest.Method]? {
        switch entry.verb {
        // What a visitor may read is opened by a code, which must not be in an address.
        case .read where entry.access == .anyone: [.post]
        case .read, .look: [.get, .head, .post]
        case .write, .prepare: [.post]
        case .open, .live, .file: nil
        }
    }

    /// - Parameters:
    ///   - form: reads it.
    ///   - path: the fields that are in the path.
    /// - Throws: ``Misuse``.
    init(
        _ request: Request, by form: RouteForm, path: [RequestFields.PathField]
    ) throws(Misuse) {
        (self.request, shows) = (request.withoutBody, form.shows)
        do throws(BearerToken.Malformed) {
            let isPublic = form.plain?.access == .anyone
            token = try isPublic ? nil : BearerToken.read(request.head.headerFields)
        } catch {
            throw Misuse(.expectedToken)
        }
        guard token != nil || !form.isForUsers else { throw Misuse(.expectedToken) }
        switch form.reader {
        case .plain(let entry):
            // A part would take the place of the whole. RFC 9110 §14.5.
            guard entry.verb == .file || !request.head.headerFields.contains(.contentRange) else {
                throw Misuse(.partOfFile)
            }
            var plain = PlainRequest(request.head, path.map(\.value), body: request.body)
            if let cid = request.head.idempotencyKey {
                do throws(DecodingFailure) {
                    plain.cid = try RequestFields.checked(cid)
                } catch {
                    throw Misuse(Refusal(error))
                }
            }
            (self.entry, content) = (entry, .plain(plain))
        case .fields(let read):
            let fields = try Self.fields(of: request, path)
            do throws(DecodingFailure) {
                (entry, content) = try read(fields)
            } catch {
                throw Misuse(Refusal(error))
            }
        }
        guard token != nil || entry.access == .anyone else { throw Misuse(.expectedToken) }
    }

    /// The command as it came, once: an upload is not kept while it waits.
    mutating func takeInput() -> Input? {
        defer { content = nil }
        return content.map { .request($0) }
    }

    /// Whether the body was stored as it arrived.
    private(set) var isStored = false

    /// The body was stored as it arrived.
    mutating func take(_ file: UploadedFile) {
        guard case .plain(var request) = content else { return }
        request.file = file
        (content, isStored) = (.plain(request), true)
    }

    /// Whether the user of the token has to be looked up for this request, though the connection
    /// knows the token: who has given up a token reads no file with it.
    var needsLookUp: Bool { entry.message == nil }

    private static func fields(
        of request: Request, _ path: [RequestFields.PathField]
    ) throws(Misuse) -> RequestFields {
        let head = request.head
        do throws(DecodingFailure) {
            guard head.method != .get && head.method != .head else {
                let parts = (head.path ?? "").split(separator: "?", maxSplits: 1)
                return try RequestFields(query: parts.dropFirst().first ?? "", path: path)
            }
            guard request.body.isEmpty || head.hasJSON else { throw Self.expectedJSON }
            return try RequestFields(body: request.body, cid: head.idempotencyKey, path: path)
        } catch {
            let refusal = Refusal(error)
            throw Misuse(refusal, status: error == Self.expectedJSON ? .unsupportedMediaType : nil)
        }
    }

    private static let expectedJSON = DecodingFailure(
        .invalidField, field: "Content-Type", "expected application/json")
}

extension PlainRequest {
    /// - Parameter values: those of the braces in the path.
    init(_ head: HTTPRequest, _ values: [String], body: [UInt8] = []) {
        let query = (head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first
        self.init(values: values, query: query.map(String.init) ?? "", body: body)
    }
}

extension HTTPCall {
    /// Why a request is no command.
    struct Misuse: Error {
        let refusal: Refusal
        /// The status, where it is not that of the refusal.
        let status: HTTPResponse.Status?

        init(_ refusal: Refusal, status: HTTPResponse.Status? = nil) {
            (self.refusal, self.status) = (refusal, status)
        }
    }
}

extension HTTPRequest {
    /// Whether its body is said to be JSON: pages of other sites cannot say so without being asked
    /// first whether they may.
    ///
    /// - Source: Fetch, CORS-safelisted request-header.
    fileprivate var hasJSON: Bool {
        let values = headerFields[values: .contentType]
        let kind = values.first?.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
        return values.count == 1 && kind?.lowercased() == "application/json"
    }

    /// The client's own id of the command, with or without quotes.
    ///
    /// - Source: the HTTP working group's draft of Idempotency-Key.
    fileprivate var idempotencyKey: String? {
        guard let name = HTTPField.Name("Idempotency-Key"), let value = headerFields[name] else {
            return nil
        }
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        return isQuoted ? String(value.dropFirst().dropLast()) : value
    }
}

extension Refusal {
    static let expectedToken = Refusal(
        .invalidToken, "expected Authorization: Bearer TOKEN")
    static let partOfFile = Refusal(.malformed, "expected all of it, without Content-Range")
}
