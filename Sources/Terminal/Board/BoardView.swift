import Wire

/// Draws the board below the line that is being typed: a rule, the activities, the friends.
///
/// A pure function of what is known, the room there is, and the time.
struct BoardView: Sendable {
    /// Below this a terminal has no room for a board.
    static let sizeMin = TerminalSize(columns: 30, rows: 8)

    let board: Board
    let size: TerminalSize
    let palette: Palette
    /// Seconds since 1970.
    let now: Int

    /// How many lines the board takes: always the same on a terminal of this size, so that nothing
    /// jumps when a friend comes.
    static func height(on size: TerminalSize) -> Int {
        guard size.columns >= sizeMin.columns, size.rows >= sizeMin.rows else { return 0 }
        return 1 + rows(on: size)
    }

    /// `height` lines, none wider than the terminal.
    var lines: [String] {
        guard Self.height(on: size) > 0 else { return [] }
        let friends = ranked.map { friend($0.name, $0.friend) }
        let none = Phrase("no friends yet: `request NAME` asks", palette.dim)
        let rows = Self.rows(on: size)
        let toggles = activities(rows: (rows + 1) / 2).filter { !$0.isEmpty }
        return [rule] + toggles
            + (friends.isEmpty ? [none] : friends)
            .flowing(width: size.columns, rows: rows - toggles.count)
    }

    /// Below the rule: what the activities do not take is the friends'.
    private static func rows(on size: TerminalSize) -> Int {
        switch size.rows {
        case ..<16: 2
        case ..<30: 3
        default: 5
        }
    }

    /// The friends that matter most first: up for the same, unread, typing, here, lately here.
    private var ranked: [(name: String, friend: BoardFriend)] {
        let keyed = board.friends.map { name, friend in
            (name: name, friend: friend, rank: rank(name, friend))
        }
        return keyed.sorted { ($0.rank.0, $0.rank.1, $0.name) < ($1.rank.0, $1.rank.1, $1.name) }
            .map { ($0.name, $0.friend) }
    }

    private func rank(_ name: String, _ friend: BoardFriend) -> (Int, Int64) {
        if !board.shared(with: name).isEmpty { return (0, 0) }
        if friend.badge > 0 { return (1, 0) }
        if isTyping(friend) { return (2, 0) }
        switch friend.presence {
        case .online: return (3, 0)
        case .unknown: return (4, 0)
        case .offline(let lastSeen): return (5, lastSeen.map { 0 &- $0 } ?? .max)
        }
    }

    func isTyping(_ friend: BoardFriend) -> Bool { friend.typesUntil.map { $0 > now } ?? false }
}

// MARK: - The parts

extension BoardView {
    private func friend(_ name: String, _ friend: BoardFriend) -> Phrase {
        var phrase = Phrase(friend.presence.mark, friend.presence.dress(palette))
        let isHere = friend.presence == .online
        phrase.add(
            " " + safe(name).truncated(to: size.columns / 2), isHere ? palette.bold : palette.bare)
        if isTyping(friend) { phrase.add("…", palette.cyan) }
        if !board.shared(with: name).isEmpty { phrase.add(" ★", palette.yellow) }
        if friend.badge > 0 {
            phrase.add(" (\(friend.badge > 99 ? "99+" : "\(friend.badge)"))", palette.yellow)
        }
        if case .offline(let lastSeen?) = friend.presence {
            phrase.add(" " + age(lastSeen), palette.dim)
        }
        return phrase
    }

    /// The activities: first those that I am up for, with the friends who are, too; then the
    /// others.
    private func activities(rows: Int) -> [String] {
        let all = Array(zip(1..., board.toggles))
        let heading =
            board.isConnected
            ? Phrase("up for", palette.dim) : Phrase("locked", palette.red)
        let toggles = (all.filter(\.1.isOn) + all.filter { !$0.1.isOn }).map(toggle)
        return ([heading] + toggles).flowing(width: size.columns, rows: rows)
    }

    private func toggle(_ number: Int, _ toggle: BoardToggle) -> Phrase {
        guard toggle.isOn else {
            return Phrase("\(number)○ \(safe(toggle.activity))", palette.dim)
        }
        var phrase = Phrase("\(number)● \(safe(toggle.activity))", palette.green)
        if let expiresAt = toggle.expiresAt { phrase.add(" " + left(expiresAt)) }
        let company = board.company(for: toggle.activity)
        if !company.isEmpty {
            let more = company.count > 2 ? " +\(company.count - 2)" : ""
            phrase.add(
                " ★ " + company.prefix(2).map(safe).joined(separator: ", ") + more, palette.yellow)
        }
        return phrase
    }

    /// Where I am on the left; on the right what waits, and whether the server is in reach.
    private var rule: String {
        let end = status(within: size.columns * 2 / 3)
        let room = size.columns - end.columns - 2
        let place = "── \(self.place) "
        let start = place.columns <= room ? place : (place.truncated(to: max(0, room - 1)) + " ")
        let line = String(repeating: "─", count: max(0, room - start.columns))
        return palette.dim(start + line) + " " + end.dressed + " "
    }

    private var place: String {
        guard case .room(let name) = board.place else { return "upfor" }
        guard let friend = board.friends[name] else { return safe(name) }
        let shown = safe(friend.displayName)
        let person =
            shown.isEmpty || shown == safe(name) ? safe(name) : "\(shown) (\(safe(name)))"
        if isTyping(friend) { return person + " is typing…" }
        return switch friend.receipt {
        case .read: person + ": read"
        case .delivered: person + ": delivered"
        case .sent: person + ": sent"
        case nil: person
        }
    }

    /// All of it, or when that is too long whether there is a connection.
    private func status(within room: Int) -> Phrase {
        let connection =
            board.isConnected
            ? Phrase("● " + safe(board.me), palette.green)
            : Phrase("no connection", palette.red)
        var whole = Phrase()
        if !board.askers.isEmpty { whole.add("\(board.askers.count) asking, ", palette.yellow) }
        if board.proposalCount > 0 {
            whole.add("\(board.proposalCount) to meet, ", palette.yellow)
        }
        if board.unread > 0 { whole.add("\(board.unread) unread, ", palette.yellow) }
        if board.isInvisible { whole.add("invisible, ", palette.dim) }
        whole.add(connection.plain, board.isConnected ? palette.green : palette.red)
        if whole.columns <= size.columns / 2 { return whole }
        return connection.columns <= room
            ? connection : Phrase(connection.plain.truncated(to: room))
    }

    private func safe(_ text: String) -> String { SafeText(text).line }

    /// Hours and minutes, the last one begun: `1:59`.
    private func left(_ expiresAt: Int64) -> String {
        let minutes = max(0, (max(0, min(expiresAt, Self.latest)) - Int64(now) + 59) / 60)
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    /// How long ago, in one unit: `5m`, `3h`, `2d`.
    private func age(_ then: Int64) -> String {
        let minutes = max(0, Int64(now) - max(0, min(then, Self.latest))) / 60
        return switch minutes {
        case ..<1: "now"
        case ..<60: "\(minutes)m"
        case ..<1_440: "\(minutes / 60)h"
        default: "\(minutes / 1_440)d"
        }
    }

    /// The year 9999: what is beyond is not meant.
    private static let latest: Int64 = 253_402_300_799
}

/// A few words that stay together on a line, each in its own colour.
struct Phrase: Sendable {
    /// Text, and how it is dressed once it is known what fits.
    typealias Dress = @Sendable (String) -> String

    private(set) var plain = ""
    private(set) var dressed = ""

    /// Columns it takes.
    var columns: Int { plain.columns }

    init() {}

    init(_ text: String, _ dress: Dress = { $0 }) { add(text, dress) }

    mutating func add(_ text: String, _ dress: Dress = { $0 }) {
        plain += text
        dressed += text.isEmpty ? "" : dress(text)
    }

    /// As it is, or cut and then without colour.
    func fitted(to room: Int) -> String {
        columns <= room ? dressed : plain.truncated(to: room)
    }
}

extension [Phrase] {
    private static var gap: Int { 2 }

    /// As many as fit, one after the other on `rows` lines; at the end, how many are left.
    ///
    /// - Returns: `rows` lines, none wider than `width`.
    func flowing(width: Int, rows: Int) -> [String] {
        var (lines, next) = ([String](), 0)
        for row in 0..<Swift.max(0, rows) {
            var (line, used) = ("", 0)
            while next < count {
                let rest = count - next - 1
                let isTight = row == rows - 1 && rest > 0
                let room = width - (isTight ? Self.gap + "+\(count)".columns : 0)
                let before = used == 0 ? 0 : Self.gap
                guard used == 0 || used + before + self[next].columns <= room else { break }
                line += String(repeating: " ", count: before)
                line += self[next].fitted(to: Swift.max(0, room - before))
                used += before + Swift.min(self[next].columns, Swift.max(0, room - before))
                next += 1
            }
            lines.append(line)
        }
        if next < count, let last = lines.popLast() {
            lines.append(last + String(repeating: " ", count: Self.gap) + "+\(count - next)")
        }
        return lines
    }
}

extension RoomMarked {
    /// How many messages ask to be read: none of a muted room, however many are unread.
    var badge: UInt32 { muted ? 0 : unread }
}
