import TestSupport
import WebSocket
import Wire

@testable import Client

/// A conversation with a server that the test plays, at a time that the test sets.
struct Dialogue {
    var conversation: Conversation<String>
    var now = Duration.seconds(1000)
    var generator: SeededGenerator

    init(seed: UInt64 = 1, _ change: (inout ClientOptions) -> Void = { _ in }) {
        var options = ClientOptions(device: "test-1", acknowledges: false)
        change(&options)
        conversation = Conversation(options: options)
        generator = SeededGenerator(seed: seed)
    }

    /// Connected, nobody signed in.
    static func connected(_ change: (inout ClientOptions) -> Void = { _ in }) -> Self {
        var dialogue = Self(change)
        _ = dialogue.connect("connect")
        _ = dialogue.opened()
        return dialogue
    }

    private init(_ change: (inout ClientOptions) -> Void) {
        self.init(seed: 1, change)
    }

    /// Signed in, with everything up to `seq` seen.
    static func signedIn(
        seq: UInt32 = 0, _ change: (inout ClientOptions) -> Void = { _ in }
    ) -> Self {
        var dialogue = connected(change)
        _ = dialogue.signIn("signIn", after: seq)
        _ = dialogue.hears(.session(.with(epoch: "e", top: seq)), answering: 1)
        return dialogue
    }

    private mutating func said() -> [Said] {
        conversation.takeActions().map(Said.init)
    }
}

// MARK: - The owner

extension Dialogue {
    mutating func connect(_ waiter: String) -> [Said] {
        conversation.connect(for: waiter, at: now)
        return said()
    }

    mutating func signIn(_ waiter: String, after: UInt32?, epoch: String = "e") -> [Said] {
        conversation.signIn(token: "t", after: after, epoch: epoch, for: waiter, at: now)
        return said()
    }

    mutating func call(_ waiter: String, _ command: ClientMessage.OneOf_Command) -> [Said] {
        conversation.call(command, for: waiter, at: now)
        return said()
    }

    mutating func close(_ waiter: String) -> [Said] {
        conversation.close(for: waiter)
        return said()
    }

    mutating func unclaimed(_ seq: UInt32) -> [Said] {
        conversation.unclaimed(seq, at: now, using: &generator)
        return said()
    }
}

// MARK: - The server and the world

extension Dialogue {
    mutating func opened() -> [Said] {
        conversation.opened(at: now)
        return said()
    }

    mutating func hears(_ body: ServerMessage.OneOf_Body?, answering id: UInt32) -> [Said] {
        var message = ServerMessage()
        message.id = id
        message.body = body
        return hears(message)
    }

    mutating func hears(_ body: ServerMessage.OneOf_Body?, seq: UInt32) -> [Said] {
        var message = ServerMessage()
        message.seq = seq
        message.body = body
        return hears(message)
    }

    mutating func hears(_ message: ServerMessage?) -> [Said] {
        conversation.received(message, at: now, using: &generator)
        return said()
    }

    mutating func ended(_ ending: Ending) -> [Said] {
        conversation.ended(ending, at: now, using: &generator)
        return said()
    }

    mutating func after(_ time: Duration) -> [Said] {
        now += time
        conversation.tick(at: now, using: &generator)
        return said()
    }

    /// Lets time pass to where the conversation wants to hear of it.
    mutating func wakes() -> [Said] {
        guard let wakeAt = conversation.wakeAt else { return [] }
        return after(max(.zero, wakeAt - now))
    }

    /// The socket breaks, the wait passes, and the socket is up again.
    mutating func comesBack() -> [Said] {
        _ = ended(.lost("cable"))
        _ = wakes()
        return opened()
    }
}

extension Dialogue {
    mutating func hears(_ body: ServerMessage.OneOf_Body) -> [Said] {
        hears(ServerMessage(body))
    }
}
