import Kernel
import Promises

/// What each hub knows of what was committed.
///
/// A hub that is alone has heard of exactly the commits that it was handed. One of several nodes
/// has heard of all commits up to its last look, and perhaps of some that came after.
struct Knowledge {
    /// What a hub knows that has heard of all commits up to one.
    struct State {
        let friends: Set<Pair>
        /// Who is in which group.
        let companies: [String: [String]]
        /// Who lets friends know that they write.
        let typists: Set<String>
        /// For whom whose marker is not meant.
        let unmeant: Set<Rules.Way>
        /// When whose marker was set.
        let markers: [String: Moment]
        /// Tokens that were given up.
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

    /// How things were after each commit, as far back as some hub has not heard of them.
    private var states: [State]
    /// How many were forgotten.
    private var first = 0
    /// How many commits each hub has heard of.
    private var heardOf: [Int]

    init(_ rules: Rules, hubCount: Int) {
        (states, heardOf) = ([State(rules)], Array(repeating: 0, count: hubCount))
    }

    /// How many commits there were.
    var commitCount: Int { first + states.count - 1 }

    /// A daemon starts, and knows what is durable.
    mutating func booted(_ daemon: SimulatedDaemon, _ rules: Rules) {
        if daemon.node == nil {
            // Nobody is going to hear of what was not heard of yet; and data of an earlier time may
            // be in the place of those.
            first = commitCount
            states = [State(rules)]
        }
        heardOf[daemon.index] = commitCount
    }

    /// Something was committed, or refused.
    mutating func append(_ rules: Rules) { states.append(State(rules)) }

    /// A hub is about to be told of its next commit. What others commit it hears of by its looks.
    mutating func handed(_ daemon: SimulatedDaemon) {
        guard daemon.node == nil, heardOf[daemon.index] < commitCount else { return }
        looked(daemon, upTo: heardOf[daemon.index] + 1)
    }

    /// A hub is about to be told of all commits up to one.
    mutating func looked(_ daemon: SimulatedDaemon, upTo count: Int) {
        heardOf[daemon.index] = max(heardOf[daemon.index], count)
        let known = heardOf.min() ?? count
        states.removeFirst(max(0, known - first))
        first = max(first, known)
    }

    /// How many commits a hub knows for certain.
    func count(of daemon: SimulatedDaemon) -> Int { heardOf[daemon.index] }

    /// What a hub may know now: one of these, or of several nodes a mixture.
    func states(of daemon: SimulatedDaemon) -> ArraySlice<State> {
        let heard = heardOf[daemon.index] - first
        return daemon.node == nil ? states[heard...heard] : states[heard...]
    }
}
