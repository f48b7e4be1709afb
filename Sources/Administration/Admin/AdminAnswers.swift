import Gateway
import HTTP
import HTTPTypes
import Metering
package import Observability

/// The answers to the requests of monitors.
package struct AdminAnswers: Sendable {
    /// One answer, and whether its connection stays open.
    struct Answer: Equatable {
        var response: HTTPResponse
        var body: [UInt8]
        var keepsAlive = false
    }

    private enum Question: String, CaseIterable {
        case metrics = "/metrics"
        case health = "/healthz"
        case readiness = "/readyz"
    }

    private static let routes: Router<Question> = {
        var routes = Router<Question>()
        for question in Question.allCases {
            routes.add(.get, question.rawValue, question)
            routes.add(.head, question.rawValue, question)
        }
        return routes
    }()

    let readiness: Readiness
    /// The text of `/metrics`, as of now.
    let metrics: @Sendable () -> [UInt8]

    /// - Parameters: as the properties.
    package init(readiness: Readiness, metrics: @escaping @Sendable () -> [UInt8]) {
        self.readiness = readiness
        self.metrics = metrics
    }

    func answer(to event: RequestEvent) -> Answer {
        switch event {
        case .request(let request): answer(to: request)
        case .largeBody, .bodyPart:
            Self.plain(.contentTooLarge, "nothing is taken here")
        case .violation(let violation): Self.plain(violation.status, violation.reason)
        }
    }

    private func answer(to request: Request) -> Answer {
        // The server as a whole is asked with `*`. RFC 9110 §9.3.7
        let isOptions = request.head.method == .options
        var answer =
            switch Self.routes.route(request.head) {
            case _ where request.head.hasTokenInAddress:
                Self.plain(.badRequest, "no token is taken in an address")
            case _ where request.head.path == "*": Self.options
            case .notAllowed where isOptions: Self.options
            case .found(let question, _): self.answer(to: question)
            case .notAllowed: Self.notAllowed
            case .malformed: Self.plain(.badRequest, "malformed path")
            case .notFound:
                Self.plain(.notFound, "there are /metrics, /healthz and /readyz")
            }
        answer.keepsAlive = request.keepsAlive
        return answer
    }

    private func answer(to question: Question) -> Answer {
        switch question {
        case .metrics:
            Answer(
                response: HTTPResponse(
                    status: .ok, headerFields: [.contentType: Exposition.contentType]),
                body: metrics())
        case .health: Answer(.alive)
        case .readiness: Answer(HealthAnswer(readiness.state))
        }
    }

    private static var options: Answer {
        Answer(
            response: HTTPResponse(
                status: .noContent, headerFields: [.allow: "GET, HEAD, OPTIONS"]),
            body: [])
    }

    private static var notAllowed: Answer {
        var answer = plain(.methodNotAllowed, "only GET and HEAD are allowed here")
        answer.response.headerFields[.allow] = "GET, HEAD, OPTIONS"
        return answer
    }

    fileprivate static func plain(_ status: HTTPResponse.Status, _ text: String) -> Answer {
        Answer(
            response: HTTPResponse(
                status: status, headerFields: [.contentType: "text/plain; charset=utf-8"]),
            body: Array("\(text)\n".utf8))
    }
}

extension AdminAnswers.Answer {
    /// No question has come in time.
    static let slow = AdminAnswers.plain(.requestTimeout, "no request in time")

    fileprivate init(_ health: HealthAnswer) {
        self.init(response: health.response, body: health.body)
    }
}
