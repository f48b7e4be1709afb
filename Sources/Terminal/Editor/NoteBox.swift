import Glibc
import Synchronization

/// Notes to the thread that owns the terminal, and a pipe that wakes it from waiting for a key.
final class NoteBox: Sendable {
    private let notes = Mutex<[ScreenNote]>([])
    private let writeEnd: Int32
    /// Readable while notes are waiting.
    let readEnd: Int32

    /// - Throws: `.local` when the process has no descriptors left.
    init() throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .local("cannot make a pipe: \(String(cString: strerror(errno)))")
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Leaves a note. A full pipe is fine: the reader is awake then.
    func put(_ note: ScreenNote) {
        notes.withLock { $0.append(note) }
        var byte: UInt8 = 0
        write(writeEnd, &byte, 1)
    }

    /// Takes all notes, oldest first.
    func takeAll() -> [ScreenNote] {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
        return notes.withLock { notes in
            defer { notes.removeAll() }
            return notes
        }
    }
}
