import ArgumentParser

/// What every command understands.
struct Options: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server, wss://HOST or ws://HOST:PORT (or UPFOR_SERVER; ws://127.0.0.1:8080).",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "Trust only the certificates in this PEM file (or UPFOR_CA; the system's roots).",
            valueName: "file"))
    var ca: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The profile to use (or UPFOR_PROFILE).", valueName: "name"))
    var profile: String?

    @Flag(help: "Print one JSON object per line, as the server sends them.")
    var json = false
}
