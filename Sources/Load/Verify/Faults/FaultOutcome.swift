import Promises

/// What came of one fault.
struct FaultOutcome: Sendable, Encodable {
    let fault: Fault
    var rounds = 0
    var clients = 0
    var acknowledged = 0
    var violations: [Violation] = []
    /// What was measured besides, in words.
    var figures: [String] = []
    /// What should have been so and was not, though no message came to harm.
    var complaints: [String] = []
    /// Why it was not tried; nil when it was.
    var skipped: String?

    init(_ fault: Fault) {
        self.fault = fault
    }

    func count(_ kind: Violation.Kind) -> Int { violations.count { $0.kind == kind } }
}
