import Glibc
import SwiftProtobuf
import Wire

/// What the program says: sentences and tables for people, or one JSON object per line.
struct Output: Sendable {
    /// For whom.
    enum Form: Sendable {
        case words(Wording)
        case json
    }

    let form: Form
    let printer: any Printer

    /// An answer of the server: what was asked for.
    func answer(_ body: ServerMessage.OneOf_Body) {
        switch form {
        case .words(let wording): printer.data(wording.answer(body))
        case .json: printer.data([JSONLine.text(ServerMessage(body))])
        }
    }

    /// An answer that says no more than "done": a sentence for people.
    func done(_ body: ServerMessage.OneOf_Body, _ sentence: String) {
        switch form {
        case .words: printer.talk([sentence])
        case .json: printer.data([JSONLine.text(ServerMessage(body))])
        }
    }

    /// Something that happened: of the inbox with its place there, or ephemeral without.
    func event(
        _ body: ServerMessage.OneOf_Body, seq: UInt32? = nil, at: Google_Protobuf_Timestamp? = nil
    ) {
        switch form {
        case .words(let wording): printer.data(wording.event(body, at: at))
        case .json:
            var message = ServerMessage(body)
            if let seq { message.seq = seq }
            if let at { message.at = at }
            printer.data([JSONLine.text(message)])
        }
    }

    /// A remark for people; nothing for scripts.
    func remark(_ sentence: String) {
        if case .words(let wording) = form { printer.talk([wording.palette.dim(sentence)]) }
    }

    /// Why something did not work; for a script as the server said it, with its code.
    func failure(_ failure: Failure) {
        if case .json = form { Self.json(failure, on: printer) }
        printer.talk(["upfor: \(failure.line)"])
    }

    /// A refusal as the server said it.
    static func json(_ failure: Failure, on printer: any Printer) {
        guard case .refused(let error) = failure else { return }
        printer.data([JSONLine.text(ServerMessage(.error(error)))])
    }

    /// The same for a window that has this many columns now.
    func fitted(to columns: Int) -> Output {
        guard case .words(var wording) = form else { return self }
        wording.width = columns
        return Output(form: .words(wording), printer: printer)
    }

    /// How this computer's people read times, names and colours; plain for scripts.
    var wording: Wording? {
        if case .words(let wording) = form { wording } else { nil }
    }
}

/// Where lines go: what was asked for, and what is said about it.
protocol Printer: Sendable {
    /// Lines that were asked for: a script reads them.
    func data(_ lines: [String])
    /// Lines that only people read.
    func talk(_ lines: [String])
}

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
