import Kernel
import Promises
import SwiftProtobuf
import Wire

extension Rules {
    /// Something that comes to the mind of somebody who seeks language partners.
    ///
    /// - Parameter now: what the daemon's clock shows.
    func meeting(
        of user: String, cid: String, at now: Moment, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        guard isSpeaker(user) || chance.percent(5) else { return .speakerSet(cid, &chance) }
        let own = partnerships(of: user, at: now)
        let number = UInt32(chance.number(1...4))
        let partnership = chance.percent(95) ? chance.pick(own) : .with { $0.number = number }
        switch chance.below(20) {
        case 0: return .speakerSet(cid, &chance)
        case 1: return .speakerFind(SpeakerFind())
        case 2: return .partnerList(PartnerList())
        case 3, 4: return .partnerMatch(.with { $0.cid = cid })
        case 5: return .partnerMatch(.with { ($0.username, $0.cid) = (other(&chance), cid) })
        case 6 where chance.percent(40): return .speakerDelete(.with { $0.cid = cid })
        default: break
        }
        guard let partnership else { return .partnerMatch(.with { $0.cid = cid }) }
        // An acceptance of one's own proposal is refused; that is tried, too, but not too often.
        let isAsked = partnership.isWaiting(for: user)
        switch chance.below(20) {
        case ..<(isAsked ? 4 : 12): return .meetupOffer(of: partnership, cid, at: now, &chance)
        case ..<16: return .meetupAccept(of: partnership, cid, &chance)
        case ..<18: return .meetupClear(of: partnership, cid, &chance)
        case 18: return .partnerRead(.with { $0.number = partnership.number })
        default: return .partnerEnd(.with { ($0.number, $0.cid) = (partnership.number, cid) })
        }
    }

    private func other(_ chance: inout Chance) -> String { chance.pick(users) ?? "" }
}

extension Partnership {
    /// Whether somebody has to answer a proposal.
    fileprivate func isWaiting(for user: String) -> Bool {
        status == (first.username == user ? .proposedBySecond : .proposedByFirst)
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func speakerSet(_ cid: String, _ chance: inout Chance) -> Self {
        let (known, learn) = chance.pick([("en", "zh"), ("zh", "en"), ("en", "en")]) ?? ("", "")
        return .speakerSet(
            .with {
                ($0.firstName, $0.lastName, $0.cid) = (cid, "Doe", cid)
                ($0.known, $0.learn) = (known, learn)
                if chance.percent(20) { $0.open = chance.percent(70) }
            })
    }

    /// For soon, so that it passes; or for a moment that has passed.
    fileprivate static func meetupOffer(
        of partnership: Partnership, _ cid: String, at now: Moment, _ chance: inout Chance
    ) -> Self {
        let ahead = chance.milliseconds(chance.percent(90) ? 2000...90_000 : 0...500)
        let at = now.advanced(by: chance.percent(95) ? ahead : .zero - ahead)
        return .meetupOffer(
            .with {
                ($0.number, $0.at, $0.cid) = (partnership.number, at.timestamp, cid)
                $0.place = chance.pick(["park", "café", "station"]) ?? ""
                if chance.percent(50) { $0.version = partnership.version }
            })
    }

    /// What is proposed now, mostly; or another time.
    fileprivate static func meetupAccept(
        of partnership: Partnership, _ cid: String, _ chance: inout Chance
    ) -> Self {
        .meetupAccept(
            .with {
                ($0.number, $0.cid) = (partnership.number, cid)
                if partnership.hasAt { $0.at = partnership.at }
                if chance.percent(5) { $0.at.seconds += 1 }
                $0.place = partnership.place.isEmpty ? "park" : partnership.place
            })
    }

    fileprivate static func meetupClear(
        of partnership: Partnership, _ cid: String, _ chance: inout Chance
    ) -> Self {
        .meetupClear(
            .with {
                ($0.number, $0.cid) = (partnership.number, cid)
                if chance.percent(50) { $0.version = partnership.version }
            })
    }
}
