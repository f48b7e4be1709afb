import ArgumentParser
import Foundation
import Outbound
import Settings
import SwiftProtobuf
import Synchronization
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

/// Makes lines of bytes that come in any pieces.
final class CtlLines: Sendable {
    private let rest = Mutex<[UInt8]>([])
    private let show: @Sendable ([UInt8]) -> Void

    init(_ show: @escaping @Sendable ([UInt8]) -> Void) {
        self.show = show
    }

    /// - Returns: true: go on.
    func take(_ bytes: [UInt8]) -> Bool {
        let lines = rest.withLock { rest in
            var lines = (rest + bytes).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = Array(lines.popLast() ?? [])
            return lines.map(Array.init)
        }
        for line in lines { show(line) }
        return true
    }
}

/// A day or a minute in UTC, as in 2027-01-01 or 2027-01-01T22:00.
struct CtlMoment: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        let rest = "0000-01-01T00:00:00Z".dropFirst(argument.count)
        guard [10, 16, 19].contains(argument.count),
            let date = try? Date(argument + rest, strategy: .iso8601),
            // There is no 30th of February, and no 2nd of March is meant by it.
            date.formatted(.iso8601) == argument + rest
        else { return nil }
        self.date = date
    }
}

/// Which daemon an order is for, and how its answer is shown.
struct CtlOptions: ParsableArguments {
    @OptionGroup var place: DataOptions

    @Option(help: "The path of the admin socket.")
    var socket: String?

    @Flag(help: "Print the answer as JSON.")
    var json = false

    func validate() throws {
        if socket != nil, place.daemon.config != nil || place.data != nil {
            throw ValidationError("--socket goes without --config and --data")
        }
    }

    /// The path of the socket.
    func path() throws -> String {
        if let socket { return socket }
        guard let found = try place.configuration().adminSocket else {
            Talk.sayLast("upford: the settings name no admin socket: say --socket")
            throw ExitCode(78)
        }
        return found
    }
}
