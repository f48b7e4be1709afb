import ArgumentParser

/// What every command understands.
struct Options: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server: HOST, wss://HOST:PORT, or ws://127.0.0.1:PORT on this computer (or "
                + "UPFOR_SERVER; ws://127.0.0.1:8080).",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "Trust only the certificates in this PEM file (or UPFOR_CA; the system's roots).",
            valueName: "file"))
    var ca: String?

    @Flag(
        help: ArgumentHelp(
            "Use ws:// with another computer, too: whoever is on the way reads the password and "
                + "every message (or UPFOR_INSECURE=1)."))
    var insecure = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The profile to use (or UPFOR_PROFILE).", valueName: "name"))
    var profile: String?

    @Flag(help: "Print one JSON object per line, as the server sends them.")
    var json = false
}
