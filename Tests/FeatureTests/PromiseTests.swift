import Kernel
import Promises
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// I4, I6, I8: days of three people by chance, held against the rules put plainly.
@Suite struct `The promises` {
    @Test(arguments: 1...12)
    func `hold on a day of chance`(seed: UInt64) throws {
        var day = try PromiseDay(seed: seed)
        for step in 1...200 { try day.step("seed \(seed), step \(step)") }
        let told = day.rules.inboxes.values.flatMap(\.self).compactMap(\.body)
        #expect(told.contains { if case .match = $0 { true } else { false } })
        #expect(told.contains { if case .meetupOffered = $0 { true } else { false } })
    }

    /// Whatever people do at the same time as a friendship ends: nothing that was said after its
    /// end is accepted, so that each inbox has it behind nothing of the other's.
    @Test(arguments: 1...12)
    func `hold when a friendship ends while both are busy`(attempt: UInt64) throws {
        let world = try World(friends: [("ana", "ben")])
        var said: [World.Said] = (1...40).flatMap { number in
            [
                ("ana", .saying("\(number)", to: "ben", cid: "k\(number)")),
                ("ben", .saying("\(number)", to: "ana", cid: "k\(number)")),
            ]
        }
        let end: World.Said =
            attempt.isMultiple(of: 2)
            ? ("ana", .userBlock(.with { $0.user = "ben" }))
            : ("ana", .friendRemove(.with { $0.friend = "ben" }))
        said.insert(end, at: 30)
        said += [("ana", .setting("gym", on: true)), ("ben", .setting("gym", on: true))]
        let results = try world.atOnce(said)
        let accepted = results.compactMap { try? $0.result.get() }.count { answer in
            if case .roomSent = answer { true } else { false }
        }
        for (person, friend) in [(world.ana, "ben"), (world.ben, "ana")] {
            let inbox = try person.stored().filter {
                if case .activityChanged = $0 { false } else { true }
            }
            let end = try #require(inbox.firstIndex(of: .unfriended(friend)))
            let messages = inbox.prefix(end).count {
                if case .roomMessage = $0 { true } else { false }
            }
            #expect(messages == accepted)
            #expect(
                inbox.dropFirst(end + 1).allSatisfy {
                    if case .blockChanged = $0 { true } else { false }
                })
        }
    }
}
