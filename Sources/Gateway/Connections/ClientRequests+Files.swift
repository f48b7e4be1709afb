import EventLoop
import HTTP
import HTTPTypes
import Hub
import Kernel
import Observability
import Settings
import Wire

/// Files.
extension ClientRequests {
    /// Answers a request for a file.
    ///
    /// - Parameters:
    ///   - file: with its first piece.
    ///   - isShared: whether others keep its bytes anyway.
    func show(
        _ file: FileAnswer, isShared: Bool = false, _ request: Request,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        say(
            file.head, file.piece, of: file, isShared: isShared, keepsAlive: request.keepsAlive,
            connection, loop)
    }

    /// Answers a browser that wants a file of the page.
    func show(
        _ file: PageFile, _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        if file.isDocument, let local = loop.localAddress(of: connection),
            let answer = MisdirectedPage(
                request.head, settings.origins, at: local,
                isEncrypted: loop.isEncrypted(connection))
        {
            note(
                .httpRefused,
                [.connection(key(connection)), .status(421), .reason(answer.reason)], loop)
            return say(
                answer.response, answer.body, keepsAlive: request.keepsAlive, connection, loop)
        }
        let form = file.form(for: request.head.headerFields)
        let isKnown = ServedFile.isKnown(form.name, to: request.head.headerFields)
        say(
            isKnown ? form.known : form.whole, isKnown ? [] : form.bytes, isShared: true,
            keepsAlive: request.keepsAlive, connection, loop)
    }
}

/// Requests of web pages of other sites (CORS): only those that `http.corsOrigins` lists may read
/// answers, and their browsers ask first.
///
/// - Source: Fetch §3.3.
extension ClientRequests {
    /// The page that asks, if it is listed.
    func page(of head: HTTPRequest) -> String? {
        let origins = head.headerFields[values: .origin]
        guard origins.count == 1, let origin = origins.first, settings.pages.lists(origin) else {
            return nil
        }
        return origin
    }

    /// Lets the page read a response.
    func share(_ response: inout HTTPResponse, on connection: ConnectionID) {
        guard !settings.pages.isEmpty else { return }
        let others = response.headerFields[.vary].map { "\($0), " } ?? ""
        response.headerFields[.vary] = "\(others)Origin"
        guard let page = peers.exchange(of: connection)?.page else { return }
        response.headerFields[.accessControlAllowOrigin] = page
        response.headerFields[.accessControlExposeHeaders] =
            "Accept-Ranges, Content-Range, ETag, Link, Retry-After, WWW-Authenticate"
    }

    /// Answers OPTIONS: what can be done here, and for a page that is listed, that it may.
    ///
    /// - Parameter methods: those of the place.
    func offer(
        _ methods: [HTTPRequest.Method], _ request: Request, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let names = methods.allowed
        var response = HTTPResponse(status: .noContent, headerFields: [.allow: names])
        if peers.exchange(of: connection)?.page != nil,
            request.head.headerFields.contains(.accessControlRequestMethod)
        {
            response.headerFields[.accessControlAllowMethods] = names
            response.headerFields[.accessControlAllowHeaders] =
                "Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, "
                + "Last-Event-ID, Range"
            response.headerFields[.accessControlMaxAge] = "600"
        }
        say(response, [], keepsAlive: request.keepsAlive, connection, loop)
    }
}
