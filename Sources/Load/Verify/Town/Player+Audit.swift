import Client
import Promises
import Wire

extension Player {
    /// Asks for the newest page of the room with the friend for good.
    var newestPage: ClientMessage.OneOf_Command {
        var command = RoomHistory()
        command.with = setting.roster.name(person ^ 1)
        command.limit = 100
        return .roomHistory(command)
    }

    /// Excludes a friend from the secret activity.
    func exclude(_ friend: Int) async -> Bool {
        var select = AudienceSelect()
        select.activity = Neighbourhood.secretActivity
        select.friend = setting.roster.name(friend)
        select.selected = false
        return await say(.audienceSelect(select))
    }

    /// Lets others know no more than this person wants; returns whether that was acknowledged.
    func setPrivacy() async -> Bool {
        var set = PrivacySet()
        if !setting.neighbourhood.sharesReceipts(person) { set.receipts = false }
        if !setting.neighbourhood.tellsTyping(person) { set.typing = false }
        guard set.hasReceipts || set.hasTyping else { return true }
        return await say(.privacySet(set))
    }

    /// Reads everything that the server has for this person, from some event on.
    ///
    /// - Parameters:
    ///   - after: 0 for the beginning.
    ///   - devices: those of this person, which are waited for until they have seen as much: what
    ///     comes by itself, as the end of a match does, may come at any moment.
    /// - Returns: nil when the server has forgotten what came next.
    func audit(after: UInt32, _ devices: [Player]) async throws(ClientError) -> Statement? {
        var statement = Statement(person: person)
        statement.readTime = MonotonicClock.wallMilliseconds()
        try await client.connect()
        let session = try await client.signIn(token: key, after: after, epoch: "")
        guard !session.reset else { return nil }
        try await read(upTo: session.top)
        for look in Statement.looks { try await read(look, into: &statement) }
        if case .partnerships(let list) = try await client.call(.partnerList(PartnerList())) {
            statement.take(list)
        }
        if case .projects(let list) = try await client.call(.projectList(ProjectList())) {
            statement.take(list)
        }
        let look = WordProfileRead()
        if case .wordProfile(let profile) = try await client.call(.wordProfileRead(look)) {
            statement.take(profile)
        }
        for friend in statement.friends {
            try await read(Statement.history(with: friend, setting.roster), into: &statement)
        }
        await level(devices)
        return statement
    }

    /// Returns when all have come as far in the inbox as this one; or do not get there.
    private func level(_ devices: [Player]) async {
        for _ in 0..<1000 {
            let top = witness.ask { $0.inboxTop }
            if devices.allSatisfy({ $0.witness.ask { $0.inboxTop } == top }) { return }
            await MonotonicClock.pass(10)
        }
    }

    /// Returns when the inbox has come that far.
    private func read(upTo top: UInt32) async throws(ClientError) {
        var (seen, idleMilliseconds) = (witness.ask { $0.inboxTop }, 0)
        while seen < top, idleMilliseconds < 10_000 {
            await MonotonicClock.pass(5)
            let now = witness.ask { $0.inboxTop }
            (seen, idleMilliseconds) = now > seen ? (now, 0) : (seen, idleMilliseconds + 5)
        }
    }

    /// Reads something back, page by page.
    private func read(
        _ command: ClientMessage.OneOf_Command, into statement: inout Statement
    ) async throws(ClientError) {
        var next: ClientMessage.OneOf_Command? = command
        while let command = next {
            next = statement.take(try await client.call(command), setting.roster)
        }
    }
}
