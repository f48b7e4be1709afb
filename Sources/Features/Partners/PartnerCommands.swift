import Accounts
import Friends
import Kernel
import Wire

/// Partners: matched by name or by chance, read, and parted (W11-W13, W18, W20, W21).
struct PartnerCommands: Sendable {
    /// Most partners of one user.
    static let partnersMax = 200
    /// How long users who have parted are not drawn for each other.
    static let rest = Duration.seconds(30 * 86_400)

    func match(
        _ command: PartnerMatch, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Partnership {
        let name =
            command.username.isEmpty
            ? nil : try Username(command.username, field: "username").description
        let own = try SpeakerCommands.own(caller, in: transaction)
        let other =
            if let name { try named(name, for: caller, in: transaction) } else {
                try drawn(for: own, in: transaction)
            }
        guard let pair = UserPair(caller.user, other.user) else {
            throw Refusal(.oneself, field: "username", "that is you")
        }
        guard try transaction.first(.partnership(of: pair)) == nil else {
            throw Refusal(.alreadyPartners, field: "username", "you are partners already")
        }
        for user in [caller.user, other.user] {
            guard try count(of: user, in: transaction) < Self.partnersMax else {
                throw Refusal(
                    .listFull, field: "username",
                    "limit reached: one of you has \(Self.partnersMax) partners")
            }
        }
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            try transaction.first(.partnership(number: number)) != nil
        }
        try transaction.run(
            """
            INSERT INTO partnership
                (number, low, high, first, status, at_ms, place, version, since_ms)
            VALUES (\(number), \(pair.low), \(pair.high), \(caller.user), 0, NULL, '', 0,
                \(transaction.now))
            """)
        try Bonds.begin(.partner, pair, in: transaction)
        // A drawn user moves to another random position.
        try transaction.run(
            """
            UPDATE speaker SET draw = \(transaction.randomPoint()) WHERE user_id = \(other.user)
            """)
        let shown = try shown(number, caller, in: transaction)
        var matched = PartnerMatched()
        matched.partnership = shown
        try transaction.deliver(.partnerMatched(matched), to: [pair.low, pair.high])
        return shown
    }

    /// W11: a random eligible user. The cost does not grow with the number of speakers.
    private func drawn(
        for own: StoredSpeaker, in transaction: Transaction
    ) throws(Refusal) -> StoredSpeaker {
        let point = transaction.randomPoint()
        for start in [point, 0] {
            let query = Query<StoredSpeaker>.drawn(for: own, from: start, at: transaction.now)
            if let found = try transaction.first(query) { return found }
        }
        throw Refusal(
            .nobodyEligible,
            "no user knows the language that you learn and learns the one that you know"
        )
    }

    private func named(
        _ name: String, for caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> StoredSpeaker {
        guard let found = try transaction.first(.speaker(named: name)),
            try SpeakerCommands.isVisible(found, to: caller, in: transaction)
        else { throw .noSpeaker("username") }
        return found
    }

    private func count(of user: User.ID, in snapshot: Snapshot) throws(Refusal) -> Int64 {
        let query = Query<Int64>(
            "SELECT count(*) FROM partnership WHERE low = \(user) OR high = \(user)"
        ) { columns throws(StoreError) in try columns.integer() }
        return try snapshot.first(query) ?? 0
    }

    func list(
        _ command: PartnerList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Partnerships {
        var list = Partnerships()
        list.partnerships = try StoredPartnership.shown(
            snapshot.all(.partnerships(of: caller.user)), of: caller.user, in: snapshot)
        return list
    }

    /// W18: a partnership by its number, or by the other user.
    func read(
        _ command: PartnerRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Partnership {
        let given = [command.number > 0, !command.username.isEmpty, command.speaker > 0]
        guard given.count(where: { $0 }) == 1 else {
            throw Refusal(
                .invalidField, field: "number", "expected a number, a username or a speaker")
        }
        if command.number > 0 {
            return try shown(command.number, caller, in: snapshot)
        }
        let field = command.speaker > 0 ? "speaker" : "username"
        let other =
            command.speaker > 0
            ? try snapshot.first(.speaker(number: command.speaker))
            : try snapshot.first(
                .speaker(named: Username(command.username, field: field).description))
        guard let other, let pair = UserPair(caller.user, other.user),
            let stored = try snapshot.first(.partnership(of: pair)),
            let shown = try stored.shown(in: snapshot)
        else { throw Refusal(.notFound, field: field, "you have no such partner") }
        return shown
    }

    func end(
        _ command: PartnerEnd, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        try Self.end(partnership(command.number, caller, in: transaction), in: transaction)
        return Done()
    }

    /// Ends a partnership. Both users receive an event.
    static func end(
        _ stored: StoredPartnership, in transaction: Transaction
    ) throws(Refusal) {
        let pair = stored.pair
        try transaction.run(
            "DELETE FROM partnership WHERE low = \(pair.low) AND high = \(pair.high)")
        try Bonds.end(.partner, pair, in: transaction)
        try transaction.run(
            """
            INSERT INTO partner_rest (low, high, until_ms)
            VALUES (\(pair.low), \(pair.high), \(transaction.now.advanced(by: rest)))
            ON CONFLICT (low, high) DO UPDATE SET until_ms = excluded.until_ms
            """)
        for user in [pair.low, pair.high] {
            guard
                let other = try transaction.first(.account(of: stored.other(than: user)))
            else { continue }
            var ended = PartnerEnded()
            (ended.number, ended.username) = (stored.number, other.username)
            try transaction.deliver(.partnerEnded(ended), to: [user])
        }
    }

    /// The caller's partnership with this number.
    ///
    /// - Throws: `.notFound`, and `.notMember` for a partnership of other users (W6).
    func partnership(
        _ number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> StoredPartnership {
        guard let stored = try snapshot.first(.partnership(number: number)) else {
            throw Refusal(.notFound, field: "number", "there is no such partnership")
        }
        guard stored.side(of: caller.user) != nil else {
            throw Refusal(.notMember, field: "number", "you are not one of these partners")
        }
        return stored
    }

    /// The caller's partnership with the user whose profile has this number.
    ///
    /// - Throws: `.notFound`.
    func partnership(
        withSpeaker number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> StoredPartnership {
        guard let other = try snapshot.first(.speaker(number: number)),
            let pair = UserPair(caller.user, other.user),
            let stored = try snapshot.first(.partnership(of: pair))
        else { throw Refusal(.notFound, field: "speaker", "you have no such partner") }
        return stored
    }

    private func shown(
        _ number: UInt32, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Partnership {
        let stored = try partnership(number, caller, in: snapshot)
        guard let shown = try stored.shown(in: snapshot) else { throw .fault }
        return shown
    }
}
