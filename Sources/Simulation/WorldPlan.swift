import Kernel
import Wire

/// The kind of day that a seed makes: its users, and how much goes wrong.
struct WorldPlan {
    /// How long the users are active before the calm.
    let busy: Duration
    /// The users of the day.
    let users: [String]
    /// The number of devices of each user.
    let deviceCounts: [Int]
    let format: WireFormat
    /// The number of general commands.
    let commandCount: Int
    /// The number of commands about language partners; 0 on a day without any.
    let meetingCount: Int
    /// The number of check-ins and map reads; 0 on a day without any.
    let roamingCount: Int
    /// The number of commands at gatherings; 0 on a day without one.
    let swipeCount: Int
    /// The number of commands about roles and documents at gatherings; 0 on a day without one.
    let roleCount: Int
    /// The number of word-game commands; 0 on a day without any.
    let wordCount: Int
    /// The number of uploads and downloads of attachments, and of messages with them; 0 on a day
    /// without any.
    let attachmentCount: Int
    /// The number of commands in conversations that last; 0 on a day without any.
    let talkCount: Int
    /// The average pause between two faults; nil for a day without any.
    let faultEvery: Duration?
    /// The most commands in one commit.
    let groupMax: Int
    /// The bytes that may wait for a connection: few, so that inboxes are read in pieces.
    let outboxBytes: Int
    /// The most events that an inbox keeps.
    let inboxEvents: Int
    /// Whether one of the activities matches every other.
    let hasWildcard: Bool
    /// The delay of each step inside the daemon, in milliseconds.
    let daemonDelay: ClosedRange<Int>
    /// The delay of the network, in milliseconds.
    let networkDelay: ClosedRange<Int>
    /// Whether rate limits apply.
    let isLimited: Bool

    /// How far each node's clock is ahead; one entry for each node that serves the data.
    let clockSkews: [Duration]
    /// The delay of the bus between nodes, in milliseconds.
    let busDelay: ClosedRange<Int>
    /// The percentage of messages that the bus loses while faults are injected.
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
        attachmentCount = chance.percent(50) ? chance.number(40...120) : 0
        talkCount = chance.percent(40) ? chance.number(80...200) : 0
    }
}
