import Glibc

/// Data on standard output, talk on standard error; each line is out before the call returns.
/// Files and pipes get UTF-8, and a terminal the letters that it has.
struct StandardPrinter: Printer {
    func data(_ lines: [String]) { Self.write(lines, to: STDOUT_FILENO) }
    func talk(_ lines: [String]) { Self.write(lines, to: STDERR_FILENO) }

    /// A reader who has gone (`upfor history ben | head`) ends the program as SIGPIPE would.
    private static func write(_ lines: [String], to descriptor: Int32) {
        guard !lines.isEmpty else { return }
        let text = lines.map { $0 + "\n" }.joined()
        let isPlain = !UTF8Locale.isTheUsers && isatty(descriptor) == 1
        let bytes = Array((isPlain ? TerminalWriter.ascii(text) : text).utf8)
        if !Descriptor.write(bytes, to: descriptor) && descriptor == STDOUT_FILENO {
            let reason = errno
            if reason == EPIPE { exit(0) }
            let complaint = "upfor: standard output cannot be written: "
            write([complaint + String(cString: strerror(reason))], to: STDERR_FILENO)
            exit(1)
        }
    }
}
