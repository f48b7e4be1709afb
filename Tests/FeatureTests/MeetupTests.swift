import Kernel
import SwiftProtobuf
import Testing
import Wire

/// W14-W17: the meetup of two partners, step by step.
@Suite struct `A meetup` {
    private let world: World
    private let number: UInt32

    init() throws {
        world = try World()
        try world.ana.speak("en", learning: "zh")
        try world.ben.speak("zh", learning: "en")
        number = try world.ana.match("ben").number
    }

    private func status() throws -> MeetupStatus { try world.ana.partnership(number).status }

    @Test func `is proposed by one, accepted by the other, with events to both`() throws {
        let offered = try world.ana.offer(number)
        #expect(offered.status == .proposedByFirst && offered.place == "the café")
        let scheduled = try world.ben.accept(offered)
        #expect(scheduled.status == .scheduled && scheduled.at == offered.at)
        for person in [world.ana, world.ben] {
            #expect(
                person.told.suffix(2) == [
                    .meetupOffered(.with { ($0.partnership, $0.by) = (offered, "ana") }),
                    .meetupAccepted(.with { ($0.partnership, $0.by) = (scheduled, "ben") }),
                ])
            #expect(try person.partnership(number) == scheduled)
        }
    }

    @Test func `proposed by the second is theirs`() throws {
        let offered = try world.ben.offer(number)
        #expect(offered.status == .proposedBySecond)
        expectRefusal(.notMember) { try world.ben.accept(offered) }
        try world.ana.accept(offered)
    }

    @Test func `is countered with another time or place, which the first may accept`() throws {
        let first = try world.ana.offer(number)
        let second = try world.ben.offer(number, in: .seconds(7_200), "the park")
        #expect(second.status == .proposedBySecond && second.version == first.version + 1)
        expectRefusal(.stale) { try world.ben.accept(first) }
        expectRefusal(.stale) { try world.ana.accept(first) }
        expectRefusal(.stale) { try world.ana.accept(second, later: .seconds(1)) }
        #expect(try world.ana.accept(second).status == .scheduled)
    }

    @Test func `is proposed anew or withdrawn by its proposer, and declined by the other`() throws {
        try world.ana.offer(number)
        let again = try world.ana.offer(number, "the museum")
        #expect(again.status == .proposedByFirst && again.place == "the museum")
        #expect(try world.ana.clear(number).status == .noMeetup)
        try world.ana.offer(number)
        #expect(try world.ben.clear(number).status == .noMeetup)
        let told = world.ana.told.count
        #expect(try world.ben.clear(number).status == .noMeetup)
        #expect(world.ana.told.count == told, "nothing was there to clear, and nothing to tell")
    }

    @Test func `that is scheduled is cleared by either, and not proposed over`() throws {
        try world.ben.accept(try world.ana.offer(number))
        for person in [world.ana, world.ben] {
            expectRefusal(.conflict) { try person.offer(number) }
        }
        let cleared = try world.ben.clear(number)
        #expect(cleared.status == .noMeetup && !cleared.hasAt)
        try world.ana.offer(number)
    }

    @Test func `is not what it was in another version`() throws {
        let version = try world.ana.offer(number).version
        expectRefusal(.stale) { try world.ben.offer(number, version: version - 1) }
        expectRefusal(.stale) { try world.ben.clear(number, version: version + 1) }
        let countered = try world.ben.offer(number, version: version)
        #expect(countered.status == .proposedBySecond)
        // Both have seen the same version, and only one comes first.
        expectRefusal(.stale) { try world.ana.clear(number, version: version) }
    }

    @Test func `accepted twice is accepted once`() throws {
        let offered = try world.ana.offer(number)
        let scheduled = try world.ben.accept(offered)
        #expect(try world.ben.accept(offered) == scheduled)
        expectRefusal(.stale) { try world.ben.accept(offered, later: .seconds(60)) }
    }

    @Test func `lies ahead, within a year, at a place`() throws {
        for time in [Duration.seconds(-60), .zero, .seconds(400 * 86_400)] {
            expectRefusal(.invalidField, "at") { try world.ana.offer(number, in: time) }
        }
        for place in ["", "  ", String(repeating: "x", count: 201), "a\u{202E}b"] {
            expectRefusal(.invalidField, "place") { try world.ana.offer(number, place) }
        }
        expectRefusal(.invalidField, "at") {
            try world.ana.call(.meetupOffer(.with { ($0.number, $0.place) = (number, "here") }))
        }
    }

    @Test(arguments: [true, false])
    func `is over when its time has passed, proposed or scheduled`(isAccepted: Bool) throws {
        let offered = try world.ana.offer(number)
        if isAccepted { try world.ben.accept(offered) }
        world.clock.advance(by: .seconds(3_600))
        // Before anybody has noted it.
        #expect(try status() == .noMeetup)
        if !isAccepted { expectRefusal(.stale) { try world.ben.accept(offered) } }
        try world.pass(.seconds(1))
        let over = try world.ana.partnership(number)
        #expect(over.status == .noMeetup && !over.hasAt && over.place == "")
        for person in [world.ana, world.ben] {
            #expect(person.told.last == .meetupExpired(.with { $0.partnership = over }))
        }
        try world.pass(.seconds(60))
        let told = world.ana.told.filter { if case .meetupExpired = $0 { true } else { false } }
        #expect(told.count == 1)
        #expect(try world.ben.offer(number).status == .proposedBySecond)
    }

    @Test func `that passes while nobody serves is over at the next start`() throws {
        try world.ben.accept(try world.ana.offer(number))
        world.clock.advance(by: .seconds(7_200))
        try world.restart()
        #expect(try status() == .noMeetup)
        try world.pass(.seconds(1))
        #expect(try world.count(of: "partnership") == 1)
        let over = try world.ben.partnership(number)
        #expect(world.ben.told.last == .meetupExpired(.with { $0.partnership = over }))
    }

    @Test func `is repeated by its cid, with one effect`() throws {
        let offer = MeetupOffer.with {
            ($0.number, $0.place, $0.cid) = (number, "here", "k1")
            $0.at = world.clock.now.advanced(by: .seconds(600)).timestamp
        }
        let first = try world.ana.call(.meetupOffer(offer))
        try world.ben.clear(number)
        #expect(try world.ana.call(.meetupOffer(offer)) == first)
        #expect(try status() == .noMeetup)
    }

    @Test func `goes with the partnership`() throws {
        try world.ana.offer(number)
        try world.ana.part(number)
        try world.pass(.seconds(7_200))
        let isPast = world.ben.told.contains { if case .meetupExpired = $0 { true } else { false } }
        #expect(!isPast)
    }
}
