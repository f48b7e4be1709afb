import ArgumentParser

struct HTTPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "http",
        abstract: "Reads and durable writes over HTTP, on keep-alive connections.",
        discussion: """
            Each active connection is a user who reads their profile as a language partner
            (GET /v1/speakerRead), and then changes it (POST /v1/speakerSet with an
            Idempotency-Key). The next request follows the answer. The other connections are
            idle in between: they ask once before and once after. A request that is not
            answered with 200 ends the program with code 1.

            \(ServerOptions.connecting)

            Examples:
              upfor-load http
              upfor-load http --python Benchmarks/http_store.py --commit .build/commit
              upfor-load http --connections 10000 --active 50
              upfor-load http --connect 127.0.0.1:8080 --server-pid "$(pidof upford)" --json
            """)

    @Option(help: "Keep-alive connections.")
    var connections = 50

    @Option(help: "Connections that send requests (default: all, at most 50).")
    var active: Int?

    @Option(help: "Seconds of reads, and as many of writes.")
    var seconds = 5

    @Option(help: "A server in Python to compare with: Benchmarks/http_store.py.")
    var python: String?

    @Option(help: "A program to compare with: Tests/Yardstick/commit.c, compiled.")
    var commit: String?

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...19_000, connections, "--connections")
        try require(1...min(connections, 5000), activeCount, "--active")
        try require(1...3600, seconds, "--seconds")
        try server.requireProcess()
    }

    func run() async throws {
        try await output.show(connections: connections) { progress in
            let folder = try TemporaryFolder()
            let run = WebRun(
                connections: connections, active: activeCount, milliseconds: seconds * 1000)
            var lines = [try await ours(run, in: folder, progress)]
            if let python {
                lines.append(try await other(python, run, in: folder, progress))
            }
            return WebReport(
                connections: connections, active: activeCount, lines: lines,
                cpuMicrosecondsPerCommit: try commit.map(CommitYardstick.microseconds))
        }
    }

    private var activeCount: Int { active ?? min(connections, 50) }

    private func ours(
        _ run: WebRun, in folder: borrowing TemporaryFolder, _ progress: Progress
    ) async throws -> WebReport.Line {
        let subject = try server.running() ?? .serve(server.program, data: folder.path)
        var generator = SystemRandomNumberGenerator()
        let tokens = try await RegistrationRun(
            count: activeCount, crowd: ChatPerson.makeCrowd(using: &generator)
        ).tokens(subject, progress)
        return try await run.run("upford", subject, tokens, progress)
    }

    private func other(
        _ script: String, _ run: WebRun, in folder: borrowing TemporaryFolder,
        _ progress: Progress
    ) async throws -> WebReport.Line {
        let process = try ServerProcess(
            "/usr/bin/env", ["python3", script, folder.path, "\(activeCount)"],
            announcingOn: .standardOutput, environment: ["PATH=/usr/local/bin:/usr/bin:/bin"])
        let tokens = (0..<activeCount).map { ($0, "t\($0)") }
        return try await run.run(
            "Python", SubjectServer(process), Dictionary(uniqueKeysWithValues: tokens), progress)
    }
}
