import ArgumentParser

/// Which program is started.
struct ProgramOptions: ParsableArguments {
    @Option(help: "The program upford (default: beside this program).")
    var serverBinary: String?

    /// The program to start: the one named, or the one beside this program.
    var program: String { serverBinary ?? Self.programBeside }

    /// `upford` in the folder of this program.
    private static var programBeside: String {
        let own = CommandLine.arguments.first ?? ""
        guard let slash = own.lastIndex(of: "/") else { return "upford" }
        return own[...slash] + "upford"
    }
}
