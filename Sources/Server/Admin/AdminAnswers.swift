import HTTP
import HTTPTypes
import Metering

/// What there is to ask of a daemon, and the answers.
struct AdminAnswers: Sendable {
    /// One answer, and what becomes of its connection.
    struct Answer: Equatable {
        var response: HTTPResponse
        var body: [UInt8]
        var keepsAlive = false
        var isToHead = false
    }

    let readiness: Readiness
    /// The text of `/metrics`, as of now.
    let metrics: @Sendable () -> [UInt8]

    func answer(to event: RequestEvent) -> Answer {
        switch event {
        case .request(let request): answer(to: request)
        case .largeBody: Self.plain(.contentTooLarge, "nothing is taken here")
        case .violation(let violation): Self.plain(violation.status, violation.reason)
        }
    }

    private func answer(to request: Request) -> Answer {
        let method = request.head.method
        var answer: Answer
        if method == .get || method == .head {
            answer = self.answer(toPath: request.head.path)
        } else {
            answer = Self.plain(.methodNotAllowed, "only GET and HEAD are allowed here")
            answer.response.headerFields[.allow] = "GET, HEAD"
        }
        answer.keepsAlive = request.keepsAlive
        answer.isToHead = method == .head
        return answer
    }

    private func answer(toPath path: String?) -> Answer {
        switch path?.split(separator: "?", maxSplits: 1).first {
        case "/metrics":
            return Answer(
                response: HTTPResponse(
                    status: .ok, headerFields: [.contentType: Exposition.contentType]),
                body: metrics())
        case "/healthz": return Answer(.alive)
        case "/readyz": return Answer(HealthAnswer(readiness.state))
        default: return Self.plain(.notFound, "there are /metrics, /healthz and /readyz")
        }
    }

    private static func plain(_ status: HTTPResponse.Status, _ text: String) -> Answer {
        Answer(
            response: HTTPResponse(
                status: status, headerFields: [.contentType: "text/plain; charset=utf-8"]),
            body: Array("\(text)\n".utf8))
    }
}

extension AdminAnswers.Answer {
    fileprivate init(_ health: HealthAnswer) {
        self.init(response: health.response, body: health.body)
    }
}
