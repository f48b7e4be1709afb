import ArgumentParser
import Wire

/// How what is said stands on the wire.
struct FormatOption: ParsableArguments {
    @Option(help: "How messages are written: json or binary.")
    var format = "json"

    var wireFormat: WireFormat {
        get throws {
            switch format {
            case "json": .json
            case "binary": .binary
            default:
                throw ValidationError("--format: expected json or binary, got \"\(format)\"")
            }
        }
    }

    func validate() throws { _ = try wireFormat }
}
