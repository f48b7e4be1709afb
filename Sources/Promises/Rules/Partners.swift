import Kernel
import Wire

/// Language partners and their meetups, as the rules have them.
package struct Partners {
    /// Two partners, and the meetup that they have ahead.
    struct Bond {
        /// Who made it.
        let first: String
        let since: Moment
        var status = MeetupStatus.noMeetup
        /// Nil without a meetup.
        var at: Moment?
        var place = ""
        var version: UInt32 = 0

        /// How the meetup stands once somebody has proposed.
        func proposed(by user: String) -> MeetupStatus {
            user == first ? .proposedByFirst : .proposedBySecond
        }

        /// The same at that moment: a time that has passed is over, noted or not.
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

    /// What each has said of themselves as a language partner.
    var speakers: [String: Speaker] = [:]
    /// By their numbers.
    var bonds: [UInt32: (pair: Pair, bond: Bond)] = [:]
    /// Until when those who have parted are not drawn for each other.
    var rests: [Pair: Moment] = [:]

    /// The partnership of two; nil: they have none.
    func number(of pair: Pair) -> UInt32? { bonds.first { $0.value.pair == pair }?.key }
}
