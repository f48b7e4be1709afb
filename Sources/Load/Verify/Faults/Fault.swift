import ArgumentParser
import Promises

/// A fault of the daemon, of the disk below it, or of the network before it.
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

    /// What the fault does, in a few words.
    var summary: String {
        switch self {
        case .none: "no fault: the same load"
        case .kill: "kill -9 at random moments, and start again"
        case .term: "SIGTERM: the server tells clients when to reconnect"
        case .storm: "kill -9 under thousands of clients that reconnect at once"
        case .toggles: "groups of five toggle six activities at once"
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

/// The outcome of one fault.
struct FaultOutcome: Sendable, Encodable {
    let fault: Fault
    var rounds = 0
    var clients = 0
    var acknowledged = 0
    var violations: [Violation] = []
    /// Further measurements, in words.
    var figures: [String] = []
    /// Failed expectations that harmed no message.
    var complaints: [String] = []
    /// Why the fault was not tried; nil when it was.
    var skipped: String?

    init(_ fault: Fault) {
        self.fault = fault
    }

    func count(_ kind: Violation.Kind) -> Int { violations.count { $0.kind == kind } }
}

/// The promises that were kept and broken, fault by fault.
struct VerifyReport: Report {
    /// How many violations of a kind are described; the others are counted.
    private static let toldMax = 5

    let seed: UInt64
    let outcomes: [FaultOutcome]

    var columns: [String] {
        ["fault", "rounds", "clients", "acknowledged"] + Violation.Kind.allCases.map(\.rawValue)
    }

    var rows: [[String]] {
        outcomes.filter { $0.skipped == nil }.map { outcome in
            [outcome.fault.rawValue, "\(outcome.rounds)", "\(outcome.clients)"]
                + ["\(outcome.acknowledged)"]
                + Violation.Kind.allCases.map { "\(outcome.count($0))" }
        }
    }

    var remarks: [String] {
        outcomes.flatMap { outcome in
            let words = outcome.skipped.map { ["skipped, \($0)"] } ?? outcome.figures
            return words.map { "\(outcome.fault.rawValue): \($0)" }
        } + ["seed \(seed)"]
    }

    var complaints: [String] { outcomes.flatMap(Self.complaints) }

    private static func complaints(about outcome: FaultOutcome) -> [String] {
        let name = outcome.fault.rawValue
        let told = Violation.Kind.allCases.flatMap { kind in
            outcome.violations.filter { $0.kind == kind }.prefix(toldMax).map {
                "\(name): BROKEN, \(kind.rawValue): \($0.what)"
            }
        }
        return told + outcome.complaints.prefix(toldMax).map { "\(name): MISSED: \($0)" }
    }
}
