import HTTPTypes
import Kernel
import SwiftProtobuf
import Wire

/// What an administrator is answered: JSON, and a status for those who look no further.
struct ControlAnswer {
    let response: HTTPResponse
    let body: [UInt8]

    init(_ result: Result<AdminReply, Refusal>) {
        switch result {
        case .success(let reply): self.init(.ok, reply.json)
        case .failure(let refusal): self.init(refusal.code.httpStatus, refusal)
        }
    }

    init(_ status: HTTPResponse.Status, _ refusal: Refusal) {
        self.init(status, (try? refusal.error(in: "").jsonUTF8Bytes()) ?? [])
    }

    private init(_ status: HTTPResponse.Status, _ body: [UInt8]) {
        response = HTTPResponse(
            status: status, headerFields: [.contentType: "application/json"])
        self.body = body
    }

    /// Whoever this is, it is not for them.
    static let denied = Self(
        .forbidden,
        Refusal(.wrongCredentials, "permission denied: expected root or the daemon's user"))
}

extension Refusal {
    static let longOrder = Refusal(.tooLarge, "an order has at most 8 KiB")
    static let notPost = Refusal(.malformed, "orders are given by POST")
    static let manyTraces = Refusal(
        .unavailable, "\(Traces.followedMax) traces are running already: end one of them")
}
