import ArgumentParser
import SwiftProtobuf
import Wire

/// Lists the devices that are signed in, or signs one out.
struct DevicesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the devices that are signed in, or sign one out.",
        discussion: """
            Signing a device out needs your password or the proof of an issuer, unless you \
            logged in or gave it within the last 15 minutes.

            Examples:
              upfor devices
              upfor devices --revoke "lost phone"
            """)

    @Option(
        help: ArgumentHelp("Sign this device out.", valueName: "name"))
    var revoke: String?

    @Option(help: "Show those behind this place, as the page before named it.")
    var after = ""

    @OptionGroup var proof: ProofOptions

    @OptionGroup var options: Options

    var needsProof: Bool { revoke != nil }

    func perform(in session: Session) async throws(Failure) {
        guard let revoke else {
            return try await session.show(.deviceList(.with { $0.after = after }))
        }
        if let challenge = proof.challenge { return try await session.show(challenge) }
        var command = DeviceRevoke()
        command.device = revoke
        let answer = try await session.call(.deviceRevoke(command), proving: proof)
        session.output.done(answer, "\(revoke) is signed out")
    }
}
