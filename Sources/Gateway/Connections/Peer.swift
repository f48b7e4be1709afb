import HTTP
import Kernel
import WebSocket
import Wire

/// One connection of a client, as its loop knows it.
///
/// - Memory: 40 bytes while it is idle and has no session: the fields are in this order for
///   that.
package struct Peer: ~Copyable {
    /// Flags, one bit each.
    struct Marks: OptionSet {
        let rawValue: UInt8
        /// A ping of ours is unanswered.
        static let pinged = Marks(rawValue: 1)
        /// A pong waits in a blocked outbox.
        static let pongWaits = Marks(rawValue: 2)
        /// A message has begun and is not finished.
        static let partial = Marks(rawValue: 4)
        /// The hub wants to know when everything has left.
        static let hubWaits = Marks(rawValue: 8)
        /// A read of it is under way.
        static let reading = Marks(rawValue: 16)
        /// Nothing is taken from it until it has taken what it was sent.
        static let paused = Marks(rawValue: 32)
        /// Its messages go out as server-sent events.
        static let eventStream = Marks(rawValue: 64)
        /// Too much of it was refused: it is not read for a while.
        static let resting = Marks(rawValue: 128)
    }

    var session: Session
    let generation: UInt32
    /// When the peer last said anything, in seconds of the loop's clock.
    var heardSecond: UInt32 = 0
    /// When the unfinished message began: the low bits of a second, since ages are short.
    var partialSecond: UInt16 = 0
    /// Pings and pongs of the second in which the peer last said anything.
    var controlCount: UInt8 = 0
    var marks: Marks = []
    var endpoint = Endpoint(role: .server)

    /// An empty place.
    init() {
        generation = 0
        session = Session(.none)
    }

    /// A connection that has just come.
    init(generation: UInt32, limits: HTTPLimits) {
        self.generation = generation
        session = Session(.http(ClientExchange(limits: limits)))
    }
}

extension Peer {
    /// Whether there is a connection at all.
    var isHere: Bool {
        if case .none = session.stage { false } else { true }
    }

    /// The HTTP exchange; nil when it speaks another protocol, or none any more.
    var exchange: ClientExchange? {
        if case .http(let exchange) = session.stage { exchange } else { nil }
    }

    /// The caller whose session it has; nil for a visitor.
    var caller: Caller? { session.caller }

    /// Whether it speaks WebSocket, and both sides may.
    var isOpen: Bool { session.isOpen }

    /// Whether it is on its way out.
    var isLeaving: Bool {
        if case .leaving = session.stage { true } else { false }
    }
}

/// Limits on the time that a connection takes, and when it is checked.
extension Peer {
    /// The measure that is due for a user's connection.
    enum Care: Equatable {
        /// A message was begun and not finished in time.
        case unfinished
        /// It has been silent for too long.
        case silent
        /// Nothing for so many seconds.
        case wait(seconds: Int)
        /// A ping, and then nothing for so many seconds.
        case ping(thenSeconds: Int)
    }

    /// The peer has said something, whatever it was.
    mutating func hear(at second: UInt32) {
        if heardSecond != second { controlCount = 0 }
        heardSecond = second
        marks.remove(.pinged)
    }

    /// It was not read for a while, and could not be heard, nor finish what it had begun to say.
    mutating func heardNow(at second: UInt32) {
        heardSecond = second
        partialSecond = UInt16(truncatingIfNeeded: second)
    }

    /// Counts a ping or a pong.
    ///
    /// - Returns: false when it is one too many in this second.
    mutating func takesControl(ofAtMost countMax: Int) -> Bool {
        guard Int(controlCount) < countMax else { return false }
        controlCount += 1
        return true
    }

    /// Notes whether a message has begun that the input did not finish.
    ///
    /// - Returns: whether it is a new one: `partialSecond` is then to be set.
    mutating func noteProgress() -> Bool {
        guard !endpoint.holdsNothing else {
            marks.remove(.partial)
            return false
        }
        return marks.insert(.partial).inserted
    }

    /// Looks after a user's connection: pings a peer that is silent, gives up one that stays
    /// silent, or that does not finish what it began to say.
    mutating func care(at second: UInt32, within settings: ClientSettings) -> Care {
        // It cannot be heard while it is not read; how long it may not take anything is limited.
        guard marks.isDisjoint(with: [.paused, .resting]) else {
            return .wait(seconds: settings.pingSeconds)
        }
        let isPartial = marks.contains(.partial)
        let age = isPartial ? Int(UInt16(truncatingIfNeeded: second) &- partialSecond) : 0
        guard age < settings.messageSeconds else { return .unfinished }
        let silence = Int(second &- heardSecond)
        guard silence < settings.deadSeconds else { return .silent }
        let isPinged = marks.contains(.pinged)
        let isDue = silence >= settings.pingSeconds && !isPinged
        if isDue { marks.insert(.pinged) }
        let next = (isPinged || isDue ? settings.deadSeconds : settings.pingSeconds) - silence
        let seconds = max(1, isPartial ? min(next, settings.messageSeconds - age) : next)
        return isDue ? .ping(thenSeconds: seconds) : .wait(seconds: seconds)
    }
}
