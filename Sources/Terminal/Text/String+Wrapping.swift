extension String {
    /// The line as lines of at most `room` columns, broken at a blank where one is in reach;
    /// colours take no room. All but the first are indented: none looks like a line of its own.
    /// What is isolated is so on each of them.
    func wrapped(to room: Int) -> [String] {
        guard utf8.count > room else { return [self] }
        let margin = "  "
        var lines: [String] = []
        var (line, used) = ("", 0)
        func turn() {
            let isolates = line.isolates
            lines.append(line + isolates.ends)
            (line, used) = (margin + isolates.starts, margin.count)
        }
        for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let characters = word.shownCharacters
            let width = characters.reduce(0) { $0 + $1.columns }
            let isTooWide = used + (index == 0 ? 0 : 1) + width > room
            if isTooWide, index > 0, margin.count + width <= room, width > 0 {
                turn()
            } else if index > 0, used < room {
                (line, used) = (line + " ", used + 1)
            }
            for (character, columns) in characters {
                if used + columns > room { turn() }
                (line, used) = (line + String(character), used + columns)
            }
        }
        return lines + [line]
    }
}

extension Substring {
    /// Its characters with the columns that each takes: none for those of a colour (`ESC [ 1 m`).
    fileprivate var shownCharacters: [(character: Character, columns: Int)] {
        var isColour = false
        return map { character in
            if character == "\u{1B}" { isColour = true }
            defer { if character.unicodeScalars.first == "m" { isColour = false } }
            return (character, isColour ? 0 : character.columns)
        }
    }
}
