import Client
import SwiftProtobuf
import Wire

/// A user who is signed in, the line to the server, and where answers are shown.
struct Session: Sendable {
    /// Asks the server and waits for its answer.
    typealias Call =
        @Sendable (ClientMessage.OneOf_Command) async throws(Failure) -> ServerMessage.OneOf_Body

    let me: String
    let output: Output
    let call: Call
    let close: @Sendable () async -> Void
    /// Where pictures go and come from; nil where there is no server.
    let pictures: PictureLine?

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

    /// Asks; proves first that it is the owner who asks, when the server wants that.
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

    /// Asks by a client that has signed in.
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

    /// Asks and shows the answer.
    func show(_ command: ClientMessage.OneOf_Command) async throws(Failure) {
        output.answer(try await call(command))
    }

    /// Asks, and says `sentence` when it was done.
    func tell(
        _ command: ClientMessage.OneOf_Command, _ sentence: String
    ) async throws(Failure) {
        output.done(try await call(command), sentence)
    }

    /// The same session, showing its answers elsewhere.
    func showing(on output: Output) -> Session {
        Session(me: me, output: output, pictures: pictures, call: call, close: close)
    }
}
