import Client
import Wire

/// A bot that answers each message of a friend with the same text.
///
/// It answers every message exactly once, also after a crash: it keeps the `seq` of the last event
/// that it has handled, and the `cid` of an answer depends only on the message.
struct EchoBot: Sendable {
    /// The data that must outlive the program.
    struct Memory: Sendable, Codable {
        /// The log-in of this device.
        var token: String
        /// The history that `seq` belongs to.
        var epoch = ""
        /// The last event that was handled; nil before the first start.
        var seq: UInt32?
    }

    private static let device = "echo-bot"
    private let username: String
    private let client: UpforClient

    init(_ username: String, on server: ServerAddress) {
        self.username = username
        client = UpforClient(server: server, options: ClientOptions(device: Self.device))
    }

    /// Logs in by password. The token is valid for later starts, too.
    func logIn(password: String) async throws(ClientError) -> Memory {
        try await client.connect()
        var command = AccountLogin()
        command.login = username
        command.password = password
        command.device = Self.device
        guard case .account(let account) = try await client.call(.accountLogin(command)) else {
            throw .violation("no account in the answer")
        }
        return Memory(token: account.token)
    }

    /// Answers messages until `stop` is called.
    ///
    /// - Parameters:
    ///   - memory: the result of `logIn`, or the last one that `keep` stored.
    ///   - keep: stores the memory durably.
    /// - Throws: when the server refuses the token or an answer.
    func run(
        from memory: Memory, keep: @Sendable (Memory) -> Void
    ) async throws(ClientError) {
        var memory = memory
        try await client.connect()
        _ = try await client.signIn(
            token: memory.token, after: memory.seq, epoch: memory.epoch)
        for await event in client.events {
            switch event {
            case .signedIn(let session):
                memory.epoch = session.epoch
                // The server no longer has the missed events: continue from its newest one.
                if memory.seq == nil || session.reset { memory.seq = session.top }
            case .inbox(let seq, _, let body):
                if case .roomMessage(let message) = body, message.from != username {
                    // Stopped during an answer: the next start gives the same answer again.
                    do { try await answer(message) } catch .closed { return }
                }
                memory.seq = seq
            case .signedOut(let reason):
                throw .disconnected(reason)
            case .connected, .ephemeral, .disconnected:
                // The client reconnects and resumes by itself.
                continue
            }
            keep(memory)
        }
    }

    /// Says goodbye; `run` returns.
    func stop() async { await client.close() }

    private func answer(_ message: RoomMessage) async throws(ClientError) {
        // A deleted message has no text.
        guard !message.text.isEmpty else { return }
        var command = RoomSend()
        command.to = message.from
        command.text = message.text
        command.cid = "echo:\(message.room):\(message.seq)"
        _ = try await client.call(.roomSend(command))
    }
}
