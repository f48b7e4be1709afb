import ArgumentParser
import Simulation

/// Plays simulated worlds and says which broke a promise.
@main
struct UpforSim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upfor-sim",
        abstract: "Simulated days of a daemon and its clients, each from a seed.",
        discussion: """
            Each seed is a world of its own: people, devices, network, faults. What is promised is \
            checked at every step, and after faults have ended. The same seed plays the same world.
            """)

    @Option(help: "The first seed.") var from: UInt64 = 1
    @Option(help: "How many seeds.") var seeds: UInt64 = 200
    @Flag(help: "Goes on after the last seed, until something is found.") var endless = false
    @Option(help: "How many worlds are played at a time.") var jobs = 2
    @Option(help: "A deliberate bug: \(Mutant.allCases.map(\.rawValue).joined(separator: ", ")).")
    var mutant: Mutant?
    @Flag(help: "Tries every deliberate bug: each has to be found within the seeds.")
    var mutants = false
    @Option(help: "Of the deliberate bugs tries one in so many.") var every = 1
    @Option(help: "Of a sample: which of them comes first; 0 to EVERY - 1.") var first = 0
    @Option(help: "Prints what happens in the world of this seed, to its end.") var trace: UInt64?

    func validate() throws {
        guard every >= 1, (0..<every).contains(first) else {
            throw ValidationError("--every: 1 or more; --first: 0 to one less than that")
        }
    }

    func run() throws {
        let simulation = try Simulation()
        if let trace { return try tell(simulation.play(trace, mutant: mutant, tells: true)) }
        if mutants { return try tryMutants(simulation) }
        let campaign = Campaign(simulation, mutant: mutant, jobs: jobs)
        let last = endless ? nil : from + max(1, seeds) - 1
        let outcome = campaign.run(from: from, through: last) { report in
            Console.note(report.description)
        }
        if let outcome {
            try tell(simulation.play(outcome.seed, mutant: mutant, tells: true), lines: 60)
        }
    }

    private func tell(_ outcome: Simulation.Outcome, lines: Int = .max) throws {
        for line in outcome.story.suffix(lines) { print(line) }
        print("seed \(outcome.seed), fingerprint \(String(outcome.hash, radix: 16))")
        guard let complaint = outcome.complaint else { return print("clean") }
        print(complaint)
        throw ExitCode.failure
    }

    private func tryMutants(_ simulation: Simulation) throws {
        var survivors: [Mutant] = []
        for (number, mutant) in Mutant.allCases.enumerated()
        where number % every == first {
            let campaign = Campaign(simulation, mutant: mutant, jobs: jobs)
            let outcome = campaign.run(from: from, through: from + max(1, seeds) - 1) { _ in }
            if outcome == nil { survivors.append(mutant) }
            let what = outcome.map { "seed \($0.seed): \($0.complaint ?? "")" } ?? "NOT FOUND"
            print("\(mutant.rawValue): \(what.prefix(160))")
        }
        guard survivors.isEmpty else { throw ExitCode.failure }
    }
}

extension Mutant: ExpressibleByArgument {}
