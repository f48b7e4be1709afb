import ArgumentParser
import FoundationEssentials
import Glibc

/// What all commands say, and how.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON object instead of the tables.")
    var json = false

    @Flag(help: "Print the tables as Markdown.")
    var markdown = false

    @Flag(help: "Print no progress.")
    var quiet = false

    @Option(
        help: "Also write an HTML page with tables and latency curves.",
        completion: .file(extensions: ["html"]))
    var report: String?

    func validate() throws {
        guard !json || !markdown else {
            throw ValidationError("--json and --markdown exclude one another")
        }
        if let report { try requireWritable(report, "--report") }
    }

    /// Measures something, prints what was found and the command that finds it again.
    ///
    /// What is in the way of an interrupted run is cleared away.
    ///
    /// - Parameters:
    ///   - connections: how many there are at a time, at most.
    ///   - measure: given whom to tell how far it has come.
    /// - Throws: code 1 when the server broke a promise.
    func show<Found: Report>(
        connections: Int, _ measure: (Progress) async throws -> Found
    ) async throws {
        try DescriptorLimit.raise(for: connections)
        Leftovers.clearOnSignals()
        let progress = Progress(isQuiet: quiet)
        let found = try await measure(progress)
        progress.end()
        if json {
            print(try found.json())
        } else if markdown {
            print(found.markdown())
        } else {
            print(found.table())
            print("repeat: \(Self.commandLine)")
        }
        if let report { try write(found, progress.timeline, to: report) }
        guard found.complaints.isEmpty else { throw ExitCode(1) }
    }

    private func write(_ found: some Report, _ timeline: Timeline, to path: String) throws {
        let words = CommandLine.arguments.dropFirst().prefix { !$0.hasPrefix("-") }
            .map { " \($0)" }.joined()
        let page = ReportPage(
            found, title: "upfor-load\(words)", command: Self.commandLine, machine: .current(),
            date: Date(timeIntervalSince1970: Double(time(nil))).formatted(.iso8601), timeline)
        do {
            try Data(page.html().utf8).write(to: URL(filePath: path))
        } catch {
            throw LoadFailure("cannot write \(path)")
        }
    }

    private static var commandLine: String { ShellWord.line(CommandLine.arguments) }
}
