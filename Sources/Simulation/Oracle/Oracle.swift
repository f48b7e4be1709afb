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
