import Wire

/// A member of the chat: signs in, makes friends, and then sends as fast as replies arrive.
struct ChatMember: CrowdMember {
    /// What all members have in common.
    struct Manner: Sendable {
        let format: WireFormat
        let inFlight: Int
        let characters: Int
    }

    private enum Stage {
        case arriving, silent, talking
    }

    private let person: ChatPerson
    private let manner: Manner
    private var stage = Stage.arriving
    /// The session token.
    private let token: String
    private var speech: Speech
    /// When the messages that wait for their acknowledgement were sent.
    private var sentAt: [UInt32: UInt64] = [:]
    private var sentCount = 0
    private var inboxTop: UInt32?
    private(set) var own = DeliveryLedger()
    private(set) var friends = DeliveryLedger()

    /// - Parameter token: of the member's existing account.
    init(_ person: ChatPerson, _ manner: Manner, token: String) {
        self.person = person
        self.manner = manner
        self.token = token
        speech = Speech(manner.format)
    }
}

// MARK: - Speaking

extension ChatMember {
    mutating func opened(_ tally: inout ChatTally, _ output: inout [UInt8]) {
        speech.signIn(token: token, &output)
    }

    /// Sends a friend request, if this member of the pair is the one to ask.
    mutating func befriend(_ output: inout [UInt8]) {
        guard person.asks else { return }
        var request = FriendRequest()
        request.to = person.friend
        speech.say(.friendRequest(request), &output)
    }

    /// Sends the first messages; each acknowledgement then brings the next.
    mutating func talk(_ tally: inout ChatTally, _ output: inout [UInt8]) {
        stage = .talking
        let now = MonotonicClock.nanoseconds()
        for _ in 0..<manner.inFlight { send(at: now, &tally, &output) }
    }

    /// Sends one message.
    mutating func speak(_ tally: inout ChatTally, _ output: inout [UInt8]) {
        stage = .silent
        send(at: MonotonicClock.nanoseconds(), &tally, &output)
    }

    /// Sends no more.
    mutating func fallSilent() {
        stage = .silent
    }

    private mutating func send(
        at now: UInt64, _ tally: inout ChatTally, _ output: inout [UInt8]
    ) {
        var message = RoomSend()
        message.to = person.friend
        message.text = ChatNote(number: sentCount, sentAt: now).text(characters: manner.characters)
        message.cid = "m\(sentCount)"
        sentCount += 1
        tally.sentCount += 1
        speech.say(.roomSend(message), &output)
        sentAt[speech.lastCommand] = now
    }
}

// MARK: - Hearing

extension ChatMember {
    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout ChatTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), manner.format) else {
            return tally.breaches.broke("\(person.name) got a message that cannot be read")
        }
        if message.seq > 0 { follow(message.seq, &tally) }
        switch message.body {
        case .roomSent: acknowledged(message.id, at: now, &tally, &output)
        case .roomMessage(let message): delivered(message, at: now, &tally)
        case .session: tally.signedInCount += 1
        case .friendRequested(let request):
            var accept = FriendAccept()
            accept.from = request.from.username
            speech.say(.friendAccept(accept), &output)
        case .friendAdded: tally.befriendedCount += 1
        case .error(let error): refused(message.id, error, &tally)
        default: break
        }
    }

    /// Requires event numbers without a gap.
    private mutating func follow(_ seq: UInt32, _ tally: inout ChatTally) {
        if let inboxTop, seq != inboxTop &+ 1 {
            tally.breaches.broke("the inbox of \(person.name) went from \(inboxTop) to \(seq)")
        }
        inboxTop = seq
    }

    private mutating func acknowledged(
        _ id: UInt32, at now: UInt64, _ tally: inout ChatTally, _ output: inout [UInt8]
    ) {
        guard let sent = sentAt.removeValue(forKey: id) else {
            return tally.breaches.broke("\(person.name) got an answer to nothing: \(id)")
        }
        tally.ackedCount += 1
        tally.acks.record(from: sent, to: now)
        if stage == .talking { send(at: now, &tally, &output) }
    }

    private mutating func delivered(
        _ message: RoomMessage, at now: UInt64, _ tally: inout ChatTally
    ) {
        guard let note = ChatNote(message.text) else {
            return tally.breaches.broke("\(person.name) got a text that nobody wrote")
        }
        tally.deliveredCount += 1
        if message.from == person.name {
            own.deliver(note.number)
        } else {
            friends.deliver(note.number)
            tally.deliveries.record(from: note.sentAt, to: now)
        }
    }

    private mutating func refused(
        _ id: UInt32, _ error: CommandError, _ tally: inout ChatTally
    ) {
        tally.refusedCount += 1
        if tally.firstRefusal == nil { tally.firstRefusal = "\(error.code): \(error.message)" }
        sentAt[id] = nil
    }
}

/// The text of a test message: its number and the time it was sent. With these its reader can check
/// the order and measure the latency.
struct ChatNote: Equatable, Sendable {
    /// Counted from 0 by the author.
    let number: Int
    /// By ``MonotonicClock``.
    let sentAt: UInt64

    init(number: Int, sentAt: UInt64) {
        self.number = number
        self.sentAt = sentAt
    }

    /// Reads what `text(characters:)` wrote; nil for anything else.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let number = Int(words[0]), number >= 0,
            let sentAt = UInt64(words[1])
        else { return nil }
        self.init(number: number, sentAt: sentAt)
    }

    /// The note, padded to `characters`.
    func text(characters: Int) -> String {
        let text = "\(number) \(sentAt) "
        return text + String(repeating: ".", count: max(1, characters - text.utf8.count))
    }
}

/// A member of the chat, and their friend. Neighbours are friends: 0 and 1, 2 and 3 …
struct ChatPerson: Sendable {
    let name: String
    let friend: String
    /// Whether this member of the pair sends the friend request.
    let asks: Bool

    /// - Parameters:
    ///   - number: 0 or more.
    ///   - crowd: a few letters that set this run's accounts apart from those of other runs.
    init(_ number: Int, of crowd: String) {
        name = "\(crowd)_\(number)"
        friend = "\(crowd)_\(number ^ 1)"
        asks = number & 1 == 0
    }

    /// Every account has the same one.
    static let password = "correct horse"

    /// A crowd name that no other run uses.
    static func makeCrowd(using generator: inout some RandomNumberGenerator) -> String {
        let number: UInt32 = generator.next()
        return "l" + String(number, radix: 36)
    }

    /// The command that registers this account.
    var registration: ClientMessage.OneOf_Command {
        var command = AccountRegister()
        command.username = name
        command.email = "\(name)@load.invalid"
        command.password = Self.password
        command.device = "load"
        return .accountRegister(command)
    }
}
