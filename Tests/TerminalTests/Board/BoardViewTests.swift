import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `The board is drawn` {
    static let sizes = [(80, 24), (120, 40), (40, 10), (30, 8), (30, 200), (400, 8)].map {
        TerminalSize(columns: $0, rows: $1)
    }

    @Test func `on eighty columns`() {
        #expect(
            draw(Samples.board, 80, 24) == [
                "── upfor " + String(repeating: "─", count: 44) + " 1 asking, 3 unread, ● ana ",
                "up for  2● coffee 1:59 ★ ben  1○ gym  3○ eat",
                "● ben ★  ○ cleo (3) 5m  ◐ dan",
                "",
            ])
    }

    @Test func `with everything that one is up for, and with whom`() {
        var session = Samples.session
        let names = ["coffee", "gym", "eat", "study", "movie", "game", "walk"]
        session.snapshot.activities.activities = names.map { name in
            .with {
                let end = Google_Protobuf_Timestamp(seconds: Samples.at.seconds + 7_000)
                ($0.activity, $0.on, $0.expiresAt) = (name, true, end)
            }
        }
        session.snapshot.matches.matches = ["coffee", "eat", "study"].map { name in
            .with { ($0.activity, $0.with) = (name, Samples.person("ben", "Ben")) }
        }
        var board = Board(me: "ana")
        board.begin(session)
        let lines = draw(board, 80, 24)
        for name in names { #expect((lines[1] + lines[2]).contains("● \(name)"), "\(lines)") }
        #expect(lines[3].hasPrefix("● ben ★"))
    }

    @Test func `with a muted friend who has no badge, and counts for nothing`() {
        var board = Samples.board
        let muted = RoomMarked.with { ($0.room, $0.unread, $0.muted) = ("ana:cleo", 3, true) }
        board.take(.roomBadge(.with { $0.mark = muted }), seq: 12, now: 0)
        var more = Samples.message("cleo", "hi")
        more.room = "ana:cleo"
        board.take(.roomMessage(more), seq: 13, now: 0)
        let lines = draw(board, 80, 24)
        #expect(lines[0].hasSuffix("─ 1 asking, ● ana "))
        #expect(lines[2] == "● ben ★  ◐ dan  ○ cleo 5m")
    }

    @Test func `with the conversation that is open, and how far it has come`() {
        var board = Samples.board
        board.place = .room(with: "ben")
        #expect(draw(board, 40, 10)[0].hasPrefix("── Ben Smith (ben) ─"))
        board.take(.roomMessage(Samples.message("ana", "hi")), seq: 10, now: 0)
        #expect(draw(board, 80, 24)[0].hasPrefix("── Ben Smith (ben): sent ─"))
        board.take(
            .roomTyping(.with { ($0.from, $0.on) = ("ben", true) }), seq: nil,
            now: Int(Samples.at.seconds) - 5)
        let lines = draw(board, 80, 24)
        #expect(lines[0].hasPrefix("── Ben Smith (ben) is typing… ─"))
        #expect(lines[2].hasPrefix("● ben… ★"))
        #expect(!draw(board, 80, 24, later: 1)[0].contains("typing"), "it ends by itself")
    }

    @Test func `locked while there is no connection`() {
        var board = Samples.board
        board.lose()
        let lines = draw(board, 80, 24)
        #expect(lines[0].hasSuffix("─ 1 asking, 3 unread, no connection "))
        #expect(lines[1].hasPrefix("locked  2● coffee"))
        #expect(lines[2] == "◐ ben ★  ◐ cleo (3)  ◐ dan")
    }

    @Test(arguments: [
        (0, "1:59"), (7_040, "0:01"), (7_100, "0:00"), (9_999, "0:00"), (-3_600, "2:59"),
    ])
    func `with the time that is left`(later: Int, left: String) {
        #expect(draw(Samples.board, 80, 24, later: later)[1].contains("coffee \(left) "))
    }

    @Test(arguments: [(-9_999, "now"), (0, "5m"), (3_300, "1h"), (86_400, "1d")])
    func `with the time since a friend was online`(later: Int, age: String) {
        #expect(draw(Samples.board, 80, 24, later: later)[2].contains("cleo (3) \(age)"))
    }

    @Test(arguments: sizes)
    func `never wider nor longer than its place, for any list of friends`(size: TerminalSize) {
        for board in [Self.crowd, Self.strange, Samples.board, Board(me: "ana")] {
            for place in [Board.Place.lobby, .room(with: "f7"), .room(with: "nobody")] {
                var board = board
                board.place = place
                let lines = draw(board, size.columns, size.rows)
                #expect(lines.count == BoardView.height(on: size))
                #expect(lines.count < size.rows / 2)
                #expect(lines.allSatisfy { $0.columns <= size.columns }, "\(lines)")
                for line in lines { #expect(SafeText(line).line.count <= line.count) }
            }
        }
    }

    @Test func `with a thousand friends: those that matter, and how many are left`() {
        let lines = draw(Self.crowd, 80, 24)
        #expect(lines[2].hasPrefix("● f999 ★  ○ f998 (1)  ● f100  ● f101  ● f102"))
        #expect(lines[3].contains("  +9"))
        let shown = (lines[2] + lines[3]).split(separator: " ").count { $0.hasPrefix("f") }
        #expect(lines[3].hasSuffix("+\(1_000 - shown)"))
    }

    @Test(arguments: [
        ("\u{1B}[31mred\u{202E}", "── red (ben)"),
        ("\u{5D0}\u{5E0}\u{5D4}", "── \u{2068}אנה\u{2069} (ben)"),
        ("日本語", "── 日本語 (ben)"), ("👩\u{200D}💻", "── 👩\u{200D}💻 (ben)"), ("\u{200B}", "── ben"),
        (String(repeating: "long ", count: 30), "── long long"),
    ])
    func `with names that cannot do anything`(name: String, place: String) {
        var board = Samples.board
        board.take(
            .profileChanged(.with { $0.user = Samples.person("ben", name) }), seq: 10, now: 0)
        board.place = .room(with: "ben")
        let line = draw(board, 80, 24)[0]
        #expect(line.hasPrefix(place), "\(line)")
        #expect(line.columns == 80)
        #expect(line.hasSuffix("● ana "))
    }

    @Test func `in colours that take no room, or in none`() {
        let coloured = BoardView(
            board: Samples.board, size: .standard, palette: Palette(mode: .coloured),
            now: Int(Samples.at.seconds)
        ).lines
        let plain = coloured.map { $0.replacing(/\u{1B}\[\d+m/, with: "") }
        #expect(coloured[2].hasPrefix("\u{1B}[32m●\u{1B}[0m\u{1B}[1m ben\u{1B}[0m"))
        #expect(plain == draw(Samples.board, 80, 24))
    }

    @Test(arguments: [(29, 24), (80, 7), (0, 0), (1, 1)])
    func `not at all where it would fill the window`(columns: Int, rows: Int) {
        #expect(draw(Samples.board, columns, rows) == [])
    }

    @Test(arguments: [Int64.min, -1, 253_402_300_800, .max])
    func `whatever times a server tells`(seconds: Int64) {
        var session = Samples.session
        session.snapshot.activities.activities[1].expiresAt = .init(seconds: seconds)
        session.snapshot.friends.friends[1].lastSeen = .init(seconds: seconds)
        var board = Board(me: "ana")
        board.begin(session)
        #expect(draw(board, 80, 24).count == 4)
    }

    /// A thousand, of whom every tenth is here, one has written, and one is up for the same.
    static let crowd: Board = {
        var session = Samples.session
        session.snapshot.friends.friends = (0..<1_000).map { number in
            .with {
                $0.user = Samples.person("f\(number)", "f\(number)")
                $0.online = (100..<200).contains(number) || number == 999
            }
        }
        session.snapshot.rooms.rooms = [
            .with { ($0.with, $0.mark) = ("f998", .with { $0.unread = 1 }) }
        ]
        session.snapshot.matches.matches = [
            .with { ($0.activity, $0.with) = ("coffee", Samples.person("f999", "")) }
        ]
        var board = Board(me: "ana")
        board.begin(session)
        return board
    }()

    /// What no server of ours would send.
    static let strange: Board = {
        var session = Samples.session
        let names = ["", "日本語日本語日本語日本語日本語日本語", String(repeating: "x", count: 5_000), "\u{1B}[2J"]
        session.snapshot.friends.friends = names.map { name in
            .with { ($0.user, $0.online) = (Samples.person(name, name), true) }
        }
        session.snapshot.activities.activities = names.map { name in
            .with { ($0.activity, $0.on) = (name, true) }
        }
        var board = Board(me: String(repeating: "me", count: 300))
        board.begin(session)
        return board
    }()

    private func draw(
        _ board: Board, _ columns: Int, _ rows: Int, later: Int = 0
    ) -> [String] {
        BoardView(
            board: board, size: TerminalSize(columns: columns, rows: rows), palette: .plain,
            now: Int(Samples.at.seconds) + later
        ).lines
    }
}
