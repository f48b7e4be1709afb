import Kernel
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// I7, I9, block, mute, receipts: a fact that a user must not learn leaves no trace. ben does the
/// same in two worlds, at the same times, that differ in such a fact. Every byte that he gets is
/// the same: answers, events with their seqs, and the signals to the hub that concern him.
@Suite struct `What is hidden` {
    /// A fact about ana that is hidden from ben.
    struct Secret: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var friends: [(String, String)] = [("ana", "ben"), ("ben", "cleo"), ("ana", "cleo")]
        /// Before ben begins.
        var before: @Sendable (World, _ isTrue: Bool) throws -> Void = { _, _ in }
        /// Between what ben does, again and again.
        var meanwhile: @Sendable (World, _ isTrue: Bool, _ round: Int) throws -> Void = {
            _, _, _ in
        }
    }

    @Test(arguments: secrets, 1...2)
    func `leaves no trace, whatever one tries`(secret: Secret, seed: UInt64) throws {
        let traces = try [true, false].map { try Self.trace(of: secret, isTrue: $0, seed: seed) }
        #expect(traces[0] == traces[1])
        #expect(traces[0].count > 200)
    }

    /// Leaks, planted: one event more, one hint more, another order, another time.
    static let leaks: [@Sendable (World) throws -> Void] = [
        { world in
            let ben = world.ben.id
            try world.daemon { (transaction) throws(Refusal) in
                try transaction.deliver(.friendRemoved(FriendRemoved()), to: [ben])
            }
        },
        { world in
            let hint = Hint(
                .roomReceipt(RoomReceipt()), key: "x", about: world.ana.id, to: [world.ben.id])
            try world.daemon { (transaction) throws(Refusal) in
                transaction.signal(.hint(hint))
            }
        },
        { world in try world.cleo.say("hi", to: "ben") },
        { world in try world.pass(.milliseconds(1)) },
    ]

    @Test(arguments: leaks.indices)
    func `is found out, when it leaks`(leak: Int) throws {
        let secret = Secret(
            testDescription: "leak",
            meanwhile: { world, isTrue, round in
                if isTrue, round == 3 { try Self.leaks[leak](world) }
            })
        let traces = try [true, false].map { try Self.trace(of: secret, isTrue: $0, seed: 1) }
        #expect(traces[0] != traces[1])
    }

    /// ben's trace of 40 commands of his choice, with a look around before, between and after.
    private static func trace(
        of secret: Secret, isTrue: Bool, seed: UInt64
    ) throws -> [[UInt8]] {
        let world = try World(friends: secret.friends)
        var chance = SeededGenerator(seed: seed)
        try secret.before(world, isTrue)
        for round in 1...40 {
            try secret.meanwhile(world, isTrue, round)
            if round % 13 == 1 { try lookAround(world.ben) }
            try world.pass(.seconds(1 + chance.below(20)))
            let other = chance.below(4) == 0 ? "cleo" : "ana"
            let commands = [ClientMessage.OneOf_Command].towards(other)
            let command = commands[chance.below(commands.count)]
            // What chance decides differs in two worlds, whatever is hidden.
            let isByChance = ["wordPlay", "wordDraw"].contains(command.wireName)
            if !isByChance, world.catalog[.json(command.wireName)] != nil {
                _ = try world.call(command, by: "ben", as: world.callers["ben"])
            }
            // cleo lives on, the same in both worlds.
            if round % 5 == 0 { _ = try? world.cleo.say("\(round)", to: "ben") }
        }
        try lookAround(world.ben)
        try world.pass(.seconds(8_000))
        try lookAround(world.ben)
        return world.ben.trace
    }

    /// Everything that one can look at, in both formats, and what a cid may betray.
    private static func lookAround(_ person: Person) throws {
        let looks = [ClientMessage.OneOf_Command].towards("ana").filter { command in
            person.world.catalog[.json(command.wireName)]?.verb == .read
        }
        for look in looks {
            _ = try? person.call(look)
            _ = try? person.call(look, .binary)
        }
        _ = try person.matches(.byActivity, past: true)
        _ = try? person.say("again", to: "ana", cid: "k1")
        _ = try? person.say("hello", to: "ana", cid: "k1")
        _ = try person.openSession(token: person.world.token(of: person.name), after: 0)
        _ = try person.openSession(token: person.world.token(of: person.name), after: .max)
    }
}
