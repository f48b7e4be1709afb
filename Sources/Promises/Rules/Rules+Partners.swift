package import Kernel
import SwiftProtobuf
package import Wire

// Language partners (W10-W13, W20-W22).
extension Rules {
    private static let rest = Duration.seconds(30 * 86_400)

    mutating func set(_ command: SpeakerSet, by user: String) -> Outcome {
        var new = partners.speakers[user] ?? Speaker()
        let isFirst = new.number == 0
        if isFirst {
            (new.username, new.avatar, new.open) = (user, profile(of: user).avatar, true)
        }
        if command.hasFirstName { new.firstName = command.firstName }
        if command.hasLastName { new.lastName = command.lastName }
        if command.hasKnown { new.known = command.known }
        if command.hasLearn { new.learn = command.learn }
        if command.hasBio { new.bio = command.bio }
        if command.hasOpen { new.open = command.open }
        guard ![new.firstName, new.lastName, new.known, new.learn].contains(""),
            new.known != new.learn
        else { return Outcome(.invalidField) }
        if isFirst { new.number = draw() }
        partners.speakers[user] = new
        return Outcome(.speaker(new))
    }

    /// Deletes a profile, and with it every partnership: each partner receives its end.
    mutating func deleteSpeaker(of user: String, at now: Moment) -> Outcome {
        guard isSpeaker(user) else { return Outcome(.notFound) }
        let own = partners.bonds.filter { $0.value.pair.includes(user) }.keys.sorted()
        let events = own.flatMap { endPartnership($0, at: now) }
        partners.speakers[user] = nil
        return Outcome(.done(Done()), events)
    }

    /// - Parameter drawn: the partner that chance has chosen, as the answer says; nil: none.
    mutating func match(
        _ command: PartnerMatch, by user: String, drawn: String?, at now: Moment
    ) -> Outcome {
        guard let own = partners.speakers[user] else { return Outcome(.notFound) }
        let other: String
        if command.username.isEmpty {
            let eligible = users.filter { isEligible($0, for: own, at: now) }
            guard !eligible.isEmpty else { return Outcome(.nobodyEligible) }
            guard let drawn, eligible.contains(drawn) else { return Outcome(.speakerUnexpected) }
            other = drawn
        } else {
            other = command.username
            guard isVisible(other, to: user) else { return Outcome(.notFound) }
            guard other != user else { return Outcome(.oneself) }
        }
        let pair = Pair(user, other)
        guard partners.number(of: pair) == nil else { return Outcome(.alreadyPartners) }
        let number = draw()
        partners.bonds[number] = (pair, Partners.Bond(first: user, since: now))
        let shown = partnership(number, at: now)
        let body = Body.partnerMatched(.with { $0.partnership = shown })
        return Outcome(.partnership(shown), [(pair.low, body), (pair.high, body)])
    }

    mutating func end(_ command: PartnerEnd, by user: String, at now: Moment) -> Outcome {
        if let refusal = obstacle(toPartnership: command.number, of: user) {
            return Outcome(refusal)
        }
        return Outcome(.done(Done()), endPartnership(command.number, at: now))
    }

    /// Two partners part, and both receive that.
    mutating func endPartnership(_ number: UInt32, at now: Moment) -> [(to: String, body: Body)] {
        guard let pair = partners.bonds.removeValue(forKey: number)?.pair else { return [] }
        partners.rests[pair] = now.advanced(by: Self.rest)
        return [pair.low, pair.high].map { user in
            (
                user,
                .partnerEnded(.with { ($0.number, $0.username) = (number, pair.friend(of: user)) })
            )
        }
    }

    func obstacle(toPartnership number: UInt32, of user: String) -> ErrorCode? {
        guard let pair = partners.bonds[number]?.pair else { return .notFound }
        return pair.includes(user) ? nil : .notMember
    }

    private func isBlocked(_ one: String, _ other: String) -> Bool {
        blocks.contains(Way(from: one, to: other)) || blocks.contains(Way(from: other, to: one))
    }

    private func isVisible(_ other: String, to user: String) -> Bool {
        guard let speaker = partners.speakers[other] else { return false }
        guard other != user else { return true }
        return !isBlocked(user, other)
            && (speaker.open || partners.number(of: Pair(user, other)) != nil)
    }

    private func fits(_ other: String, _ own: Speaker) -> Bool {
        guard let speaker = partners.speakers[other], other != own.username else { return false }
        return speaker.open && (speaker.known, speaker.learn) == (own.learn, own.known)
            && !isBlocked(own.username, other)
            && partners.number(of: Pair(own.username, other)) == nil
    }

    private func isEligible(_ other: String, for own: Speaker, at now: Moment) -> Bool {
        fits(other, own) && partners.rests[Pair(own.username, other)].map { $0 <= now } ?? true
    }
}

// Reads about partners.
extension Rules {
    /// Two partners as both see them.
    package func partnership(_ number: UInt32, at now: Moment) -> Partnership {
        guard let (pair, stored) = partners.bonds[number] else { return Partnership() }
        let bond = stored.seen(at: now)
        return .with {
            $0.number = number
            $0.first = partners.speakers[bond.first] ?? Speaker()
            $0.second = partners.speakers[pair.friend(of: bond.first)] ?? Speaker()
            ($0.status, $0.place, $0.version) = (bond.status, bond.place, bond.version)
            if let at = bond.at { $0.at = at.timestamp }
            $0.since = bond.since.timestamp
        }
    }

    /// The newest first.
    package func partnerships(of user: String, at now: Moment) -> [Partnership] {
        partners.bonds.filter { $0.value.pair.includes(user) }
            .sorted { ($0.value.bond.since, $0.key) > ($1.value.bond.since, $1.key) }
            .map { partnership($0.key, at: now) }
    }

    /// Whether a user has a profile as a language partner.
    package func isSpeaker(_ user: String) -> Bool { partners.speakers[user] != nil }

    /// The search results for a user who seeks a partner.
    func candidates(for user: String) -> [Speaker] {
        guard let own = partners.speakers[user] else { return [] }
        return users.filter { fits($0, own) }.compactMap { partners.speakers[$0] }
            .sorted { $0.number < $1.number }
    }
}

extension ErrorCode {
    /// Never sent by a server: chance has chosen a user who is not eligible.
    fileprivate static let speakerUnexpected = ErrorCode.UNRECOGNIZED(-1)
}

/// Language partners and their meetups, in the model.
package struct Partners {
    /// Two partners, and their next meetup.
    struct Bond {
        /// The user who asked for the match.
        let first: String
        let since: Moment
        var status = MeetupStatus.noMeetup
        /// Nil without a meetup.
        var at: Moment?
        var place = ""
        var version: UInt32 = 0

        /// The status after a proposal by `user`.
        func proposed(by user: String) -> MeetupStatus {
            user == first ? .proposedByFirst : .proposedBySecond
        }

        /// The bond at that moment: a meetup whose time has passed is over, recorded or not.
        func seen(at now: Moment) -> Bond {
            guard let at, at <= now else { return self }
            var over = self
            over.end()
            return over
        }

        mutating func end() {
            place = ""
            become(.noMeetup, at: nil)
        }

        mutating func become(_ status: MeetupStatus, at: Moment?) {
            (self.status, self.at) = (status, at)
            version += 1
        }
    }

    /// The profiles of language partners.
    var speakers: [String: Speaker] = [:]
    /// By their numbers.
    var bonds: [UInt32: (pair: Pair, bond: Bond)] = [:]
    /// How long former partners are not drawn for each other.
    var rests: [Pair: Moment] = [:]

    /// The number of a partnership; nil: the two have none.
    func number(of pair: Pair) -> UInt32? { bonds.first { $0.value.pair == pair }?.key }
}
