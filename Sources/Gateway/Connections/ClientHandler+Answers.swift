import EventLoop
import HTTP
import HTTPTypes
import Kernel
import Observability
import SwiftProtobuf
import Wire

/// How requests are answered.
extension ClientHandler {
    /// Refuses what was asked, in the way that suits the reason.
    ///
    /// - Parameters:
    ///   - request: nil when its body was not read: then nothing can follow.
    ///   - status: nil: that of the refusal.
    ///   - limit: what it has met, if a key sets that.
    func refuse(
        _ refusal: Refusal, status: HTTPResponse.Status? = nil, answering request: Request?,
        limit: EventField? = nil,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        var response = refusal.httpResponse
        if let status { response.status = status }
        var fields: [EventField] = [
            .connection(key(connection)), .status(response.status.code), .reason(refusal.message),
        ]
        if let limit { fields.append(limit) }
        note(.httpRefused, fields, loop)
        let isToHead = request?.head.method == .head
        say(
            response, isToHead ? [] : refusal.httpBody,
            keepsAlive: request?.keepsAlive ?? false, isToHead: isToHead, connection, loop)
    }

    func respond(
        _ refusal: Refusal, keepsAlive: Bool, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        say(
            refusal.httpResponse, refusal.httpBody, keepsAlive: keepsAlive, connection, loop)
    }

    func refuse(
        _ response: HTTPResponse, _ code: ErrorCode, _ reason: String, _ request: Request,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        note(
            .httpRefused,
            [
                .connection(key(connection)), .status(response.status.code), .reason(reason),
            ], loop)
        say(
            response, Refusal(code, reason).httpBody, keepsAlive: request.keepsAlive, connection,
            loop)
    }

    func logRefusal(
        _ violation: HTTPViolation, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        var fields: [EventField] = [
            .connection(key(connection)), .status(violation.status.code),
            .reason(violation.reason),
        ]
        switch violation.limit {
        case .headBytes: fields.append(.limit(.headBytes, settings.http.headBytesMax))
        case .fieldLines: fields.append(.limit(.headFields, settings.http.fieldLinesMax))
        // No key sets it.
        case .bodyBytes, nil: break
        }
        note(.httpRefused, fields, loop)
    }

    func respond(
        _ response: HTTPResponse, _ code: ErrorCode, _ reason: String,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        say(response, Refusal(code, reason).httpBody, keepsAlive: false, connection, loop)
    }

    /// Answers in JSON, unless the response says what else its body is.
    func say(
        _ response: HTTPResponse, _ body: [UInt8], keepsAlive: Bool, isToHead: Bool = false,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        var response = response
        if !body.isEmpty, !response.headerFields.contains(.contentType) {
            response.headerFields[.contentType] = "application/json"
        }
        share(&response, on: connection)
        let kind = exchange(of: connection)?.kind ?? .other
        meter.answered(kind, status: response.status.code)
        respond(
            response, body, keepsAlive: keepsAlive && readiness.state != .draining,
            isToHead: isToHead, connection, loop)
    }
}

/// How the answers of commands and changes are said.
extension ClientHandler {
    /// What was worked on has come to something.
    func answered(
        _ body: ServerMessage.OneOf_Body, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard let exchange = exchange(at: .working, of: connection), let work = exchange.work
        else { return }
        exchange.work = nil
        switch work {
        case .call(let call):
            // It may have been the token: the next request looks it up.
            if case .error = body {
                exchange.speaker = nil
                unsettle(connection, loop)
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
        if let request, request.head.isRead, response.status == .ok {
            response.tag(bytes, for: request.head.headerFields)
            if response.status == .notModified { bytes = [] }
        }
        say(
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

extension HTTPResponse {
    /// Only these can be done with what is there.
    static func notAllowed(_ methods: [HTTPRequest.Method]) -> HTTPResponse {
        let names = methods.map(\.rawValue).joined(separator: ", ")
        return HTTPResponse(status: .methodNotAllowed, headerFields: [.allow: names])
    }
}

extension Refusal {
    /// As the body of an answer says it.
    var httpBody: [UInt8] {
        ServerMessage(.error(error(in: ""))).bytes(.json) + [UInt8(ascii: "\n")]
    }

    /// The head of such an answer.
    var httpResponse: HTTPResponse { error(in: "").httpResponse }
}

extension CommandError {
    /// The head of an answer that says it.
    ///
    /// - Source: RFC 9110 §10.2.3, §11.6.1; RFC 6750 §3.
    var httpResponse: HTTPResponse {
        var response = HTTPResponse(status: code.httpStatus)
        if hasRetryAfter {
            let rest: Int64 = retryAfter.nanos > 0 ? 1 : 0
            response.headerFields[.retryAfter] = String(max(1, retryAfter.seconds + rest))
        }
        if response.status == .unauthorized { response.headerFields[.wwwAuthenticate] = "Bearer" }
        return response
    }
}
