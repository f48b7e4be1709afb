import ArgumentParser
import Wire

/// Writes everything that the server keeps of the user into one JSON document.
struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Take along everything the server keeps of you.",
        discussion: """
            One JSON document: {"records": [...]}. Without a file it goes to standard output.

            Examples:
              upfor export me.json
              upfor export | jq '.records[] | select(.message)'
            """)

    @Argument(help: "A new file, which only you will be able to read.")
    var file: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var document = ExportDocument(session)
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
