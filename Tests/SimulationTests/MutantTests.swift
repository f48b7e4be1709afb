import Simulation
import Testing

@Suite struct `Deliberate bugs` {
    /// `upfor-sim --mutants` allows as many; each is found long before.
    private static let seedCount: UInt64 = 200

    @Test(arguments: Mutant.allCases)
    func `are found`(mutant: Mutant) throws {
        let campaign = Campaign(try Simulation(), mutant: mutant, jobs: 1)
        let outcome = campaign.run(from: 1, through: Self.seedCount) { _ in }
        #expect(outcome?.complaint != nil, "\(mutant) lives")
    }
}
