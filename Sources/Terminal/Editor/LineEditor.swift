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

/// The board below the line, and the region above it in which everything scrolls.
///
/// Why the board is at the bottom: docs/decisions/0009-the-board-is-below-the-line.md.
extension LineEditor {
    /// Shows `board` from now on.
    func keep(_ board: Board) {
        guard frame == nil else {
            frame?.board = board
            return
        }
        erase()
        frame = BoardFrame(board: board, size: .current)
        terminal.write(frame?.entering ?? "")
        upfor_el_refresh(edit)
    }

    /// Draws what has changed on the board since it was drawn last.
    func drawBoard() {
        terminal.write(frame?.drawing(palette, now: time(nil)) ?? "")
    }

    /// Draws everything: the window has another size, or another program has written into it.
    func paintAnew() {
        guard let board = frame?.board else {
            erase()
            terminal.write(Paste.marked)
            return upfor_el_refresh(edit)
        }
        let size = TerminalSize.current
        var frame = BoardFrame(board: board, size: size)
        let lines = TerminalWriter.rows(shown.last(size.rows), columns: size.columns)
        terminal.write(
            Paste.marked + frame.enteringEmpty + lines + frame.drawing(palette, now: time(nil)))
        self.frame = frame
        upfor_el_refresh(edit)
    }

    /// Gives the whole window back; the cursor stays.
    func release() {
        terminal.write((frame?.leaving ?? "") + Paste.unmarked)
    }
}

/// What libedit calls.
extension LineEditor {
    static let givePrompt: upfor_prompt = { edit in owner(of: edit)?.promptText }

    static let readKey: el_rfunc_t = { edit, scalar in
        guard let editor = owner(of: edit), let scalar, let key = editor.nextKey() else { return 0 }
        scalar.pointee = wchar_t(bitPattern: key.value)
        return 1
    }

    static let complete: upfor_key_function = { edit, _ in
        owner(of: edit)?.complete() ?? UInt8(CC_ERROR)
    }

    static let discard: upfor_key_function = { edit, _ in
        owner(of: edit)?.discard() ?? UInt8(CC_EOF)
    }

    static let suspend: upfor_key_function = { edit, _ in
        owner(of: edit)?.suspend() ?? UInt8(CC_ERROR)
    }

    static let repaint: upfor_key_function = { edit, _ in
        owner(of: edit)?.paintAnew()
        return UInt8(CC_NORM)
    }

    /// Alt and a digit: one key for what `/toggle N` says.
    static let toggle: upfor_key_function = { edit, key in
        guard let digit = Unicode.Scalar(UInt32(truncatingIfNeeded: key)) else {
            return UInt8(CC_ERROR)
        }
        owner(of: edit)?.calls.entered("/toggle \(digit)")
        return UInt8(CC_NORM)
    }

    private static func owner(of edit: OpaquePointer?) -> LineEditor? {
        // SAFETY: set once in `configure` to the editor that is running, which outlives the call.
        upfor_el_owner(edit).map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Waits for a key, and for notes. Nil ends the editing.
    private func nextKey() -> Unicode.Scalar? {
        while true {
            heed(notes.takeAll())
            if isStopping { return nil }
            tellOfTyping()
            if let key = keyboard.next() { return key }
            var waits = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: notes.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&waits, 2, patience)
            if ready == 0, let key = keyboard.escapeAlone() { return key }
            guard ready > 0 else {
                drawBoard()
                continue
            }
            if waits[0].revents != 0 && !readBytes() { return nil }
        }
    }

    /// How long to wait for the next byte, in milliseconds: what a key sends behind ESC is there
    /// at once, and the board has clocks on it.
    private var patience: Int32 {
        if keyboard.holdsEscape { return 50 }
        return frame == nil ? -1 : 1_000
    }

    /// - Returns: false at the end of input.
    private func readBytes() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        keyboard.take(bytes.prefix(count))
        return count > 0
    }

    private func heed(_ notes: [ScreenNote]) {
        for note in notes {
            switch note {
            case .lines(let lines): show(lines)
            case .prompt(let prompt): change(prompt)
            case .vocabulary(let words): vocabulary = words
            case .board(let new): keep(new)
            case .resized:
                el_resize(edit)
                paintAnew()
            case .resumed:
                keyboard.endPaste()
                upfor_el_prepare_terminal(edit, 1)
                paintAnew()
            case .stop: isStopping = true
            }
        }
        if !notes.isEmpty { drawBoard() }
    }

    /// In a conversation the other may know what became of the line by the keys so far; a paste is
    /// none.
    private func tellOfTyping() {
        guard prompt.entered == .goes, !keyboard.isPasting else { return }
        let line = line()
        guard typing.isDue(for: line.head + line.tail, at: .now) else { return }
        calls.isTyping()
    }

    private func complete() -> UInt8 {
        let head = String(decoding: line().head, as: UTF8.self)
        switch Completion(head, from: vocabulary, slash: prompt.entered == .goes) {
        case .nothing: return UInt8(CC_REFRESH_BEEP)
        case .insert(let text): el_insertstr(edit, text)
        case .choices(let words): show([words.joined(separator: "  ")])
        }
        return UInt8(CC_REFRESH)
    }

    /// ^Z: restores the terminal for the shell; SIGCONT resumes the editor. Where no shell would
    /// send that, the bell rings.
    private func suspend() -> UInt8 {
        guard !ProcessGroup.isOrphaned else { return UInt8(CC_ERROR) }
        erase()
        release()
        upfor_el_prepare_terminal(edit, 0)
        kill(0, SIGTSTP)
        return UInt8(CC_NORM)
    }

    /// ^C: away with the line; on an empty one, away with the program.
    private func discard() -> UInt8 {
        guard let line = el_wline(edit), let buffer = line.pointee.buffer,
            let cursor = line.pointee.cursor, let end = line.pointee.lastchar
        else { return UInt8(CC_EOF) }
        let count = end - buffer
        guard count > 0 else { return UInt8(CC_EOF) }
        el_cursor(edit, Int32(clamping: end - cursor))
        el_deletestr(edit, Int32(clamping: count))
        return UInt8(CC_REFRESH)
    }
}

/// Where the line stands on the terminal, and how it makes room.
extension LineEditor {
    /// The line as it is: up to the cursor, and from there on.
    func line() -> (head: [UInt8], tail: [UInt8]) {
        guard let line = el_line(edit), let buffer = line.pointee.buffer,
            let cursor = line.pointee.cursor, let end = line.pointee.lastchar
        else { return ([], []) }
        // SAFETY: libedit's own buffer; the three pointers lie in it, in this order.
        let head = UnsafeBufferPointer(start: buffer, count: max(0, cursor - buffer))
        let tail = UnsafeBufferPointer(start: cursor, count: max(0, end - cursor))
        return (head.map(UInt8.init(bitPattern:)), tail.map(UInt8.init(bitPattern:)))
    }

    /// Prints lines in place of the one being typed, and that one again below.
    func show(_ lines: [String]) {
        shown.add(lines)
        erase()
        terminal.write(TerminalWriter.rows(lines, columns: TerminalSize.current.columns))
        upfor_el_refresh(edit)
    }

    /// Takes the line off the terminal; the cursor is left where it began.
    func erase() {
        let head = String(decoding: line().head, as: UTF8.self)
        let width = TerminalSize.current.columns
        clear(rowsUp: Self.row(of: prompt.text + head, width: width))
    }

    /// Leaves the terminal with the cursor on a fresh row.
    func finish() {
        erase()
        release()
    }

    /// Takes off a line that has just been entered, when the cursor is below it.
    func eraseEntered(_ line: String) {
        clear(rowsUp: Self.row(of: prompt.text + line, width: TerminalSize.current.columns) + 1)
    }

    /// Which row the cursor is on behind `text`, the first being 0, on a terminal that wraps.
    static func row(of text: String, width: Int) -> Int {
        var (row, column) = (0, 0)
        for character in text {
            let room = character.isASCII && character < " " ? 2 : character.columns
            if column + room > width { (row, column) = (row + 1, 0) }
            column += room
            if column == width { (row, column) = (row + 1, 0) }
        }
        return row
    }

    private func clear(rowsUp: Int) {
        // Below the line there is nothing but the board, which must stay: lines are deleted up to
        // the end of the region that scrolls.
        let below = frame == nil ? "\u{1B}[J" : "\u{1B}[\(TerminalSize.current.rows)M"
        terminal.write("\r" + (rowsUp > 0 ? "\u{1B}[\(rowsUp)A" : "") + below)
    }
}
