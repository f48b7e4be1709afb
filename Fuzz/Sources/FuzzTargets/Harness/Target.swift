/// One thing to fuzz.
package struct Target: Sendable {
    /// On the command line, and the name of its folder in `Corpus`.
    package let name: String
    /// Inputs to begin with, without their two steering bytes.
    let seeds: @Sendable () -> [[UInt8]]
    /// Traps if an oracle is broken.
    package let run: @Sendable (Input) -> Void

    package static let all: [Target] = [
        .framesAsServer, .framesAsClient, .text, .inflate, .deflate, .request, .response,
        .handshake, .json, .binary, .connection, .picture, .recording,
        .voice, .pictureResults, .linkPage, .passkey,
    ]
}
