import Kernel
import TestSupport
import Testing
import Wire

/// The badge is a difference of two rows: it must be what a count would say.
@Suite struct `The unread badge` {
    @Test(arguments: 1...8)
    func `is what a count of the messages says, whatever happens`(seed: UInt64) throws {
        let world = try World(friends: [("ana", "ben")])
        var chance = SeededGenerator(seed: seed)
        var authors: [String] = []
        var marks = ["ana": 0, "ben": 0]
        for step in 1...120 {
            let (name, friend) = chance.below(2) == 0 ? ("ana", "ben") : ("ben", "ana")
            let person = world[dynamicMember: name]
            switch chance.below(20) {
            case 0..<11:
                try person.say("\(step)", to: friend)
                authors.append(name)
            case 11..<13:
                expectRefusal(.invalidField, "text") { try person.say(" ", to: friend) }
            case 13: try world.restart()
            case 14: try Self.spoil(world, by: name, to: friend)
            default:
                let seq = chance.below(authors.count + 2)
                try person.read(friend, upTo: UInt32(seq))
                marks[name] = max(marks[name] ?? 0, min(seq, authors.count))
            }
            for (reader, other) in [("ana", "ben"), ("ben", "ana")] {
                let expected = authors.dropFirst(marks[reader] ?? 0).count { $0 == other }
                let page = try world[dynamicMember: reader].history(with: other, limit: 1)
                #expect(page.mark.unread == UInt32(expected), "seed \(seed), step \(step)")
                #expect(try world[dynamicMember: reader].rooms().unread == UInt32(expected))
            }
        }
    }

    /// A message that is written and undone with its transaction: no number may be used up.
    private static func spoil(_ world: World, by name: String, to friend: String) throws {
        guard let caller = world.callers[name],
            case .write(let run) = try world.decoded(
                .saying("never", to: friend, cid: "spoilt"), as: caller, .json
            ).work
        else { return }
        let job = WriteJob { (transaction) throws(Refusal) in
            _ = try run(transaction)
            throw Refusal(.busy, "undone")
        }
        try world.store.write([job])
        expectRefusal(.busy) { _ = try world.results.next().result.get() }
    }
}
