import ArgumentParser

/// A command that needs a signed-in user. The same words work behind `upfor` and at the prompt: as
/// a program it signs in first and disconnects afterwards.
protocol SessionCommand: OptionedCommand {
    /// Runs the command in an open session.
    func perform(in session: Session) async throws(Failure)

    /// Whether it may ask for a proof of identity, which is impossible at the prompt.
    var needsProof: Bool { get }

    /// What a program adds before it exits; at the prompt, events show it as they arrive.
    func conclude(in session: Session) async throws(Failure)
}

extension SessionCommand {
    var needsProof: Bool { false }

    func conclude(in session: Session) async throws(Failure) {}

    mutating func run() async throws {
        let opening = try SessionOpening(options)
        let session = try await opening.session()
        do {
            try await perform(in: session)
            try await conclude(in: session)
        } catch {
            await session.close()
            throw error
        }
        await session.close()
    }
}

/// A command with the common options.
protocol OptionedCommand: AsyncParsableCommand {
    var options: Options { get }
}

/// The options of every command.
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
            "Use ws:// with another computer, too: anyone on the way can read the password and "
                + "every message (or UPFOR_INSECURE=1)."))
    var insecure = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The profile to use (or UPFOR_PROFILE).", valueName: "name"))
    var profile: String?

    @Flag(help: "Print one JSON object per line, as the server sends them.")
    var json = false
}
