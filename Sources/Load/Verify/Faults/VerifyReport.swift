import Promises

/// What was kept and what was not, fault by fault.
struct VerifyReport: Report {
    /// Violations of a kind that are told in words; the others are counted.
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
