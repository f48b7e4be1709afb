import CHiredis
import Glibc

/// One connection to a Redis server: commands out, answers in, and it waits for neither.
///
/// Not Sendable: used on the bus's thread only.
final class RedisLink {
    /// What a server says.
    enum Answer: Equatable {
        /// Several parts, as a message of a channel has.
        case list([[UInt8]])
        case text([UInt8])
        case number(Int)
        case error(String)
        case nothing
    }

    private let context: UnsafeMutablePointer<redisContext>

    /// Connects, and says who it is.
    ///
    /// - Parameters:
    ///   - secret: the server's password; empty: it has none.
    ///   - patience: how long the connection may take.
    init?(_ place: RedisPlace, secret: [UInt8], patienceSeconds: Int) {
        let patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
        let made =
            switch place {
            case .host(let host, let port): redisConnectWithTimeout(host, port, patience)
            case .socket(let path): redisConnectUnixWithTimeout(path, patience)
            }
        guard let made else { return nil }
        guard made.pointee.err == 0 else {
            redisFree(made)
            return nil
        }
        context = made
        let number = context.pointee.fd
        guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0 else { return nil }
        context.pointee.flags &= ~REDIS_BLOCK
        if !secret.isEmpty { send([Array("AUTH".utf8), secret]) }
    }

    deinit { redisFree(context) }

    /// The socket.
    var number: Int32 { context.pointee.fd }

    /// Whether something waits to be written.
    private(set) var hasOutput = false

    /// Queues a command.
    func send(_ words: [[UInt8]]) {
        let lengths = words.map(\.count)
        withPointers(words[...], []) { pointers in
            pointers.withUnsafeBufferPointer { pointers in
                _ = redisAppendCommandArgv(
                    context, Int32(words.count),
                    UnsafeMutablePointer(mutating: pointers.baseAddress), lengths)
            }
        }
        hasOutput = true
    }

    /// Writes what the socket takes.
    ///
    /// - Returns: false when the connection is lost.
    func flush() -> Bool {
        var isDone: Int32 = 0
        guard redisBufferWrite(context, &isDone) == REDIS_OK else { return false }
        hasOutput = isDone == 0
        return true
    }

    /// Reads what is there.
    ///
    /// - Returns: nil when the connection is lost, or says what no server says.
    func receive() -> [Answer]? {
        guard redisBufferRead(context) == REDIS_OK else { return nil }
        var answers: [Answer] = []
        while true {
            var reply: UnsafeMutableRawPointer?
            guard redisGetReplyFromReader(context, &reply) == REDIS_OK else { return nil }
            guard let reply else { return answers }
            let answer = reply.assumingMemoryBound(to: redisReply.self)
            answers.append(Answer(answer.pointee))
            freeReplyObject(reply)
        }
    }

    private func withPointers(
        _ words: ArraySlice<[UInt8]>, _ pointers: [UnsafePointer<CChar>?],
        _ body: ([UnsafePointer<CChar>?]) -> Void
    ) {
        guard let word = words.first else { return body(pointers) }
        word.withUnsafeBytes { bytes in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            withPointers(words.dropFirst(), pointers + [pointer], body)
        }
    }
}

extension RedisLink.Answer {
    var isError: Bool { if case .error = self { true } else { false } }

    fileprivate init(_ reply: redisReply) {
        switch reply.type {
        case REDIS_REPLY_ARRAY:
            let parts = (0..<reply.elements).map { index -> [UInt8] in
                guard let part = reply.element?[index]?.pointee else { return [] }
                return part.type == REDIS_REPLY_INTEGER
                    ? Array("\(part.integer)".utf8) : Self.bytes(of: part)
            }
            self = .list(parts)
        case REDIS_REPLY_INTEGER: self = .number(Int(reply.integer))
        case REDIS_REPLY_ERROR:
            self = .error(String(decoding: Self.bytes(of: reply), as: UTF8.self))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(Self.bytes(of: reply))
        default: self = .nothing
        }
    }

    private static func bytes(of reply: redisReply) -> [UInt8] {
        guard let text = reply.str else { return [] }
        return Array(UnsafeRawBufferPointer(start: text, count: reply.len))
    }
}
