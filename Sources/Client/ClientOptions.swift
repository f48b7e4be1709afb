public import EventLoop
public import Wire

/// How a client behaves; the defaults suit a person.
public struct ClientOptions: Sendable {
    /// How messages are written.
    public var format: WireFormat
    /// The name of this device, 1 to 64 characters; the same one each time.
    public var device: String
    /// How long the server may take to answer a command.
    public var answerSeconds: Int
    /// How long a connection may take to come about, handshake included.
    public var connectSeconds: Int
    /// How long to wait before coming back.
    public var backoff: Backoff
    /// Whether a signed-in client comes back by itself.
    public var resumes: Bool
    /// Whether friends are not told that its user is online: for programs that look in and leave.
    public var isSilent: Bool
    /// Whether the server is told which events this device has, so that others can see that their
    /// messages have arrived.
    public var acknowledges: Bool
    /// Whether each session begins with a snapshot of how everything stands.
    public var wantsSnapshot: Bool
    /// The loop that carries the connection; thousands of clients may share one. By default all
    /// of them share `ClientLoop.shared`.
    public var loop: ClientLoop?
    /// Whom a `wss://` server must have been certified by; nil for the roots that the system
    /// trusts.
    public var trust: TLSTrust?
    /// Asked for the token before each return, where another may have taken its place; without
    /// it, and without an answer: the one that the client has signed in with. It takes no time.
    public var currentToken: (@Sendable () -> String?)?

    /// Options for a device of this name; change what differs.
    public init(
        format: WireFormat = .json, device: String, answerSeconds: Int = 15,
        connectSeconds: Int = 10, backoff: Backoff = Backoff(), resumes: Bool = true,
        isSilent: Bool = false, acknowledges: Bool = true, wantsSnapshot: Bool = false,
        loop: ClientLoop? = nil, trust: TLSTrust? = nil,
        currentToken: (@Sendable () -> String?)? = nil
    ) {
        self.isSilent = isSilent
        self.acknowledges = acknowledges
        self.wantsSnapshot = wantsSnapshot
        self.format = format
        self.device = device
        self.answerSeconds = answerSeconds
        self.connectSeconds = connectSeconds
        self.backoff = backoff
        self.resumes = resumes
        self.loop = loop
        self.trust = trust
        self.currentToken = currentToken
    }
}
