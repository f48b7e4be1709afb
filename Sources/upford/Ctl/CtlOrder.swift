import ArgumentParser
import Outbound
import SwiftProtobuf
import Wire

/// An order to a daemon, and its answer: one request over the admin socket.
struct CtlOrder {
    private static let answerBytesMax = 4 << 20
    private let client: OutboundClient
    private let path: String

    /// - Parameter isEndless: whether the answer may go on for as long as it likes.
    init(_ options: CtlOptions, isEndless: Bool = false) throws {
        path = try options.path()
        var terms = OutboundTerms(allowsPlain: true, allowsPrivate: true)
        terms.socket = path
        terms.timeout = isEndless ? .seconds(1_000_000) : .seconds(65)
        terms.bodyBytesMax = Self.answerBytesMax
        client = OutboundClient(label: "upford.ctl", terms)
    }

    /// Gives the order `name`; ends the program when it is not carried out.
    ///
    /// - Returns: the answer as it came, and what it says.
    func give<Answer: Message>(
        _ name: String, _ order: some Message, for _: Answer.Type
    ) throws -> (json: [UInt8], answer: Answer) {
        let request = try Self.request(name, order)
        let response = try good { () throws(OutboundFailure) in try client.perform(request) }
        guard let answer = try? Answer(jsonUTF8Bytes: response.body, options: Self.lenient) else {
            Talk.sayLast("upford: \(path): this is no daemon of ours")
            throw ExitCode(69)
        }
        return (response.body, answer)
    }

    /// Gives an order whose answer goes on; returns when the daemon ends it.
    func follow(
        _ name: String, _ order: some Message, to sink: @escaping OutboundClient.Sink
    ) throws {
        let request = try Self.request(name, order)
        _ = try good { () throws(OutboundFailure) in try client.follow(request, to: sink) }
    }

    private static func request(
        _ name: String, _ order: some Message
    ) throws -> OutboundRequest {
        OutboundRequest(
            .post(try order.jsonUTF8Bytes()), "http://upford/\(name)",
            fields: [.init("Content-Type", "application/json")])
    }

    /// The answer, if the order is carried out; ends the program otherwise.
    private func good(
        _ ask: () throws(OutboundFailure) -> OutboundResponse
    ) throws -> OutboundResponse {
        let response: OutboundResponse
        do throws(OutboundFailure) {
            response = try ask()
        } catch {
            Talk.sayLast("upford: \(path): \(Self.reason(error))")
            throw ExitCode(69)
        }
        guard response.status == 200 else { throw Self.refused(response) }
        return response
    }

    /// A newer daemon may say more.
    static let lenient: JSONDecodingOptions = {
        var options = JSONDecodingOptions()
        options.ignoreUnknownFields = true
        return options
    }()

    private static func reason(_ failure: OutboundFailure) -> String {
        switch failure {
        case .unreachable: "nobody answers, or you may not open it; is the daemon running?"
        case .timedOut: "no answer in time"
        case .tooLong: "the answer is too long"
        default: "the connection broke"
        }
    }

    private static func refused(_ response: OutboundResponse) -> ExitCode {
        let error = try? CommandError(jsonUTF8Bytes: response.body, options: lenient)
        let message = error?.message ?? ""
        Talk.sayLast("upford: \(message.isEmpty ? "refused, \(response.status)" : message)")
        switch (response.status, error?.code) {
        case (403, _): return ExitCode(77)
        case (_, .notFound?): return ExitCode(2)
        case (_, .invalidField?), (_, .malformed?): return ExitCode(64)
        default: return ExitCode(1)
        }
    }
}
