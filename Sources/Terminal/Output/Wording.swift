import SwiftProtobuf
import Wire

/// How things are said to a person. Everything others wrote goes through SafeText on its way.
struct Wording: Sendable {
    /// The user's own name, so that "you" can be said; empty while nobody is signed in.
    var me: String
    let palette: Palette
    let times: LocalTime
    /// Columns of the terminal; tables are fitted to them.
    var width: Int
    /// Whether the terminal shows emoji.
    var hasIcons = false

    /// A name or a text of somebody else, on one line.
    func safe(_ text: String) -> String { SafeText(text).line }

    /// `Ben Smith (ben)`, or `ben` alone when he calls himself that.
    func person(_ user: UserProfile) -> String {
        let shown = safe(user.displayName)
        return shown.isEmpty || shown == user.username
            ? safe(user.username) : "\(shown) (\(safe(user.username)))"
    }

    /// ` “text”`, or nothing.
    func quoted(_ text: String) -> String {
        text.isEmpty ? "" : " “\(safe(text))”"
    }

    /// The other person in the room of two.
    func other(in room: String) -> String { safe(RoomName.other(in: room, than: me)) }

    /// Lines of a table that fit the terminal.
    func table(_ rows: [[Table.Cell]]) -> [String] { Table(rows: rows).lines(width: width) }

    /// `time  sentence`, and the rest of a long text below the sentence.
    func stamped(_ at: Google_Protobuf_Timestamp?, _ lines: [String]) -> [String] {
        let clock = at.map { times.text($0) } ?? ""
        let margin = clock.isEmpty ? "" : palette.dim(clock) + "  "
        return lines.enumerated().map { index, line in
            index == 0
                ? margin + line
                : String(repeating: " ", count: clock.isEmpty ? 0 : clock.columns + 2)
                    + palette.dim("┆ ") + line
        }
    }
}
