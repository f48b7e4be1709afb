import ArgumentParser
import Outbound
import SwiftProtobuf
import Wire

/// An order to a daemon, and its answer: one request over the admin socket.
struct CtlOrder {
    private static let answerBytesMax = 4 << 20
    private let client: OutboundClient
    private let path: String

    init(_ options: CtlOptions) throws {
        path = try options.path()
        var terms = OutboundTerms(allowsPlain: true, allowsPrivate: true)
        terms.socket = path
        terms.timeout = .seconds(65)
        terms.bodyBytesMax = Self.answerBytesMax
        client = OutboundClient(label: "upford.ctl", terms)
    }

    /// Gives the order `name`; ends the program when it is not carried out.
    ///
    /// - Returns: the answer as it came, and what it says.
    func give<Answer: Message>(
        _ name: String, _ order: some Message, for _: Answer.Type
    ) throws -> (json: [UInt8], answer: Answer) {
        let body: [UInt8] = try order.jsonUTF8Bytes()
        let response: OutboundResponse
        do throws(OutboundFailure) {
            response = try client.perform(
                OutboundRequest(
                    .post(body), "http://upford/\(name)",
                    fields: [.init("Content-Type", "application/json")]))
        } catch {
            Talk.sayLast("upford: \(path): \(Self.reason(error))")
            throw ExitCode(69)
        }
        guard response.status == 200 else { throw Self.refused(response) }
        guard let answer = try? Answer(jsonUTF8Bytes: response.body, options: Self.lenient) else {
            Talk.sayLast("upford: \(path): this is no daemon of ours")
            throw ExitCode(69)
        }
        return (response.body, answer)
    }

    /// A newer daemon may say more.
    private static let lenient: JSONDecodingOptions = {
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
