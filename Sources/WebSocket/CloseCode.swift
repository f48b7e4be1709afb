/// The 16-bit code of a close frame.
///
/// Our own codes say in their number what the client must do next: 4000…4499 come back after a
/// pause, 4500…4999 stay away.
///
/// - Source: RFC 6455 §7.4 and the IANA registry of close codes.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    /// The number on the wire. Any value can be held, so that a peer's can be reported.
    public let rawValue: UInt16

    /// A code with this number, whether or not it is one that may be sent.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}

extension CloseCode {
    /// The connection has done what it was for.
    public static let normal = Self(rawValue: 1000)
    /// The server is stopping, or the browser has left the page.
    public static let goingAway = Self(rawValue: 1001)
    /// The peer broke RFC 6455.
    public static let protocolError = Self(rawValue: 1002)
    /// A kind of message that this endpoint does not take.
    public static let unsupportedData = Self(rawValue: 1003)
    /// Text that is not UTF-8.
    public static let invalidPayload = Self(rawValue: 1007)
    /// Refused for a reason that has no code of its own.
    public static let policyViolation = Self(rawValue: 1008)
    /// Larger than `MessageLimits` allow.
    public static let messageTooBig = Self(rawValue: 1009)
    /// The client needs an extension that the server did not agree to.
    public static let mandatoryExtension = Self(rawValue: 1010)
    /// A fault of the server.
    public static let internalError = Self(rawValue: 1011)
    /// The server restarts; come back.
    public static let serviceRestart = Self(rawValue: 1012)
    /// The server has too much to do; come back later.
    public static let tryAgainLater = Self(rawValue: 1013)
}

extension CloseCode {
    /// The client did not sign in within the time allowed.
    public static let signInTimeout = Self(rawValue: 4401)
    /// The client reads more slowly than its messages come.
    public static let tooSlow = Self(rawValue: 4408)
    /// A newer connection of the same device took over. A client that reconnects by itself would
    /// close that one.
    public static let fenced = Self(rawValue: 4409)
    /// The client did not answer a ping in time.
    public static let silent = Self(rawValue: 4410)
    /// An administrator ended this session.
    public static let kicked = Self(rawValue: 4411)
    /// The place was needed for another client. This one had no session, or was one of many of its
    /// user's connections.
    public static let placeNeeded = Self(rawValue: 4412)
    /// The token of this session was given up.
    public static let loggedOut = Self(rawValue: 4502)
    /// The account may not connect.
    public static let banned = Self(rawValue: 4501)
}

extension CloseCode {
    /// Whether a close frame may carry this code.
    ///
    /// 1005, 1006 and 1015 name what happened without a code and never travel; 1004 and
    /// 1016…2999 are reserved; below 1000 and above 4999 nothing is defined.
    ///
    /// - Source: RFC 6455 §7.4.1, §7.4.2; the IANA registry for 1012…1014.
    public var mayBeReceived: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// Whether we put this code on the wire: all that may be received but 1010, which tells a
    /// server that it lacks an extension; we need none.
    public var maySend: Bool { mayBeReceived && self != .mandatoryExtension }

    /// Whether a well-behaved client tries again after this close.
    public var invitesReconnect: Bool {
        switch rawValue {
        case Self.fenced.rawValue: false
        case 1001, 1006, 1011...1014, 4000...4499: true
        default: false
        }
    }
}
