import Foundation
import Glibc
import TestSupport

@testable import Server

/// A peer at a daemon's Unix socket that can send any bytes.
final class LocalPeer {
    private let socket: Int32
    private var waiting: [UInt8] = []

    struct Silence: Error {}

    /// Connects; two minutes of silence are an error.
    init(_ path: String) throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Silence() }
    }

    deinit { Glibc.close(socket) }

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) {
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Ends its own direction, and reads on.
    func finish() { shutdown(socket, Int32(SHUT_WR)) }

    /// Everything until the daemon closes.
    func rest() throws -> String {
        while try fill() {}
        defer { waiting = [] }
        return String(decoding: waiting, as: UTF8.self)
    }

    /// Everything up to some words, and these.
    func read(until words: String) throws -> String {
        while true {
            if let range = waiting.firstRange(of: Array(words.utf8)) {
                defer { waiting.removeSubrange(..<range.upperBound) }
                return String(decoding: waiting[..<range.upperBound], as: UTF8.self)
            }
            guard try fill() else { throw Silence() }
        }
    }

    /// - Returns: false at the end.
    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = uninterrupted { recv(socket, &buffer, buffer.count, 0) }
        if count < 0, errno != ECONNRESET { throw Silence() }
        if count > 0 { waiting += buffer.prefix(count) }
        return count > 0
    }
}

extension Site {
    /// Gives an order, and returns the status and the answer.
    func order(_ name: String, _ body: String = "{}") throws -> (status: Int, answer: String) {
        let peer = try LocalPeer(daemon.adminSocket ?? "")
        peer.write(
            "POST /\(name) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        let parts = try peer.rest().components(separatedBy: "\r\n\r\n")
        let status = parts[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (status ?? 0, parts.dropFirst().joined())
    }
}
