import EventLoop
import Promises
import WebSocket
import Wire

/// A device that connects, catches up, acts, and keeps its diary when it leaves.
struct Resident: CrowdMember {
    /// The resident whose diary it takes from the tally; -1 until it has taken one.
    private(set) var number: Int
    /// Since when it could have returned; nil when it came of its own accord.
    private let missingSince: UInt64?
    /// How long it stays; nil: until the run ends its visit.
    private let stayNanoseconds: UInt64?
    var diary = Diary(person: 0)
    var speech = Speech(.json)
    /// The deeds behind the commands of this connection.
    var asked: [UInt32: Int] = [:]
    /// The end of the inbox when the session began; nil before that.
    private var top: UInt32?
    private var isResuming = false
    private var openedAt: UInt64 = 0
    /// When it had caught up; nil before that.
    private(set) var arrivedAt: UInt64?
    private(set) var isLeaving = false
    /// When it leaves; nil: when the run ends its visit, or before its stay begins.
    private var leavesAt: UInt64?
    /// When its next deed is due.
    var nextDeedAt: UInt64?
    /// The deed for which it reads the circle.
    var pending: DayDeed?

    init(_ number: Int, missingSince: UInt64? = nil, stayNanoseconds: UInt64? = nil) {
        self.number = number
        (self.missingSince, self.stayNanoseconds) = (missingSince, stayNanoseconds)
    }

    /// The resident who has been away for longest when the connection opens, however long others
    /// take to leave.
    init(stayNanoseconds: UInt64) { self.init(-1, stayNanoseconds: stayNanoseconds) }

    /// Whether it has its diary.
    var isAwake: Bool { openedAt > 0 && !isLeaving }
    /// Whether it has a session and has caught up.
    var isThere: Bool { arrivedAt != nil && !isLeaving }
}

// MARK: - Coming and going

extension Resident {
    mutating func opened(_ tally: inout LifeTally, _ output: inout [UInt8]) {
        let found =
            number < 0
            ? tally.takeNextDiary()
            : tally.takeDiary(of: number).map { (resident: number, diary: $0) }
        guard let (number, diary) = found else {
            leave(&output)
            return tally.breaches.broke(
                number < 0
                    ? "a visitor came while all were there"
                    : "\(number) came while it was still there")
        }
        self.number = number
        openedAt = MonotonicClock.nanoseconds()
        self.diary = diary
        if diary.token.isEmpty {
            let name = diary.names.name(diary.person)
            speech.say(Population.login(as: name, device: diary.device), &output)
        } else {
            openSession(&output)
        }
    }

    /// Requests a session behind the last event seen.
    mutating func openSession(_ output: inout [UInt8]) {
        speech.signIn(
            token: diary.token, device: diary.device, behind: (diary.seen, diary.epoch), &output)
    }

    /// The session is open: repeats every command without a reply.
    mutating func begin(
        _ session: SessionOpened, _ tally: inout LifeTally, _ output: inout [UInt8]
    ) {
        guard top == nil else { return tally.breaches.doubled("\(number) got a second session") }
        isResuming = !diary.epoch.isEmpty
        tally.opened(session, behind: diary.seen, isResuming: isResuming)
        diary.begin(session)
        top = session.top
        for deed in diary.deeds.keys.sorted() { say(deed, &output) }
    }

    /// Records that it has caught up, once it has.
    mutating func arriveIfThrough(at now: UInt64, _ tally: inout LifeTally) {
        guard let top, arrivedAt == nil, diary.seen >= top else { return }
        arrivedAt = now
        tally.arrived(since: isResuming ? (missingSince, openedAt) : nil, at: now)
    }

    /// Begins its stay.
    mutating func beginStay(at now: UInt64) { leavesAt = stayNanoseconds.map { now + $0 } }

    /// Disconnects when its stay is over; later events arrive on its next visit.
    mutating func goHomeIfDue(
        at now: UInt64, _ tally: inout LifeTally, _ output: inout [UInt8]
    ) {
        guard let leavesAt, !isLeaving, now >= leavesAt else { return }
        tally.keep(diary, of: number)
        tally.left()
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}

extension Resident {
    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout LifeTally,
        _ output: inout [UInt8]
    ) {
        guard !isLeaving else { return }
        guard let message = ServerMessage([UInt8](bytes), .json),
            let body = message.body
        else { return tally.breaches.broke("\(number) got a message that cannot be read") }
        if message.seq > 0 {
            guard tally.accepts(diary.see(message.seq), message.seq, for: number) else { return }
        }
        if message.id > 0 {
            answered(message.id, body, at: now, &tally, &output)
        } else {
            hear(body, at: now, &tally, &output)
        }
        arriveIfThrough(at: now, &tally)
    }

    private mutating func answered(
        _ id: UInt32, _ body: ServerMessage.OneOf_Body, at now: UInt64,
        _ tally: inout LifeTally, _ output: inout [UInt8]
    ) {
        let deed = asked.removeValue(forKey: id)
        switch body {
        case .account(let account):
            diary.token = account.token
            openSession(&output)
        case .session(let session): begin(session, &tally, &output)
        case .circlePage(let page): act(on: page, at: now, &output)
        case .error(let error):
            // A temporary refusal is retried on the next connection.
            if let deed, !error.temporary { _ = diary.answered(deed) }
            tally.refused(error)
        default:
            guard let deed, let done = diary.answered(deed) else {
                return tally.breaches.doubled("\(number) got an answer to nothing: \(id)")
            }
            tally.acknowledged(done, body, at: now)
        }
    }

    private mutating func hear(
        _ body: ServerMessage.OneOf_Body, at now: UInt64, _ tally: inout LifeTally,
        _ output: inout [UInt8]
    ) {
        switch body {
        case .roomMessage(let message): hear(message, at: now, &tally)
        case .match(let match):
            guard hear(match.with.username, match.activity, lasts: true, &tally) else { return }
            meet(match, at: now, &output)
        case .matchEnded(let ended):
            _ = hear(ended.with, ended.activity, lasts: false, &tally)
        case .circleAsked(let asked):
            confirm(asked.friend.username, asked.activity, at: now, &output)
        case .circleCommented(let commented):
            guard !diary.hear(comment: commented.comment.id) else { return }
            tally.breaches.doubled("\(number) received comment \(commented.comment.id) again")
        default: break
        }
    }

    private mutating func hear(_ message: RoomMessage, at now: UInt64, _ tally: inout LifeTally) {
        guard let note = ChatNote(message.text), let talk = Talk(message, diary.names),
            [talk.from, talk.to].contains(diary.person)
        else { return tally.breaches.broke("\(number) got a message that nobody wrote to it") }
        tally.delivered(since: isThere ? note.sentAt : nil, at: now)
        guard !diary.hear(note.number, of: talk) else { return }
        tally.breaches.doubled("\(number) was shown message \(note.number) of \(talk.from) again")
    }

    /// - Returns: whether to handle the match.
    private mutating func hear(
        _ name: String, _ activity: String, lasts: Bool, _ tally: inout LifeTally
    ) -> Bool {
        guard let friend = diary.names.number(name) else {
            tally.breaches.broke("\(number) received a match with a stranger")
            return false
        }
        guard diary.hear(Diary.Match(friend: friend, activity: activity), lasts: lasts) else {
            tally.breaches.doubled(
                "\(number) received a match or its end twice: \(activity) with \(name)")
            return false
        }
        return true
    }
}

extension Resident {
    /// Sends a durable command, now and on later connections, until it has a reply.
    mutating func ask(
        _ kind: Deed.Kind, at due: UInt64, _ output: inout [UInt8],
        _ make: (_ cid: String) -> ClientMessage.OneOf_Command
    ) {
        say(diary.ask(kind, at: due, make), &output)
    }

    /// Sends a recorded command once more.
    mutating func say(_ deed: Int, _ output: inout [UInt8]) {
        guard let command = diary.deeds[deed]?.command else { return }
        speech.say(command, &output)
        asked[speech.lastCommand] = deed
    }

    /// Sends a message.
    mutating func write(
        to friend: Int, at due: UInt64, _ output: inout [UInt8]
    ) {
        let name = diary.names.name(friend)
        let note = ChatNote(number: diary.nextNumber(to: friend), sentAt: due)
        let talk = Talk(from: diary.person, to: friend)
        ask(.message(talk), at: due, &output) { cid in
            var message = RoomSend()
            message.to = name
            message.text = note.text(characters: 64)
            message.cid = cid
            return .roomSend(message)
        }
    }

    /// Sends the messages due by now, to one friend after the other.
    mutating func keepUp(
        with beat: Beat, as writer: Int, to friends: [Int], at now: UInt64,
        _ output: inout [UInt8]
    ) {
        guard isThere, !friends.isEmpty else { return }
        while let due = beat.due(writer, after: diary.deedCount), due <= now {
            write(to: friends[diary.deedCount % friends.count], at: due, &output)
        }
    }
}

/// A durable command of a device that waits for its reply. The next connection repeats it with the
/// same `cid`; it takes effect once.
struct Deed: Sendable {
    /// The effect that is due.
    enum Kind: Sendable {
        case message(Talk)
        /// On a post of that user.
        case comment(Int)
        case other
    }

    let kind: Kind
    let command: ClientMessage.OneOf_Command
    /// When it was due, by ``MonotonicClock``.
    let at: UInt64
}

/// One direction of a conversation: from one friend to the other.
struct Talk: Hashable, Sendable {
    let from: Int
    let to: Int

    init(from: Int, to: Int) {
        (self.from, self.to) = (from, to)
    }

    /// The direction of a message; nil when its users are not of the population.
    init?(_ message: RoomMessage, _ roster: Roster = Population.usualNames) {
        let names = message.room.split(separator: ":")
        guard names.count == 2, let other = names.first(where: { $0 != message.from }),
            let from = roster.number(message.from),
            let to = roster.number(String(other))
        else { return nil }
        self.init(from: from, to: to)
    }
}

/// The timetable of the writers: one after the other, at a rate for all together.
struct Beat: Equatable, Sendable {
    /// By ``MonotonicClock``.
    let start: UInt64
    let perSecond: Int
    let writerCount: Int
    /// No resident writes from this time on.
    var end = UInt64.max

    /// When a writer's next message is due, after `count` messages; nil when the time is over.
    func due(_ writer: Int, after count: Int) -> UInt64? {
        let turn = UInt64(clamping: count * writerCount + writer)
        let due = start + turn * 1_000_000_000 / UInt64(max(1, perSecond))
        return perSecond > 0 && due < end ? due : nil
    }
}

/// What residents have done between two moments, and its cost for the server.
struct LifeStretch: Sendable {
    let seconds: Double
    /// Acknowledged commands, and messages that reached a device.
    let ackedCount: Int
    let deliveredCount: Int
    let cpuNanoseconds: UInt64

    /// The server's processor time for one of `count`.
    func cpuMicroseconds(each count: Int) -> Double {
        cpuNanoseconds.microseconds(each: count)
    }
}

extension Crowd where Member == Resident {
    /// The tally with all diaries, including those of connected residents.
    func memory(on loop: isolated EventLoop<Crowd>) -> LifeTally {
        var memory = tally
        each(on: loop) { member, _, _ in
            if member.isAwake { memory.keep(member.diary, of: member.number) }
        }
        return memory
    }
}

extension CrowdLoop where Member == Resident {
    /// The tally with all diaries.
    func memory() async -> LifeTally { await ask { crowd, loop in crowd.memory(on: loop) } }

    /// Cuts all connections without a close frame.
    ///
    /// - Returns: the diaries, without anything that arrived later.
    /// - Throws: when the crowd has failed before, because some diaries would be missing.
    func cut() async throws(LoadFailure) -> LifeTally {
        let (memory, failure) = await ask { crowd, loop in
            defer { crowd.dismiss(on: loop) }
            return (crowd.memory(on: loop), crowd.failure)
        }
        await dismiss()
        if let failure { throw failure }
        return memory
    }

    /// Measures what happens while `body` runs; latencies from before do not count.
    func measure(
        _ meter: ProcessMeter, _ body: () async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) -> LifeStretch {
        let before = await ask { crowd, _ in
            crowd.tally.beginAnew()
            return crowd.tally
        }
        let (start, cpu) = (MonotonicClock.nanoseconds(), try meter.cpuNanoseconds())
        try await body()
        let after = await ask { crowd, _ in crowd.tally }
        return LifeStretch(
            seconds: Double(MonotonicClock.nanoseconds() - start) / 1e9,
            ackedCount: after.ackedCount - before.ackedCount,
            deliveredCount: after.deliveredCount - before.deliveredCount,
            cpuNanoseconds: try meter.cpuNanoseconds() - cpu)
    }
}
