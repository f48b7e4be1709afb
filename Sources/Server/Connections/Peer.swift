import HTTP
import Kernel
import WebSocket
import Wire

/// One connection of a client, as its loop knows it.
struct Peer: ~Copyable {
    /// How far the connection has come.
    enum Stage {
        /// Nobody is here.
        case none
        /// It speaks HTTP, and has not asked for anything else yet.
        case http
        /// It speaks WebSocket, and nobody has signed in.
        case visitor
        /// It speaks WebSocket for a user.
        case user
        /// Our close frame is sent; we wait for the peer's.
        case leaving
    }

    let generation: UInt32
    var stage: Stage
    var format = WireFormat.json
    /// Whether a ping of ours is unanswered.
    var isPinged = false
    /// Whether a command to sign in waits for its answer.
    var isSigningIn = false
    /// Commands that wait for their answers.
    var inFlight: UInt16 = 0
    /// Whether it is sent away once they have come.
    var isDeparting = false
    /// When the peer last said anything, in seconds of the loop's clock.
    var heardSecond: UInt32 = 0
    var endpoint = Endpoint(role: .server)
    /// What only HTTP needs, or only a session: nil for an idle visitor.
    var exchange: HTTPExchange?
    var caller: CallerBox?

    /// An empty place.
    init() {
        generation = 0
        stage = .none
    }

    /// A connection that has just come.
    init(generation: UInt32) {
        self.generation = generation
        stage = .http
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
