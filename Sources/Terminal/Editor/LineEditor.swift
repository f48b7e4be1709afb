import CEdit
import Glibc

/// One line at the bottom of the terminal that can be edited while other lines come in above it.
///
/// libedit keeps the line; it asks this type for each key, and while it waits for one, notes are
/// read, too: whatever they bring is printed in place of the line, and the line drawn again below.
/// Everything here happens on one thread, the one that called `run`.
final class LineEditor {
    /// What the editor tells.
    struct Calls: Sendable {
        /// A line was entered; without its end.
        let entered: @Sendable (String) -> Void
        /// A text is being typed; not more often than `TypingSign.pause`.
        let isTyping: @Sendable () -> Void
    }

    /// Lines that can be called back with the arrow keys. They are not kept: they are private.
    private static let historyLinesMax: Int32 = 500

    let edit: OpaquePointer
    private let history: OpaquePointer
    let notes: NoteBox
    let terminal: TerminalWriter
    let palette: Palette
    let calls: Calls
    var keyboard = Keyboard()
    /// What stands below the line; nil until something is known.
    var frame: BoardFrame?
    /// What has been shown above it, to be shown again in a window of another size.
    var shown = RecentLines()
    var typing = TypingSign()
    var vocabulary = Vocabulary()
    private(set) var prompt: Prompt
    // SAFETY: a C string of our own, which libedit reads whenever it draws; freed when replaced.
    private(set) var promptText: UnsafeMutablePointer<CChar>
    var isStopping = false

    /// - Throws: `.local` when the terminal is none that libedit can use.
    init(
        prompt: Prompt, palette: Palette, terminal: TerminalWriter, notes: NoteBox, calls: Calls
    ) throws(Failure) {
        UTF8Locale.prepare()
        guard let edit = upfor_el_init("upfor"), let history = history_init(),
            let text = strdup(prompt.text)
        else { throw .local("the terminal cannot be used for editing lines") }
        (self.edit, self.history, self.notes) = (edit, history, notes)
        (self.palette, self.terminal, self.calls) = (palette, terminal, calls)
        (self.prompt, promptText) = (prompt, text)
        configure()
    }

    deinit {
        el_end(edit)
        history_end(history)
        free(promptText)
    }

    /// Edits line after line until a note or the end of input stops it.
    func run() {
        terminal.write(Paste.marked)
        while !isStopping {
            // libedit asks first and does this then: a key between the two would be a signal.
            upfor_el_prepare_terminal(edit, 1)
            var count: Int32 = 0
            guard let bytes = el_gets(edit, &count), count > 0 else { break }
            var line = String(cString: bytes)
            if line.hasSuffix("\n") { line.removeLast() }
            if prompt.entered == .goes {
                eraseEntered(line)
            } else {
                shown.add([prompt.text + line])
            }
            if !line.isEmpty { upfor_history_enter(history, bytes) }
            typing.begin()
            calls.entered(line)
        }
    }

    /// Asks with `new` from now on.
    func change(_ new: Prompt) {
        guard let text = strdup(new.text) else { return }
        erase()
        free(promptText)
        (prompt, promptText) = (new, text)
        upfor_el_refresh(edit)
    }

    private func configure() {
        // SAFETY: libedit only calls back while `run` is on the stack, when this object lives.
        upfor_el_set_owner(edit, Unmanaged.passUnretained(self).toOpaque())
        upfor_history_set_size(history, Self.historyLinesMax)
        upfor_el_use_history(edit, history)
        upfor_el_use_emacs_keys(edit)
        upfor_el_set_reader(edit, Self.readKey)
        upfor_el_set_prompt(edit, Self.givePrompt, 1)
        upfor_el_bind(edit, "^I", "upfor-complete", "Complete a word", Self.complete)
        upfor_el_bind(edit, "^C", "upfor-discard", "Discard the line", Self.discard)
        upfor_el_bind(edit, "^L", "upfor-repaint", "Paint everything anew", Self.repaint)
        for digit in 1...9 {
            upfor_el_bind(
                edit, "^[\(digit)", "upfor-toggle-\(digit)", "Up for it, or down", Self.toggle)
        }
        // libedit would take it for a number, and have the next key typed no times.
        upfor_el_bind_own(edit, "^[0", "ed-ignore")
        upfor_el_bind_own(edit, "^R", "em-inc-search-prev")
        upfor_el_bind_own(edit, "^W", "ed-delete-prev-word")
        upfor_el_bind(edit, "^Z", "upfor-suspend", "Stop the program", Self.suspend)
        upfor_el_set_mode(edit, "-isig")
    }
}
