/// The same work for several servers, in rounds that alternate between them, so that a busy machine
/// disturbs all alike.
struct Contest: Sendable {
    /// Ours is the first; the others are what it is compared with.
    let contestants: [Contestant]
    let rounds: Int

    /// Measures each contestant once a round.
    ///
    /// - Parameter measure: one round of one contestant, and what to call it meanwhile.
    /// - Returns: the outcomes of each contestant, in the order of `contestants`.
    func hold<Outcome>(
        _ measure: (Contestant, String) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> [[Outcome]] {
        var outcomes = contestants.map { _ in [Outcome]() }
        for round in 1...max(1, rounds) {
            for (index, contestant) in contestants.enumerated() {
                let phase = "round \(round)/\(rounds), \(contestant.name)"
                outcomes[index].append(try await measure(contestant, phase))
            }
        }
        return outcomes
    }
}

extension Contest {
    /// Measures rounds, and says how they compare.
    ///
    /// - Parameter title: names the work, like `echo 64 × 1, 64 B`.
    func report(
        _ title: String, unit: ContestReport.Unit,
        _ measure: (Contestant, String) async throws(LoadFailure) -> Round
    ) async throws(LoadFailure) -> ContestReport {
        let outcomes = try await hold(measure)
        return ContestReport(
            work: title, unit: unit,
            servers: zip(contestants, outcomes).map { ContestReport.Line($0.name, $1) })
    }
}
