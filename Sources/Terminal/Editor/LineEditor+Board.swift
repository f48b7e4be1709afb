import CEdit
import Glibc

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

    /// Everything anew: the window has another size, or somebody else has written into it.
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

    /// Gives the whole window back to whoever comes next; the cursor stays.
    func release() {
        terminal.write((frame?.leaving ?? "") + Paste.unmarked)
    }
}
