import HTTP
import HTTPTypes
import TestSupport
import Testing
import WebSocket
import Wire

@testable import Client

@Suite struct `A client's socket` {
    typealias Socket = ClientSocket<SeededGenerator>

    /// What a server says after the handshake, and what the client makes of it.
    struct Vector: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var format = WireFormat.json
        let bytes: [UInt8]
        let events: [Socket.Event]
        /// The frames with which the client answers.
        var replies: [String] = []
    }

    static let vectors = [
        Vector(testDescription: "nothing", bytes: [], events: []),
        Vector(
            testDescription: "two messages", bytes: frame(.text, "{}") + frame(.text, "x"),
            events: [.message(Array("{}".utf8)), .message(Array("x".utf8))]),
        Vector(
            testDescription: "a binary message", format: .binary, bytes: frame(.binary, "abc"),
            events: [.message(Array("abc".utf8))]),
        Vector(
            testDescription: "a ping before a message",
            bytes: frame(.ping, "p") + frame(.text, "x"), events: [.message(Array("x".utf8))],
            replies: ["pong p"]),
        Vector(
            testDescription: "a pong and nothing else", bytes: frame(.pong, "p"), events: []),
        Vector(
            testDescription: "a message of the other kind", bytes: frame(.binary, "abc"),
            events: [
                .ended(
                    .lost(
                        "the server broke the protocol: a message in another format than agreed"))
            ],
            replies: ["close 1003 a message in another format than agreed"]),
        Vector(
            testDescription: "a goodbye, and bytes after it",
            bytes: close(.serviceRestart, "later") + frame(.text, "x"),
            events: [.ended(.closed(.serviceRestart, reason: "later"))], replies: ["close 1012 "]),
        Vector(
            testDescription: "a goodbye without a code", bytes: frame(.close, ""),
            events: [.ended(.closed(nil, reason: ""))], replies: ["close nil "]),
        Vector(
            testDescription: "a masked frame", bytes: [0x81, 0x80, 1, 2, 3, 4],
            events: [.ended(.lost("the server broke the protocol: masked server frame"))],
            replies: ["close 1002 masked server frame"]),
    ]

    @Test(arguments: vectors)
    func `hears the same however the bytes are split`(vector: Vector) throws {
        let all = try Self.acceptance(vector.format) + vector.bytes
        for cut in 0...all.count {
            let pieces = [Array(all[..<cut]), Array(all[cut...])]
            try Self.check(vector, pieces, "cut at \(cut)")
        }
        try Self.check(vector, all.map { [$0] }, "byte by byte")
    }

    private static func check(
        _ vector: Vector, _ pieces: [[UInt8]], _ comment: Comment
    ) throws {
        var request: [UInt8] = []
        var socket = try socket(vector.format, request: &request)
        var output: [UInt8] = []
        let events = hear(pieces, by: &socket, output: &output)
        #expect(events == [.opened] + vector.events, comment)
        #expect(unframed(output) == vector.replies, comment)
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found\r\n\r\n", "the server answered 404 instead of a WebSocket"),
        ("HTTP/1.1 101 X\r\n\r\n", "not a WebSocket server: wrong upgrade in its answer"),
        ("SSH-2.0-OpenSSH\r\n\r\n", "not a WebSocket server: status line is not three words"),
    ])
    func `says why a server is none of ours`(answer: String, reason: String) throws {
        var output: [UInt8] = []
        var socket = try Self.socket(.json, request: &output)
        output = []
        let events = Self.hear([Array(answer.utf8)], by: &socket, output: &output)
        #expect(events == [.ended(.unreachable(reason))])
        #expect(output.isEmpty)
    }

    @Test func `insists on its format`() throws {
        var output: [UInt8] = []
        var socket = try Self.socket(.binary, request: &output)
        let events = Self.hear([try Self.acceptance(.json)], by: &socket, output: &output)
        guard case .ended(.unreachable)? = events.first else {
            Issue.record("accepted: \(events)")
            return
        }
    }

    @Test func `asks for what the server accepts, and masks each frame anew`() throws {
        var output: [UInt8] = []
        var socket = try Self.socket(.json, request: &output)
        var parser = RequestParser()
        let request = output.withUnsafeBytes { bytes in
            var input = bytes
            return parser.next(&input)
        }
        guard case .request(let request)? = request,
            case .success(let acceptance) = Handshake.accept(
                request.head, subprotocols: WireFormat.allCases.map(\.subprotocol))
        else {
            Issue.record("not accepted: \(String(describing: request))")
            return
        }
        #expect(acceptance.subprotocol == "upfor.v1.json")
        output = []
        socket.write(Array("x".utf8), to: &output)
        #expect(output.isEmpty, "sent before the handshake was over")
        _ = Self.hear([try Self.acceptance(.json)], by: &socket, output: &output)
        for _ in 0..<2 { socket.write(Array("hello".utf8), to: &output) }
        socket.ping(to: &output)
        #expect(socket.close(.normal, reason: "bye", to: &output))
        socket.write(Array("late".utf8), to: &output)
        #expect(output[2..<11] != output[13..<22])
        #expect(Self.unframed(output) == ["text hello", "text hello", "ping ", "close 1000 bye"])
    }

    @Test func `survives whatever a server sends`() throws {
        let start = try Self.acceptance(.json)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            var bytes = start + Self.vectors.flatMap(\.bytes)
            for _ in 0..<generator.below(4) {
                bytes[generator.below(bytes.count)] = generator.next()
            }
            var runs: [[Socket.Event]] = []
            for cut in [0, generator.below(bytes.count), generator.below(bytes.count)] {
                var output: [UInt8] = []
                var socket = try Self.socket(.json, request: &output)
                let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
                runs.append(Self.hear(pieces, by: &socket, output: &output))
            }
            #expect(runs[0] == runs[1])
            #expect(runs[0] == runs[2])
        }
    }
}
