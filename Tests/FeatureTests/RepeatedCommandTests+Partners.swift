import Kernel
import SwiftProtobuf
import Wire

extension `A command that is sent again` {
    /// What language partners do; ana and ben have the first partnership.
    static let partnerRows: [Row] = [
        Row(
            testDescription: "speakerSet",
            command: { cid in .speakerSet(.speaking("en", "zh", cid)) },
            other: { cid in .speakerSet(.speaking("en", "fr", cid)) }),
        Row(
            testDescription: "speakerDelete", before: { try $0.makePartners() },
            command: { cid in .speakerDelete(.with { $0.cid = cid }) },
            other: { cid in .speakerDelete(.with { ($0.number, $0.cid) = (.drawn(by: "ana"), cid) })
            }),
        Row(
            testDescription: "partnerMatch", before: { try $0.makeSpeakers() },
            command: { cid in .partnerMatch(.with { ($0.username, $0.cid) = ("ben", cid) }) },
            other: { cid in .partnerMatch(.with { ($0.username, $0.cid) = ("cleo", cid) }) }),
        Row(
            testDescription: "partnerEnd", before: { try $0.makePartners() },
            command: { cid in .partnerEnd(.with { ($0.number, $0.cid) = (World.partnership, cid) })
            },
            other: { cid in .partnerEnd(.with { ($0.number, $0.cid) = (2, cid) }) }),
        Row(
            testDescription: "meetupOffer", before: { try $0.makePartners() },
            command: { cid in .meetupOffer(.offering("here", cid)) },
            other: { cid in .meetupOffer(.offering("there", cid)) }),
        Row(
            testDescription: "meetupAccept",
            before: { world in
                try world.makePartners()
                try world.ben.call(.meetupOffer(.offering("here", "")))
            },
            command: { cid in .meetupAccept(.accepting("here", cid)) },
            other: { cid in .meetupAccept(.accepting("there", cid)) }),
        Row(
            testDescription: "meetupClear",
            before: { world in
                try world.makePartners()
                try world.ben.call(.meetupOffer(.offering("here", "")))
            },
            command: { cid in .meetupClear(.with { ($0.number, $0.cid) = (World.partnership, cid) })
            },
            other: { cid in
                .meetupClear(
                    .with { ($0.number, $0.version, $0.cid) = (World.partnership, 1, cid) })
            }),
    ]
}

extension World {
    /// Of ana and ben: ana's profile is drawn before.
    fileprivate static let partnership = UInt32.drawn(2, by: "ana")

    fileprivate func makeSpeakers() throws {
        try self.ana.speak("en", learning: "zh")
        try self.ben.speak("zh", learning: "en")
        try self.cleo.speak("zh", learning: "en")
    }

    fileprivate func makePartners() throws {
        try makeSpeakers()
        try self.ana.match("ben")
        try self.ana.match("cleo")
    }
}

extension SpeakerSet {
    fileprivate static func speaking(_ known: String, _ learn: String, _ cid: String) -> Self {
        .with {
            ($0.firstName, $0.lastName) = ("Ana", "Lima")
            ($0.known, $0.learn, $0.cid) = (known, learn, cid)
        }
    }
}

extension MeetupOffer {
    fileprivate static func offering(_ place: String, _ cid: String) -> Self {
        .with {
            ($0.number, $0.place, $0.cid) = (World.partnership, place, cid)
            $0.at = SettableClock.start.advanced(by: .seconds(86_400)).timestamp
        }
    }
}

extension MeetupAccept {
    fileprivate static func accepting(_ place: String, _ cid: String) -> Self {
        .with {
            ($0.number, $0.place, $0.cid) = (World.partnership, place, cid)
            $0.at = SettableClock.start.advanced(by: .seconds(86_400)).timestamp
        }
    }
}
