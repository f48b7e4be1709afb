import EventLoop
import HTTP
package import HTTPTypes
import Kernel
import Observability
import SwiftProtobuf
import Wire

/// How requests are answered.
extension ClientRequests {
    /// Refuses a request, in the way that suits the reason. If too much was refused lately,
    /// the answer waits.
    ///
    /// - Parameters:
    ///   - request: nil when its body was not read: then nothing can follow.
    ///   - caller: nil: not known, and the refusal counts among those of its network.
    ///   - status: nil: that of the refusal.
    ///   - limit: what it has met, if a key sets that.
    func refuse(
        _ refusal: Refusal, status: HTTPResponse.Status? = nil, answering request: Request?,
        to caller: Caller? = nil, limit: EventField? = nil,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        var response = refusal.httpResponse
        if let status { response.status = status }
        var fields: [EventField] = [
            .connection(key(connection)), .status(response.status.code), .reason(refusal.message),
        ]
        if let limit { fields.append(limit) }
        note(.refused(with: response.status), fields, loop)
        if let request { delayAnswer(to: request, of: caller, connection, loop) }
        say(
            response, refusal.httpBody, keepsAlive: request?.keepsAlive ?? false, connection, loop)
    }

    private func delayAnswer(
        to request: Request, of caller: Caller?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let network = loop.handler.calls.network(of: request, connection, loop)
        loop.handler.rests.delayAnswer(
            to: caller, Arrival(at: loop.now, from: network), connection, loop)
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
            .refused(with: response.status),
            [
                .connection(key(connection)), .status(response.status.code), .reason(reason),
            ], loop)
        delayAnswer(to: request, of: nil, connection, loop)
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
        note(.refused(with: violation.status), fields, loop)
    }

    func respond(
        _ response: HTTPResponse, _ code: ErrorCode, _ reason: String,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        say(response, Refusal(code, reason).httpBody, keepsAlive: false, connection, loop)
    }

    /// Answers in JSON, unless the response says what else its body is. HEAD gets the head that GET
    /// gets.
    ///
    /// - Parameters:
    ///   - file: the file that begins with the body; nil: the body is all.
    ///   - isShared: whether others keep the body anyway.
    func say(
        _ response: HTTPResponse, _ body: [UInt8], of file: FileAnswer? = nil,
        isShared: Bool = false, keepsAlive: Bool,
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        let answer = ClientExchange.DelayedAnswer(
            response: response, body: body, isShared: isShared, keepsAlive: keepsAlive)
        // Only refusals, and what takes something back, are delayed.
        guard file != nil || !loop.handler.rests.keep(answer, connection, loop) else { return }
        let response = completed(response, body, on: connection)
        let exchange = peers.exchange(of: connection)
        let isToHead = exchange?.isToHead ?? false
        exchange?.file = file.flatMap { $0.isComplete || isToHead ? nil : $0 }
        exchange?.file?.dropPiece()
        state.meter.answered(exchange?.kind ?? .other, status: response.status.code)
        loop.handler.respond(
            response, body, length: file?.length, isShared: isShared,
            keepsAlive: keepsAlive && state.readiness.state != .draining,
            isToHead: isToHead, connection, loop)
    }

    /// The head of an answer, with the fields that all answers have.
    func completed(
        _ response: HTTPResponse, _ body: [UInt8], on connection: ConnectionID
    ) -> HTTPResponse {
        var response = response
        if !body.isEmpty, !response.headerFields.contains(.contentType) {
            response.headerFields[.contentType] = "application/json"
        }
        share(&response, on: connection)
        return response
    }
}

extension HTTPResponse {
    /// Only these can be done with what is there.
    static func notAllowed(_ methods: [HTTPRequest.Method]) -> HTTPResponse {
        HTTPResponse(status: .methodNotAllowed, headerFields: [.allow: methods.allowed])
    }
}

extension [HTTPRequest.Method] {
    /// These and OPTIONS, which is answered everywhere, as a value of Allow.
    ///
    /// - Source: RFC 9110 §10.2.1
    var allowed: String { (self + [.options]).map(\.rawValue).joined(separator: ", ") }
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

extension ErrorCode {
    /// The status of HTTP that says the same.
    ///
    /// - Source: RFC 9110 §15; RFC 6585 §4.
    package var httpStatus: HTTPResponse.Status {
        switch self {
        case .malformed, .tooDeep, .invalidField, .oneself: .badRequest
        case .notSignedIn, .wrongCredentials, .invalidToken, .secondFactorNeeded: .unauthorized
        case .banned, .proofNeeded, .notFriends, .blockedByYou, .notMember, .invitationNeeded,
            .registrationClosed:
            .forbidden
        case .unknownCommand, .notFound, .noSuchRequest: .notFound
        case .alreadySignedIn, .usernameNeeded, .conflict, .usernameTaken, .emailTaken,
            .alreadyFriends, .listFull, .tooLate, .identityTaken, .lastWayIn, .stale,
            .nobodyEligible, .alreadyPartners:
            .conflict
        case .tooLarge: .contentTooLarge
        case .rateLimited: .tooManyRequests
        case .busy, .unavailable: .serviceUnavailable
        case .errorUnspecified, .internal, .UNRECOGNIZED: .internalServerError
        }
    }
}

extension RouteAnswer.Status {
    /// As HTTP says it.
    var http: HTTPResponse.Status {
        switch self {
        case .created: .created
        case .unsupportedMediaType: .unsupportedMediaType
        }
    }
}

extension EventName {
    /// The event of a refused request.
    fileprivate static func refused(with status: HTTPResponse.Status) -> EventName {
        status == .badRequest || status == .unauthorized ? .httpMalformed : .httpRefused
    }
}
