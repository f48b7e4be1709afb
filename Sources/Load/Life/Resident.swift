import Promises
import WebSocket
import Wire

/// A device that comes, reads on where it stopped, lives, and remembers everything when it leaves.
struct Resident: CrowdMember {
    /// Whose diary it takes from the tally.
    let number: Int
    /// From when on it could have come back; nil: it comes of its own accord.
    private let missingSince: UInt64?
    /// How long it stays; nil: until it is sent home.
    private let stayNanoseconds: UInt64?
    var diary = Diary(person: 0)
    var speech = Speech(.json)
    /// The deeds that commands of this connection are for.
    var asked: [UInt32: Int] = [:]
    /// Where the inbox ended when the session began; nil before that.
    private var top: UInt32?
    private var isResuming = false
    private var openedAt: UInt64 = 0
    /// When it had caught up with everything; nil before that.
    private(set) var arrivedAt: UInt64?
    private(set) var isLeaving = false
    /// When it is to leave; nil: when it is sent home, or before its stay begins.
    private var leavesAt: UInt64?
    /// When it is to do something next.
    var nextDeedAt: UInt64?
    /// What it looks at the circle for.
    var pending: DayDeed?

    init(_ number: Int, missingSince: UInt64? = nil, stayNanoseconds: UInt64? = nil) {
        self.number = number
        (self.missingSince, self.stayNanoseconds) = (missingSince, stayNanoseconds)
    }

    /// Whether it has its diary.
    var isAwake: Bool { openedAt > 0 && !isLeaving }
    /// Whether it has a session, and all that it missed.
    var isThere: Bool { arrivedAt != nil && !isLeaving }
}

// MARK: - Coming and going

extension Resident {
    mutating func opened(_ tally: inout LifeTally, _ output: inout [UInt8]) {
        guard let diary = tally.takeDiary(of: number) else {
            leave(&output)
            return tally.breaches.broke("\(number) came while it was still there")
        }
        openedAt = MonotonicClock.nanoseconds()
        self.diary = diary
        if diary.token.isEmpty {
            let name = diary.names.name(diary.person)
            speech.say(Population.login(as: name, device: diary.device), &output)
        } else {
            openSession(&output)
        }
    }

    /// Asks for a session behind what was seen.
    mutating func openSession(_ output: inout [UInt8]) {
        speech.signIn(
            token: diary.token, device: diary.device, behind: (diary.seen, diary.epoch), &output)
    }

    /// The session is there: whatever had no answer is asked again.
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

    /// Takes note of having caught up, if that is so.
    mutating func arriveIfThrough(at now: UInt64, _ tally: inout LifeTally) {
        guard let top, arrivedAt == nil, diary.seen >= top else { return }
        arrivedAt = now
        tally.arrived(since: isResuming ? (missingSince, openedAt) : nil, at: now)
    }

    /// It has come to live here: from now on it stays for as long as it wants.
    mutating func beginStay(at now: UInt64) { leavesAt = stayNanoseconds.map { now + $0 } }

    /// Says goodbye when it has stayed for as long as it wanted; what still comes comes again.
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
