import ArgumentParser

/// What is done to the daemon, to the disk below it, or to the network before it.
enum Fault: String, CaseIterable, Sendable, Encodable, ExpressibleByArgument {
    case none
    case kill
    case term
    case storm
    case toggles
    case stopped
    case slow
    case halfOpen = "half-open"
    case reset
    case disk
    case clock
    case descriptors
    case memory
    case floor
    case rates

    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .none: "nothing: the same life without a fault"
        case .kill: "kill -9 at random moments, and start again"
        case .term: "SIGTERM: everybody is told when to come back"
        case .storm: "kill -9 under thousands, who all come back at once"
        case .toggles: "cliques of five toggle seven activities at once"
        case .stopped: "readers that stop: cut off, and nobody else feels it"
        case .slow: "a network that delays, and brings one byte at a time"
        case .halfOpen: "peers that are gone without a word"
        case .reset: "connections that break in the middle of a frame"
        case .disk: "a full disk: read-only, and back by itself"
        case .clock: "a wall clock that jumps hours and days, both ways"
        case .descriptors: "no descriptor left for whoever comes"
        case .memory: "no memory left: refuse, or die and come back"
        case .floor: "devices that are away for longer than the inbox remembers"
        case .rates: "everybody in a hurry, under the usual limits of how often"
        }
    }
}
