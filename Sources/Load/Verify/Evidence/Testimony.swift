import Wire

/// What one device said and was told, over all its connections: written down at the socket, before
/// the client's own logic has seen it.
///
/// What cannot be right whatever others say is noted at once: within a connection the inbox counts
/// without a gap, from the event behind `after`; a `cid` has one answer.
struct Testimony: Sendable {
    private enum Pending {
        case message(Int, isAltered: Bool)
        case session(after: UInt32?)
    }

    let person: Int
    private let roster: Roster
    private var pending: [UInt32: Pending] = [:]
    /// The seq that comes next on this connection; nil before its session.
    private var expected: UInt32?
    private var epoch: String?
    private var texts: [Int: Int] = [:]

    /// What this device sent, by its number.
    private(set) var sendings: [Int: Sending] = [:]
    /// The inbox as this device was shown it.
    private(set) var inbox: [UInt32: InboxEntry] = [:]
    /// The last of it.
    private(set) var inboxTop: UInt32 = 0
    /// Whose presence this device heard of, and how far it had come in the inbox then.
    private(set) var presences: [Int: UInt32] = [:]
    private(set) var violations: Set<Violation> = []
    /// Sessions that were opened, and when the last one was.
    private(set) var sessionCount = 0
    private(set) var sessionAt: UInt64 = 0
    /// How often the server said goodbye and when to come back, by the code of the close.
    private(set) var goodbyes: [UInt32: Int] = [:]
    /// Whether a session is open now.
    var isSignedIn: Bool { expected != nil }

    init(person: Int, roster: Roster) {
        (self.person, self.roster) = (person, roster)
    }

    /// Messages that were acknowledged.
    var acknowledgedCount: Int { sendings.values.count { $0.acknowledgedAt != nil } }
}

// MARK: - What the device does

extension Testimony {
    /// Another connection begins.
    mutating func connecting() {
        (pending, expected) = ([:], nil)
    }

    /// The connection is over.
    mutating func disconnected() {
        (pending, expected) = ([:], nil)
    }

    /// The device says something.
    mutating func sent(_ message: ClientMessage) {
        switch message.command {
        case .sessionOpen(let open):
            pending[message.id] = .session(after: open.hasAfter ? open.after : nil)
        case .roomSend(let send):
            guard let number = Saying.number(cid: send.cid), let to = roster.number(send.to)
            else { return }
            let text = texts[number] ?? send.text.hashValue
            texts[number] = text
            if sendings[number] == nil { sendings[number] = Sending(to: to) }
            pending[message.id] = .message(number, isAltered: text != send.text.hashValue)
        default: break
        }
    }

    /// Texts need not be kept once nothing is repeated any more.
    mutating func forgetTexts() { texts = [:] }
}

// MARK: - What it is told

extension Testimony {
    /// The server says something.
    mutating func received(_ message: ServerMessage, at now: UInt64) {
        guard let body = message.body else { return }
        if message.id != 0 {
            answered(message.id, body, at: now)
        } else if message.seq != 0 {
            shown(message.seq, InboxEntry(body, roster))
        } else {
            heard(body)
        }
    }

    /// Something that may get lost; but whoever hears it must be one whom it concerns.
    private mutating func heard(_ body: ServerMessage.OneOf_Body) {
        switch body {
        case .presence(let presence): heard(of: presence.user)
        case .presenceDigest(let digest): for one in digest.presences { heard(of: one.user) }
        case .bye(let bye) where bye.hasRetryAfter: goodbyes[bye.code, default: 0] += 1
        default: break
        }
    }

    private mutating func heard(of user: String) {
        guard let whose = roster.number(user) else { return }
        presences[whose] = max(presences[whose] ?? 0, expected.map { $0 - 1 } ?? inboxTop)
    }

    private mutating func answered(_ id: UInt32, _ body: ServerMessage.OneOf_Body, at now: UInt64) {
        switch (pending.removeValue(forKey: id), body) {
        case (.session(let after), .session(let session)): opened(session, after: after, at: now)
        case (.message(let number, let isAltered), .roomSent(let sent)):
            acknowledged(number, sent, isAltered: isAltered)
        case (.message(let number, false), .error(let error)): refused(number, error)
        default: break
        }
    }

    private mutating func opened(_ session: SessionOpened, after: UInt32?, at now: UInt64) {
        if session.reset {
            note(.lost, "was told to forget the inbox, after \(after ?? 0)")
        }
        if let epoch, epoch != session.epoch {
            note(.lost, "came back to another epoch")
        }
        epoch = session.epoch
        expected = (session.reset ? session.top : after ?? session.top) + 1
        sessionCount += 1
        sessionAt = now
    }

    private mutating func acknowledged(_ number: Int, _ sent: RoomSent, isAltered: Bool) {
        guard !isAltered else {
            return note(.duplicated, "had another text accepted under the cid of message \(number)")
        }
        if let first = sendings[number]?.acknowledgedAt, first != sent.seq {
            note(.duplicated, "had message \(number) acknowledged at \(first) and at \(sent.seq)")
        }
        sendings[number]?.acknowledgedAt = sent.seq
    }

    private mutating func refused(_ number: Int, _ error: CommandError) {
        guard sendings[number]?.acknowledgedAt != nil else {
            if sendings[number]?.refusal == nil { sendings[number]?.refusal = error.code }
            return
        }
        // A server that cannot say now may say later; one that says no has forgotten.
        guard !error.temporary else { return }
        note(.lost, "had message \(number) acknowledged, and refused when repeated: \(error.code)")
    }

    private mutating func shown(_ seq: UInt32, _ entry: InboxEntry) {
        switch expected {
        case seq?: break
        case nil: note(.leaked, "was shown event \(seq) without a session")
        case let expected? where seq < expected: note(.duplicated, "was shown event \(seq) again")
        case let expected?: note(.lost, "was shown event \(seq) where \(expected) was due")
        }
        if expected != nil { expected = seq + 1 }
        if let before = inbox[seq], before != entry {
            note(.reordered, "was shown two different events as \(seq)")
        }
        inbox[seq] = entry
        inboxTop = max(inboxTop, seq)
    }

    private mutating func note(_ kind: Violation.Kind, _ what: String) {
        violations.insert(Violation(kind, "\(roster.name(person)) \(what)"))
    }
}
