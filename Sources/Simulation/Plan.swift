import Kernel
import Wire

/// What kind of day a seed makes: who is there, and how much goes wrong.
struct Plan {
    /// How long people are at work before everything calms down.
    let busy: Duration
    /// Who is there.
    let users: [String]
    /// How many devices each has.
    let deviceCounts: [Int]
    let format: WireFormat
    /// How many commands are given.
    let commandCount: Int
    /// How many of those who seek language partners give; 0 on a day without any.
    let meetingCount: Int
    /// How many of those who check in give; 0 on a day without any.
    let roamingCount: Int
    /// How many of those who swipe at a gathering give; 0 on a day without one.
    let swipeCount: Int
    /// How many of those who give roles there, or put documents, give; 0 on a day without one.
    let roleCount: Int
    /// How many those who play with words give; 0 on a day without any.
    let wordCount: Int
    /// The pause between two faults, on average; nil for a day without any.
    let faultEvery: Duration?
    /// Most commands that one commit takes.
    let groupMax: Int
    /// What may wait for a connection, in bytes: little, so that inboxes are read in pieces.
    let outboxBytes: Int
    /// Most events of an inbox that are kept.
    let inboxEvents: Int
    /// Whether one of the activities meets every other.
    let hasWildcard: Bool
    /// How slow everything inside the daemon is, in milliseconds.
    let daemonDelay: ClosedRange<Int>
    /// How slow the network is, in milliseconds.
    let networkDelay: ClosedRange<Int>
    /// Whether it is limited how often somebody may do something.
    let isLimited: Bool

    /// How far the clock of each node is ahead; one for each node that serves the data.
    let clockSkews: [Duration]
    /// How slow the bus between nodes is, in milliseconds.
    let busDelay: ClosedRange<Int>
    /// How many of a hundred messages the bus loses while things go wrong.
    let busLoss: Int

    /// Whether several nodes serve the data.
    var isShared: Bool { clockSkews.count > 1 }

    /// How long news of a client may take to reach another client, when nothing goes wrong.
    var slack: Duration {
        let across = isShared ? 4 * daemonDelay.upperBound + 2 * busDelay.upperBound + 500 : 0
        return .milliseconds(
            4 * daemonDelay.upperBound + 3 * networkDelay.upperBound + 10 + across)
    }

    init(using chance: inout Chance) {
        users = Array(Template.users.prefix(chance.number(3...6)))
        deviceCounts = users.map { _ in chance.number(1...3) }
        format = chance.percent(80) ? .binary : .json
        commandCount = chance.number(60...180)
        busy = .seconds(chance.number(40...180))
        faultEvery = chance.percent(6) ? nil : .milliseconds(chance.number(800...15_000))
        groupMax = chance.pick([1, 2, 8, 64]) ?? 64
        outboxBytes = chance.pick([600, 4_000, 262_144]) ?? 4_000
        inboxEvents = chance.pick([10_000, 10_000, 30, 12]) ?? 10_000
        hasWildcard = chance.percent(30)
        daemonDelay = 0...(chance.pick([1, 4, 40, 400]) ?? 4)
        networkDelay = 0...(chance.pick([2, 40, 400]) ?? 40)
        isLimited = chance.percent(25)
        meetingCount = chance.percent(60) ? chance.number(30...90) : 0
        roamingCount = chance.percent(60) ? chance.number(30...90) : 0
        swipeCount = chance.percent(50) ? chance.number(40...120) : 0
        let nodeCount = chance.percent(60) ? 1 : chance.number(2...3)
        let skewMax = chance.pick([0, 0, 50, 2_000]) ?? 0
        clockSkews = (0..<nodeCount).map { _ in .milliseconds(chance.number(-skewMax...skewMax)) }
        busDelay = 0...(chance.pick([2, 20, 300]) ?? 20)
        busLoss = chance.pick([0, 2, 30]) ?? 2
        wordCount = chance.percent(50) ? chance.number(80...200) : 0
        roleCount = swipeCount > 0 ? chance.number(30...90) : 0
    }
}
