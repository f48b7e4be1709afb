import CHiredis
import EventLoop
import Glibc

/// One connection to a Redis server: it sends commands and receives answers, and waits for neither.
///
/// Not Sendable: used on the bus's thread only.
final class RedisLink {
    /// An answer of the server.
    enum Answer: Equatable {
        /// Several parts, as a message of a channel has.
        case list([[UInt8]])
        case text([UInt8])
        case number(Int)
        case error(String)
        case nothing
    }

    private let context: UnsafeMutablePointer<redisContext>
    private let stream: PolledStream
    private var output: [UInt8] = []

    /// Connects, and authenticates.
    ///
    /// - Throws: ``RedisFailure`` when the connection fails.
    init(_ terms: RedisBus.Terms) throws(RedisFailure) {
        context = try Self.connect(to: terms.place, terms.connectPatience)
        let number = context.pointee.fd
        stream = PolledStream(number)
        guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0 else { throw .lost }
        if case .encrypted(let host, _) = terms.place {
            do throws(TLSError) {
                let trust = if let trust = terms.trust { trust } else { try TLSTrust.system() }
                try stream.encrypt(
                    to: TLSServer(name: host, trust: trust, offersHTTP: false),
                    within: terms.connectPatience)
            } catch {
                throw RedisFailure(error.description)
            }
        }
        if !terms.secret.isEmpty { send([Array("AUTH".utf8), terms.secret]) }
    }

    deinit { redisFree(context) }

    private static func connect(
        to place: RedisPlace, _ patience: Duration
    ) throws(RedisFailure) -> UnsafeMutablePointer<redisContext> {
        let patience = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
        let made =
            switch place {
            case .host(let host, let port), .encrypted(let host, let port):
                redisConnectWithTimeout(host, port, patience)
            case .socket(let path): redisConnectUnixWithTimeout(path, patience)
            }
        guard let made else { throw RedisFailure("no memory to connect") }
        guard made.pointee.err != 0 else { return made }
        defer { redisFree(made) }
        throw RedisFailure(
            withUnsafeBytes(of: made.pointee.errstr) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            })
    }

    /// The socket.
    var number: Int32 { context.pointee.fd }

    /// Whether bytes wait until the socket takes them.
    var wantsWritable: Bool { !output.isEmpty || stream.wantsWritable }

    /// Queues a command.
    func send(_ words: [[UInt8]]) {
        let lengths = words.map(\.count)
        withPointers(words[...], []) { pointers in
            pointers.withUnsafeBufferPointer { pointers in
                var command: UnsafeMutablePointer<CChar>?
                let count = redisFormatCommandArgv(
                    &command, Int32(words.count),
                    UnsafeMutablePointer(mutating: pointers.baseAddress), lengths)
                guard let command, count > 0 else { return }
                output += UnsafeRawBufferPointer(start: command, count: Int(count))
                redisFreeCommand(command)
            }
        }
    }

    /// Writes as much as the socket takes.
    ///
    /// - Returns: false when the connection is lost.
    func flush() -> Bool {
        guard !output.isEmpty else { return true }
        switch output.withUnsafeBytes({ stream.write($0) }) {
        case .bytes(let count): output.removeFirst(count)
        case .wouldBlock: break
        case .over: return false
        }
        return true
    }

    /// Reads what has arrived.
    ///
    /// - Returns: nil when the connection is lost, or the peer breaks the protocol.
    func receive() -> [Answer]? {
        guard feed() else { return nil }
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

    /// Passes what the socket has to hiredis' parser.
    ///
    /// - Returns: false when the connection is lost.
    private func feed() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: Self.readBytes, alignment: 1) { buffer in
            // What the server sent before it closed comes first: the next call finds the end again.
            var hasFed = false
            repeat {
                switch stream.read(into: buffer) {
                case .bytes(let count):
                    let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                    guard redisReaderFeed(context.pointee.reader, text, count) == REDIS_OK else {
                        return false
                    }
                    hasFed = true
                case .wouldBlock: return true
                case .over: return hasFed
                }
            } while stream.hasMore
            return true
        }
    }

    private static let readBytes = 16_384

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
