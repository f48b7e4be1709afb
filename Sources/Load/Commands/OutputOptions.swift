import ArgumentParser
import FoundationEssentials
import Glibc
import Wire

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

/// How what is said stands on the wire.
struct FormatOption: ParsableArguments {
    @Option(help: "How messages are written: json or binary.")
    var format = "json"

    var wireFormat: WireFormat {
        get throws {
            switch format {
            case "json": .json
            case "binary": .binary
            default:
                throw ValidationError("--format: expected json or binary, got \"\(format)\"")
            }
        }
    }

    func validate() throws { _ = try wireFormat }
}

/// Refuses a number that is out of its bounds, naming its option.
func require(_ bounds: ClosedRange<Int>, _ value: Int, _ option: String) throws {
    guard !bounds.contains(value) else { return }
    throw ValidationError(
        "\(option): expected \(bounds.lowerBound) to \(bounds.upperBound), got \(value)")
}

/// Refuses a file that could not be written, naming its option.
///
/// Nothing is opened or made for that: what is there stays as it is, and a pipe hears nothing.
func requireWritable(_ path: String, _ option: String) throws {
    guard let obstacle = obstacle(toWriting: path) else { return }
    throw ValidationError(
        "\(option): cannot write \"\(path)\": \(String(cString: strerror(obstacle)))")
}

/// - Returns: the `errno` that writing would meet.
private func obstacle(toWriting path: String) -> Int32? {
    var status = stat()
    if stat(path, &status) == 0 {
        guard status.st_mode & S_IFMT != S_IFDIR else { return EISDIR }
        return refusal(of: path, W_OK)
    }
    guard errno == ENOENT, !path.isEmpty else { return errno }
    guard !path.hasSuffix("/") else { return EISDIR }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    return refusal(of: folder, W_OK | X_OK)
}

private func refusal(of path: String, _ mode: Int32) -> Int32? {
    faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0 ? nil : errno
}
