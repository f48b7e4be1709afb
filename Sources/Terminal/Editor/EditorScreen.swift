@preconcurrency import Dispatch
import Glibc
import Synchronization

/// A terminal on which the user edits a line while others arrive, above a board of the present
/// state.
final class EditorScreen: Screen {
    let lines: AsyncStream<String>
    let typing: AsyncStream<Void>
    let isLive = true
    private let notes: NoteBox
    private let terminal = TerminalWriter()
    private let signals: [any DispatchSourceSignal]
    private let ended: AsyncStream<Failure>

    /// Edits lines until the end.
    typealias Editing =
        @Sendable (Prompt, Palette, TerminalWriter, NoteBox, LineEditor.Calls) throws(Failure)
        -> Void

    /// Takes over the terminal, on its own thread.
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
        // Shows the notes that arrived since then.
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

    /// Shows the remaining lines, below the edited one.
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

/// A printer that also reads lines.
protocol Screen: Printer {
    /// The entered lines; ends with the input.
    var lines: AsyncStream<String> { get }
    /// Changes the prompt.
    func ask(_ prompt: Prompt)
    /// Shows the present state, where there is room for it.
    func show(_ board: Board)
    /// Whether it shows a board: for a person at a terminal, not for a script.
    var isLive: Bool { get }
    /// A signal every few seconds while the user is typing a text; ends with the input.
    var typing: AsyncStream<Void> { get }
    /// Changes the words for completion.
    func know(_ vocabulary: Vocabulary)
    /// Releases the terminal, once everything has been shown.
    ///
    /// - Throws: why it could not be used at all.
    func close() async throws(Failure)
}

/// Lines in and lines out, where there is no terminal: in a pipe, for a script.
final class PlainScreen: Screen {
    let lines: AsyncStream<String>
    let isLive = false
    let typing = AsyncStream<Void> { $0.finish() }
    private let printer = StandardPrinter()

    /// Reads standard input on its own thread, so that waiting blocks nothing else.
    init() {
        let (lines, read) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        DispatchQueue(label: "upfor.input").async {
            while let line = readLine() { read.yield(line) }
            read.finish()
        }
    }

    func data(_ lines: [String]) { printer.data(lines) }
    func talk(_ lines: [String]) { printer.talk(lines) }
    func ask(_ prompt: Prompt) {}
    func show(_ board: Board) {}
    func know(_ vocabulary: Vocabulary) {}
    func close() async {}
}

/// A request to the thread that owns the terminal.
enum ScreenNote: Sendable {
    /// Show these lines above the one being typed.
    case lines([String])
    /// Change the prompt.
    case prompt(Prompt)
    /// Show this board below the line.
    case board(Board)
    /// Change the words for completion.
    case vocabulary(Vocabulary)
    /// The window has a new size.
    case resized
    /// The program was suspended and continues: the terminal has lost its mode.
    case resumed
    /// Release the terminal.
    case stop
}

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

    /// Adds a note. A full pipe is fine: the reader is awake then.
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

/// The text before the line being typed.
struct Prompt: Equatable, Sendable {
    /// What happens to the line once it has been entered.
    enum Entered: Equatable, Sendable {
        /// It stays, as in a shell.
        case stays
        /// It disappears: its text comes back as a message with its time.
        case goes
    }

    let text: String
    let entered: Entered
}
