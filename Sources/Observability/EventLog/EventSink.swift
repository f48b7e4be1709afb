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
