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
        outcomes.flatMap(Self.remarks) + ["seed \(seed)"]
    }

    /// Whether every promise was kept.
    var isClean: Bool { outcomes.allSatisfy(\.isClean) }

    private static func remarks(on outcome: FaultOutcome) -> [String] {
        let name = outcome.fault.rawValue
        if let reason = outcome.skipped { return ["\(name): skipped, \(reason)"] }
        let told = Violation.Kind.allCases.flatMap { kind in
            outcome.violations.filter { $0.kind == kind }.prefix(toldMax).map {
                "\(name): BROKEN, \(kind.rawValue): \($0.what)"
            }
        }
        return outcome.figures.map { "\(name): \($0)" } + told
            + outcome.complaints.prefix(toldMax).map { "\(name): MISSED: \($0)" }
    }
}
