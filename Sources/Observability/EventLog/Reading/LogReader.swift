internal import Glibc

/// Reads a log's file to its end, and on from there as it grows: also when it was rotated.
public struct LogReader: ~Copyable {
    /// A line that is longer is not one of ours, and is cut.
    static let lineBytesMax = 65_536
    private static let pieceBytes = 65_536
    /// How often it is looked at whether there is more.
    private static let waitMilliseconds: Int32 = 200

    /// nil: standard input.
    private let path: String?
    private var descriptor: Int32
    /// The file that has taken this one's place, to be read after this one's end.
    private var next: Int32?
    /// The beginning of a line whose end is not there yet.
    private var rest: [UInt8] = []

    /// Of the file at `path`, or of standard input when that is nil.
    public init(path: String?) throws(EventSinkError) {
        self.path = path
        descriptor = path.map(Self.open) ?? STDIN_FILENO
        guard descriptor >= 0 else {
            throw EventSinkError(path: path ?? "", errorNumber: errno)
        }
    }

    deinit {
        if path != nil { close(descriptor) }
        if let next { close(next) }
    }

    /// Hands over the lines that are there, each without its line feed.
    ///
    /// - Returns: whether there may be more at once; false at the end.
    public mutating func read(
        _ line: (ArraySlice<UInt8>) -> Void
    ) throws(EventSinkError) -> Bool {
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        let count = piece.withUnsafeMutableBytes {
            Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        guard count != 0 else { return goOn() }
        guard count > 0 else {
            if errno == EINTR { return true }
            throw EventSinkError(path: path ?? "standard input", errorNumber: errno)
        }
        rest.append(contentsOf: piece[..<count])
        var lines = rest[...]
        while let end = lines.firstIndex(of: UInt8(ascii: "\n")) {
            line(lines[..<end].prefix(Self.lineBytesMax))
            lines = lines[(end + 1)...]
        }
        rest = Array(lines.prefix(Self.lineBytesMax))
        return true
    }

    /// Returns when the file may have grown, or another file has its name and is not empty: the
    /// writer has switched to that one by then.
    public mutating func wait() {
        var (mine, named) = (stat(), stat())
        guard let path, next == nil, fstat(descriptor, &mine) == 0, stat(path, &named) == 0,
            Self.isSame(mine, named)
                ? mine.st_size < lseek(descriptor, 0, SEEK_CUR) : named.st_size > 0
        else {
            _ = poll(nil, 0, Self.waitMilliseconds)
            return
        }
        let other = Self.open(Self.isSame(mine, named) ? path : Self.successor(of: mine, at: path))
        next = other < 0 ? nil : other
    }

    /// The file in which the writer went on after this one. Files moved away since, as `path.1` and
    /// so on, come before the one that has the name now. This file may be none of them any more: a
    /// file last written before it was is older.
    private static func successor(of mine: stat, at path: String) -> String {
        var (name, older) = (path, stat())
        var number = 1
        while stat("\(path).\(number)", &older) == 0, !isSame(mine, older),
            !isEarlier(older.st_mtim, mine.st_mtim)
        {
            name = "\(path).\(number)"
            number += 1
        }
        return name
    }

    private static func isEarlier(_ one: timespec, _ other: timespec) -> Bool {
        (one.tv_sec, one.tv_nsec) < (other.tv_sec, other.tv_nsec)
    }

    private static func isSame(_ one: stat, _ other: stat) -> Bool {
        one.st_ino == other.st_ino && one.st_dev == other.st_dev
    }

    /// - Returns: whether there is another file to be read.
    private mutating func goOn() -> Bool {
        guard let other = next else { return false }
        close(descriptor)
        (descriptor, next, rest) = (other, nil, [])
        return true
    }

    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_RDONLY | O_CLOEXEC)
    }
}

/// Shows lines of a log: those that are wanted, as they are or for people.
public struct LogView: Sendable {
    private let filter: EventFilter
    private let form: EventForm
    /// Lines that were no events.
    public private(set) var strangeCount = 0

    /// - Parameter isPretty: for a person at a terminal, in colour; else as they are.
    public init(_ filter: EventFilter, isPretty: Bool) {
        self.filter = filter
        form = isPretty ? .pretty : .json
    }

    /// A line as it is to be shown, with its line feed; nil when it is not wanted.
    public mutating func shown(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        guard !filter.isTooOld(line) else { return nil }
        guard let event = EventLine(line) else {
            strangeCount += 1
            return nil
        }
        guard filter.wants(event) else { return nil }
        switch form {
        case .json: return line + [UInt8(ascii: "\n")]
        case .pretty: return pretty(event)
        }
    }

    private func pretty(_ event: EventLine) -> [UInt8] {
        var bytes: [UInt8] = []
        EventForm.appendPretty(
            event.time, event.level, event.name, event.fields.map { ($0.key, .text($0.text)) },
            to: &bytes)
        return bytes
    }
}
