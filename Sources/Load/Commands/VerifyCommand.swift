import ArgumentParser
import FoundationEssentials

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Inject faults into a daemon, and check its guarantees.",
        discussion: """
            Real clients use a daemon: they write, toggle, end friendships and become friends
            again, talk in groups that they join and leave, swipe projects, check in, find language
            partners and arrange meetups that pass, while a fault is injected into the daemon, its
            disk or the network. At the end all inboxes are read from their beginning and compared
            with everything that was sent, acknowledged and shown. Lost, duplicated, reordered,
            leaked and asymmetric must be 0, or the exit code is 1.

            Faults:
            \(Fault.allCases.map { "  \($0.rawValue)  \($0.summary)" }.joined(separator: "\n"))

            Examples:
              upfor-load verify --fault kill --rounds 100 --clients 200
              upfor-load verify --fault kill,term,disk --seed 42
              upfor-load verify --fault all --quick --json
            """)

    @Option(help: "Faults, separated by commas, or all.")
    var fault = "all"

    @Option(help: "Rounds of kills; other faults have a share of them.")
    var rounds: Int?

    @Option(help: "Connected devices.")
    var clients: Int?

    @Option(help: "Duration of a network fault, in seconds.")
    var seconds: Int?

    @Option(help: "The seed for the times of faults; drawn and printed by default.")
    var seed: UInt64?

    @Flag(help: "A smaller run of a minute or so.")
    var quick = false

    @OptionGroup var server: ProgramOptions

    @Option(help: "Tests/WallClock, compiled; required for clock jumps.")
    var clockLibrary: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...100_000, rounds ?? 1, "--rounds")
        try require(8...9_000, clients ?? 8, "--clients")
        try require(1...3600, seconds ?? 1, "--seconds")
        _ = try faults
    }

    func run() async throws {
        // Half of the numbers are enough, and can be typed again.
        var generator = SystemRandomNumberGenerator()
        let seed = seed ?? UInt64(generator.next() as UInt32)
        try await output.show(connections: extent.stormClients + 1000) { progress in
            let words = try TemporaryFolder()
            let stage = Stage(
                program: server.program, extent: extent, seed: seed,
                progress: progress, usual: [try TownWords.write(in: words.path)],
                clockLibrary: clockLibrary.map(Self.absolutePath))
            var outcomes: [FaultOutcome] = []
            for fault in try faults {
                progress.begin("\(fault.rawValue), seed \(seed): \(fault.summary)")
                outcomes.append(await stage.outcome(of: fault))
            }
            return VerifyReport(seed: seed, outcomes: outcomes)
        }
    }

    private static func absolutePath(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.path
    }

    private var extent: Extent {
        var extent = quick ? Extent.quick : Extent()
        if let rounds { extent.rounds = rounds }
        if let clients { extent.clients = clients }
        if let seconds { extent.seconds = seconds }
        return extent
    }

    private var faults: [Fault] {
        get throws {
            guard fault != "all" else { return Fault.allCases.filter { $0 != .none } }
            return try fault.split(separator: ",", omittingEmptySubsequences: false).map { name in
                guard let fault = Fault(rawValue: String(name)) else {
                    let names = Fault.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError("--fault: expected one of \(names), got \"\(name)\"")
                }
                return fault
            }
        }
    }
}
