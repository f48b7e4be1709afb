import ArgumentParser

/// What all commands say, and how.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON object instead of the table.")
    var json = false

    @Flag(help: "Say nothing while it runs.")
    var quiet = false

    var progress: Progress { Progress(isQuiet: quiet) }

    /// Prints what was found, and the command that finds it again.
    func print(_ report: some Report) throws {
        progress.end()
        if json {
            Swift.print(try report.json())
        } else {
            Swift.print(report.table())
            Swift.print("repeat: \(Self.commandLine)")
        }
    }

    /// The command line, quoted where a shell would need it.
    private static var commandLine: String {
        CommandLine.arguments.map { word in
            let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,".contains($0) }
            return isPlain && !word.isEmpty ? word : "'\(word.split(separator: "'").joined())'"
        }.joined(separator: " ")
    }
}
