import ArgumentParser

struct CtlWhy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Say why something is as it is.",
        subcommands: [CtlWhyMatch.self])
}
