import Simulation
import Testing

@Suite struct `Simulated worlds` {
    /// `make sim` plays thousands, and `make test` some.
    @Test func `break no promise`() throws {
        let campaign = Campaign(try Simulation(), jobs: 2)
        let outcome = campaign.run(from: 1, through: 5) { _ in }
        #expect(outcome?.complaint == nil, "seed \(outcome?.seed ?? 0)")
    }

    @Test func `show a deliberate bug`() throws {
        let campaign = Campaign(try Simulation(), mutant: .losesBlock, jobs: 1)
        #expect(campaign.run(from: 1, through: 200) { _ in }?.complaint != nil)
    }

    @Test(arguments: [1, 5, 40] as [UInt64])
    func `are the same for the same seed`(seed: UInt64) throws {
        let simulation = try Simulation()
        #expect(try simulation.play(seed).hash == simulation.play(seed).hash)
    }

    @Test func `differ by their seeds`() throws {
        let simulation = try Simulation()
        #expect(Set(try (1...5).map { try simulation.play($0).hash }).count == 5)
    }

    @Test func `tell their story`() throws {
        let outcome = try Simulation().play(2, tells: true)
        #expect(outcome.story.contains { $0.contains("boot") })
        #expect(outcome.story.contains { $0.contains("done") })
    }
}
