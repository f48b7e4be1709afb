import Kernel

/// The commands over HTTP as a page for people: docs/API.md.
public struct ReferencePage {
    private let commands: [APICommand]
    private let schema = WireSchema.current

    /// - Parameter commands: all, in the order in which they are to be shown.
    public init(of commands: [APICommand]) {
        self.commands = commands.filter { !$0.methods.isEmpty }
    }

    /// The page, in Markdown.
    public var text: String {
        var files: [String] = []
        for command in commands where !files.contains(command.request.file) {
            files.append(command.request.file)
        }
        return ([Self.head] + files.map(section)).joined(separator: "\n")
    }

    private static let head = """
        # The HTTP API

        Generated from the commands and proto/ by `REGENERATE=1 swift test --filter API.md`.
        `upford describe` prints the same as OpenAPI (HTTP) and AsyncAPI (WebSocket). How requests,
        answers and refusals work is described in [PROTOCOL.md](PROTOCOL.md#commands-over-http).

        A request is `POST /v1/<command>` with its fields as a JSON object. A command marked GET
        takes its fields as a query, too. A command marked \u{2713} needs
        `Authorization: Bearer TOKEN`.

        """

    private func section(_ file: String) -> String {
        let own = commands.filter { $0.request.file == file }
        let rows = own.map { command in
            let methods = command.methods.filter { $0 != "head" }.map { $0.uppercased() }
            let cells = [
                "`\(command.name)`", methods.joined(separator: ", "),
                command.access == .user ? "\u{2713}" : "", fields(of: command.request),
                "`\(command.reply)`", Self.cell(command.summary),
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return """
            ## \(file)

            | Command | Method | Token | Fields | Answer | What it does |
            | --- | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }

    private func fields(of message: WireSchema.Message) -> String {
        message.fields.map { "`\($0.name)` \(name(of: $0))" }.joined(separator: ", ")
    }

    private func name(of field: WireSchema.Field) -> String {
        let kind: String =
            switch field.kind {
            case .text, .textOrNull: "text"
            case .bool: "bool"
            case .unsigned, .signed, .decimal: "number"
            case .bytes: "base64"
            case .moment: "time"
            case .duration: "duration"
            case .counts: "numbers by name"
            case .message(let name), .choice(let name): name
            }
        let type = field.isRepeated ? "\(kind)[]" : kind
        // A cid is as long in every command: docs/PROTOCOL.md says it once.
        return field.lengths.isEmpty || field.name == "cid" ? type : "\(type) (\(field.lengths))"
    }

    private static func cell(_ text: String) -> String {
        text.split(separator: "|").joined(separator: "\\|")
    }
}
