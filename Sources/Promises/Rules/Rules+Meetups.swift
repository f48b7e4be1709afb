import Kernel
import SwiftProtobuf
import Wire

// The meetup of two partners (W14-W17).
extension Rules {
    private static let latest = Duration.seconds(366 * 86_400)

    mutating func offer(_ command: MeetupOffer, by user: String, at now: Moment) -> Outcome {
        let at = Moment(unixMilliseconds: command.at.unixMilliseconds)
        return change(command.number, by: user, at: now, { .meetupOffered($0) }) { bond in
            guard at > now, at <= now.advanced(by: Self.latest) else { return .invalidField }
            guard !command.hasVersion || command.version == bond.version else { return .stale }
            guard bond.status != .scheduled else { return .conflict }
            bond.place = command.place
            bond.become(bond.proposed(by: user), at: at)
            return nil
        }
    }

    mutating func accept(_ command: MeetupAccept, by user: String, at now: Moment) -> Outcome {
        let at = command.hasAt ? Moment(unixMilliseconds: command.at.unixMilliseconds) : nil
        return change(command.number, by: user, at: now, { .meetupAccepted($0) }) { bond in
            guard bond.status != .noMeetup, at == bond.at, command.place == bond.place else {
                return .stale
            }
            guard bond.status != .scheduled else { return nil }
            guard bond.status != bond.proposed(by: user) else { return .notMember }
            bond.become(.scheduled, at: at)
            return nil
        }
    }

    mutating func clear(_ command: MeetupClear, by user: String, at now: Moment) -> Outcome {
        change(command.number, by: user, at: now, { .meetupCleared($0) }) { bond in
            guard !command.hasVersion || command.version == bond.version else { return .stale }
            guard bond.status != .noMeetup else { return nil }
            bond.end()
            return nil
        }
    }

    /// Ends proposals and meetups whose time has passed. Both partners receive that, once.
    mutating func passMeetups(at now: Moment) -> [(to: String, body: Body)] {
        let due = partners.bonds.filter { $0.value.bond.at.map { $0 <= now } ?? false }
        return due.keys.sorted().flatMap { number -> [(to: String, body: Body)] in
            guard let (pair, bond) = partners.bonds[number] else { return [] }
            partners.bonds[number] = (pair, bond.seen(at: now))
            return tell(number, pair, by: "", at: now) { .meetupExpired($0) }
        }
    }

    /// - Parameter body: changes the bond, or returns why not.
    private mutating func change(
        _ number: UInt32, by user: String, at now: Moment, _ event: (MeetupChanged) -> Body,
        _ body: (inout Partners.Bond) -> ErrorCode?
    ) -> Outcome {
        if let refusal = obstacle(toPartnership: number, of: user) { return Outcome(refusal) }
        guard let (pair, stored) = partners.bonds[number] else { return Outcome(.notFound) }
        let before = stored.seen(at: now)
        var bond = before
        if let refusal = body(&bond) { return Outcome(refusal) }
        guard bond.version != before.version else {
            return Outcome(.partnership(partnership(number, at: now)))
        }
        partners.bonds[number] = (pair, bond)
        return Outcome(
            .partnership(partnership(number, at: now)),
            tell(number, pair, by: user, at: now, event))
    }

    private func tell(
        _ number: UInt32, _ pair: Pair, by user: String, at now: Moment,
        _ event: (MeetupChanged) -> Body
    ) -> [(to: String, body: Body)] {
        let changed = MeetupChanged.with {
            ($0.partnership, $0.by) = (partnership(number, at: now), user)
        }
        return [(pair.low, event(changed)), (pair.high, event(changed))]
    }
}
