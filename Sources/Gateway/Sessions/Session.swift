package import Hub
package import Kernel
package import Wire

/// The protocol of one client connection, without socket or clock.
///
/// Whole messages go in, and what is to be done about each comes out: on a loop, or in a
/// simulation.
///
/// - Memory: 12 bytes: the fields are in this order for that.
package struct Session {
    /// How far the connection has come.
    enum Stage {
        /// There is no connection.
        case none
        /// It speaks HTTP, and has not asked for anything else yet.
        case http(ClientExchange)
        /// It speaks WebSocket, and has no session.
        case visitor
        /// The same, and it has brought a token.
        case bearer(BearerBox)
        /// It speaks WebSocket for a user.
        case user(CallerBox)
        /// Our close frame is sent; we wait for the peer's.
        case leaving
    }

    /// Flags, one bit each.
    struct Marks: OptionSet {
        let rawValue: UInt8
        /// A command to sign in, or out, waits for its answer.
        static let changingCaller = Marks(rawValue: 1)
        /// It has had more time to sign in once, since a command was under way.
        static let lenient = Marks(rawValue: 2)
        /// It is sent away once its commands have their answers.
        static let departing = Marks(rawValue: 4)
        /// Too much was refused lately: nothing more is to be read for a while.
        static let resting = Marks(rawValue: 8)
    }

    var stage: Stage
    /// Commands that wait for their answers.
    var inFlight: UInt16 = 0
    package private(set) var format = WireFormat.json
    var marks: Marks = []

    /// A connection that is about to come, or has not opened a WebSocket yet.
    init(_ stage: Stage) {
        self.stage = stage
    }

    /// A connection that speaks WebSocket, from its first message on.
    ///
    /// - Parameter token: what the request for it had in `Authorization`; for a `sessionOpen`
    ///   without one.
    package init(speaking format: WireFormat, token: String? = nil) {
        stage = token.map { .bearer(BearerBox($0)) } ?? .visitor
        self.format = format
    }

    /// The caller whose session it has; nil for a visitor.
    package var caller: Caller? {
        if case .user(let box) = stage { box.caller } else { nil }
    }

    /// Whether it has no session.
    var isVisitor: Bool {
        if case .user = stage { false } else { true }
    }

    /// Whether it speaks WebSocket, and both sides may.
    package var isOpen: Bool {
        switch stage {
        case .visitor, .bearer, .user: true
        case .none, .http, .leaving: false
        }
    }

    /// Ends its part in the protocol: it has no session any more.
    ///
    /// - Returns: whose session ended. Unless there was none, the hub has to know: friends need not
    ///   wait for the socket to close, and no sign-in completes on it.
    package mutating func leave() -> Departed {
        defer { stage = .leaving }
        if caller != nil { return .user }
        return isOpen && marks.contains(.changingCaller) ? .signingIn : .nobody
    }

    /// Whose session ends with a connection.
    package enum Departed {
        case nobody
        /// That of a user whose sign-in is not answered yet; the answer will come too late.
        case signingIn
        case user
    }

    /// The message before a close of ours.
    ///
    /// - Parameter retryAfter: how long the client should stay away; nil when that is up to it.
    package func goodbye(
        _ code: UInt16, _ reason: String, retryAfter: Duration? = nil
    ) -> [UInt8] {
        ServerMessage(.bye(Bye(code: code, reason: reason, retryAfter: retryAfter)))
            .bytes(format)
    }

    /// It is to be sent away, but not before its commands have their answers.
    ///
    /// - Returns: whether that is now.
    package mutating func depart() -> Bool {
        guard inFlight > 0 else { return true }
        marks.insert(.departing)
        return false
    }

    /// Whether nothing more is to be read for a while; said once.
    mutating func takeRest() -> Bool { marks.remove(.resting) != nil }

    /// Whether it is to be sent away.
    var isDeparting: Bool { marks.contains(.departing) }

    /// Whether it is to be sent away, and nothing is left to be answered.
    package var isReadyToDepart: Bool {
        inFlight == 0 && isOpen && marks.contains(.departing)
    }

    /// The time to sign in is over: gives some more, for a password that is being hashed; not for
    /// one after the other.
    package mutating func takesMoreTime() -> Bool {
        guard inFlight > 0, !marks.contains(.lenient) else { return false }
        marks.insert(.lenient)
        return true
    }
}

/// A token that a connection brought; beside the table, since few do.
final class BearerBox: Sendable {
    let token: String

    init(_ token: String) {
        self.token = token
    }
}

/// The caller of a connection; beside the table, since visitors have none.
final class CallerBox: Sendable {
    let caller: Caller

    init(_ caller: Caller) {
        self.caller = caller
    }
}

extension Session {
    /// Applies an action of the hub.
    ///
    /// - Returns: whether the connection carries it out. If not, the connection has moved on.
    package mutating func take(_ action: Outgoing.Action) -> Bool {
        switch action {
        case .event, .hint, .close: return isOpen
        case .answer(let answer):
            settle(answer.origin)
            return isOpen
        case .forgetHints, .tellWhenDrained: return true
        case .signIn(let caller):
            guard isOpen, self.caller == nil else { return false }
            stage = .user(CallerBox(caller))
            return true
        case .signOut:
            guard caller != nil else { return false }
            stage = .visitor
            marks.remove(.lenient)
            return true
        }
    }

    /// Keeps the books of what waits for an answer.
    mutating func settle(_ origin: Origin) {
        if inFlight > 0 { inFlight -= 1 }
        if origin.changesCaller { marks.remove(.changingCaller) }
    }
}
