import Foundation
import Kernel
import Partners
import SwiftProtobuf
import Testing
import Wire

/// W: the languages of users, and their partners.
@Suite struct `A language partner` {
    private let world: World

    /// ana knows English and learns Chinese; ben and cleo the other way round.
    init() throws {
        world = try World()
        try world.ana.speak("en", learning: "zh")
        try world.ben.speak("zh", learning: "en")
        try world.cleo.speak("zh", learning: "en")
    }

    @Test func `keeps a bio byte by byte, also when only its normal form is edited`() throws {
        for bio in ["caf\u{E9}", "cafe\u{301}"] {
            try world.ana.speak(bio: bio)
            #expect(try Array(world.ana.speaker().bio.utf8) == Array(bio.utf8))
        }
    }

    @Test func `has a profile with names, two languages and a bio, and changes it`() throws {
        let speaker = try world.ana.speaker()
        #expect(speaker.username == "ana" && speaker.firstName == "Ana" && speaker.open)
        #expect(speaker.known == "en" && speaker.learn == "zh" && speaker.bio.isEmpty)
        let changed = try world.ana.speak(nil, learning: "es", bio: "tea and walks")
        #expect(changed.learn == "es" && changed.known == "en" && changed.bio == "tea and walks")
        #expect(changed.number == speaker.number)
        try world.signUp("dora")
        expectRefusal(.notFound) { _ = try world.dora.speaker() }
        expectRefusal(.invalidField, "known") { try world.dora.speak("xx") }
        expectRefusal(.invalidField, "learn") { try world.dora.speak("en", learning: "en") }
        expectRefusal(.invalidField, "firstName") {
            try world.dora.call(.speakerSet(.with { ($0.known, $0.learn) = ("en", "zh") }))
        }
    }

    @Test func `is found by matching languages, and by username by anybody`() throws {
        #expect(try world.ana.findSpeakers().speakers.map(\.username) == ["ben", "cleo"])
        #expect(try world.ben.findSpeakers().speakers.map(\.username) == ["ana"])
        #expect(try world.ben.findSpeakers("cleo").speakers.map(\.username) == ["cleo"])
        #expect(try world.ben.findSpeakers("nobody").speakers.isEmpty)
        try world.ana.match("ben")
        #expect(try world.ana.findSpeakers().speakers.map(\.username) == ["cleo"])
        try world.cleo.speak(open: false)
        #expect(try world.ana.findSpeakers().speakers.isEmpty)
        #expect(try world.ana.findSpeakers("cleo").speakers.isEmpty)
        expectRefusal(.notFound, "username") { _ = try world.ana.speaker("cleo") }
    }

    @Test func `is found twenty at a time`() throws {
        for number in 0..<25 {
            let name = "many\(number)"
            try world.signUp(name)
            try world[dynamicMember: name].speak("zh", learning: "en")
        }
        let first = try world.ana.findSpeakers()
        #expect(first.speakers.count == 20 && first.next == first.speakers.last?.number)
        let second = try world.ana.findSpeakers(after: first.next)
        #expect(second.speakers.count == 7 && second.next == 0)
        let names = (first.speakers + second.speakers).map(\.username)
        #expect(Set(names).count == 27)
    }

    @Test func `is made by name, at once, with the same event to both`() throws {
        let made = try world.ana.match("ben")
        #expect(made.first.username == "ana" && made.second.username == "ben")
        #expect(made.status == .noMeetup && !made.hasAt)
        for person in [world.ana, world.ben] {
            #expect(try person.partners() == [made])
            #expect(person.told == [.partnerMatched(.with { $0.partnership = made })])
        }
        #expect(world.cleo.told.isEmpty)
        expectRefusal(.alreadyPartners, "username") { try world.ben.match("ana") }
        expectRefusal(.oneself, "username") { try world.ana.match("ana") }
        expectRefusal(.notFound, "username") { try world.ana.match("nobody") }
    }

    @Test func `is made by chance among those who fit, until there is nobody`() throws {
        let names = try (0..<2).map { _ in try world.ana.match().second.username }
        #expect(Set(names) == ["ben", "cleo"])
        expectRefusal(.nobodyEligible) { try world.ana.match() }
        try world.signUp("dora")
        try world.dora.speak("zh", learning: "fr")
        expectRefusal(.nobodyEligible) { try world.ana.match() }
    }

    @Test func `by chance is not always the same`() throws {
        for number in 0..<30 {
            let name = "many\(number)"
            try world.signUp(name)
            try world[dynamicMember: name].speak("zh", learning: "en")
        }
        var drawn: Set<String> = []
        for number in 0..<12 {
            let name = "learner\(number)"
            try world.signUp(name)
            try world[dynamicMember: name].speak("en", learning: "zh")
            drawn.insert(try world[dynamicMember: name].match().second.username)
        }
        #expect(drawn.count > 5)
    }

    @Test func `of a partnership that ended is not drawn again for 30 days, but may be named`()
        throws
    {
        try world.cleo.speak(open: false)
        let made = try world.ana.match()
        try world.ben.part(made.number)
        for person in [world.ana, world.ben] {
            #expect(try person.partners().isEmpty)
            let other = person.name == "ana" ? "ben" : "ana"
            let ended = PartnerEnded.with { ($0.number, $0.username) = (made.number, other) }
            #expect(person.told.last == .partnerEnded(ended))
        }
        expectRefusal(.nobodyEligible) { try world.ana.match() }
        try world.pass(.seconds(30 * 86_400))
        #expect(try world.ana.match().second.username == "ben")
        #expect(try world.count(of: "partner_rest") == 0)
        try world.ben.part(world.ben.partners()[0].number)
        #expect(try world.ana.match("ben").number != made.number)
    }

    @Test func `is never a user whom one has blocked, or who has blocked one`() throws {
        try world.ana.match("ben")
        try world.ben.block("ana")
        #expect(try world.ana.partners().isEmpty && world.ben.partners().isEmpty)
        try world.cleo.block("ana")
        expectRefusal(.nobodyEligible) { try world.ana.match() }
        for name in ["ben", "cleo"] {
            expectRefusal(.notFound, "username") { try world.ana.match(name) }
            expectRefusal(.notFound, "username") { _ = try world.ana.speaker(name) }
            #expect(try world.ana.findSpeakers(name).speakers.isEmpty)
        }
        expectRefusal(.notFound, "username") { try world.ben.match("ana") }
    }

    @Test func `shows a partnership to its two, by its number or by the other`() throws {
        let made = try world.ana.match("ben")
        #expect(try world.ben.partnership(made.number) == made)
        #expect(try world.ben.partnership(with: "ana") == made)
        #expect(try world.ben.partnership(speaker: made.first.number) == made)
        expectRefusal(.notMember, "number") { _ = try world.cleo.partnership(made.number) }
        expectRefusal(.notMember, "number") { try world.cleo.part(made.number) }
        expectRefusal(.notMember, "number") { try world.cleo.offer(made.number) }
        expectRefusal(.notFound, "number") { _ = try world.cleo.partnership(made.number + 1) }
        expectRefusal(.notFound, "username") { _ = try world.cleo.partnership(with: "ana") }
        expectRefusal(.invalidField, "number") { _ = try world.ana.partnership() }
    }

    @Test func `does not chat, nor see who is online, nor match in activities`() throws {
        try world.ana.match("ben")
        expectRefusal(.notFriends, "to") { try world.ana.say("hi", to: "ben") }
        try world.ana.set("coffee", on: true)
        try world.ben.set("coffee", on: true)
        #expect(try world.ana.matches().isEmpty)
    }

    @Test func `goes with the account, with an event to the other`() throws {
        let made = try world.ana.match("ben")
        try world.ana.deleteAccount()
        let ended = PartnerEnded.with { ($0.number, $0.username) = (made.number, "ana") }
        #expect(world.ben.told.last == .partnerEnded(ended))
        #expect(try world.ben.partners().isEmpty)
        expectRefusal(.notFound, "username") { _ = try world.ben.speaker("ana") }
        try world.pass(.seconds(1))
        #expect(try world.count(of: "speaker") == 2)
    }

    @Test func `takes profile and partners along`() throws {
        let made = try world.ana.match("ben")
        let records = try world.ana.export().map(\.record)
        #expect(records.contains(.speaker(try world.ana.speaker())))
        #expect(records.contains(.partnership(made)))
    }

    @Test func `has 200 partners at most`() throws {
        for number in 0..<200 {
            let name = "many\(number)"
            try world.signUp(name)
            try world[dynamicMember: name].speak("zh", learning: "en")
            try world.ana.match(name)
        }
        expectRefusal(.listFull, "username") { try world.ana.match("ben") }
        expectRefusal(.listFull, "username") { try world.ben.match("ana") }
    }

    @Test func `of two who match each other at once is one`() throws {
        let results = try world.atOnce([
            ("ana", .partnerMatch(.with { $0.username = "ben" })),
            ("ben", .partnerMatch(.with { $0.username = "ana" })),
        ])
        #expect(results.count { (try? $0.result.get()) != nil } == 1)
        #expect(try world.ana.partners().count == 1)
    }
}
