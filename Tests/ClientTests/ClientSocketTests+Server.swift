import HTTP
import HTTPTypes
import TestSupport
import WebSocket
import Wire

@testable import Client

/// The server's half of the dialogues.
extension `A client's socket` {
    static func socket(
        _ format: WireFormat, request: inout [UInt8]
    ) throws(HTTPViolation) -> Socket {
        try Socket(
            authority: "127.0.0.1:8080", format: format, generator: SeededGenerator(seed: 1),
            output: &request)
    }

    /// The answer to the request of `socket(_:request:)`: the seed makes its key known.
    static func acceptance(_ format: WireFormat) throws(HTTPViolation) -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        let request = Handshake.request(
            authority: "127.0.0.1:8080", path: "/v1/ws", key: Handshake.makeKey(using: &generator),
            subprotocols: [format.subprotocol])
        var output: [UInt8] = []
        if case .success(let acceptance) = Handshake.accept(
            request, subprotocols: [format.subprotocol])
        {
            ResponseWriter.append(acceptance.response, body: [], keepAlive: true, to: &output)
        }
        return output
    }

    static func frame(_ opcode: Opcode, _ text: String) -> [UInt8] {
        var output: [UInt8] = []
        Array(text.utf8).withUnsafeBytes {
            FrameWriter.append(opcode, $0, mask: nil, to: &output)
        }
        return output
    }

    static func close(_ code: CloseCode, _ reason: String) -> [UInt8] {
        var output: [UInt8] = []
        FrameWriter.appendClose(code, reason: reason, mask: nil, to: &output)
        return output
    }

    static func hear(
        _ pieces: [[UInt8]], by socket: inout Socket, output: inout [UInt8]
    ) -> [Socket.Event] {
        var events: [Socket.Event] = []
        for piece in pieces {
            var bytes = piece
            bytes.withUnsafeMutableBytes { buffer in
                var input = buffer
                while let event = socket.next(&input, output: &output) { events.append(event) }
            }
        }
        return events
    }

    /// The client's frames as a server reads them.
    static func unframed(_ bytes: [UInt8]) -> [String] {
        var endpoint = Endpoint(role: .server)
        var bytes = bytes
        var frames: [String] = []
        bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            while let event = endpoint.next(&input, limits: MessageLimits()) {
                frames.append(text(event))
            }
        }
        return frames
    }

    private static func text(_ event: Event) -> String {
        func string(_ bytes: UnsafeRawBufferPointer) -> String {
            String(decoding: bytes, as: UTF8.self)
        }
        return switch event {
        case .text(let bytes): "text " + string(bytes)
        case .binary(let bytes): "binary " + string(bytes)
        case .ping(let bytes): "ping " + string(bytes)
        case .pong(let bytes): "pong " + string(bytes)
        case .close(let code, let reason):
            "close \(code.map { "\($0.rawValue)" } ?? "nil") \(string(reason))"
        case .violation(let violation): "violation \(violation)"
        }
    }
}
