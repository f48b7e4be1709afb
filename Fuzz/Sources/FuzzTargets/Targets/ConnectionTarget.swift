import HTTP
import HTTPTypes
import WebSocket

extension Target {
    /// A whole connection: requests, an upgrade, frames, commands.
    static let connection = Target(name: "connection", seeds: { ConnectionSeeds.all }) { input in
        let output = Oracle.sameInEverySplit(input) { ConnectionTarget.answered($0, input) }
        ConnectionTarget.expectUnderstood(output)
    }
}

enum ConnectionTarget {
    /// What a connection answers to `pieces`, each in a read of its own.
    static func answered(_ pieces: [ArraySlice<UInt8>], _ input: Input) -> [UInt8] {
        let connection = Connection(
            limits: FrameTarget.limits(input), httpLimits: HTTPLimits(headBytesMax: 2048))
        for piece in pieces {
            let buffer = UnsafeMutableRawBufferPointer.allocate(
                byteCount: piece.count, alignment: 1)
            defer { buffer.deallocate() }
            buffer.copyBytes(from: piece)
            connection.receive(buffer)
        }
        return connection.output
    }

    /// Whatever we are sent, a client of ours understands every byte of what we answer.
    static func expectUnderstood(_ output: [UInt8]) {
        var output = output
        output.withUnsafeMutableBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            var parser = ResponseParser()
            var terms: DeflateTerms?
            while !rest.isEmpty {
                guard case .response(let response)? = parser.next(&rest) else {
                    return Oracle.require(false, "an answer that is no response")
                }
                terms = response.headerFields[.secWebSocketExtensions].map { _ in DeflateTerms() }
                guard response.status != .switchingProtocols else { break }
            }
            let frames = UnsafeMutableRawBufferPointer(rebasing: bytes.suffix(rest.count))
            var endpoint = Endpoint(role: .client, deflate: terms)
            expectFrames(frames, &endpoint)
        }
    }

    private static func expectFrames(
        _ frames: UnsafeMutableRawBufferPointer, _ endpoint: inout Endpoint
    ) {
        var rest = frames
        let limits = MessageLimits(messageBytesMax: .max, fragmentsMax: 1)
        let inflater = Inflater()
        while let event = endpoint.next(&rest, limits: limits, inflater: inflater) {
            if case .violation(let violation) = event {
                Oracle.require(false, "we send what breaks the protocol: \(violation)")
            }
            if case .close = event { Oracle.require(rest.isEmpty, "goes on after a close") }
        }
        Oracle.require(endpoint.holdsNothing, "we send half a frame")
    }
}
