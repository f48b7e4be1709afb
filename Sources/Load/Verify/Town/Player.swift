import Client
import Promises
import SwiftProtobuf
import Synchronization
import Wire

/// One device of one person: the real client, and a witness at its socket.
final class Player: Sendable {
    /// What all players have in common.
    struct Setting: Sendable {
        let neighbourhood: Neighbourhood
        let roster: Roster
        let route: Route
        /// The loops of the connections, one person after the other in turn.
        let loops: [ClientLoop]
        let commons = Commons()
        /// Characters of a message.
        var characters = 64
    }

    /// Short delays, because a fault lasts a second.
    private static let backoff = Backoff(
        first: .milliseconds(200), max: .seconds(2), steadyAfter: .seconds(1))

    let person: Int
    /// 0 for the device on which the account was registered.
    let device: Int
    let setting: Setting
    let witness: WitnessTransport
    let client: UpforClient
    private let isClosing = Mutex(false)
    private let isTalking = Mutex(false)
    private let isAsking = Mutex(false)
    private let token = Mutex("")
    private let lastNumber: Mutex<Int>
    /// Why the client gave up, if it ever did.
    private let givenUp = Mutex<[String]>([])

    /// - Parameter isSilent: whether friends receive no presence of it.
    init(_ person: Int, device: Int = 0, _ setting: Setting, isSilent: Bool = false) {
        (self.person, self.device, self.setting) = (person, device, setting)
        // Half of the devices use the other format.
        let format: WireFormat = (person + device) % 2 == 0 ? .json : .binary
        witness = WitnessTransport(
            DeviceTrace(person: person, roster: setting.roster), setting.route, format,
            on: setting.loops[person % setting.loops.count])
        client = UpforClient(
            transport: witness,
            options: ClientOptions(
                format: format, device: "device-\(device)", answerSeconds: 20,
                backoff: Self.backoff, isSilent: isSilent))
        lastNumber = Mutex(device * 10_000_000)
    }

    var name: String { setting.roster.name(person) }
    /// The session token of this person.
    var key: String { token.withLock { $0 } }
    /// Whether a demand waits for its reply.
    var isDemanding: Bool { isAsking.withLock { $0 } }
    /// Why the client stopped reconnecting by itself.
    var surrenders: [String] { givenUp.withLock { $0 } }

    func makeNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    /// Sends a demand, unless the last one waits for its reply.
    func demandOnce(_ ask: () async -> Void) async {
        let begins = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard begins else { return }
        await ask()
        isAsking.withLock { $0 = false }
    }

    /// The newest message number; numbers begin at 1, or behind the device's round figure.
    var newestNumber: Int { lastNumber.withLock { $0 } }
}

// MARK: - Coming and going

extension Player {
    /// Registers, signs in, and reads all events from now on.
    func register() async throws(ClientError) {
        try await client.connect()
        var command = AccountRegister()
        command.username = name
        command.email = "\(name)@load.invalid"
        command.password = "correct horse"
        command.device = "device-\(device)"
        guard case .account(let account) = try await client.call(.accountRegister(command)) else {
            throw .violation("no account in the answer")
        }
        try await signIn(account.token)
    }

    /// Takes over the token of another device.
    func adopt(_ key: String) { token.withLock { $0 = key } }

    /// Signs in with a token, and reads all events.
    func signIn(_ key: String) async throws(ClientError) {
        adopt(key)
        try await client.connect()
        _ = try await client.signIn(token: key, after: 0, epoch: "")
        follow()
    }

    /// Ends the client for good.
    func leave() async {
        isClosing.withLock { $0 = true }
        await client.close()
    }

    /// Reads the events, which the witness has recorded already. Reconnects a client that the
    /// server closed for good: a verification gives no reason for that.
    private func follow() {
        Task { [self] in
            for await event in client.events {
                guard case .disconnected(let reason, nil) = event else { continue }
                guard !isClosing.withLock({ $0 }) else { return }
                givenUp.withLock { $0.append(reason) }
                await comeBack()
            }
        }
    }

    private func comeBack() async {
        while !isClosing.withLock({ $0 }) {
            await MonotonicClock.pass(200)
            let position = client.position
            guard (try? await client.connect()) != nil else { continue }
            let session = try? await client.signIn(
                token: key, after: position.seq, epoch: position.epoch)
            if session != nil { return }
        }
    }
}

// MARK: - Whether it may speak

extension Player {
    /// Starts the script, or stops it before its next line.
    func talk(_ talks: Bool) { isTalking.withLock { $0 = talks } }

    var talks: Bool { isTalking.withLock { $0 } }
}

extension Player {
    /// Writes this person's language profile; returns whether that was acknowledged.
    func introduce() async -> Bool {
        guard setting.neighbourhood.fickleFriend(of: person) != nil else { return true }
        return await say(Meetings.introduction(of: person, named: name))
    }

    /// Reads the language partners, and sends a command about one of them or finds another.
    func meet(_ dice: inout Dice) async {
        guard case .partnerships(let list)? = try? await client.call(.partnerList(PartnerList()))
        else { return }
        let meetings = Meetings(person, list.partnerships, setting.roster)
        await say(
            meetings.next("p\(makeNumber())", at: MonotonicClock.wallMilliseconds(), &dice))
    }
}

extension Player {
    /// Creates the group of this person's four, invites the permanent friend, and makes a code for
    /// the other two; returns whether it was created.
    func foundGroup() async -> Bool {
        guard setting.neighbourhood.fickleFriend(of: person) != nil else { return true }
        let friend = setting.roster.name(person ^ 1)
        let founded = try? await client.call(
            .groupCreate(
                .with { ($0.name, $0.members, $0.cid) = ("four of \(name)", [friend], "group") }))
        guard case .group(let group)? = founded else { return false }
        let opened = try? await client.call(
            .groupInvite(.with { ($0.room, $0.on, $0.cid) = (group.room, true, "code") }))
        guard case .groupPage(let page)? = opened else { return false }
        setting.commons.found(Commons.Group(room: group.room, code: page.code), of: person)
        return true
    }

    /// Accepts the invitation to the group of four; returns whether that succeeded, or true without
    /// a group.
    func enterGroup() async -> Bool {
        guard let group = setting.commons.group(of: person) else { return true }
        let entered = try? await client.call(
            .groupJoin(.with { ($0.room, $0.cid) = (group.room, "enter") }))
        return entered != nil
    }

    /// Sends a message to the group of four, joins it or leaves it. The two who own it stay: what
    /// they receive is the reference for all other members.
    func mingle(_ dice: inout Dice) async {
        guard let group = setting.commons.group(of: person) else { return }
        let cid = "c\(makeNumber())"
        switch dice.roll(1...100) {
        case ...15 where person % 4 > 1:
            await say(.groupLeave(.with { ($0.room, $0.cid) = (group.room, cid) }))
        case ...50 where person % 4 > 1:
            await say(.groupJoin(.with { ($0.code, $0.cid) = (group.code, cid) }))
        default:
            let number = makeNumber()
            let message = RoomSend.with {
                ($0.to, $0.cid) = (group.room, GroupSending.cid(number))
                $0.text = Saying.text(number, characters: setting.characters)
            }
            await say(.roomSend(message))
            // A client that lost the reply repeats the command.
            if dice.happens(percent: 10) { await say(.roomSend(message)) }
        }
    }
}

extension Player {
    /// Reads the newest page of the room with the permanent friend.
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

    /// Restricts the privacy settings to this person's choice; returns whether that was
    /// acknowledged.
    func setPrivacy() async -> Bool {
        var set = PrivacySet()
        if !setting.neighbourhood.sharesReceipts(person) { set.receipts = false }
        if !setting.neighbourhood.tellsTyping(person) { set.typing = false }
        guard set.hasReceipts || set.hasTyping else { return true }
        return await say(.privacySet(set))
    }

    /// Reads everything that the server has for this person, from an event on.
    ///
    /// - Parameters:
    ///   - after: 0 for the beginning.
    ///   - devices: of this person. Waits until they have seen as much: spontaneous events, such as
    ///     the end of a match, may arrive at any moment.
    /// - Returns: nil when the server has pruned the next event.
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

    /// Returns when all devices have come as far in the inbox as this one, or fail to.
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

    /// Reads a list back, page by page.
    private func read(
        _ command: ClientMessage.OneOf_Command, into statement: inout Statement
    ) async throws(ClientError) {
        var next: ClientMessage.OneOf_Command? = command
        while let command = next {
            next = statement.take(try await client.call(command), setting.roster)
        }
    }
}
