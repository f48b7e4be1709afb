import Kernel
import SwiftProtobuf
import Testing
import Wire

extension Person {
    /// Makes the profile, or changes it.
    @discardableResult
    func speak(
        _ known: String? = "en", learning learn: String? = "zh", open: Bool? = nil,
        bio: String? = nil
    ) throws -> Speaker {
        let command = SpeakerSet.with {
            ($0.firstName, $0.lastName) = (
                String(name.prefix(1)).uppercased() + name.dropFirst(), "Test"
            )
            if let known { $0.known = known }
            if let learn { $0.learn = learn }
            if let open { $0.open = open }
            if let bio { $0.bio = bio }
        }
        return try ask(.speakerSet(command)) { answer in
            guard case .speaker(let speaker) = answer else { return nil }
            return speaker
        }
    }

    func speaker(_ username: String = "", number: UInt32 = 0) throws -> Speaker {
        let command = SpeakerRead.with { ($0.username, $0.number) = (username, number) }
        return try ask(.speakerRead(command)) { answer in
            guard case .speaker(let speaker) = answer else { return nil }
            return speaker
        }
    }

    /// The speakers who fit, or one by username.
    func findSpeakers(_ username: String = "", after: UInt32 = 0) throws -> Speakers {
        try ask(.speakerFind(.with { ($0.username, $0.after) = (username, after) })) { answer in
            guard case .speakers(let speakers) = answer else { return nil }
            return speakers
        }
    }

    /// Becomes the partner of a user, or of a random one.
    @discardableResult
    func match(_ username: String = "") throws -> Partnership {
        try partnership(by: .partnerMatch(.with { $0.username = username }))
    }

    func partners() throws -> [Partnership] {
        try ask(.partnerList(PartnerList())) { answer in
            guard case .partnerships(let list) = answer else { return nil }
            return list.partnerships
        }
    }

    func partnership(
        _ number: UInt32 = 0, with username: String = "", speaker: UInt32 = 0
    ) throws -> Partnership {
        try partnership(
            by: .partnerRead(
                .with { ($0.number, $0.username, $0.speaker) = (number, username, speaker) }))
    }

    func part(_ number: UInt32) throws { try call(.partnerEnd(.with { $0.number = number })) }

    @discardableResult
    func offer(
        _ number: UInt32, in time: Duration = .seconds(3_600), _ place: String = "the café",
        version: UInt32? = nil
    ) throws -> Partnership {
        let command = MeetupOffer.with {
            ($0.number, $0.place) = (number, place)
            $0.at = world.clock.now.advanced(by: time).timestamp
            if let version { $0.version = version }
        }
        return try partnership(by: .meetupOffer(command))
    }

    /// Accepts what is proposed now, or another time.
    @discardableResult
    func accept(_ meetup: Partnership, later: Duration = .zero) throws -> Partnership {
        let command = MeetupAccept.with {
            ($0.number, $0.place) = (meetup.number, meetup.place)
            if meetup.hasAt {
                $0.at =
                    Moment(unixMilliseconds: meetup.at.unixMilliseconds)
                    .advanced(by: later).timestamp
            }
        }
        return try partnership(by: .meetupAccept(command))
    }

    @discardableResult
    func clear(_ number: UInt32, version: UInt32? = nil) throws -> Partnership {
        let command = MeetupClear.with {
            $0.number = number
            if let version { $0.version = version }
        }
        return try partnership(by: .meetupClear(command))
    }

    private func partnership(by command: ClientMessage.OneOf_Command) throws -> Partnership {
        try ask(command) { answer in
            guard case .partnership(let partnership) = answer else { return nil }
            return partnership
        }
    }
}
