import HTTP
import HTTPTypes
import Observability
import Testing

@testable import Administration

@Suite struct `The port for monitors` {
    private let readiness = Readiness()

    private func status(_ method: HTTPRequest.Method, _ path: String) -> Int {
        let answers = AdminAnswers(readiness: readiness) { [] }
        let request = Request(
            head: HTTPRequest(method: method, scheme: nil, authority: "a", path: path))
        return answers.answer(to: .request(request)).response.status.code
    }

    @Test func `says that the daemon is ready only while it is`() {
        #expect(status(.get, "/readyz") == 503)
        readiness.state = .ready
        #expect(status(.get, "/readyz") == 200)
        readiness.state = .draining
        #expect(status(.get, "/readyz") == 503)
        #expect(status(.get, "/healthz") == 200, "for as long as the process lives")
    }

    @Test func `answers questions and takes no orders`() {
        #expect(status(.post, "/metrics") == 405)
        #expect(status(.get, "/drain") == 404)
        #expect(status(.head, "/metrics") == 200)
        #expect(status(.get, "/metrics?token=a") == 400)
        #expect(status(.get, "/metrics?since=a") == 200)
    }
}
