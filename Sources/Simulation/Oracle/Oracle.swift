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

    /// What a hub knows that has heard of all commits up to one.
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
    /// Which session of a device is whose.
    var tenures = Tenures()
    /// What was so until the data of an earlier time took its place: answers that were on their
    /// way speak of it.
    var forgotten: [Rules] = []
    /// How far each device has come, by what it was seen to take.
    var places: [String: UInt32] = [:]
    /// How many epochs were over when a device last started over.
    var forgottenBefore: [String: Int] = [:]
    /// How things were after each commit.
    private(set) lazy var history = History(Known(rules))
    /// How many commits each hub has heard of.
    private var heardOf: [Int]
    /// How often friends were told of somebody's presence.
    var presenceCounts: [String: Int] = [:]
    /// Whom somebody said that they write to.
    var typed: Set<Rules.Way> = []
    /// How often somebody may still do something.
    var allowances: [Allowance.Key: Allowance] = [:]

    init(_ world: World, names: [User.ID: String]) {
        self.world = world
        self.names = names
        heardOf = world.daemons.map { _ in 0 }
        let configuration = world.daemons[0].configuration
        rules = Rules(
            users: world.plan.users.map { UserProfile(username: $0, displayName: $0) },
            lifetimes: Dictionary(
                uniqueKeysWithValues: configuration.activities.map {
                    ($0.name, .seconds($0.expiryMinutes * 60))
                }),
            wildcards: Set(configuration.activities.filter(\.wildcard).map(\.name)),
            inboxMax: UInt32(configuration.inbox.events))
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
        // Data of an earlier time may be in the place of those.
        if daemon.node == nil { history.restart(Known(rules)) }
        heardOf[daemon.index] = history.count
    }

    /// How many commits there were.
    var commitCount: Int { history.count }

    /// What a hub knows now: it has heard of all commits up to the first of these. One of several
    /// nodes may have heard of some of the others, too.
    func known(by daemon: SimulatedDaemon) -> ArraySlice<Known> {
        let heard = heardOf[daemon.index]
        return history.states(heard...(daemon.node == nil ? heard : history.count))
    }

    /// A hub is about to be told of its next commit.
    func handed(_ daemon: SimulatedDaemon) {
        // What others commit meanwhile it hears of by its looks.
        guard daemon.node == nil, heardOf[daemon.index] < history.count else { return }
        looked(daemon, upTo: heardOf[daemon.index] + 1)
    }

    /// A hub is about to be told of all commits up to one.
    func looked(_ daemon: SimulatedDaemon, upTo count: Int) {
        guard daemon.node == nil || heardOf[daemon.index] < count else { return }
        heardOf[daemon.index] = count
        history.forget(before: heardOf.min() ?? count)
    }

    /// A transaction has been committed, or refused.
    func noteCommit(_ completion: Completion, by daemon: SimulatedDaemon) {
        history.append(Known(rules))
        for case .claimed(let user, _, let device) in completion.signals {
            guard let name = names[user] else { continue }
            tenures.claimed("\(name) \(device)", at: daemon.index, by: history.count)
        }
    }

    /// Whether a device is told something by a session that has been closed for another.
    func isOver(_ link: Link) -> Bool {
        tenures.isOver(link, knowing: heardOf[link.daemon.index])
    }
}

extension Oracle {
    /// How things were after each commit, as far back as some hub has not heard of them.
    struct History {
        private var states: [Known]
        /// How many were forgotten.
        private var first = 0

        init(_ known: Known) { states = [known] }

        /// How many commits there were.
        var count: Int { first + states.count - 1 }

        mutating func append(_ known: Known) { states.append(known) }

        /// How things were after so many commits.
        func states(_ range: ClosedRange<Int>) -> ArraySlice<Known> {
            states[max(0, range.lowerBound - first)...(range.upperBound - first)]
        }

        mutating func forget(before count: Int) {
            guard count > first else { return }
            states.removeFirst(min(states.count - 1, count - first))
            first = count
        }

        /// Nobody is going to hear of what was not heard of yet.
        mutating func restart(_ known: Known) {
            first += states.count - 1
            states = [known]
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
