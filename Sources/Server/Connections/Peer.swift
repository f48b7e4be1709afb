import HTTP
import Kernel
import WebSocket
import Wire

/// One connection of a client, as its loop knows it.
///
/// - Memory: 40 bytes while it is idle and nobody has signed in: the fields are in this order for
///   that.
struct Peer: ~Copyable {
    /// How far the connection has come.
    enum Stage {
        /// Nobody is here.
        case none
        /// It speaks HTTP, and has not asked for anything else yet.
        case http(HTTPExchange)
        /// It speaks WebSocket, and nobody has signed in.
        case visitor
        /// It speaks WebSocket for a user.
        case user(CallerBox)
        /// Our close frame is sent; we wait for the peer's.
        case leaving
    }

    /// What is the case, one bit each.
    struct Marks: OptionSet {
        let rawValue: UInt8
        /// A ping of ours is unanswered.
        static let pinged = Marks(rawValue: 1)
        /// A command to sign in waits for its answer.
        static let signingIn = Marks(rawValue: 2)
        /// A pong waits in a blocked outbox.
        static let pongWaits = Marks(rawValue: 4)
        /// A message has begun and is not finished.
        static let partial = Marks(rawValue: 8)
        /// It has had more time to sign in once, since a command was under way.
        static let lenient = Marks(rawValue: 32)
        /// It is sent away once its commands have their answers.
        static let departing = Marks(rawValue: 16)
    }

    let generation: UInt32
    var format = WireFormat.json
    var marks: Marks = []
    /// Pings and pongs of the second in which the peer last said anything.
    var controlCount: UInt8 = 0
    /// Commands that wait for their answers.
    var inFlight: UInt16 = 0
    /// When the unfinished message began: the low bits of a second, since ages are short.
    var partialSecond: UInt16 = 0
    /// When the peer last said anything, in seconds of the loop's clock.
    var heardSecond: UInt32 = 0
    var endpoint = Endpoint(role: .server)
    var stage: Stage

    /// An empty place.
    init() {
        generation = 0
        stage = .none
    }

    /// A connection that has just come.
    init(generation: UInt32, limits: HTTPLimits) {
        self.generation = generation
        stage = .http(HTTPExchange(limits: limits))
    }
}

extension Peer {
    /// Whether somebody is here at all.
    var isHere: Bool {
        if case .none = stage { false } else { true }
    }

    /// What is left to read of HTTP; nil when it speaks something else, or nothing any more.
    var exchange: HTTPExchange? {
        if case .http(let exchange) = stage { exchange } else { nil }
    }

    /// Whom the connection speaks for.
    var caller: Caller? {
        if case .user(let box) = stage { box.caller } else { nil }
    }

    /// Whether it speaks WebSocket, and both sides may.
    var isOpen: Bool {
        switch stage {
        case .visitor, .user: true
        case .none, .http, .leaving: false
        }
    }

    /// Whether it is on its way out.
    var isLeaving: Bool {
        if case .leaving = stage { true } else { false }
    }
}

/// The HTTP part of a connection's life.
final class HTTPExchange {
    var parser: RequestParser

    init(limits: HTTPLimits) {
        parser = RequestParser(limits: limits)
    }
}

/// Who a connection speaks for; beside the table, since visitors have none.
final class CallerBox {
    let caller: Caller

    init(_ caller: Caller) {
        self.caller = caller
    }
}
