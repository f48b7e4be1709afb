package import Wire

/// An event of an inbox about two language partners and their next meetup.
package struct PartnerNews: Hashable, Sendable {
    /// What has happened.
    package enum Kind: String, Sendable {
        case matched, offered, accepted, cleared, expired, ended
    }

    package let kind: Kind
    /// The number of the partnership.
    package let number: UInt32
    package let pair: PersonPair
    /// The person who asked for the match; nil where the event does not say.
    package var first: Int?
    /// The person who acted; nil: the time has passed.
    package var by: Int?
    package var meetup = Meetup()

    /// The state of a meetup.
    package struct Meetup: Hashable, Sendable {
        package var status = MeetupStatus.noMeetup
        /// In milliseconds since 1970; nil without a meetup.
        package var at: Int64?
        package var place = ""
        package var version: UInt32 = 0

        package init() {}

        init(_ partnership: Partnership) {
            status = partnership.status
            at = partnership.hasAt ? partnership.at.unixMilliseconds : nil
            (place, version) = (partnership.place, partnership.version)
        }
    }

    /// Whether it may be unreadable later: the partnership has ended, or the meetup no longer has
    /// the place that this event names.
    ///
    /// - Parameter all: the news of the partnership.
    func isOver(by all: [PartnerNews]) -> Bool {
        guard kind != .ended else { return false }
        return all.contains {
            $0.kind == .ended || !meetup.place.isEmpty && $0.meetup.version > meetup.version
        }
    }

    /// nil: it is about something else, or about a user outside the roster.
    ///
    /// - Parameter person: the owner of the inbox.
    init?(_ body: ServerMessage.OneOf_Body, of person: Int, _ roster: Roster) {
        switch body {
        case .partnerMatched(let matched): self.init(.matched, matched.partnership, roster)
        case .meetupOffered(let changed): self.init(.offered, changed, roster)
        case .meetupAccepted(let changed): self.init(.accepted, changed, roster)
        case .meetupCleared(let changed): self.init(.cleared, changed, roster)
        case .meetupExpired(let changed): self.init(.expired, changed, roster)
        case .partnerEnded(let ended):
            guard let other = roster.number(ended.username) else { return nil }
            self.init(kind: .ended, number: ended.number, pair: PersonPair(person, other))
        default: return nil
        }
    }

    private init(kind: Kind, number: UInt32, pair: PersonPair) {
        (self.kind, self.number, self.pair) = (kind, number, pair)
    }

    private init?(_ kind: Kind, _ changed: MeetupChanged, _ roster: Roster) {
        self.init(kind, changed.partnership, roster)
        by = roster.number(changed.by)
    }

    private init?(_ kind: Kind, _ partnership: Partnership, _ roster: Roster) {
        guard let first = roster.number(partnership.first.username),
            let second = roster.number(partnership.second.username)
        else { return nil }
        self.init(
            kind: kind, number: partnership.number, pair: PersonPair(first, second))
        self.first = first
        meetup = Meetup(partnership)
    }
}
