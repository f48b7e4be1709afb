import Kernel
import Promises

/// The commits that each hub knows.
///
/// A single hub knows exactly the commits that were handed to it. One of several nodes knows all
/// commits up to its last look, and perhaps some later ones.
struct Knowledge {
    /// The state that a hub knows after all commits up to one.
    struct State {
        let friends: Set<Pair>
        /// The members of each group.
        let companies: [String: [String]]
        /// The users who share their typing with friends.
        let typists: Set<String>
        /// The users from whom an owner hides their marker.
        let unmeant: Set<Rules.Way>
        /// When each user's marker was set.
        let markers: [String: Moment]
        /// Revoked tokens.
        let voided: Set<String>

        init(_ rules: Rules) {
            friends = rules.friends.union(rules.teammates)
            companies = rules.companies.mapValues(\.members)
            typists = rules.typists
            unmeant = rules.exclusions[Markers.audience] ?? []
            markers = rules.places.markers
            voided = rules.voided
        }
    }

    /// The state after each commit, from the oldest that some hub does not know yet.
    private var states: [State]
    /// The number of states dropped from the front.
    private var first = 0
    /// The number of commits that each hub knows.
    private var heardOf: [Int]

    init(_ rules: Rules, hubCount: Int) {
        (states, heardOf) = ([State(rules)], Array(repeating: 0, count: hubCount))
    }

    /// The number of commits so far.
    var commitCount: Int { first + states.count - 1 }

    /// A daemon starts, and knows everything durable.
    mutating func booted(_ daemon: SimulatedDaemon, _ rules: Rules) {
        if daemon.node == nil {
            // Pending commits are never handed over now, and a restore may have replaced their
            // data.
            first = commitCount
            states = [State(rules)]
        }
        heardOf[daemon.index] = commitCount
    }

    /// A transaction was committed, or refused.
    mutating func append(_ rules: Rules) { states.append(State(rules)) }

    /// A hub is about to receive its next commit. It learns of other nodes' commits when it looks.
    mutating func handed(_ daemon: SimulatedDaemon) {
        guard daemon.node == nil, heardOf[daemon.index] < commitCount else { return }
        looked(daemon, upTo: heardOf[daemon.index] + 1)
    }

    /// A hub is about to learn of all commits up to one.
    mutating func looked(_ daemon: SimulatedDaemon, upTo count: Int) {
        heardOf[daemon.index] = max(heardOf[daemon.index], count)
        let known = heardOf.min() ?? count
        states.removeFirst(max(0, known - first))
        first = max(first, known)
    }

    /// The number of commits that a hub is certain to know.
    func count(of daemon: SimulatedDaemon) -> Int { heardOf[daemon.index] }

    /// The states that a hub may know now: one of them, or with several nodes a mixture.
    func states(of daemon: SimulatedDaemon) -> ArraySlice<State> {
        let heard = heardOf[daemon.index] - first
        return daemon.node == nil ? states[heard...heard] : states[heard...]
    }
}
