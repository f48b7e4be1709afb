import Client
import EventLoop
import Wire

/// One person on one device, over a real socket.
actor Participant {
    typealias Command = ClientMessage.OneOf_Command

    let name: String
    private let server: ServerAddress
    private let format: WireFormat
    private let trust: TLSTrust?
    private var client: UpforClient
    private(set) var token = ""
    /// Every event of the inbox, in the order of its coming.
    private(set) var seqs: [UInt32] = []
    /// How often the connection was lost.
    private(set) var lossCount = 0

    init(
        _ name: String, _ server: ServerAddress, _ format: WireFormat, trust: TLSTrust? = nil
    ) async throws {
        self.name = name
        self.server = server
        self.format = format
        self.trust = trust
        client = Self.client(server, format, trust)
        try await client.connect()
    }

    private static func client(
        _ server: ServerAddress, _ format: WireFormat, _ trust: TLSTrust?
    ) -> UpforClient {
        let backoff = Backoff(first: .milliseconds(20), max: .milliseconds(200))
        return UpforClient(
            server: server,
            options: ClientOptions(
                format: format, device: "test", answerSeconds: 600, connectSeconds: 600,
                backoff: backoff, trust: trust))
    }

    @discardableResult
    func call(_ command: Command) async throws -> ServerMessage.OneOf_Body {
        try await client.call(command)
    }

    /// Makes an account and signs in.
    func signUp() async throws {
        var register = AccountRegister()
        register.username = name
        register.email = "\(name)@example.org"
        register.password = "correct horse"
        register.device = "test"
        guard case .account(let account) = try await call(.accountRegister(register)) else {
            throw ClientError.violation("no account")
        }
        token = account.token
        try await signIn(after: 0)
    }

    /// Signs in with a token that was not given to `signUp`.
    func signIn(with token: String) async throws {
        self.token = token
        try await signIn(after: 0)
    }

    func signIn(after: UInt32?, epoch: String = "") async throws {
        _ = try await client.signIn(token: token, after: after, epoch: epoch)
    }

    /// Leaves, and later comes back as the same device, with what it knew.
    func leave() async -> (epoch: String, seq: UInt32) {
        let position = client.position
        await client.close()
        return position
    }

    func comeBack(to server: ServerAddress? = nil, from position: (epoch: String, seq: UInt32))
        async throws
    {
        client = Self.client(server ?? self.server, format, trust)
        try await client.connect()
        try await signIn(after: position.seq, epoch: position.epoch)
    }

    /// The next event that `pick` wants; others are passed over.
    func next<Wanted: Sendable>(
        _ pick: @Sendable (ServerMessage.OneOf_Body) -> Wanted?
    ) async throws -> Wanted {
        for await event in client.events {
            switch event {
            case .inbox(let seq, _, let body):
                seqs.append(seq)
                if let wanted = pick(body) { return wanted }
            case .ephemeral(let body):
                if let wanted = pick(body) { return wanted }
            case .disconnected: lossCount += 1
            default: break
            }
        }
        throw ClientError.closed
    }

    /// Waits until the socket is up again and signed in.
    func resumed() async throws {
        for await event in client.events {
            if case .signedIn = event { return }
        }
        throw ClientError.closed
    }

    func close() async { await client.close() }
}

extension Participant {
    func message() async throws -> RoomMessage {
        try await next { if case .roomMessage(let message) = $0 { message } else { nil } }
    }

    func match() async throws -> Match {
        try await next { if case .match(let match) = $0 { match } else { nil } }
    }

    func typing() async throws -> RoomTyping {
        try await next { if case .roomTyping(let typing) = $0 { typing } else { nil } }
    }

    func type(to friend: String) async throws {
        var command = RoomType()
        command.with = friend
        command.on = true
        try await call(.roomType(command))
    }

    func friends() async throws -> [Friend] {
        guard case .friends(let friends) = try await call(.friendList(FriendList())) else {
            throw ClientError.violation("no friends")
        }
        return friends.friends
    }

    func presence() async throws -> Presence {
        try await next { if case .presence(let presence) = $0 { presence } else { nil } }
    }

    @discardableResult
    func send(_ text: String, to friend: String, cid: String) async throws -> RoomSent {
        var command = RoomSend()
        command.to = friend
        command.text = text
        command.cid = cid
        guard case .roomSent(let sent) = try await call(.roomSend(command)) else {
            throw ClientError.violation("no roomSent")
        }
        return sent
    }

    func set(_ activity: String, on: Bool) async throws {
        var command = ActivitySet()
        command.activity = activity
        command.on = on
        try await call(.activitySet(command))
    }

    /// Asks `other`, who accepts.
    func befriend(_ other: Participant) async throws {
        var request = FriendRequest()
        request.to = other.name
        try await call(.friendRequest(request))
        var accept = FriendAccept()
        accept.from = name
        try await other.call(.friendAccept(accept))
    }
}
