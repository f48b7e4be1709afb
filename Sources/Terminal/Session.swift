import Client
import SwiftProtobuf
import Wire

/// A signed-in user, the connection to the server, and where replies are shown.
struct Session: Sendable {
    /// Sends a command and waits for its reply.
    typealias Call =
        @Sendable (ClientMessage.OneOf_Command) async throws(Failure) -> ServerMessage.OneOf_Body

    let me: String
    let output: Output
    let call: Call
    let close: @Sendable () async -> Void
    /// Uploads and downloads pictures; nil where there is no server.
    let pictures: PictureLine?
    /// Nil where there is no server.
    var server: ServerAddress? { pictures?.server }

    init(
        me: String, output: Output, pictures: PictureLine? = nil, call: @escaping Call,
        close: @escaping @Sendable () async -> Void
    ) {
        self.me = me
        self.output = output
        self.call = call
        self.close = close
        self.pictures = pictures
    }

    /// Sends a command; proves first that the caller is the owner, when the server requires it.
    func call(
        _ command: ClientMessage.OneOf_Command, proving proof: ProofOptions
    ) async throws(Failure) -> ServerMessage.OneOf_Body {
        do throws(Failure) {
            return try await call(command)
        } catch .refused(let error) where error.code == .proofNeeded {
            let proof = try proof.proof()
            _ = try await call(.accountProve(.with { $0.proof = proof }))
            return try await call(command)
        }
    }

    /// A session over `client`, which has signed in as `me`.
    init(me: String, output: Output, client: UpforClient, pictures: PictureLine?) {
        self.init(
            me: me, output: output, pictures: pictures, call: Self.call(over: client),
            close: { await client.close() })
    }

    /// Sends commands by a client that has signed in.
    static func call(over client: UpforClient) -> Call {
        let once: Call = { command throws(Failure) in
            do throws(ClientError) {
                return try await client.call(command)
            } catch {
                throw Failure(error)
            }
        }
        return { command throws(Failure) in
            try await SecondFactorQuestion.call(command, by: once)
        }
    }

    /// Sends a command and shows the reply.
    func show(_ command: ClientMessage.OneOf_Command) async throws(Failure) {
        output.answer(try await call(command))
    }

    /// Sends a command, and shows `sentence` on success.
    func tell(
        _ command: ClientMessage.OneOf_Command, _ sentence: String
    ) async throws(Failure) {
        output.done(try await call(command), sentence)
    }

    /// The same session, with its replies shown elsewhere.
    func showing(on output: Output) -> Session {
        Session(me: me, output: output, pictures: pictures, call: call, close: close)
    }
}

/// Whether the server is in reach, so that a loss is reported once, not at each attempt.
enum ConnectionState: Equatable, Sendable {
    /// There has been no session yet.
    case new
    case open
    case lost

    /// A session was opened.
    ///
    /// - Returns: a line to show, if any.
    mutating func opened() -> String? {
        defer { self = .open }
        return self == .lost ? "back online" : nil
    }

    /// The connection was lost, or an attempt to reconnect failed.
    ///
    /// - Returns: a line to show, if any.
    mutating func lost(_ reason: String) -> String? {
        defer { self = .lost }
        return self == .lost
            ? nil : "connection lost (\(SafeText(reason).line)); trying to come back"
    }
}

/// One command that needs no session.
struct Visit: Sendable {
    private let opening: SessionOpening

    init(_ options: Options) throws(Failure) {
        opening = try SessionOpening(options)
    }

    /// Sends a command, and shows `sentence` on success.
    func tell(
        _ command: ClientMessage.OneOf_Command, _ sentence: String
    ) async throws(Failure) {
        let client = try await opening.connection()
        do {
            let answer = try await client.call(command)
            await client.close()
            opening.output.done(answer, SafeText(sentence).line)
        } catch {
            await client.close()
            throw Failure(error)
        }
    }
}

/// The user's own toggles, as far as they are known when a match ends. A match ends with either
/// user's toggle, and the server does not say with whose.
struct OwnToggles: Equatable, Sendable {
    /// From the list of the session.
    private var listed: [String: Bool] = [:]
    /// From later events; newer than the list once they have caught up with it.
    private var heard: [String: Bool] = [:]
    /// The activities that match every other.
    private var wildcards: Set<String> = []

    /// The present state, after all earlier events.
    mutating func begin(_ list: Activities) {
        listed = Dictionary(list.activities.map { ($0.activity, $0.on) }) { $1 }
        wildcards = Set(list.activities.filter(\.wildcard).map(\.activity))
        heard = [:]
    }

    mutating func hear(_ change: ActivityChanged) { heard[change.activity] = change.on }

    /// Whether the user is not up for an activity, nor for one that matches it; false where that is
    /// unknown.
    ///
    /// - Parameter isPast: whether the match ended before the list was made: then only events
    ///   count.
    func areOff(for activity: String, isPast: Bool) -> Bool {
        wildcards.union([activity]).allSatisfy {
            (heard[$0] ?? (isPast ? nil : listed[$0])) == false
        }
    }
}

/// A client's own identifier of a message: sending it again under the same one takes effect once.
enum MessageMark {
    /// 26 characters of 128 random bits: no two are ever alike.
    static func fresh() -> String {
        var source = SystemRandomNumberGenerator()
        return fresh(using: &source)
    }

    static func fresh(using source: inout some RandomNumberGenerator) -> String {
        let numbers: [UInt64] = [source.next(), source.next()]
        return numbers.map { number in
            let digits = String(number, radix: 36)
            return String(repeating: "0", count: max(0, 13 - digits.count)) + digits
        }.joined()
    }
}
