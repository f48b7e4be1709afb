import CEdit
import Glibc

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

    /// ^Z: the shell gets its terminal as it was; SIGCONT brings us back. Where nobody would send
    /// that, the bell rings.
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
