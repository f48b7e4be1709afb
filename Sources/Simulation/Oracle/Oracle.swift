import Accounts
import Kernel
import Promises
import Settings
import Wire

/// Judges everything: what the store commits, what the hub decides to tell, what devices see.
final class Oracle {
    /// One question of a client, as it reached the daemon.
    struct Question: Hashable {
        let link: UInt64
        let number: UInt32
    }

    /// A question, and what the answer has to be once that is certain.
    struct Heard {
        let user: String
        let command: ClientMessage.OneOf_Command
        /// What opened the session that it came from.
        var token = ""
        /// The events that the user could not read when it was heard; of a session's opening alone.
        var unreadable: Set<UInt32> = []
        var answers: [ServerMessage.OneOf_Body] = []
        var hasFailed = false

        /// For a person.
        var text: String { "\(user): \(Optional(command).brief)" }
    }

    /// What a connection was told so far.
    struct Told {
        let user: String
        let device: String
        let token: String
        var seq: UInt32
        /// The events that the user could not read when the session was asked for.
        let unreadable: Set<UInt32>
    }

    unowned let world: World
    var rules: Rules
    let names: [User.ID: String]
    var heard: [Question: Heard] = [:]
    var told: [UInt32: Told] = [:]
    /// Which session of a device is whose.
    var tenures = Tenures()
    /// What was so until the data of an earlier time took its place: answers that were on their
    /// way speak of it.
    var forgotten: [Rules] = []
    /// How far each device has come, by what it was seen to take.
    var places: [String: UInt32] = [:]
    /// How many epochs were over when a device last started over.
    var forgottenBefore: [String: Int] = [:]
    /// What hubs know of what was committed.
    var knowledge: Knowledge
    /// What nodes tell one another of markers.
    var markersUnderway = MarkersUnderway()
    /// How often friends were told of somebody's presence.
    var presenceCounts: [String: Int] = [:]
    /// Posts that anybody was told of.
    var posts: Set<String> = []
    /// Whom somebody said that they write to.
    var typed: Set<Rules.Way> = []
    /// What each device was granted so far: for a deliberate bug.
    var granted: [String: UInt32] = [:]
    /// Two that are drawn are as near by chance once in 10^8 times.
    static let nearNumbers: UInt32 = 8
    /// The number that was drawn last.
    var lastDrawn: UInt32 = 0
    /// How often somebody may still do something.
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

    /// The data of an earlier time are back: what came after it has never been.
    func restored(_ earlier: Rules) {
        forgotten.append(rules)
        rules = earlier
        heard = [:]
    }

    /// A daemon starts, and knows what is durable.
    func booted(_ daemon: SimulatedDaemon) {
        tenures.end(at: daemon.index)
        allowances = allowances.filter { $0.key.node != daemon.index }
        knowledge.booted(daemon, rules)
    }

    /// A transaction has been committed, or refused.
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

    /// A session has told a device to forget what it knows: nothing of an earlier epoch comes to
    /// it any more.
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
        // What says nothing any more is not told on.
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
            // So is a check-in: of what it said nothing is kept beside it.
            if case .checkin = past.reply, case .checkin = reply { return true }
            return past.reply == reply
        }
        if !isDone {
            world.complain(
                .durable,
                "\(user) was told \(reply.brief) of \(Optional(command).brief), which is not so")
        }
    }
}
