import Accounts
import Kernel
import Promises
import Settings
import Wire

/// Judges everything: what the store commits, what the hub decides to send, what devices see.
final class Oracle {
    /// One request of a client, as it reached the daemon.
    struct Question: Hashable {
        let link: UInt64
        let number: UInt32
    }

    /// A request, and the required reply once that is certain.
    struct Heard {
        let user: String
        let command: ClientMessage.OneOf_Command
        /// The token that opened the session of the request.
        var token = ""
        /// The events that the user could not read when the request arrived; only for a session's
        /// opening.
        var unreadable: Set<UInt32> = []
        var answers: [ServerMessage.OneOf_Body] = []
        var hasFailed = false

        /// For a person.
        var text: String { "\(user): \(Optional(command).brief)" }
    }

    /// What a connection has received so far.
    struct Told {
        let user: String
        let device: String
        let token: String
        var seq: UInt32
        /// The events that the user could not read when the session was requested.
        let unreadable: Set<UInt32>
    }

    unowned let world: World
    var rules: Rules
    let names: [User.ID: String]
    var heard: [Question: Heard] = [:]
    var told: [UInt32: Told] = [:]
    /// The current session of each device.
    var tenures = Tenures()
    /// The rules of epochs that a restore has ended: replies under way may still reflect them.
    var forgotten: [Rules] = []
    /// The position of each device in its inbox, by the events that it took.
    var places: [String: UInt32] = [:]
    /// The number of ended epochs when a device last started over.
    var forgottenBefore: [String: Int] = [:]
    /// What each hub knows of the commits.
    var knowledge: Knowledge
    /// The markers that nodes send one another.
    var markersUnderway = MarkersUnderway()
    /// How often friends were sent each user's presence.
    var presenceCounts: [String: Int] = [:]
    /// The posts that any user was sent.
    var posts: Set<String> = []
    /// The pairs of a typing user and their addressee.
    var typed: Set<Rules.Way> = []
    /// The cursor that each device was granted last, for a deliberate bug.
    var granted: [String: UInt32] = [:]
    /// Two drawn numbers are this near by chance once in 10^8 times.
    static let nearNumbers: UInt32 = 8
    /// The number drawn last.
    var lastDrawn: UInt32 = 0
    /// The rate limits of each user.
    var allowances: [Allowance.Key: Allowance] = [:]

    init(_ world: World, names: [User.ID: String]) {
        self.world = world
        self.names = names
        let configuration = world.daemons[0].configuration
        rules = Rules(
            users: world.plan.users.map { UserProfile(username: $0, displayName: $0) },
            lifetimes: Dictionary(
                uniqueKeysWithValues: configuration.activities.map {
                    ($0.name, .seconds($0.expiryMinutes * 60))
                }),
            wildcards: Set(configuration.activities.filter(\.wildcard).map(\.name)),
            inboxMax: UInt32(configuration.inbox.events))
        rules.words.key = WordKey.sample
        knowledge = Knowledge(rules, hubCount: world.daemons.count)
    }

    /// A restore has replaced the data: whatever was committed after the backup never happened.
    func restored(_ earlier: Rules) {
        forgotten.append(rules)
        rules = earlier
        heard = [:]
    }

    /// A daemon starts, and knows everything durable.
    func booted(_ daemon: SimulatedDaemon) {
        tenures.end(at: daemon.index)
        allowances = allowances.filter { $0.key.node != daemon.index }
        knowledge.booted(daemon, rules)
    }

    /// A transaction was committed, or refused.
    func noteCommit(_ completion: Completion, by daemon: SimulatedDaemon) {
        knowledge.append(rules)
        if let transaction = completion.transaction {
            markersUnderway.note(completion.signals, of: transaction, rules, names: names)
        }
        for case .claimed(let user, _, let device) in completion.signals {
            guard let name = names[user] else { continue }
            tenures.claimed("\(name) \(device)", at: daemon.index, by: knowledge.commitCount)
        }
    }
}

extension Oracle.Question {
    init(_ origin: Origin) {
        link = origin.connection
        number = origin.command
    }
}

extension Link {
    /// The connection's number in an `Origin`.
    var key: UInt64 { 1 << 32 | UInt64(number) }
}

extension Oracle {
    /// A device starts over, at the end of what there is.
    func reset(_ device: Device, at top: UInt32) { places[device.name] = top }

    /// A session has reset a device: it receives nothing of an earlier epoch any more.
    func begun(_ device: Device) { forgottenBefore[device.name] = forgotten.count }

    /// A device has taken an event.
    func seen(_ body: ServerMessage.OneOf_Body, seq: UInt32, by device: Device) {
        // What had arrived before the data went back may be taken afterwards.
        let epochs = [rules] + forgotten.dropFirst(forgottenBefore[device.name] ?? 0)
        let isThere = epochs.contains { epoch in
            let inbox = epoch.inboxes[device.user] ?? []
            return seq <= inbox.count && inbox[Int(seq) - 1].hasSaid(body)
        }
        var last = places[device.name] ?? 0
        places[device.name] = seq
        // A replay skips blank events.
        while epochs.contains(where: { $0.isBlank(last + 1, of: device.user) }), last + 1 < seq {
            last += 1
        }
        if seq != last + 1 {
            world.complain(.gapless, "\(device.name) sees \(seq) after \(last)")
        } else if !isThere {
            world.complain(.durable, "\(device.name) sees an event \(seq) that is not there")
        }
    }

    /// A client has its answer: what it says is durable by now.
    func acknowledged(
        _ reply: ServerMessage.OneOf_Body, to command: ClientMessage.OneOf_Command, of user: String
    ) {
        guard let cid = command.cid, !cid.isEmpty else { return }
        // A cid of a command that had nothing to take back may be used again for another.
        let known = ([rules] + forgotten).flatMap { epoch in
            [epoch.past[user]?[cid], epoch.vain[user]?[cid]].compactMap(\.self)
        }
        let isDone = known.contains { past in
            // A change that is sent again is answered by how the message stands then.
            if case .message = past.reply, case .message = reply { return true }
            // So are a check-in, a toggle and a plan: nothing of them is kept beside them.
            if case .checkin = past.reply, case .checkin = reply { return true }
            if case .activity = past.reply, case .activity = reply { return true }
            if case .plan = past.reply, case .plan = reply { return true }
            return past.reply == reply
        }
        if !isDone {
            world.complain(
                .durable,
                "\(user) received \(reply.brief) to \(Optional(command).brief), which was not done")
        }
    }
}
