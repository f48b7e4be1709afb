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
    }

    /// What the hub knows of commits so far.
    struct Known {
        var friends: Set<Pair> = []
        /// Who is in which group.
        var companies: [String: [String]] = [:]
        /// Who lets friends know that they write.
        var typists: Set<String> = []
        /// For whom whose marker is not meant.
        var unmeant: Set<Rules.Way> = []
        /// Tokens that were given up.
        var voided: Set<String> = []

        init(_ rules: Rules) {
            friends = rules.friends.union(rules.teammates)
            companies = rules.companies.mapValues(\.members)
            typists = rules.typists
            unmeant = rules.exclusions[Markers.audience] ?? []
            voided = rules.voided
        }
    }

    unowned let world: World
    var rules: Rules
    let names: [User.ID: String]
    var heard: [Question: Heard] = [:]
    var told: [UInt32: Told] = [:]
    /// The newest session of each device.
    var newest: [String: UInt32] = [:]
    /// What was so until the data of an earlier time took its place: answers that were on their
    /// way speak of it.
    var forgotten: [Rules] = []
    /// How far each device has come, by what it was seen to take.
    var places: [String: UInt32] = [:]
    /// How many epochs were over when a device last started over.
    var forgottenBefore: [String: Int] = [:]
    /// How things are as far as the hub was told of commits, and what it is going to be told.
    private(set) lazy var known = Known(rules)
    var toCome: [Known] = []
    /// How often friends were told of somebody's presence.
    var presenceCounts: [String: Int] = [:]
    /// Whom somebody said that they write to.
    var typed: Set<Rules.Way> = []
    /// How often somebody may still do something.
    var allowances: [Allowance.Key: Allowance] = [:]

    init(_ world: World, names: [User.ID: String]) {
        self.world = world
        self.names = names
        let configuration = world.daemon.configuration
        rules = Rules(
            users: world.plan.users.map { UserProfile(username: $0, displayName: $0) },
            lifetimes: Dictionary(
                uniqueKeysWithValues: configuration.activities.map {
                    ($0.name, .seconds($0.expiryMinutes * 60))
                }),
            wildcards: Set(configuration.activities.filter(\.wildcard).map(\.name)),
            inboxMax: UInt32(configuration.inbox.events))
        rules.words.key = WordKey.sample
    }

    /// The data of an earlier time are back: what came after it has never been.
    func restored(_ earlier: Rules) {
        forgotten.append(rules)
        rules = earlier
        heard = [:]
    }

    /// The daemon starts, and knows what is durable.
    func booted() {
        toCome = []
        newest = [:]
        allowances = [:]
        known = Known(rules)
    }

    /// The hub is about to be told of the next commit.
    func handed() {
        guard !toCome.isEmpty else { return }
        known = toCome.removeFirst()
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
