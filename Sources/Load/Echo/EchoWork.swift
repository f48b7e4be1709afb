/// Every connection sends a message, and again whenever it comes back.
struct EchoWork: Sendable {
    let connections: Int
    /// Messages under way on each connection.
    let depth: Int
    let bytes: Int
    let seconds: Int

    /// Measures it.
    func run(
        _ contest: Contest, _ progress: Progress
    ) async throws(LoadFailure) -> ContestReport {
        let plan = Round.Plan(connections: connections, seconds: seconds)
        let message = EchoMember.Message(byteCount: bytes)
        let depth = depth
        let title = "echo \(connections) × \(depth), \(bytes) B"
        return try await contest.report(title, unit: .message) {
            (contestant, phase) async throws(LoadFailure) in
            try await Round.measure(plan, contestant, phase: phase, progress) { _ in
                EchoMember(message, depth: depth)
            }
        }
    }
}
