import CWorker
import Glibc

/// A descriptor, closed with its owner, with a number above those that a worker is handed any
/// under.
final class Descriptor: Sendable {
    let number: Int32

    private static let spareNumber: Int32 = 64

    /// Takes over a descriptor.
    ///
    /// - Throws: when it is invalid, or no number is left.
    init(taking number: Int32) throws(SpeechFailure) {
        guard number >= 0 else { throw Self.none }
        self.number = fcntl(number, F_DUPFD_CLOEXEC, Self.spareNumber)
        _ = close(number)
        guard self.number >= 0 else { throw Self.none }
    }

    deinit { _ = close(number) }

    /// A descriptor that discards all output.
    static func nowhere() throws(SpeechFailure) -> Descriptor {
        try Descriptor(taking: open("/dev/null", O_RDWR | O_CLOEXEC))
    }

    private static let none = SpeechFailure.full(retryAfter: .seconds(5))
}

/// An anonymous file in memory, for a worker to read.
struct MemoryFile {
    let descriptor: Descriptor

    init(_ bytes: [UInt8]) throws(SpeechFailure) {
        descriptor = try Descriptor(taking: worker_memory_file())
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { rest in
                pwrite(descriptor.number, rest.baseAddress, rest.count, offset)
            }
            guard count > 0 || errno == EINTR else {
                throw .failed("no memory for what a worker reads")
            }
            offset += max(0, count)
        }
    }
}

/// A pipe from a worker to us.
final class OutputPipe {
    private let output: Descriptor
    private var writer: Descriptor?

    init() throws(SpeechFailure) {
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else {
            throw .failed("no pipe is left: \(String(cString: strerror(errno)))")
        }
        let writing = Result { () throws(SpeechFailure) in try Descriptor(taking: ends[1]) }
        output = try Descriptor(taking: ends[0])
        writer = try writing.get()
    }

    /// The end that the worker gets.
    var input: Int32 { writer?.number ?? -1 }

    /// From now on the pipe ends when the worker does.
    func closeInput() { writer = nil }

    /// Reads until the worker has closed its end, or has ended.
    ///
    /// - Parameter process: a descriptor that becomes readable when the worker has ended. Its child
    ///   processes may still hold their end of the pipe; the read does not wait for them.
    func read(
        atMost bytesMax: Int, until deadline: ContinuousClock.Instant, orEndOf process: Int32
    ) throws(SpeechFailure) -> [UInt8] {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        while true {
            let events = try Poll.wait(for: [output.number, process], until: deadline)
            if events[0] == 0 { return bytes }
            let count = Glibc.read(output.number, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            guard bytes.count + count <= bytesMax else { throw .loud }
            bytes += part[..<count]
        }
    }
}

enum Poll {
    /// Waits until something can be read from one of them.
    ///
    /// - Parameter descriptors: -1 for none.
    /// - Returns: what happened to each; 0 for nothing.
    /// - Throws: `.failed` when nothing has come by then.
    static func wait(
        for descriptors: [Int32], until deadline: ContinuousClock.Instant
    ) throws(SpeechFailure) -> [Int16] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let left = max(.zero, deadline - .now).components
            let milliseconds =
                left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
            let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .slow }
            return polled.map(\.revents)
        }
    }
}
