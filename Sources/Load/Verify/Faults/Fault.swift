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
        case .none: "no fault: the same load"
        case .kill: "kill -9 at random moments, and start again"
        case .term: "SIGTERM: clients are told when to come back"
        case .storm: "kill -9 under thousands of clients that reconnect at once"
        case .toggles: "groups of five toggle seven activities at once"
        case .stopped: "readers that stop: cut off, without effect on others"
        case .slow: "a network that delays, and brings one byte at a time"
        case .halfOpen: "peers that vanish silently"
        case .reset: "connections that break in the middle of a frame"
        case .disk: "a full disk: reads only, and recovery"
        case .clock: "a wall clock that jumps hours and days, in both directions"
        case .descriptors: "no file descriptor left"
        case .memory: "no memory left: refuse, or die and restart"
        case .floor: "devices that are away for longer than the inbox keeps"
        case .rates: "bursts of messages, under the default rate limits"
        }
    }
}
