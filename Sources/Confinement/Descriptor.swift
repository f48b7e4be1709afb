import CWorker
import Glibc

/// A descriptor, closed with its owner, with a number above those that a program is handed any
/// under.
final class Descriptor: Sendable {
    let number: Int32

    private static let spareNumber: Int32 = 64

    /// Takes over a descriptor.
    ///
    /// - Throws: when it is invalid, or no number is left.
    init(taking number: Int32) throws(ConfinementFailure) {
        guard number >= 0 else { throw Self.none }
        self.number = fcntl(number, F_DUPFD_CLOEXEC, Self.spareNumber)
        _ = close(number)
        guard self.number >= 0 else { throw Self.none }
    }

    deinit { _ = close(number) }

    /// A descriptor that discards all output.
    static func nowhere() throws(ConfinementFailure) -> Descriptor {
        try Descriptor(taking: open("/dev/null", O_RDWR | O_CLOEXEC))
    }

    private static let none = ConfinementFailure.full(retryAfter: .seconds(5))
}

/// An anonymous file in memory, for a program to read.
struct MemoryFile {
    let descriptor: Descriptor
    private var size = 0

    init(_ input: ConfinedProgram.Input) throws(ConfinementFailure) {
        descriptor = try Descriptor(taking: worker_memory_file())
        switch input {
        case .bytes(let bytes): try append(bytes)
        case .pieces(let source):
            while true {
                let piece = try source()
                guard !piece.isEmpty else { return }
                try append(piece)
            }
        }
    }

    private mutating func append(_ bytes: [UInt8]) throws(ConfinementFailure) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { rest in
                pwrite(descriptor.number, rest.baseAddress, rest.count, size + offset)
            }
            guard count > 0 || errno == EINTR else {
                throw .failed("no memory for what a program reads")
            }
            offset += max(0, count)
        }
        size += bytes.count
    }
}

enum Poll {
    /// Waits until something can be read from one of them.
    ///
    /// - Parameters:
    ///   - descriptors: -1 for none.
    ///   - writer: one that can be written to is waited for, too; -1 for none.
    /// - Returns: what happened to each, to the writer last; 0 for nothing.
    /// - Throws: `.failed` when nothing has come by then.
    static func wait(
        for descriptors: [Int32], writer: Int32 = -1, until deadline: ContinuousClock.Instant
    ) throws(ConfinementFailure) -> [Int16] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        polled.append(pollfd(fd: writer, events: Int16(POLLOUT), revents: 0))
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
