@preconcurrency import Dispatch
import Glibc

/// A terminal on which lines are edited while others come in, above a board that shows how
/// everything stands.
final class EditorScreen: Screen {
    let lines: AsyncStream<String>
    let typing: AsyncStream<Void>
    let isLive = true
    private let notes: NoteBox
    private let terminal = TerminalWriter()
    private let signals: [any DispatchSourceSignal]
    private let ended: AsyncStream<Failure>

    /// Edits until it is over.
    typealias Editing =
        @Sendable (Prompt, Palette, TerminalWriter, NoteBox, LineEditor.Calls) throws(Failure)
        -> Void

    /// Takes the terminal over, on a thread of its own.
    init(
        prompt: Prompt, palette: Palette, editing: @escaping Editing = EditorScreen.edit
    ) throws(Failure) {
        let notes = try NoteBox()
        let (typing, keys) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.typing = typing
        let (lines, typed) = AsyncStream.makeStream(of: String.self)
        let (ended, ending) = AsyncStream.makeStream(of: Failure.self)
        (self.notes, self.lines, self.ended) = (notes, lines, ended)
        signals =
            [
                Self.source(SIGWINCH) { notes.put(.resized) },
                Self.source(SIGCONT) { notes.put(.resumed) },
            ]
            // Between two lines the terminal is as the shell left it, and ^C is a signal.
            + [SIGTERM, SIGHUP, SIGINT, SIGQUIT].map { Self.source($0) { typed.finish() } }
        let calls = LineEditor.Calls(entered: { typed.yield($0) }, isTyping: { keys.yield() })
        DispatchQueue(label: "upfor.terminal").async { [terminal] in
            do throws(Failure) {
                try editing(prompt, palette, terminal, notes, calls)
            } catch {
                ending.yield(error)
            }
            Self.showRest(of: notes, on: terminal)
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

    func close() async throws(Failure) {
        notes.put(.stop)
        var failure: Failure?
        for await reason in ended { failure = reason }
        // And what came since then.
        Self.showRest(of: notes, on: terminal)
        signals.forEach { $0.cancel() }
        if let failure { throw failure }
    }

    private static let edit: Editing = {
        (prompt, palette, terminal, notes, calls) throws(Failure) in
        let editor = try LineEditor(
            prompt: prompt, palette: palette, terminal: terminal, notes: notes, calls: calls)
        editor.run()
        editor.finish()
    }

    /// What was still to be shown, below what was edited.
    private static func showRest(of notes: NoteBox, on terminal: TerminalWriter) {
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
