import EventLoop
import HTTP
import HTTPTypes
import Kernel
import Wire

/// How the answers of commands are said.
extension ClientCalls {
    /// Answers the command that was under way.
    func answered(
        _ answer: Answer, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = loop.handler.exchange(at: .working, of: connection),
            let call = exchange.call
        else { return }
        exchange.call = nil
        if case .failure(let refusal) = answer.result {
            // It may have been the token: the next request looks it up.
            exchange.speaker = nil
            loop.handler.admissions.unsettle(connection, loop)
            if refusal.error(in: call.entry.name).temporary { payBack(call.entry, exchange) }
        }
        exchange.payer = nil
        let encoded = answer.encoded ?? call.encode(answer.body)
        loop.handler.requests.say(
            encoded.head ?? HTTPResponse(status: .ok), encoded.bytes,
            keepsAlive: exchange.keepsAlive, connection, loop)
    }
}

extension HTTPCall {
    /// The response that says what the command came to; must not be cached, unless it is a read.
    func encode(_ body: ServerMessage.OneOf_Body) -> EncodedAnswer {
        let answer = shows(body)
        let head = request.head
        var fields: HTTPFields = [.cacheControl: "no-store", .xContentTypeOptions: "nosniff"]
        if head.isRead, let next = answer.next, let name = HTTPField.Name("Link") {
            fields[name] = head.link(toNext: next)
        }
        let encoded = answer.encoded(with: fields)
        guard var response = encoded.head, head.isRead, response.status == .ok, !answer.isOfChange
        else { return encoded }
        response.tag(encoded.bytes, for: head.headerFields)
        return EncodedAnswer(
            response.status == .notModified ? [] : encoded.bytes, head: response)
    }
}

extension RouteAnswer {
    /// The response, with these fields and those that the answer itself asks for.
    fileprivate func encoded(with fields: HTTPFields = [:]) -> EncodedAnswer {
        var response = HTTPResponse(status: .ok)
        if case .message(.error(let error)) = content { response = error.httpResponse }
        for field in fields { response.headerFields.append(field) }
        var bytes: [UInt8]
        switch content {
        case .message(let message):
            bytes = ServerMessage(message).answerBytes(.json)
            bytes.append(UInt8(ascii: "\n"))
        case .json(let json): bytes = json
        case .file(let file, let contentType):
            (bytes, response.headerFields[.contentType]) = (file, contentType)
        case .nothing: (bytes, response.status) = ([], .noContent)
        }
        if let status { response.status = status.http }
        return EncodedAnswer(bytes, head: response)
    }
}

extension HTTPResponse {
    /// Gives a read the tag of its bytes; if the client has these already, says only that.
    ///
    /// The hash has a key of this process: no peer can make two answers with one tag. After a
    /// restart every tag is another, and the bytes are sent once more.
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
