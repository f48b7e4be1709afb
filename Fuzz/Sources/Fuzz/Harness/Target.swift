/// One thing to fuzz.
struct Target: Sendable {
    /// On the command line, and the name of its folder in `Corpus`.
    let name: String
    /// Inputs to begin with, without their two steering bytes.
    let seeds: @Sendable () -> [[UInt8]]
    /// Traps if an oracle is broken.
    let run: @Sendable (Input) -> Void

    static let all: [Target] = [
        .framesAsServer, .framesAsClient, .text, .inflate, .deflate, .request, .response,
        .handshake, .json, .binary, .connection, .picture, .recording,
    ]

    /// The one that `--target=` names.
    static let chosen = all.first { $0.name == Options.value(of: "target") }
}
