import ArgumentParser
import Wire

/// Writes everything that the server keeps of the user into one JSON document.
struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export all data that the server keeps about you.",
        discussion: """
            One JSON document: {"records": [...]}, to standard output unless you name a file. It \
            needs your password or the proof of an issuer, unless you logged in or gave it \
            within the last 15 minutes.

            Examples:
              upfor export me.json
              upfor export | jq '.records[] | select(.message)'
            """)

    @Argument(help: "A new file, readable only by you.")
    var file: String?

    @OptionGroup var proof: ProofOptions

    @OptionGroup var options: Options

    var needsProof: Bool { true }

    func perform(in session: Session) async throws(Failure) {
        if let challenge = proof.challenge { return try await session.show(challenge) }
        var document = ExportDocument(session, proof)
        if let file {
            let new = try NewFile(file)
            while let lines = try await document.next() {
                try new.write(Array(lines.map { $0 + "\n" }.joined().utf8))
            }
            try new.finish()
        } else {
            while let lines = try await document.next() { session.output.printer.data(lines) }
        }
        let written = file.map { ": \($0) is written" } ?? ""
        session.output.remark("\(document.count) records\(written)")
    }
}
