package import Wire

/// What one device sent and received, over all its connections: recorded at the socket, before the
/// client's own logic.
///
/// A flaw that needs no other evidence is recorded at once: within a connection, the events of the
/// inbox count without a gap, from the event behind `after`; a `cid` has one answer.
package struct DeviceTrace: Sendable {
    private enum Pending {
        case message(Int, isAltered: Bool)
        case groupMessage(Int)
        case session(after: UInt32?, epoch: String)
        case decision(Int)
        case meetup
        case words(WordTalk.Question)
    }

    package let person: Int
    private let roster: Roster
    private var pending: [UInt32: Pending] = [:]
    /// The seq that comes next on this connection; nil before its session.
    private var expected: UInt32?
    private var epoch: String?
    private var texts: [Int: Int] = [:]
    /// Whether the server's data were ever restored from a copy: the device may be ahead of them.
    private var wasRestored = false

    /// What this device sent, by its number.
    package private(set) var sendings: [Int: Sending] = [:]
    /// What it sent to groups, by its number.
    package private(set) var groupSendings: [Int: GroupSending] = [:]
    /// The events of the inbox that this device was shown.
    package private(set) var inbox: [UInt32: InboxEntry] = [:]
    /// Events that had no content any more when they were read.
    package private(set) var blanks: Set<UInt32> = []
    /// The last event shown.
    package private(set) var inboxTop: UInt32 = 0
    /// The last event before those that were due in the first session.
    package private(set) var start: UInt32?
    /// Events that a reset has spared this device.
    package private(set) var gaps: [ClosedRange<UInt32>] = []
    /// The snapshots that this device received instead, each with the event that it follows.
    package private(set) var snapshots: [(top: UInt32, standing: Situation)] = []
    /// The oldest event that the server had, at the last session.
    package private(set) var floor: UInt32 = 0
    /// The least number of events that the server kept, once it had forgotten the first.
    package private(set) var keptMin = UInt32.max
    package private(set) var ephemeral = EphemeralTrace()
    /// When friendships began, by the server's clock in milliseconds since 1970, and by the event
    /// of the friendship.
    package private(set) var beginnings: [UInt32: Int64] = [:]
    /// Blocks and mutes, and their ends.
    package private(set) var decisions: [Decision] = []
    /// The people in whose rooms this device set a mark or a mute, and those to whom it sent
    /// typing.
    package private(set) var marked: Set<Int> = []
    package private(set) var typedTo: Set<Int> = []
    /// The meetups in the replies to this device's proposals and acceptances.
    package private(set) var agreements: [(number: UInt32, meetup: PartnerNews.Meetup)] = []
    /// The times of the meetups that this device knows and that have not passed, as far as it
    /// knows: in milliseconds since 1970, by partnership.
    package private(set) var meetups: [UInt32: Int64] = [:]
    /// What it received about games of words outside the inbox.
    package private(set) var wordTalk = WordTalk()
    /// Events that were skipped: allowed only if they have no content any more.
    package private(set) var skips: [Range<UInt32>] = []
    /// Commands that were refused for coming too often.
    package private(set) var limitedCount = 0
    /// Commands that the server could not execute for the moment, for any other reason.
    package private(set) var deferredCount = 0
    package private(set) var violations: Set<Violation> = []
    /// Sessions that were opened, and when the last one was.
    package private(set) var sessionCount = 0
    package private(set) var sessionAt: UInt64 = 0
    /// How often the server said goodbye and when to come back, by the close code.
    package private(set) var goodbyes: [UInt32: Int] = [:]
    /// Whether a session is open now.
    package var isSignedIn: Bool { expected != nil }

    package init(person: Int, roster: Roster) {
        (self.person, self.roster) = (person, roster)
    }

    /// Messages that were acknowledged.
    package var acknowledgedCount: Int { sendings.values.count { $0.acknowledgedAt != nil } }
}

// MARK: - What the device does

extension DeviceTrace {
    /// Another connection begins.
    package mutating func connecting() {
        (pending, expected) = ([:], nil)
    }

    /// The connection is over.
    package mutating func disconnected() {
        (pending, expected) = ([:], nil)
    }

    /// The device sends a message.
    package mutating func sent(_ message: ClientMessage, at now: UInt64) {
        switch message.command {
        case .sessionOpen(let open):
            pending[message.id] = .session(
                after: open.hasAfter ? open.after : nil, epoch: open.epoch)
        case .roomSend(let send) where send.to.hasPrefix("#"):
            guard let number = GroupSending.number(cid: send.cid) else { return }
            if groupSendings[number] == nil { groupSendings[number] = GroupSending(room: send.to) }
            pending[message.id] = .groupMessage(number)
        case .roomSend(let send):
            guard let number = Saying.number(cid: send.cid), let to = roster.number(send.to)
            else { return }
            let text = texts[number] ?? send.text.hashValue
            texts[number] = text
            if sendings[number] == nil { sendings[number] = Sending(to: to, sentTime: now) }
            pending[message.id] = .message(number, isAltered: text != send.text.hashValue)
        case .userBlock(let block):
            decided(message, roster.number(block.user).map { .block($0) }, true, at: now)
        case .userUnblock(let unblock):
            decided(message, roster.number(unblock.user).map { .block($0) }, false, at: now)
        case .roomMute(let mute):
            roster.number(mute.with).map { _ = marked.insert($0) }
            decided(message, roster.number(mute.with).map { .mute($0) }, mute.muted, at: now)
        case .roomMark(let mark): roster.number(mark.with).map { _ = marked.insert($0) }
        case .roomType(let type): roster.number(type.with).map { _ = typedTo.insert($0) }
        case .meetupOffer, .meetupAccept: pending[message.id] = .meetup
        default:
            pending[message.id] = message.command.flatMap(wordTalk.question).map { .words($0) }
        }
    }

    private mutating func decided(
        _ message: ClientMessage, _ subject: Decision.Subject?, _ isOn: Bool, at now: UInt64
    ) {
        guard let subject else { return }
        pending[message.id] = .decision(decisions.count)
        decisions.append(
            Decision(
                subject: subject, isOn: isOn, sentTime: now, cid: message.command?.cid ?? ""))
    }

    /// A copy of earlier data replaced the server's: what the device received has never happened.
    /// Its flaws are kept, and whom it marked or typed to.
    package mutating func restored() {
        var anew = DeviceTrace(person: person, roster: roster)
        (anew.violations, anew.marked, anew.typedTo) = (violations, marked, typedTo)
        anew.wasRestored = true
        self = anew
    }

    /// Texts are needed only as long as messages may be repeated.
    package mutating func forgetTexts() { texts = [:] }
}

// MARK: - What it receives

extension DeviceTrace {
    /// The server sends a message.
    ///
    /// - Parameter wallTime: what our wall clock shows, in milliseconds since 1970.
    package mutating func received(_ message: ServerMessage, at now: UInt64, wallTime: Int64) {
        guard let body = message.body else {
            if message.seq != 0 { blanks.insert(message.seq) }
            return
        }
        if message.id != 0 {
            answered(message.id, body, at: now)
        } else if message.seq != 0 {
            let entry = InboxEntry(body, of: person, roster)
            if case .befriended = entry { beginnings[message.seq] = message.at.unixMilliseconds }
            shown(message.seq, entry)
        } else {
            heard(body, at: wallTime)
        }
    }

    /// Receives a hint. Hints may get lost, but must reach only people whom they concern.
    private mutating func heard(_ body: ServerMessage.OneOf_Body, at time: Int64) {
        let position = expected.map { $0 - 1 } ?? inboxTop
        switch body {
        case .presence(let presence): heard([presence], position, at: time)
        case .presenceDigest(let digest): heard(digest.presences, position, at: time)
        // Those of groups are checked against the members, where these are known.
        case .roomTyping(let typing) where typing.room.hasPrefix("#"): break
        case .roomTyping(let typing):
            guard let whose = roster.number(typing.from) else { break }
            ephemeral.heard(
                typingOf: whose, in: roster.pair(typing.room), by: person, position, at: time)
        case .roomReceipt(let receipt) where receipt.room.hasPrefix("#"): break
        case .roomReceipt(let receipt):
            guard let whose = roster.number(receipt.user) else { break }
            ephemeral.heard(
                EphemeralTrace.Receipt(receipt), of: whose, in: roster.pair(receipt.room),
                by: person,
                position, at: time)
        case .placeChanged(let change):
            // A marker that is gone has no owner. A person's own marker goes to the person's other
            // devices.
            guard let whose = roster.number(change.set.user.username), whose != person else {
                break
            }
            ephemeral.heard(markerOf: whose, position, at: time)
        case .wordDailyShown(let shown): wordTalk.heard(shown, roster)
        case .bye(let bye) where bye.hasRetryAfter: goodbyes[bye.code, default: 0] += 1
        default: break
        }
        for flaw in ephemeral.takeFlaws() { note(flaw.kind, flaw.what) }
    }

    private mutating func heard(_ presences: [Presence], _ position: UInt32, at time: Int64) {
        for whose in presences.compactMap({ roster.number($0.user) }) {
            ephemeral.heard(presenceOf: whose, position, at: time)
        }
    }

    private mutating func answered(_ id: UInt32, _ body: ServerMessage.OneOf_Body, at now: UInt64) {
        if case .error(let error) = body, error.code == .rateLimited {
            limitedCount += 1
        } else if case .error(let error) = body, error.temporary {
            deferredCount += 1
        }
        switch (pending.removeValue(forKey: id), body) {
        case (.session(let after, let epoch), .session(let session)):
            opened(session, after: after, epoch: epoch, at: now)
        case (.message(let number, let isAltered), .roomSent(let sent)):
            acknowledged(number, sent, isAltered: isAltered, at: now)
        case (.message(let number, false), .error(let error)): refused(number, error)
        case (.groupMessage(let number), .roomSent(let sent)):
            acknowledgedInGroup(number, sent)
        case (.decision(let index), .done), (.decision(let index), .roomMarked):
            decisions[index].doneTime = now
        // Refused: it had no effect.
        case (.decision(let index), .error): decisions[index].doneTime = 0
        case (.meetup, .partnership(let partnership)) where partnership.hasAt:
            agreements.append((partnership.number, PartnerNews.Meetup(partnership)))
        case (.words(let question), _):
            wordTalk.answered(question, body, roster)
            for flaw in wordTalk.takeFlaws() { note(flaw.kind, flaw.what) }
        default: break
        }
    }

    /// - Parameter other: the epoch that the device knew.
    private mutating func opened(
        _ session: SessionOpened, after: UInt32?, epoch other: String, at now: UInt64
    ) {
        let isForeign =
            !other.isEmpty && other != session.epoch
            || wasRestored && after ?? 0 > session.top
        let isTooOld = after.map { UInt64($0) + 1 < UInt64(session.floor) } ?? false
        if session.reset, !isTooOld, !isForeign {
            note(.lost, "received a reset of the inbox without a reason, after \(after ?? 0)")
        } else if session.reset, !session.hasSnapshot {
            note(.lost, "received a reset of the inbox without a snapshot")
        } else if session.reset {
            let known = min(after ?? session.top, max(inboxTop, start ?? 0))
            if known < session.top { gaps.append(known + 1...session.top) }
            snapshots.append((session.top, Situation(person: person, session.snapshot, roster)))
        } else if isTooOld, !isForeign {
            note(.lost, "came back after \(after ?? 0), with a silent hole up to \(session.floor)")
        }
        if start == nil { start = session.reset ? session.top : after ?? session.top }
        floor = session.floor
        if floor > 1, session.top >= floor { keptMin = min(keptMin, session.top - floor + 1) }
        if let epoch, epoch != session.epoch {
            note(.lost, "came back to another epoch")
        }
        epoch = session.epoch
        expected = (session.reset ? session.top : after ?? session.top) + 1
        sessionCount += 1
        sessionAt = now
    }

    private mutating func acknowledged(
        _ number: Int, _ sent: RoomSent, isAltered: Bool, at now: UInt64
    ) {
        guard !isAltered else {
            return note(.duplicated, "had another text accepted under the cid of message \(number)")
        }
        if let first = sendings[number]?.acknowledgedAt, first != sent.seq {
            note(.duplicated, "had message \(number) acknowledged at \(first) and at \(sent.seq)")
        }
        if sendings[number]?.acknowledgedAt == nil { sendings[number]?.acknowledgedTime = now }
        sendings[number]?.acknowledgedAt = sent.seq
    }

    private mutating func acknowledgedInGroup(_ number: Int, _ sent: RoomSent) {
        if let first = groupSendings[number]?.acknowledgedAt, first != sent.seq {
            note(
                .duplicated,
                "had message \(number) to a group acknowledged at \(first) and at \(sent.seq)")
        }
        groupSendings[number]?.acknowledgedAt = sent.seq
    }

    private mutating func refused(_ number: Int, _ error: CommandError) {
        guard sendings[number]?.acknowledgedAt != nil else {
            sendings[number]?.refusal = error.code
            if error.code == .rateLimited { sendings[number]?.wasLimited = true }
            return
        }
        // A temporary refusal may be followed by success; a permanent one means that the message
        // was forgotten.
        guard !error.temporary else { return }
        note(.lost, "had message \(number) acknowledged, and refused when repeated: \(error.code)")
    }

    private mutating func shown(_ seq: UInt32, _ entry: InboxEntry) {
        switch expected {
        case seq?: break
        case nil: note(.leaked, "was shown event \(seq) without a session")
        case let expected? where seq < expected: note(.duplicated, "was shown event \(seq) again")
        case let expected?: skips.append(expected..<seq)
        }
        if expected != nil { expected = seq + 1 }
        if let before = inbox[seq], before != entry {
            note(.reordered, "was shown two different events as \(seq)")
        }
        inbox[seq] = entry
        if case .partners(let news) = entry {
            meetups[news.number] = news.kind == .ended ? nil : news.meetup.at
        }
        inboxTop = max(inboxTop, seq)
    }

    private mutating func note(_ kind: Violation.Kind, _ what: String) {
        violations.insert(Violation(kind, "\(roster.name(person)) \(what)"))
    }
}
