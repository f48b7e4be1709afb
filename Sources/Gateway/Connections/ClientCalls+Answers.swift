import EventLoop
import HTTP
import HTTPTypes
import Kernel
import Wire

/// How the answers of commands and changes are said.
extension ClientCalls {
    /// What was worked on has come to something.
    func answered(
        _ body: ServerMessage.OneOf_Body, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = loop.handler.exchange(at: .working, of: connection),
            let work = exchange.work
        else { return }
        exchange.work = nil
        switch work {
        case .call(let call):
            // It may have been the token: the next request looks it up.
            if case .error = body {
                exchange.speaker = nil
                loop.handler.door.unsettle(connection, loop)
            }
            say(call.shows(body), to: call.request, exchange, connection, loop)
        case .change(let change):
            if case .error(let error) = body, error.temporary { payBack(change, exchange) }
            exchange.payer = nil
            say(change.shows(body), to: nil, exchange, connection, loop)
        }
    }

    /// - Parameter request: of a command, whose answer must not be cached; nil: a change.
    private func say(
        _ answer: RouteAnswer, to request: Request?, _ exchange: ClientExchange,
        _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        var response = HTTPResponse(status: .ok)
        if case .message(.error(let error)) = answer.content { response = error.httpResponse }
        if let request {
            response.headerFields[.cacheControl] = "no-store"
            response.headerFields[.xContentTypeOptions] = "nosniff"
            if request.head.isRead, let next = answer.next, let name = HTTPField.Name("Link") {
                response.headerFields[name] = request.head.link(toNext: next)
            }
        }
        var bytes: [UInt8]
        switch answer.content {
        case .message(let message):
            bytes = ServerMessage(message).bytes(.json)
            bytes.append(UInt8(ascii: "\n"))
        case .json(let json): bytes = json
        case .file(let file, let contentType):
            (bytes, response.headerFields[.contentType]) = (file, contentType)
        case .nothing: (bytes, response.status) = ([], .noContent)
        }
        if let status = answer.status { response.status = status.http }
        if let request, request.head.isRead, response.status == .ok, !answer.isOfChange {
            response.tag(bytes, for: request.head.headerFields)
            if response.status == .notModified { bytes = [] }
        }
        loop.handler.requests.say(
            response, bytes, keepsAlive: exchange.keepsAlive, isToHead: exchange.isToHead,
            connection, loop)
    }
}

extension HTTPResponse {
    /// Gives a read the tag of its bytes; if the client has these already, says only that.
    ///
    /// The hash has a key of this process: nobody can make two answers of one tag. After a restart
    /// every tag is another, and the bytes are sent once more.
    /// - Source: RFC 9110 §8.8.3, §13.1.2
    fileprivate mutating func tag(_ bytes: [UInt8], for fields: HTTPFields) {
        let name = ServedFile.name(of: bytes)
        headerFields[.eTag] = "\"\(name)\""
        headerFields[.cacheControl] = "private, no-cache"
        guard ServedFile.isKnown(name, to: fields) else { return }
        status = .notModified
        headerFields[.contentType] = nil
    }
}

extension HTTPRequest {
    /// Whether it only looks.
    fileprivate var isRead: Bool { method == .get || method == .head }

    /// A link to the next page of a list.
    ///
    /// - Parameter query: of the next page; replaces the fields of the same names.
    /// - Source: RFC 8288 §3.
    fileprivate func link(toNext query: String) -> String {
        let parts = (path ?? "/").split(separator: "?", maxSplits: 1)
        let name = query.prefix { $0 != "=" } + "="
        let kept = (parts.dropFirst().first ?? "").split(separator: "&").filter {
            !$0.hasPrefix(name)
        }
        let fields = kept.map(String.init) + [query]
        return "<\(parts.first ?? "/")?\(fields.joined(separator: "&"))>; rel=\"next\""
    }
}
