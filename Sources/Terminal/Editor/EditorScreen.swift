@preconcurrency import Dispatch
import Glibc

/// A terminal on which lines are edited while others come in, above a board that shows how
/// everything stands.
final class EditorScreen: Screen {
    let lines: AsyncStream<String>
    let typing: AsyncStream<Void>
    let isLive = true
    private let notes: NoteBox
    private let signals: [any DispatchSourceSignal]
    private let ended: AsyncStream<Never>

    /// Takes the terminal over, on a thread of its own.
    init(prompt: Prompt, palette: Palette) throws(Failure) {
        let notes = try NoteBox()
        let terminal = TerminalWriter(isUTF8: TerminalWriter.speaksUTF8(Environment.all))
        let (typing, keys) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.typing = typing
        let (lines, typed) = AsyncStream.makeStream(of: String.self)
        let (ended, ending) = AsyncStream.makeStream(of: Never.self)
        (self.notes, self.lines, self.ended) = (notes, lines, ended)
        signals =
            [
                Self.source(SIGWINCH) { notes.put(.resized) },
                Self.source(SIGCONT) { notes.put(.resumed) },
            ]
            // Between two lines the terminal is as the shell left it, and ^C is a signal.
            + [SIGTERM, SIGHUP, SIGINT, SIGQUIT].map { Self.source($0) { typed.finish() } }
        let calls = LineEditor.Calls(entered: { typed.yield($0) }, isTyping: { keys.yield() })
        DispatchQueue(label: "upfor.terminal").async {
            Self.edit(prompt, palette, terminal, notes, calls)
            typed.finish()
            keys.finish()
            ending.finish()
        }
    }

    func data(_ lines: [String]) { if !lines.isEmpty { notes.put(.lines(lines)) } }
    func talk(_ lines: [String]) { data(lines) }
    func ask(_ prompt: Prompt) { notes.put(.prompt(prompt)) }
    func show(_ board: Board) { notes.put(.board(board)) }
    func know(_ vocabulary: Vocabulary) { notes.put(.vocabulary(vocabulary)) }

    func close() async {
        notes.put(.stop)
        for await _ in ended {}
        signals.forEach { $0.cancel() }
    }

    /// Edits until it is over; then what was still to be shown is shown below.
    private static func edit(
        _ prompt: Prompt, _ palette: Palette, _ terminal: TerminalWriter, _ notes: NoteBox,
        _ calls: LineEditor.Calls
    ) {
        do throws(Failure) {
            let editor = try LineEditor(
                prompt: prompt, palette: palette, terminal: terminal, notes: notes, calls: calls)
            editor.run()
            editor.finish()
        } catch {
            StandardPrinter().talk(["upfor: \(error.line)"])
        }
        for case .lines(let lines) in notes.takeAll() {
            terminal.write(TerminalWriter.rows(lines, columns: TerminalSize.current.columns))
        }
    }

    private static func source(
        _ number: Int32, _ handler: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        if number != SIGCONT && number != SIGWINCH { signal(number, SIG_IGN) }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler(handler: handler)
        source.resume()
        return source
    }
}
