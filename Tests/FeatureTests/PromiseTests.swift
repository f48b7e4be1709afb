import Kernel
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// I4, I6, I8: days of three friends by chance, held against the rules put plainly.
@Suite struct `The promises` {
    private static let names = World.cast
    private static let activities = ["gym", "coffee"]

    @Test(arguments: 1...12)
    func `hold on a day of chance`(seed: UInt64) throws {
        let world = try World()
        var model = PromiseModel(names: Self.names, activities: Self.activities)
        var chance = SeededGenerator(seed: seed)
        for step in 1...120 {
            try Self.act(in: world, &model, &chance)
            model.settle(at: world.clock.now)
            try Self.compare(world, model, "seed \(seed), step \(step)")
        }
        #expect(model.told.values.contains { $0.values.contains { $0 > 1 } })
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
            let inbox = person.told
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

    private static func act(
        in world: World, _ model: inout PromiseModel, _ chance: inout SeededGenerator
    ) throws {
        let name = names[chance.below(3)]
        let other = names.filter { $0 != name }[chance.below(2)]
        let (person, activity) = (world[dynamicMember: name], activities[chance.below(2)])
        let intent = PromiseModel.Intent(name: name, activity: activity)
        let areFriends = model.friends.contains([name, other])
        switch chance.below(16) {
        case 0..<6:
            let isOn = chance.below(3) > 0
            try person.set(activity, on: isOn)
            if isOn { model.on.insert(intent) } else { model.on.remove(intent) }
        case 6..<8:
            let isSelected = chance.below(2) == 0
            expect(areFriends) { try person.select(other, for: activity, isSelected) }
            guard areFriends else { break }
            let exclusion = PromiseModel.Exclusion(intent: intent, friend: other)
            if isSelected {
                model.excluded.remove(exclusion)
            } else {
                model.excluded.insert(exclusion)
            }
        case 8..<10: try world.pass(.seconds([1, 10, 29, 30, 31][chance.below(5)]))
        case 10..<13:
            guard !areFriends else { break }
            _ = try? person.unblock(other)
            _ = try? world[dynamicMember: other].unblock(name)
            try person.request(other)
            if try !world[dynamicMember: other].friendNames().contains(name) {
                try world[dynamicMember: other].request(name)
            }
            model.befriend(name, other)
        case 13:
            try person.block(other)
            model.part(name, other)
        case 14:
            expect(areFriends) { try person.remove(other) }
            model.part(name, other)
        default: expect(areFriends) { try person.say("hi", to: other) }
        }
    }

    /// Done by friends; refused, to anybody else (I4).
    private static func expect(_ areFriends: Bool, _ body: () throws -> Void) {
        if areFriends {
            #expect(throws: Never.self) { try body() }
        } else {
            let refusal = #expect(throws: Refusal.self) { try body() }
            #expect(refusal?.code == .notFriends)
        }
    }

    private static func compare(
        _ world: World, _ model: PromiseModel, _ comment: Comment
    ) throws {
        for name in names {
            let person = world[dynamicMember: name]
            let friends = names.filter { model.friends.contains([name, $0]) && $0 != name }
            #expect(try person.friendNames() == friends, comment)
            let matches = friends.flatMap { friend in
                model.matches(name, friend).map { "\($0) with \(friend)" }
            }
            #expect(try Set(person.matches()) == Set(matches), comment)
            #expect(person.notices == model.told[name] ?? [:], comment)
        }
    }
}

extension Person {
    /// How often each match was announced, and its end.
    fileprivate var notices: [String: Int] {
        inbox.reduce(into: [:]) { notices, event in
            switch event {
            case .match(let match):
                notices["match \(match.activity) \(match.with.username)", default: 0] += 1
            case .matchEnded(let ended):
                notices["matchEnded \(ended.activity) \(ended.with)", default: 0] += 1
            default: break
            }
        }
    }
}
