import Accounts
import Friends
import Kernel
import Wire

/// The caller's profile as a language partner, and those of others (W1, W2, W10, W19, W20).
struct SpeakerCommands: Sendable {
    private static let pageMax = 20

    let languages: Languages

    /// Hides the profile, or empties its text, and sets nothing.
    @Sendable static func takesBack(_ command: SpeakerSet) -> TakingBack {
        var rest = command
        (rest.number, rest.cid) = (0, "")
        guard rest != SpeakerSet(), !rest.open, rest.bio.isEmpty else { return .no }
        rest.clearOpen()
        rest.clearBio()
        return .when(rest == SpeakerSet())
    }

    func set(
        _ command: SpeakerSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Speaker {
        let old = try transaction.first(.speaker(of: caller.user))?.profile
        try Self.confirm(command.number, isOf: old)
        let new = try changed(old ?? Speaker(), by: command)
        if old == nil {
            let number = try transaction.drawNumber { (number) throws(Refusal) in
                try transaction.first(.speaker(number: number)) != nil
            }
            try transaction.run(
                """
                INSERT INTO speaker (user_id, number, first_name, last_name, known, learn, bio,
                    is_open, draw)
                VALUES (\(caller.user), \(number), \(new.firstName), \(new.lastName),
                    \(new.known), \(new.learn), \(new.bio), \(new.open),
                    \(transaction.randomPoint()))
                """)
        } else if new != old || old?.bio.isSame(as: new.bio) == false {
            try transaction.run(
                """
                UPDATE speaker SET first_name = \(new.firstName), last_name = \(new.lastName),
                    known = \(new.known), learn = \(new.learn), bio = \(new.bio),
                    is_open = \(new.open)
                WHERE user_id = \(caller.user)
                """)
        }
        return try Self.own(caller, in: transaction).profile
    }

    /// Deletes the caller's profile, and ends all partnerships first.
    func delete(
        _ command: SpeakerDelete, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        try Self.confirm(command.number, isOf: Self.own(caller, in: transaction).profile)
        try Self.delete(caller.user, in: transaction)
        return Done()
    }

    /// Deletes a user's profile. Each partner receives the end of the partnership.
    static func delete(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        for stored in try transaction.all(.partnerships(of: user)) {
            try PartnerCommands.end(stored, in: transaction)
        }
        try transaction.run("DELETE FROM speaker WHERE user_id = \(user)")
    }

    /// - Parameters:
    ///   - number: 0: the number is not checked.
    ///   - own: the caller's profile, if there is one.
    /// - Throws: `.notMember` for the number of another profile.
    private static func confirm(_ number: UInt32, isOf own: Speaker?) throws(Refusal) {
        guard number != 0, number != own?.number else { return }
        throw Refusal(.notMember, field: "number", "expected the number of your own profile")
    }

    private func changed(
        _ old: Speaker, by command: SpeakerSet
    ) throws(Refusal) -> Speaker {
        var new = old
        new.firstName = try PlainText(
            command.hasFirstName ? command.firstName : old.firstName,
            .init(SpeakerSet.firstNameLength), field: "firstName"
        ).text
        new.lastName = try PlainText(
            command.hasLastName ? command.lastName : old.lastName,
            .init(SpeakerSet.lastNameLength), field: "lastName"
        ).text
        if command.hasKnown || old.known.isEmpty {
            new.known = try languages.check(command.known, field: "known")
        }
        if command.hasLearn || old.learn.isEmpty {
            new.learn = try languages.check(command.learn, field: "learn")
        }
        guard new.known != new.learn else {
            throw Refusal(.invalidField, field: "learn", "expected another language than `known`")
        }
        if command.hasBio {
            new.bio =
                try PlainText(
                    command.bio, .init(SpeakerSet.bioLength, allowsLines: true), field: "bio"
                ).text
        }
        new.open = command.hasOpen ? command.open : old.hasOpen ? old.open : true
        return new
    }

    /// The caller's own profile, a partner's, or an open one. Other profiles, those of users who
    /// have blocked the caller, and missing ones get the same refusal.
    func read(
        _ command: SpeakerRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Speaker {
        guard !command.username.isEmpty || command.number > 0 else {
            return try Self.own(caller, in: snapshot).profile
        }
        guard command.username.isEmpty || command.number == 0 else {
            throw Refusal(.invalidField, field: "number", "expected a username or a number")
        }
        let found =
            command.number > 0
            ? try snapshot.first(.speaker(number: command.number))
            : try snapshot.first(
                .speaker(named: Username(command.username, field: "username").description))
        let field = command.number > 0 ? "number" : "username"
        guard let found, try Self.isVisible(found, to: caller, in: snapshot) else {
            throw .noSpeaker(field)
        }
        return found.profile
    }

    /// W10: users who fit, or one user by name, whatever the languages.
    func find(
        _ command: SpeakerFind, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Speakers {
        let name =
            command.username.isEmpty
            ? nil : try Username(command.username, field: "username").description
        let own = try Self.own(caller, in: snapshot)
        var answer = Speakers()
        if let name {
            if let found = try snapshot.first(.speaker(named: name)), found.user != caller.user,
                try Self.isVisible(found, to: caller, in: snapshot)
            {
                answer.speakers = [found.profile]
            }
            return answer
        }
        let page = try snapshot.all(
            .candidates(for: own, after: command.after, limit: Self.pageMax + 1))
        answer.speakers = page.prefix(Self.pageMax).map(\.profile)
        if page.count > Self.pageMax { answer.next = answer.speakers.last?.number ?? 0 }
        return answer
    }

    /// The caller's profile.
    ///
    /// - Throws: `.notFound` if the caller has none.
    static func own(_ caller: Caller, in snapshot: Snapshot) throws(Refusal) -> StoredSpeaker {
        guard let speaker = try snapshot.first(.speaker(of: caller.user)) else {
            throw Refusal(.notFound, "you have no profile as a language partner: set one first")
        }
        return speaker
    }

    /// Whether a caller may see a profile.
    static func isVisible(
        _ speaker: StoredSpeaker, to caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let pair = UserPair(caller.user, speaker.user) else { return true }
        guard try !FriendsFeature.isBlocked(pair, in: snapshot) else { return false }
        if speaker.profile.open { return true }
        return try snapshot.first(.partnership(of: pair)) != nil
    }
}

extension Transaction {
    /// A random point among those by which speakers are drawn.
    func randomPoint() -> Int64 {
        let word = randomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(word >> 1)
    }
}

extension Refusal {
    static func noSpeaker(_ field: String) -> Refusal {
        Refusal(.notFound, field: field, "there is no such language partner")
    }
}
