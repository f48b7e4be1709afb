import Friends
import Kernel
import Wire

/// Two partners, as they are stored.
struct StoredPartnership: Sendable {
    let number: UInt32
    let pair: UserPair
    /// The user who made it.
    let first: User.ID
    var meetup: Meetup
    let since: Moment

    /// The side of a user; nil: the user is neither partner.
    func side(of user: User.ID) -> Meetup.Side? {
        guard user == pair.low || user == pair.high else { return nil }
        return user == first ? .first : .second
    }

    /// The other of the two.
    func other(than user: User.ID) -> User.ID { user == pair.low ? pair.high : pair.low }

    /// Stores the meetup.
    func store(in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            """
            UPDATE partnership SET status = \(Int64(meetup.status.rawValue)),
                at_ms = \(meetup.at), place = \(meetup.place),
                version = \(Int64(meetup.version))
            WHERE number = \(Int64(number))
            """)
    }

    /// The partnership as both partners see it.
    ///
    /// - Returns: nil while one of them leaves.
    func shown(in snapshot: Snapshot) throws(Refusal) -> Partnership? {
        var speakers: [User.ID: Speaker] = [:]
        for user in [pair.low, pair.high] {
            speakers[user] = try snapshot.first(.speaker(of: user))?.profile
        }
        return shown(by: speakers, at: snapshot.now)
    }

    /// The same, by profiles that were read before.
    private func shown(by speakers: [User.ID: Speaker], at now: Moment) -> Partnership? {
        guard let first = speakers[first], let second = speakers[other(than: self.first)] else {
            return nil
        }
        let meetup = meetup.seen(at: now)
        var shown = Partnership()
        shown.number = number
        (shown.first, shown.second) = (first, second)
        (shown.status, shown.place, shown.version) = (meetup.status, meetup.place, meetup.version)
        if let at = meetup.at { shown.at = at.timestamp }
        shown.since = since.timestamp
        return shown
    }

    /// Partnerships of a user as both see them, in one statement for all profiles.
    ///
    /// - Returns: without partnerships of which one user is just leaving.
    static func shown(
        _ partnerships: [Self], of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> [Partnership] {
        var speakers: [User.ID: Speaker] = [:]
        for speaker in try snapshot.all(.speakers(partneredWith: user)) {
            speakers[speaker.user] = speaker.profile
        }
        return partnerships.compactMap { $0.shown(by: speakers, at: snapshot.now) }
    }
}

extension Query where Row == StoredPartnership {
    static func partnership(number: UInt32) -> Self {
        partnerships("WHERE number = \(Int64(number))")
    }

    static func partnership(of pair: UserPair) -> Self {
        partnerships("WHERE low = \(pair.low) AND high = \(pair.high)")
    }

    /// All partnerships of a user, newest first.
    static func partnerships(of user: User.ID) -> Self {
        partnerships("WHERE low = \(user) OR high = \(user) ORDER BY since_ms DESC, number DESC")
    }

    /// A page of them.
    ///
    /// - Parameter number: those below it.
    static func partnerships(of user: User.ID, before number: Int64, limit: Int) -> Self {
        partnerships(
            """
            WHERE (low = \(user) OR high = \(user)) AND number < \(number)
            ORDER BY number DESC LIMIT \(Int64(limit))
            """)
    }

    /// Partnerships whose meetup's time has passed, earliest first.
    static func due(at now: Moment, limit: Int) -> Self {
        partnerships(
            """
            WHERE at_ms IS NOT NULL AND at_ms <= \(now) ORDER BY at_ms LIMIT \(Int64(limit))
            """)
    }

    private static func partnerships(_ which: SQL) -> Self {
        Query(
            """
            SELECT number, low, high, first, status, at_ms, place, version, since_ms
            FROM partnership \(which)
            """
        ) { columns throws(StoreError) in
            let number = UInt32(clamping: try columns.integer())
            let (low, high): (User.ID, User.ID) = (try columns.id(), try columns.id())
            let first: User.ID = try columns.id()
            let status = MeetupStatus(rawValue: Int(try columns.integer())) ?? .noMeetup
            let at = try columns.optionalMoment()
            let place = try columns.text()
            let version = UInt32(clamping: try columns.integer())
            guard let pair = UserPair(low, high) else { throw .unexpectedColumn }
            return StoredPartnership(
                number: number, pair: pair, first: first,
                meetup: Meetup(status: status, at: at, place: place, version: version),
                since: try columns.moment())
        }
    }
}
