import Foundation
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Partners

/// The documents of the REST interface of language partners.
@Suite struct `The REST interface of language partners` {
    @Test(
        arguments: [
            "2027-05-20 18:30:00 +0000", "2027-05-20T18:30:00Z", "2027-05-20T20:30:00+02:00",
            "2027-05-21 08:30:00 +1400", "2027-05-20 04:30:00 -14:00",
            "2027-05-20 20:30:00 +0200", "2027-05-20 18:30:00Z", "2027-05-20T18:30:00.000Z",
        ])
    func `reads times with a space or a T, and any offset`(text: String) throws {
        let time = try #require(WordupTime.timestamp(text))
        #expect(WordupTime.text(time) == "2027-05-20 18:30:00 +0000")
    }

    @Test(
        arguments: [
            "", "tomorrow", "2027-05-20", "2027-05-20 18:30:00", "2027-02-30T18:30:00Z",
            "2027-05-20 18:30:00 \"}", "2027-05-20T18:30:00Z\u{0}",
            String(repeating: "2027-05-20 ", count: 9), "2027-05-20 18:30:00 +000",
        ])
    func `takes nothing else for a time`(text: String) {
        #expect(WordupTime.timestamp(text) == nil)
    }

    @Test func `writes a fraction of a second if there is one`() throws {
        let text = "2027-05-20 18:30:00.250 +0000"
        let time = try #require(WordupTime.timestamp(text))
        #expect(WordupTime.text(time) == text)
    }

    @Test func `offers, accepts or clears by status_code`() throws {
        var change = WordupMatchChange()
        (change.match, change.time1, change.location) = (7, "2027-05-20 18:30:00 +0000", "Park")
        guard case .meetupOffer(let offer) = try WordupMeetup(change).command else {
            throw Unexpected()
        }
        #expect(offer.number == 7 && offer.place == "Park" && offer.hasAt && !offer.hasVersion)
        change.statusCode = 3
        guard case .meetupAccept(let acceptance) = try WordupMeetup(change).command else {
            throw Unexpected()
        }
        #expect(acceptance.at == offer.at && acceptance.place == "Park")
        change.statusCode = 0
        guard case .meetupClear(let clearance) = try WordupMeetup(change).command else {
            throw Unexpected()
        }
        #expect(clearance.number == 7)
        change.statusCode = 4
        #expect(throws: DecodingFailure.self) { try WordupMeetup(change).command }
    }

    @Test func `makes a calendar's event of a scheduled meetup alone`() throws {
        var partnership = Partnership()
        partnership.number = 12
        (partnership.first.firstName, partnership.second.firstName) = ("Ana", "Ben; jr")
        partnership.place = "Café, by the river\nside" + String(repeating: " é", count: 60)
        partnership.at = try #require(WordupTime.timestamp("2027-05-20 18:30:00.5 +0000"))
        #expect(CalendarEvent(partnership) == nil)
        partnership.status = .scheduled
        let text = try #require(CalendarEvent(partnership)).file(by: "tests")
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        let unfolded = text.replacing("\r\n ", with: "")
        #expect(unfolded.contains("\r\nDTSTART:20270520T183000Z\r\n"))
        #expect(unfolded.contains("\r\nSUMMARY:Ana and Ben\\; jr\r\n"))
        #expect(unfolded.contains("\r\nLOCATION:Café\\, by the river\\nside é é"))
    }

    private struct Unexpected: Error {}
}

/// What the commands of language partners have for that interface.
@Suite struct `A profile as a language partner` {
    private let world: World

    init() throws {
        world = try World()
        try world.ana.speak("en", learning: "zh")
        try world.ben.speak("zh", learning: "en")
    }

    @Test func `begins with the account, which then needs no e-mail`() throws {
        var command = AccountRegister()
        (command.username, command.password, command.device) = ("dora", Person.password, "phone")
        expectRefusal(.invalidField, "email") { try world.ana.call(.accountRegister(command)) }
        command.speaker = .with {
            ($0.firstName, $0.lastName, $0.known, $0.learn) = ("Dora", "Test", "zh", "en")
        }
        let opened = try world.ana.account(by: .accountRegister(command))
        #expect(opened.email.isEmpty && opened.speaker.username == "dora")
        #expect(try world.ana.findSpeakers().speakers.map(\.username) == ["ben", "dora"])
        var other = command
        (other.username, other.speaker.known) = ("emil", "english")
        expectRefusal(.invalidField, "known") { try world.ana.call(.accountRegister(other)) }
        // Nothing was made by halves.
        (other.username, other.speaker.known) = ("emil", "zh")
        #expect(try world.ana.account(by: .accountRegister(other)).user.username == "emil")
    }

    @Test func `is shown by a log-in`() throws {
        let login = AccountLogin.with {
            ($0.login, $0.password, $0.device) = ("ben", Person.password, "tablet")
        }
        #expect(try world.ana.account(by: .accountLogin(login)).speaker.known == "zh")
        #expect(try world.ana.account(by: .accountRead(AccountRead())).hasSpeaker == false)
    }

    @Test func `is deleted by its owner, which ends all partnerships, and made anew`() throws {
        try world.ana.match("ben")
        let number = try world.ana.speaker().number
        expectRefusal(.notMember, "number") {
            try world.ben.call(.speakerDelete(.with { $0.number = number }))
        }
        expectRefusal(.notMember, "number") {
            try world.ben.call(.speakerSet(.with { ($0.number, $0.bio) = (number, "mine") }))
        }
        try world.ana.call(.speakerDelete(.with { $0.number = number }))
        #expect(try world.ben.partners().isEmpty)
        #expect(try world.ben.findSpeakers().speakers.isEmpty)
        expectRefusal(.notFound) { _ = try world.ana.speaker() }
        expectRefusal(.notFound) { try world.ana.call(.speakerDelete(SpeakerDelete())) }
        #expect(try world.ana.speak("en", learning: "zh").number != number)
    }

    @Test func `names its meetup by the other's profile, too`() throws {
        let number = try world.ana.match("ben").second.number
        let offer = MeetupOffer.with {
            ($0.speaker, $0.place) = (number, "Park")
            $0.at = SettableClock.start.advanced(by: .seconds(600)).timestamp
        }
        try world.ana.call(.meetupOffer(offer))
        #expect(try world.ben.partners().first?.status == .proposedByFirst)
        expectRefusal(.invalidField, "speaker") {
            try world.ana.call(.meetupClear(.with { ($0.number, $0.speaker) = (1, number) }))
        }
        expectRefusal(.notFound, "speaker") {
            try world.ana.call(.meetupClear(.with { $0.speaker = 99 }))
        }
        try world.ana.call(.meetupClear(.with { $0.speaker = number }))
        #expect(try world.ben.partners().first?.status == .noMeetup)
    }
}
