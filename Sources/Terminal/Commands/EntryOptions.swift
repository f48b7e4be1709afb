import ArgumentParser

/// What the ways in have in common, besides what every command understands.
struct EntryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to call this device (or UPFOR_DEVICE; the host's name and four letters).",
            valueName: "name"))
    var device: String?

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false
}
