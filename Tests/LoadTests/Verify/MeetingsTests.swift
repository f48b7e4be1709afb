import Promises
import SwiftProtobuf
import Testing
import Wire

@testable import Load

@Suite struct `Language partners of a verification` {
    private static let roster = Roster(crowd: "t")
    private static let now: Int64 = 1_795_000_000_000

    /// 0 and 3, partners by the will of 0.
    private static func partnership(
        _ status: MeetupStatus, at: Int64? = nil
    ) -> Partnership {
        .with {
            ($0.number, $0.status, $0.place, $0.version) = (7, status, "park", 4)
            $0.first.username = roster.name(0)
            $0.second.username = roster.name(3)
            if let at { $0.at = Google_Protobuf_Timestamp(unixMilliseconds: at) }
        }
    }

    /// A thousand commands that this person chooses.
    private static func doings(
        of person: Int, _ partnerships: [Partnership]
    ) -> [ClientMessage.OneOf_Command] {
        var dice = Dice(seed: 1)
        let meetings = Meetings(person, partnerships, roster)
        return (0..<1000).map { meetings.next("p\($0)", at: now, &dice) }
    }

    @Test func `are those who know what one learns`() {
        let said = (0..<4).map { Meetings.introduction(of: $0, named: "x") }
        let languages = said.map { command in
            guard case .speakerSet(let speaker) = command else { return "" }
            return "\(speaker.known) \(speaker.learn)"
        }
        #expect(languages == ["en zh", "zh en", "en zh", "zh en"])
    }

    @Test func `are found by name and by chance, while there are few`() {
        let sought = Self.doings(of: 0, []).map { command in
            guard case .partnerMatch(let match) = command else { return "?" }
            return match.username
        }
        #expect(Set(sought) == ["", Self.roster.name(3)])
        let many = Array(repeating: Self.partnership(.noMeetup), count: Meetings.partnersMax)
        #expect(
            Self.doings(of: 0, many).allSatisfy { command in
                if case .partnerMatch = command { false } else { true }
            })
    }

    @Test func `meet soon, at a time that passes`() {
        let offers = Self.doings(of: 0, [Self.partnership(.noMeetup)]).compactMap { command in
            if case .meetupOffer(let offer) = command { offer } else { nil }
        }
        #expect(offers.count > 300)
        for offer in offers {
            #expect((1_000...5_000).contains(offer.at.unixMilliseconds - Self.now))
            #expect(offer.number == 7 && !offer.place.isEmpty && !offer.cid.isEmpty)
            #expect(!offer.hasVersion || offer.version == 4)
        }
    }

    @Test(arguments: [(3, MeetupStatus.proposedByFirst), (0, .proposedBySecond)])
    func `accept mostly what the other has proposed, as it stands`(
        person: Int, status: MeetupStatus
    ) {
        let shown = Self.partnership(status, at: Self.now + 4_321)
        let doings = Self.doings(of: person, [shown])
        let accepted = doings.compactMap { command in
            if case .meetupAccept(let acceptance) = command { acceptance } else { nil }
        }
        #expect(accepted.count > 450)
        #expect(accepted.allSatisfy { ($0.at, $0.place) == (shown.at, "park") })
        let others = Self.doings(of: 3 - person, [shown]).count { command in
            if case .meetupAccept = command { true } else { false }
        }
        #expect((1..<200).contains(others), "who has proposed tries it, too")
    }
}
