import HTTPTypes
import Kernel
import SwiftProtobuf
import Wire

/// A session's messages as server-sent events, for clients that cannot use WebSockets.
///
/// - Source: HTML Living Standard §9.2.
struct EventStream {
    /// The output for a message.
    enum Output: Equatable {
        /// Bytes of the stream.
        case bytes([UInt8])
        /// The session was refused: a response with this error, and no stream.
        case refusal(CommandError)
    }

    /// A line that clients ignore: keeps proxies from taking the stream for dead.
    static let comment = Array(":\n\n".utf8)

    /// The web page of another site that may read it.
    let page: String?
    /// The epoch of the inbox; nil until the session is open.
    private var epoch: String?

    /// Whether the session is open: the stream has begun.
    var isOpen: Bool { epoch != nil }

    /// - Parameter page: nil: none of another site.
    init(for page: String? = nil) {
        self.page = page
    }

    /// Where a client says that its last event was: "EPOCH.SEQ".
    static func position(of id: String) -> (epoch: String, seq: UInt32)? {
        guard let dot = id.lastIndex(of: "."), let seq = UInt32(id[id.index(after: dot)...]) else {
            return nil
        }
        return (String(id[..<dot]), seq)
    }

    /// Writes a message.
    mutating func write(_ message: [UInt8]) -> Output {
        guard let epoch else { return open(by: message) }
        var bytes: [UInt8] = []
        if let seq = Self.seq(of: message) { bytes += Array("id: \(epoch).\(seq)\n".utf8) }
        return .bytes(bytes + Self.data(message))
    }

    /// The first message is the answer to `sessionOpen`.
    private mutating func open(by message: [UInt8]) -> Output {
        guard let answer = try? ServerMessage(jsonUTF8Bytes: message) else {
            return .refusal(Refusal.fault.error(in: ""))
        }
        switch answer.body {
        case .session(let session): epoch = session.epoch
        case .error(let error): return .refusal(error)
        case .bye(let bye):
            var refusal = Refusal(.unavailable, bye.reason).error(in: "")
            if bye.hasRetryAfter { refusal.retryAfter = bye.retryAfter }
            return .refusal(refusal)
        default: return .refusal(Refusal.fault.error(in: ""))
        }
        return .bytes(Self.head(for: page) + Self.data(message))
    }

    /// The head of the response.
    static func head(for page: String?) -> [UInt8] {
        let shared = page.map { ["Access-Control-Allow-Origin: \($0)", "Vary: Origin"] } ?? []
        let lines =
            [
                "HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Cache-Control: no-store",
                "X-Content-Type-Options: nosniff", "X-Accel-Buffering: no", "Connection: close",
            ] + shared
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// JSON of ours has no line breaks.
    private static func data(_ message: [UInt8]) -> [UInt8] {
        Array("data: ".utf8) + message + Array("\n\n".utf8)
    }

    /// The number of an event in the inbox: `{"seq":7,…`.
    private static func seq(of message: [UInt8]) -> UInt32? {
        let start = Array(#"{"seq":"#.utf8)
        guard message.starts(with: start) else { return nil }
        let digits = message[start.count...].prefix { (0x30...0x39).contains($0) }
        return UInt32(String(decoding: digits, as: UTF8.self))
    }
}
