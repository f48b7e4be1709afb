import Glibc
import Testing

/// A terminal without a person: what is typed on it, and what was printed.
final class PseudoTerminal {
    private let keys: Int32
    private var printed: [UInt8] = []

    /// Takes the place of the standard streams of this process.
    init() {
        keys = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number): (Int32, Int32) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN of <asm/termbits.h>: unlock the other end, and ask for its name.
        _ = ioctl(keys, 0x4004_5431, &lock)
        _ = ioctl(keys, 0x8004_5430, &number)
        let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(terminal, stream) }
        setenv("TERM", "xterm", 1)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        write(keys, bytes, bytes.count)
    }

    /// Waits until this has been printed; it is an issue when it is not.
    func prints(_ text: String, _ place: SourceLocation = #_sourceLocation) {
        while !everything.contains(text) {
            guard read(waits: true) else {
                Issue.record("no \(text) in \(everything)", sourceLocation: place)
                return
            }
        }
    }

    /// Whether each key is given to the program as it is, and shown by nobody else.
    var isRaw: Bool {
        var modes = termios()
        tcgetattr(keys, &modes)
        return modes.c_lflag & tcflag_t(ECHO | ICANON | ISIG) == 0
    }

    /// All that has been printed so far.
    var everything: String { String(decoding: printed, as: UTF8.self) }

    /// Looks for more.
    ///
    /// - Returns: whether there was more.
    func read(waits: Bool) -> Bool {
        var wait = pollfd(fd: keys, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, waits ? 60_000 : 0) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(keys, &bytes, bytes.count)
        printed += bytes.prefix(max(0, count))
        return count > 0
    }
}
