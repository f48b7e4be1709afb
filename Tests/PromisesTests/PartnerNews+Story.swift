import SwiftProtobuf
import Wire

@testable import Promises

extension PartnerNews {
    /// An event about the meetup of 0 and 1. 0 has started the partnership.
    ///
    /// - Parameters:
    ///   - at: in milliseconds since 1970; nil: there is none.
    ///   - by: 0 or 1; nil: its time has passed.
    static func told(
        _ kind: Kind, _ version: UInt32, _ status: MeetupStatus = .noMeetup, at: Int64? = nil,
        _ place: String = "park", by: Int? = nil
    ) -> InboxEntry {
        var changed = MeetupChanged()
        changed.partnership.number = 7
        changed.partnership.first.username = CheckerWorld.roster.name(0)
        changed.partnership.second.username = CheckerWorld.roster.name(1)
        (changed.partnership.status, changed.partnership.version) = (status, version)
        changed.partnership.place = place
        if let at { changed.partnership.at = Google_Protobuf_Timestamp(unixMilliseconds: at) }
        if let by { changed.by = CheckerWorld.roster.name(by) }
        return InboxEntry(body(kind, changed), of: 0, CheckerWorld.roster)
    }

    /// The same as a message.
    func body(_ name: (Int) -> String) -> ServerMessage.OneOf_Body {
        guard kind != .ended else {
            return .partnerEnded(.with { ($0.number, $0.username) = (number, name(pair.high)) })
        }
        let first = first ?? pair.low
        var changed = MeetupChanged()
        changed.by = by.map(name) ?? ""
        changed.partnership.number = number
        changed.partnership.first.username = name(first)
        changed.partnership.second.username = name(pair.friend(of: first))
        changed.partnership.status = meetup.status
        (changed.partnership.place, changed.partnership.version) = (meetup.place, meetup.version)
        if let at = meetup.at {
            changed.partnership.at = Google_Protobuf_Timestamp(unixMilliseconds: at)
        }
        return Self.body(kind, changed)
    }

    private static func body(_ kind: Kind, _ changed: MeetupChanged) -> ServerMessage.OneOf_Body {
        switch kind {
        case .matched: .partnerMatched(.with { $0.partnership = changed.partnership })
        case .offered: .meetupOffered(changed)
        case .accepted: .meetupAccepted(changed)
        case .cleared: .meetupCleared(changed)
        case .expired: .meetupExpired(changed)
        case .ended:
            .partnerEnded(
                .with {
                    $0.number = changed.partnership.number
                    $0.username = changed.partnership.second.username
                })
        }
    }
}
