import ArgumentParser

/// What is done to the daemon, to the disk below it, or to the network before it.
enum Fault: String, CaseIterable, Sendable, Encodable, ExpressibleByArgument {
    case none
    case kill
    case term
    case toggles

    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .none: "nothing: the same life without a fault"
        case .kill: "kill -9 at random moments, and start again"
        case .term: "SIGTERM: everybody is told when to come back"
        case .toggles: "cliques of five toggle seven activities at once: one match for each pair"
        }
    }
}
