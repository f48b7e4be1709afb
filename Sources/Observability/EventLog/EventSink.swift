internal import Glibc

/// Where the lines of the event log go.
public struct EventSink: Sendable {
    let form: EventForm
    /// Takes whole lines; false when they are lost. Called by one thread at a time; may block.
    let write: @Sendable ([UInt8]) -> Bool
    /// Opens the file of that name again, so that another program may rename the old one.
    /// Its path, and `errno` or 0; nil when there is no file.
    let reopen: @Sendable () -> (path: String, errno: Int32)?

    /// Writes whole lines that were made elsewhere.
    ///
    /// - Returns: whether they are not lost.
    public func put(_ lines: [UInt8]) -> Bool { write(lines) }

    /// A sink of the caller's own, for lines of JSON.
    public init(write: @escaping @Sendable ([UInt8]) -> Bool) {
        self.init(form: .json, write: write, reopen: { nil })
    }

    private init(
        form: EventForm, write: @escaping @Sendable ([UInt8]) -> Bool,
        reopen: @escaping @Sendable () -> (path: String, errno: Int32)?
    ) {
        self.form = form
        self.write = write
        self.reopen = reopen
    }

    /// Standard output: in colour when a person is looking, JSON otherwise.
    public static let standardOutput = EventSink(
        form: isatty(STDOUT_FILENO) == 1 ? .pretty : .json,
        write: { LineOutput.write($0, to: STDOUT_FILENO) }, reopen: { nil })

    /// The file at `path`, appended to and made when it is missing (mode 0640).
    ///
    /// - Parameter rotation: when it is moved away, by us; nil: never.
    /// - Throws: when it cannot be opened, and why.
    public static func file(
        _ path: String, rotation: LogRotation? = nil
    ) throws(EventSinkError) -> EventSink {
        let file = try LogFile(path: path, rotation: rotation)
        return EventSink(form: .json, write: { file.write($0) }, reopen: { (path, file.reopen()) })
    }
}

/// The event log cannot be written to.
public struct EventSinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file that was to be opened.
    public let path: String
    /// `errno` of the attempt.
    public let errorNumber: Int32

    /// One line for the operator.
    public var description: String {
        "\(path): \(String(cString: strerror(errorNumber)))"
    }
}

/// Writes whole lines to a descriptor, or none of them.
enum LineOutput {
    /// Writes all of `lines`, waiting where the descriptor asks for it.
    ///
    /// A part that a full disk took is removed again: the next line begins behind a whole one. Not
    /// if another process has appended to the file meanwhile, as two daemons may while one takes
    /// over.
    static func write(_ lines: [UInt8], to descriptor: Int32) -> Bool {
        let count = put(lines, to: descriptor)
        if count > 0, count < lines.count { takeBack(count, from: descriptor) }
        return count == lines.count
    }

    /// - Returns: how many bytes were written.
    private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard Glibc.poll(&poll, 1, -1) >= 0 || errno == EINTR else { break }
            } else if errno != EINTR {
                break
            }
        }
        return bytes.count - rest.count
    }

    private static func takeBack(_ count: Int, from descriptor: Int32) {
        let end = lseek(descriptor, 0, SEEK_CUR)
        var facts = stat()
        guard end >= count, fstat(descriptor, &facts) == 0, facts.st_size == end,
            ftruncate(descriptor, end - count) == 0
        else { return }
        _ = lseek(descriptor, end - count, SEEK_SET)
    }
}
