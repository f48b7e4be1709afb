import CEdit
import Glibc

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
