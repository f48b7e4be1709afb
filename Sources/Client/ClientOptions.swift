public import EventLoop
public import Wire

/// How a client behaves; the defaults suit a person.
public struct ClientOptions: Sendable {
    /// How messages are written.
    public var format: WireFormat
    /// The name of this device, 1 to 64 characters; the same one each time.
    public var device: String
    /// How long the server may take to reply to a command.
    public var answerSeconds: Int
    /// How long connecting may take, handshake included.
    public var connectSeconds: Int
    /// How long to wait before reconnecting.
    public var backoff: Backoff
    /// Whether a signed-in client reconnects by itself.
    public var resumes: Bool
    /// Whether friends receive no presence of its user: for programs that look in and leave.
    public var isSilent: Bool
    /// Whether the client acknowledges the events that this device has, so that senders see that
    /// their messages have arrived.
    public var acknowledges: Bool
    /// Whether each session begins with a snapshot of the present state.
    public var wantsSnapshot: Bool
    /// The loop that carries the connection; thousands of clients may share one. By default all
    /// of them share `ClientLoop.shared`.
    public var loop: ClientLoop?
    /// Whom a `wss://` server must have been certified by; nil for the roots that the system
    /// trusts.
    public var trust: TLSTrust?
    /// Returns the token before each reconnect, for programs in which another may have replaced it.
    /// When it is nil, or returns nil, the client uses the token of its last sign-in. It must not
    /// block.
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

/// How long a client waits before it reconnects: longer each time, and at random.
///
/// The whole wait is drawn at random ("full jitter"), so that a thousand clients that lost the
/// same server spread over the whole interval instead of returning together.
///
/// - Source: Brooker, "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015).
public struct Backoff: Sendable, Equatable {
    /// The longest wait before the first attempt.
    public var first: Duration
    /// The longest wait there is.
    public var max: Duration
    /// A connection that lasted this long counts as good: the next wait is a first one again.
    public var steadyAfter: Duration

    /// Waits of up to `first`, then twice that, and so on to `max`.
    public init(
        first: Duration = .milliseconds(500), max: Duration = .seconds(30),
        steadyAfter: Duration = .seconds(10)
    ) {
        self.first = first
        self.max = max
        self.steadyAfter = steadyAfter
    }

    /// The wait before the next attempt: 0 to `first` · 2^`attempts`, or to `max` if that is less.
    ///
    /// - Parameter attempts: how many have failed since the last good connection.
    public func wait(
        after attempts: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        // 2^20 half seconds are six days: far above any sensible `max`, and far from overflow.
        let factor = 1 << Swift.min(Swift.max(0, attempts), 20)
        let ceiling = Swift.min(first * factor, max).wholeMilliseconds
        return .milliseconds(Int64(generator.next(upperBound: UInt64(ceiling) + 1)))
    }
}
