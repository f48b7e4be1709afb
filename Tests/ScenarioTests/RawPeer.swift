import Foundation
import Glibc
import TestSupport
import WebSocket

/// A peer that says whatever bytes it likes, and waits for what comes back.
final class RawPeer {
    let socket: Int32
    private var endpoint = Endpoint(role: .client)
    private let inflater = Inflater()
    /// The last HTTP head that came.
    private(set) var head = ""
    /// What was read and is not yet looked at.
    private var waiting: [UInt8] = []

    struct Silence: Error {}

    /// Connects to a port of this machine; two minutes of silence are an error.
    ///
    /// - Parameter receiveBytes: what our kernel takes while we do not read; nil for as much as
    ///   it likes.
    init(port: UInt16, receiveBytes: Int32? = nil) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBytes {
            setsockopt(
                socket, SOL_SOCKET, SO_RCVBUF, &receiveBytes,
                socklen_t(MemoryLayout<Int32>.size))
        }
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Silence() }
    }

    deinit { Glibc.close(socket) }

    /// Ends its own direction, and reads no more.
    func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) {
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Writes a frame as a client has to: masked.
    func frame(_ opcode: Opcode, _ payload: [UInt8]) {
        write(Self.framed(opcode, payload))
    }

    /// A text as a client has to send it.
    static func text(_ text: String) -> [UInt8] { framed(.text, Array(text.utf8)) }

    private static func framed(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        payload.withUnsafeBytes {
            FrameWriter.append(opcode, $0, mask: 0x1234_5678, to: &bytes)
        }
        return bytes
    }

    /// Opens a WebSocket on which both sides may compress.
    func upgradeDeflating() throws -> String {
        endpoint = Endpoint(role: .client, deflate: DeflateTerms())
        return try upgrade(fields: "Sec-WebSocket-Extensions: permessage-deflate\r\n")
    }

    /// Says all of it in one write.
    func say(_ json: String...) {
        var bytes: [UInt8] = []
        for command in json {
            Array(command.utf8).withUnsafeBytes {
                FrameWriter.append(.text, $0, mask: 0x1234_5678, to: &bytes)
            }
        }
        write(bytes)
    }

    /// Reads to the end of an HTTP head, and returns its first line.
    func statusLine() throws -> String {
        let end = Array("\r\n\r\n".utf8)
        while waiting.firstRange(of: end) == nil {
            guard try fill() else { throw Silence() }
        }
        let text = String(decoding: waiting, as: UTF8.self)
        head = text.components(separatedBy: "\r\n\r\n").first ?? ""
        if let range = waiting.firstRange(of: end) { waiting.removeSubrange(..<range.upperBound) }
        return text.components(separatedBy: "\r\n").first ?? ""
    }

    /// Reads one line of a body.
    func line() throws -> String {
        while !waiting.contains(UInt8(ascii: "\n")) {
            guard try fill() else { throw Silence() }
        }
        let line = waiting.prefix { $0 != UInt8(ascii: "\n") }
        waiting.removeFirst(line.count + 1)
        return String(decoding: line, as: UTF8.self)
    }

    /// So many bytes of a body, as text.
    func body(byteCount: Int) throws -> String {
        while waiting.count < byteCount {
            guard try fill() else { throw Silence() }
        }
        defer { waiting.removeFirst(byteCount) }
        return String(decoding: waiting.prefix(byteCount), as: UTF8.self)
    }

    /// So many bytes of a body.
    func bytes(_ count: Int) throws -> [UInt8] {
        while waiting.count < count {
            guard try fill() else { throw Silence() }
        }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Everything until the server closes.
    func rest() throws -> String {
        while try fill() {}
        return String(decoding: waiting, as: UTF8.self)
    }

    /// Opens a WebSocket.
    ///
    /// - Parameter fields: more of them, each with its line's end.
    func upgrade(
        _ subprotocol: String = "upfor.v1.json", fields: String = ""
    ) throws -> String {
        write(
            """
            GET /v1/ws HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            Sec-WebSocket-Protocol: \(subprotocol)\r
            \(fields)\r

            """)
        return try statusLine()
    }

    /// The next thing the server says over the WebSocket, in words.
    func next() throws -> String {
        while true {
            var words: String?
            let count = waiting.count
            var left = 0
            waiting.withUnsafeMutableBytes { bytes in
                var input = bytes
                if let event = endpoint.next(
                    &input, limits: MessageLimits(), inflater: inflater)
                {
                    words = Self.words(event)
                }
                left = input.count
            }
            waiting.removeFirst(count - left)
            if let words { return words }
            guard try fill() else { return "end" }
        }
    }

    @discardableResult
    private func fill() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = uninterrupted { recv(socket, &bytes, bytes.count, 0) }
        guard count >= 0 else { throw Silence() }
        waiting += bytes[..<count]
        return count > 0
    }

    private static func words(_ event: Event) -> String {
        switch event {
        case .text(let bytes): "\(String(decoding: bytes, as: UTF8.self))"
        case .binary(let bytes): "binary \(bytes.count)"
        case .ping(let bytes): "ping \(String(decoding: bytes, as: UTF8.self))"
        case .pong(let bytes): "pong \(String(decoding: bytes, as: UTF8.self))"
        case .close(let code, _): "close \(code?.rawValue ?? 0)"
        case .violation(let violation): "violation \(violation)"
        }
    }
}
