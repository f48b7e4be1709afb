import Glibc

/// Reads passwords: never from the command line, which every user of the computer can read.
enum Password {
    /// Asks at the terminal, without showing what is typed.
    ///
    /// - Parameter prompts: one question, or two whose answers must agree.
    static func asked(_ prompts: [String]) throws(Failure) -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw .usage("no terminal to ask for the password: use --password-stdin")
        }
        defer { close(terminal) }
        var answers: [String] = []
        for prompt in prompts {
            guard let answer = hidden(terminal, prompt) else { throw .local("no password given") }
            answers.append(answer)
        }
        guard let first = answers.first, answers.allSatisfy({ $0 == first }) else {
            throw .local("the passwords differ")
        }
        return first
    }

    /// The next line of standard input, for scripts.
    ///
    /// - Parameter complaint: what is said when there is none.
    static func fromStandardInput(
        orSay complaint: String = "standard input holds no password"
    ) throws(Failure) -> String {
        guard let line = readLine(), !line.isEmpty else {
            throw .usage("--password-stdin: \(complaint)")
        }
        return line
    }

    private static func hidden(_ terminal: Int32, _ prompt: String) -> String? {
        var shown = termios()
        guard tcgetattr(terminal, &shown) == 0 else { return nil }
        var silent = shown
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &shown)
            _ = Descriptor.write([0x0A], to: terminal)
        }
        guard Descriptor.write(Array(prompt.utf8), to: terminal) else { return nil }
        return line(terminal)
    }

    private static func line(_ terminal: Int32) -> String? {
        var line = HiddenLine()
        var byte: UInt8 = 0
        while read(terminal, &byte, 1) == 1 {
            switch line.take(byte) {
            case .typing: continue
            case .entered(let text): return text.isEmpty ? nil : text
            case .abandoned: return nil
            }
        }
        return nil
    }
}

/// A line that is typed unseen, key by key.
///
/// The terminal's own line editing is off meanwhile, and ^C a key like others: a signal would end
/// the program and leave the terminal without its echo.
struct HiddenLine {
    /// How far it has come.
    enum Course: Equatable, Sendable {
        case typing
        case entered(String)
        case abandoned
    }

    private var bytes: [UInt8] = []

    /// Takes one key: Enter, Backspace, ^U, ^C, ^D, or a byte of the line.
    mutating func take(_ byte: UInt8) -> Course {
        switch byte {
        case 0x0A, 0x0D: return .entered(String(decoding: bytes, as: UTF8.self))
        case 0x03: return .abandoned
        case 0x04 where bytes.isEmpty: return .abandoned
        case 0x7F, 0x08: removeCharacter()
        case 0x15: bytes.removeAll()
        default: bytes.append(byte)
        }
        return .typing
    }

    private mutating func removeCharacter() {
        while let byte = bytes.popLast(), byte & 0xC0 == 0x80 {}
    }
}
