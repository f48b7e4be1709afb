@preconcurrency import Dispatch
import Glibc

/// A terminal on which lines are edited while others come in.
final class EditorScreen: Screen {
    let lines: AsyncStream<String>
    private let notes: NoteBox
    private let signals: [any DispatchSourceSignal]
    private let ended: AsyncStream<Never>

    /// Takes the terminal over, on a thread of its own.
    init(prompt: Prompt) throws(Failure) {
        let notes = try NoteBox()
        let (lines, typed) = AsyncStream.makeStream(of: String.self)
        let (ended, ending) = AsyncStream.makeStream(of: Never.self)
        (self.notes, self.lines, self.ended) = (notes, lines, ended)
        signals = [
            Self.source(SIGWINCH) { notes.put(.resized) },
            Self.source(SIGCONT) { notes.put(.resumed) },
            Self.source(SIGTERM) { typed.finish() },
            Self.source(SIGHUP) { typed.finish() },
        ]
        DispatchQueue(label: "upfor.terminal").async {
            Self.edit(prompt, notes) { typed.yield($0) }
            typed.finish()
            ending.finish()
        }
    }

    func data(_ lines: [String]) { if !lines.isEmpty { notes.put(.lines(lines)) } }
    func talk(_ lines: [String]) { data(lines) }
    func ask(_ prompt: Prompt) { notes.put(.prompt(prompt)) }
    func know(_ vocabulary: Vocabulary) { notes.put(.vocabulary(vocabulary)) }

    func close() async {
        notes.put(.stop)
        for await _ in ended {}
        signals.forEach { $0.cancel() }
    }

    /// Edits until it is over; then what was still to be shown is shown below.
    private static func edit(_ prompt: Prompt, _ notes: NoteBox, _ entered: (String) -> Void) {
        do throws(Failure) {
            let editor = try LineEditor(prompt: prompt, notes: notes)
            editor.run(entered)
            editor.finish()
        } catch {
            StandardPrinter().talk(["upfor: \(error.line)"])
        }
        for case .lines(let lines) in notes.takeAll() { StandardPrinter().data(lines) }
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
