import ArgumentParser

struct EchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo",
        abstract: "WebSocket echo: the stack below the product, against plain C and epoll.",
        discussion: """
            Rounds alternate between the servers, so that a busy machine disturbs both alike; the
            least processor time of the rounds counts. Latencies are those of a full load.

            Examples:
              upfor-load echo --yardstick .build/yardstick
              upfor-load echo --connections 64 --depth 16 --rounds 5
            """)

    @Option(help: "WebSockets.")
    var connections = 64

    @Option(help: "Messages under way on each of them.")
    var depth = 1

    @Option(help: "Bytes of a message.")
    var bytes = 64

    @Option(help: "Seconds of a round.")
    var seconds = 3

    @Option(help: "Rounds for each server.")
    var rounds = 3

    @Option(help: "The program to compare with: Tests/Yardstick/echo.c, compiled.")
    var yardstick: String?

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...50_000, connections, "--connections")
        try require(1...1024, depth, "--depth")
        try require(0...65_535, bytes, "--bytes")
        try require(1...600, seconds, "--seconds")
        try require(1...100, rounds, "--rounds")
    }

    func run() async throws {
        try DescriptorLimit.raise(for: connections)
        Leftovers.clearOnSignals()
        let subject = try server.running() ?? SubjectServer.echo(server.program)
        var names = ["upford"]
        var subjects = [subject]
        if let yardstick {
            names.append("C epoll")
            subjects.append(
                SubjectServer(
                    try ServerProcess(yardstick, ["0"], announcingOn: .standardOutput)))
        }
        let measured = try await measure(names, subjects)
        try output.print(
            EchoReport(plan, zip(names, measured).map { EchoReport.Line($0, $1) }))
    }

    private var plan: EchoRound.Plan {
        EchoRound.Plan(
            connections: connections, depth: depth, bytes: bytes, warmUpMilliseconds: 300,
            milliseconds: seconds * 1000)
    }

    private func measure(
        _ names: [String], _ subjects: [SubjectServer]
    ) async throws -> [[EchoRound]] {
        var measured = names.map { _ in [EchoRound]() }
        for round in 1...rounds {
            for (index, subject) in subjects.enumerated() {
                measured[index].append(
                    try await EchoRound.measure(
                        plan, Target(address: subject.address), subject.meter,
                        name: "round \(round)/\(rounds), \(names[index])", output.progress))
            }
        }
        return measured
    }
}

/// Refuses a number that is out of its bounds, naming its option.
func require(_ bounds: ClosedRange<Int>, _ value: Int, _ option: String) throws {
    guard !bounds.contains(value) else { return }
    throw ValidationError(
        "\(option): expected \(bounds.lowerBound) to \(bounds.upperBound), got \(value)")
}
