import Promises
import SplitMix
import SwiftProtobuf
import Wire

/// Users who visit, chat, toggle, comment, leave and return, all at the same time.
struct DayRun: Sendable {
    /// How often due deeds are looked for.
    private static let tickMilliseconds = 10

    let plan: DayPlan
    /// The pause after all have arrived, for the aftermath to settle.
    var calmMilliseconds = 2000

    /// Measures a server that has the population in its data.
    ///
    /// At the end every user signs in once more, and must have received everything.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> DayReport {
        let people = plan.population.size
        let tokens = try await LoginRun(population: plan.population, count: people, atOnce: 64)
            .tokens(server, progress)
        let diaries = (0..<people).map { plan.population.diary(of: $0, token: tokens[$0]) }
        let (stretch, lived) = try await live(LifeTally(diaries), server, progress)
        let memory = try await comeHome(lived, server, progress)
        return DayReport(plan, stretch, lived, LifeAudit([memory]))
    }

    private func live(
        _ memory: LifeTally, _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> (LifeStretch, LifeTally) {
        let plan = plan
        return try await CrowdLoop(
            plan.visitCount, atOnceMax: plan.atOnce, to: Target(server), tally: memory
        ) { visit in
            Resident(stayNanoseconds: plan.stayNanoseconds(of: visit))
        }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("arriving", plan.atOnce, progress) { $0.tally.caughtUpCount }
            try await crowd.work("settling", milliseconds: calmMilliseconds, progress)
            let stretch = try await crowd.measure(server.meter) { () throws(LoadFailure) in
                let end = MonotonicClock.nanoseconds() + UInt64(plan.seconds) * 1_000_000_000
                try await crowd.pace(
                    "living", until: end, every: Self.tickMilliseconds, progress
                ) { now, member, tally, output in member.live(plan, at: now, &tally, &output) }
            }
            return (stretch, try await crowd.cut())
        }
    }

    /// All users sign in at the same time, do nothing, and catch up.
    private func comeHome(
        _ lived: LifeTally, _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> LifeTally {
        var memory = lived
        memory.beginAnew()
        let people = plan.population.size
        return try await CrowdLoop(people, to: Target(server), tally: memory) {
            Resident($0)
        }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("coming home", people, progress) { $0.tally.caughtUpCount }
            try await crowd.hush("waiting for the last", progress)
            return try await crowd.cut()
        }
    }
}

/// What users do on a usual day, and how often.
enum DayDeed: String, CaseIterable, Sendable {
    case write
    case toggle
    case read
    case comment
    case like

    /// The share of all deeds.
    var percent: Int {
        switch self {
        case .write: 60
        case .toggle: 15
        case .read: 12
        case .comment: 8
        case .like: 5
        }
    }

    /// A short description.
    var summary: String {
        switch self {
        case .write: "write to a friend"
        case .toggle: "turn an activity on or off"
        case .read: "mark a room as read"
        case .comment: "read the circle, and comment on a post"
        case .like: "read the circle, and like a post"
        }
    }

    /// Draws the next deed.
    static func draw(using chance: inout SplitMix64) -> DayDeed {
        var rest = chance.below(100)
        for deed in allCases {
            rest -= deed.percent
            if rest < 0 { return deed }
        }
        return .write
    }
}

/// A usual day in fast motion: how long visits last, and how much happens.
struct DayPlan: Sendable {
    let population: Population
    /// Deeds a second, of all users together.
    let rate: Int
    let seconds: Int
    /// How long a visit lasts.
    let staySeconds: Int

    /// Two of three users are online at a time, so each is away for half as long as a visit lasts.
    var atOnce: Int { population.size * 2 / 3 }

    /// Enough visits for the whole day.
    var visitCount: Int { atOnce + atOnce * (seconds + 1) / staySeconds }

    /// How long a visit lasts; visits are counted from 0. The first ones begin at the same time, so
    /// they end at different times.
    func stayNanoseconds(of visit: Int) -> UInt64 {
        let stay = UInt64(staySeconds) * 1_000_000_000
        return visit < atOnce ? stay * UInt64(1 + visit) / UInt64(atOnce) : stay
    }

    /// The average pause between two deeds of a user.
    var pauseNanoseconds: UInt64 { UInt64(atOnce) * 1_000_000_000 / UInt64(max(1, rate)) }
}

/// What a usual day costs.
struct DayReport: Report {
    let users: Int
    let friends: Int
    let atOnce: Int
    /// The share of each deed, in percent.
    let percent: [String: Int]
    let visits: Int
    let deeds: Int
    let deedsPerSecond: Double
    let deliveries: Int
    /// Includes visits, presence, matches and the circle.
    let cpuMicrosecondsPerDeed: Double
    let cpuMicrosecondsPerDelivery: Double
    let cpuPercent: Double
    let resumes: Latencies
    let answers: Latencies
    let delivered: Latencies
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let complaints: [String]

    init(_ plan: DayPlan, _ stretch: LifeStretch, _ lived: LifeTally, _ audit: LifeAudit) {
        users = plan.population.size
        friends = plan.population.friendCount
        atOnce = plan.atOnce
        percent = Dictionary(
            uniqueKeysWithValues: DayDeed.allCases.map { ($0.rawValue, $0.percent) })
        visits = lived.visitCount
        deeds = stretch.ackedCount
        deedsPerSecond = Double(stretch.ackedCount) / stretch.seconds
        deliveries = stretch.deliveredCount
        cpuMicrosecondsPerDeed = stretch.cpuMicroseconds(each: stretch.ackedCount)
        cpuMicrosecondsPerDelivery = stretch.cpuMicroseconds(each: stretch.deliveredCount)
        cpuPercent = Double(stretch.cpuNanoseconds) / 1e7 / stretch.seconds
        (resumes, answers, delivered) = (lived.resumes, lived.answers, lived.deliveries)
        lost = audit.lostCount
        duplicated = audit.duplicateCount
        reordered = audit.reorderedCount
        complaints = audit.complaints
    }

    var columns: [String] {
        [
            "day of \(users) × \(friends)", "visits", "deeds/s", "deliveries", "cpu µs a deed",
            "cpu µs a delivery", "cpu %", "lost", "doubled", "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", "\(visits)", deedsPerSecond.digits(0), "\(deliveries)",
                cpuMicrosecondsPerDeed.digits(1), cpuMicrosecondsPerDelivery.digits(1),
                cpuPercent.digits(1), "\(lost)", "\(duplicated)", "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] {
        [("resume", resumes), ("answer", answers), ("delivery", delivered)]
    }
}

// MARK: - By itself

extension Resident {
    /// Does what is due, and leaves when the visit is over.
    mutating func live(
        _ plan: DayPlan, at now: UInt64, _ tally: inout LifeTally, _ output: inout [UInt8]
    ) {
        guard isThere else { return }
        // The first deed comes at a random moment of the first pause, or all would act at once.
        let pause = Int(plan.pauseNanoseconds)
        guard let due = nextDeedAt else {
            beginStay(at: now)
            return nextDeedAt = now + UInt64(diary.chance.below(pause))
        }
        if due <= now {
            act(plan, at: due, &output)
            nextDeedAt = due + UInt64(diary.chance.number(pause / 2...pause * 3 / 2))
        }
        goHomeIfDue(at: now, &tally, &output)
    }

    private mutating func act(
        _ plan: DayPlan, at due: UInt64, _ output: inout [UInt8]
    ) {
        let friends = plan.population.friends(of: diary.person)
        let friend = friends[diary.chance.below(friends.count)]
        switch DayDeed.draw(using: &diary.chance) {
        case .write: write(to: friend, at: due, &output)
        case .toggle: toggle(at: due, &output)
        case .read:
            let name = diary.names.name(friend)
            ask(.other, at: due, &output) { cid in
                .roomMark(.with { ($0.with, $0.seq, $0.cid) = (name, .max, cid) })
            }
        case .comment: look(to: .comment, &output)
        case .like: look(to: .like, &output)
        }
    }

    private mutating func toggle(
        at due: UInt64, _ output: inout [UInt8]
    ) {
        let activities = Population.activities
        let activity = activities[diary.chance.below(activities.count)]
        let isOn = !diary.isOn.contains(activity)
        if isOn { diary.isOn.insert(activity) } else { diary.isOn.remove(activity) }
        ask(.other, at: due, &output) { cid in
            .activitySet(.with { ($0.activity, $0.on, $0.cid) = (activity, isOn, cid) })
        }
    }

    /// Reads the circle; the deed follows when the page has arrived.
    private mutating func look(to deed: DayDeed, _ output: inout [UInt8]) {
        pending = deed
        speech.say(.circleList(CircleList()), &output)
    }
}

// MARK: - On what it hears

extension Resident {
    /// Handles a match: in half of the cases, confirms that the friends met.
    mutating func meet(
        _ match: Match, at now: UInt64, _ output: inout [UInt8]
    ) {
        guard diary.chance.percent(50) else { return }
        confirm(match.with.username, match.activity, at: now, &output)
    }

    /// Confirms a meeting. Once both friends have confirmed it, it is posted on the circle.
    mutating func confirm(
        _ friend: String, _ activity: String, at now: UInt64,
        _ output: inout [UInt8]
    ) {
        ask(.other, at: now, &output) { cid in
            .circleConfirm(.with { ($0.friend, $0.activity, $0.cid) = (friend, activity, cid) })
        }
    }

    /// Comments on or likes another user's post on the page of the circle, if it has one.
    mutating func act(
        on page: CirclePage, at now: UInt64, _ output: inout [UInt8]
    ) {
        let posts = page.posts.compactMap { post in
            diary.names.number(post.author.username).map { (id: post.id, author: $0) }
        }.filter { $0.author != diary.person }
        guard !posts.isEmpty, let deed = pending else { return }
        pending = nil
        let post = posts[diary.chance.below(posts.count)]
        guard deed == .comment else {
            return ask(.other, at: now, &output) { cid in
                .circleLike(.with { ($0.post, $0.liked, $0.cid) = (post.id, true, cid) })
            }
        }
        ask(.comment(post.author), at: now, &output) { cid in
            .circleSay(.with { ($0.post, $0.text, $0.cid) = (post.id, "well done, \(cid)", cid) })
        }
    }
}
