import Kernel
import Wire

/// The meetup that two partners may have ahead: its states, and which partner may change them.
///
/// - Source: REQUIREMENTS W14, W15, W17.
struct Meetup: Equatable, Sendable {
    /// One of the two partners.
    enum Side: Equatable, Sendable {
        case first, second

        fileprivate var proposed: MeetupStatus {
            self == .first ? .proposedByFirst : .proposedBySecond
        }
    }

    /// How far ahead a meetup may be proposed.
    static let latest = Duration.seconds(366 * 86_400)

    private(set) var status: MeetupStatus
    /// Nil without a meetup.
    private(set) var at: Moment?
    /// Empty without a meetup.
    private(set) var place: String
    /// Counts the changes.
    private(set) var version: UInt32

    /// - Parameters: as the properties.
    init(
        status: MeetupStatus = .noMeetup, at: Moment? = nil, place: String = "",
        version: UInt32 = 0
    ) {
        (self.status, self.at, self.place, self.version) = (status, at, place, version)
    }

    /// The meetup at a moment: one whose time has passed is over, whether or not that is stored
    /// yet.
    func seen(at now: Moment) -> Meetup {
        guard let at, at <= now else { return self }
        var over = self
        over.end()
        return over
    }

    /// Proposes, answers a proposal with another, or changes the caller's own.
    ///
    /// - Parameter version: nil: whatever the meetup is like now.
    /// - Throws: `.invalidField`, `.stale`; `.conflict` when it is scheduled.
    mutating func offer(
        by side: Side, at: Moment, place: String, version: UInt32?, now: Moment
    ) throws(Refusal) {
        guard at > now, at <= now.advanced(by: Self.latest) else {
            throw Refusal(.invalidField, field: "at", "expected a time ahead, within a year")
        }
        try require(version)
        guard status != .scheduled else {
            throw Refusal(.conflict, "the meetup is scheduled: clear it first")
        }
        self.place = place
        become(side.proposed, at: at)
    }

    /// Accepts the other partner's proposal.
    ///
    /// - Throws: `.stale` when the proposal has changed; `.notMember` for the partner who proposed.
    mutating func accept(by side: Side, at: Moment?, place: String) throws(Refusal) {
        guard status != .noMeetup, at == self.at, place == self.place else { throw .stale }
        guard status != .scheduled else { return }
        guard status != side.proposed else {
            throw Refusal(.notMember, "only the other partner can accept this")
        }
        become(.scheduled, at: at)
    }

    /// Clears the meetup; without one nothing happens.
    ///
    /// - Throws: `.stale`.
    mutating func clear(version: UInt32?) throws(Refusal) {
        try require(version)
        guard status != .noMeetup else { return }
        end()
    }

    private mutating func end() {
        place = ""
        become(.noMeetup, at: nil)
    }

    private mutating func become(_ status: MeetupStatus, at: Moment?) {
        (self.status, self.at) = (status, at)
        version += 1
    }

    private func require(_ version: UInt32?) throws(Refusal) {
        guard let version, version != self.version else { return }
        throw .stale
    }
}

extension Refusal {
    fileprivate static let stale = Refusal(
        .stale, "the meetup has changed: read it again")
}
