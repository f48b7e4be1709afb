import TestSupport
import Testing
import WebSocket
import Wire

@testable import Client

/// What is promised to the owner, whatever the network does.
@Suite struct `Over a bad network` {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `each event comes once and in order, and each message has one effect`(seed: UInt64) {
        var world = World(seed: seed)
        for step in 0..<300 { world.move(step) }
        world.settle()
        #expect(world.seen == Array(1...max(1, world.server.inboxCount)))
        #expect(world.server.sent.values.allSatisfy { $0 == 1 })
        #expect(world.answered == world.asked, "a caller waits for ever, or was answered twice")
        #expect(world.succeeded.allSatisfy { world.server.sent[$0] == 1 })
        #expect(world.server.inboxCount > 50)
        #expect(world.connectionCount > 3)
    }
}

/// A client, a server, and a network between them that breaks at every turn.
private struct World {
    var dialogue: Dialogue
    var server = SimulatedServer()
    var generator: SeededGenerator
    var isUp = false
    var seen: [UInt32] = []
    var asked: [String: Int] = [:]
    var answered: [String: Int] = [:]
    var succeeded: Set<String> = []
    var connectionCount = 0
    var faultPercent = 4

    init(seed: UInt64) {
        dialogue = Dialogue(seed: seed)
        generator = SeededGenerator(seed: seed ^ 0xFEED)
        server.deliver()
        take(dialogue.connect("connect"))
        asked["connect"] = 1
        take(dialogue.opened())
        isUp = true
        asked["signIn"] = 1
        take(dialogue.signIn("signIn", after: 0))
        if let answer = server.say(using: &generator) { take(dialogue.hears(answer)) }
    }

    mutating func move(_ step: Int) {
        switch generator.below(100) {
        case ..<faultPercent: breakDown()
        case ..<30: server.deliver()
        case ..<45:
            asked["cid\(step)"] = 1
            take(dialogue.call("cid\(step)", .send("hi", cid: "cid\(step)")))
        case ..<50:
            asked["list\(step)"] = 1
            take(dialogue.call("list\(step)", .list))
        case ..<60: take(dialogue.after(.milliseconds(generator.below(2_000))))
        default: listen()
        }
    }

    /// No more faults: everything that is owed arrives.
    mutating func settle() {
        server.faultPercent = -3
        faultPercent = 0
        for _ in 0..<2_000 {
            listen()
            if !isUp { take(dialogue.wakes()) }
        }
        // What was sent into a connection just before it broke may be given up only by time.
        for _ in 0..<3 { take(dialogue.wakes()) }
    }

    private mutating func listen() {
        guard isUp, let message = server.say(using: &generator) else { return }
        take(dialogue.hears(message))
    }

    private mutating func breakDown() {
        guard isUp else { return }
        isUp = false
        server.drop()
        take(dialogue.ended(.lost("cable")))
    }

    private mutating func take(_ said: [Said]) {
        for word in said { take(word) }
    }

    private mutating func take(_ word: Said) {
        if let seq = word.inboxSeq { seen.append(seq) }
        switch word {
        case .opens: open()
        case .sends(let id, let command): if isUp { server.receive(id, command) }
        case .closes, .aborts:
            isUp = false
            server.drop()
        case .answers(let name, let answer):
            answered[name, default: 0] += 1
            if case .success(.roomSent) = answer { succeeded.insert(name) }
        case .pings: dialogue.conversation.heard(at: dialogue.now)
        case .tells, .finishes: break
        }
    }

    private mutating func open() {
        guard dialogue.conversation.isUp == false else { return }
        connectionCount += 1
        guard connectionCount > 1 else { return }
        if generator.below(100) < 10 * faultPercent {
            take(dialogue.ended(.unreachable("refused")))
        } else {
            isUp = true
            take(dialogue.opened())
        }
    }
}
