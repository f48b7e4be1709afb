import CEdit
import Glibc

extension Character {
    /// Columns this takes on a terminal: 0, 1 or 2 for most, more for some conjunct letters.
    ///
    /// The width table is the C library's, which terminals share; it is asked in a UTF-8 locale.
    var columns: Int {
        let joined = unicodeScalars.contains {
            $0.value == 0x200D || $0.properties.isEmojiModifier
        }
        if joined && unicodeScalars.count > 1 { return 2 }
        return unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if (0x20...0x7E).contains(scalar.value) { return 1 }
        UTF8Locale.prepare()
        return max(0, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
    }
}

extension String {
    /// Columns this line takes on a terminal.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The line cut to `room` columns, with `…` in the last one when something is missing; what
    /// was isolated ends with it.
    func truncated(to room: Int) -> String {
        guard columns > room else { return self }
        guard room > 1 else { return room == 1 ? "…" : "" }
        var used = 0
        let head = String(
            prefix { character in
                used += character.columns
                return used < room
            })
        return head + "…" + head.isolates.ends
    }

    /// What ends the isolates that begin in it and do not end, and what begins them again.
    var isolates: (ends: String, starts: String) {
        let count = unicodeScalars.reduce(0) { open, scalar in
            switch scalar {
            case SafeText.isolateStart: open + 1
            case SafeText.isolateEnd: max(0, open - 1)
            default: open
            }
        }
        return (
            String(repeating: Character(SafeText.isolateEnd), count: count),
            String(repeating: Character(SafeText.isolateStart), count: count)
        )
    }

    /// The line cut or filled with spaces to exactly `room` columns.
    func fitted(to room: Int) -> String {
        let cut = truncated(to: room)
        return cut + String(repeating: " ", count: max(0, room - cut.columns))
    }
}
