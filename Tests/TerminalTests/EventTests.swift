import Glibc
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `An event` {
    static let wording = Wording(
        me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)

    static let events: [(ServerMessage.OneOf_Body, String)] = [
        (
            .friendRequested(
                .with {
                    $0.from = Samples.person("ben", "Ben Smith")
                    $0.message = "hi\u{1B}[2J"
                }), "Ben Smith (ben) asks to be your friend “hi” (accept ben, or decline)"
        ),
        (
            .friendRequestClosed(.with { ($0.from, $0.to) = ("ana", "ben") }),
            "your request to ben is withdrawn"
        ),
        (
            .friendRequestClosed(.with { ($0.from, $0.to) = ("ben", "ana") }),
            "the request of ben is closed"
        ),
        (
            .friendAdded(.with { $0.friend = Samples.person("ben", "ben") }),
            "ben is your friend now"
        ),
        (.friendRemoved(.with { $0.friend = "ben" }), "ben is no longer your friend"),
        (.roomMessage(Samples.message("ben", "lunch?")), "ben: lunch?"),
        (.roomMessage(Samples.message("ana", "sure")), "you → ben: sure"),
        (
            .roomBadge(.with { $0.mark = Samples.mark(43, unread: 0) }),
            "read ben up to 43, nothing unread"
        ),
        (
            .roomBadge(.with { $0.mark = Samples.mark(40, unread: 3) }),
            "read ben up to 40, 3 unread"
        ),
        (
            .activityChanged(
                .with {
                    ($0.activity, $0.on) = ("coffee", true)
                    $0.expiresAt = Samples.at
                }), "you are up for coffee until 22:02"
        ),
        (
            .activityChanged(.with { ($0.activity, $0.on) = ("coffee", false) }),
            "you are no longer up for coffee"
        ),
        (
            .activityChanged(.with { ($0.activity, $0.on, $0.expired) = ("coffee", false, true) }),
            "your time for coffee is over"
        ),
        (
            .match(.with { ($0.activity, $0.with) = ("coffee", Samples.person("ben", "ben")) }),
            "★ ben is up for coffee too"
        ),
        (
            .matchEnded(.with { ($0.activity, $0.with) = ("coffee", "ben") }),
            "you and ben are no longer up for coffee together"
        ),
        (
            .activityEnding(.with { ($0.activity, $0.expiresAt) = ("coffee", Samples.at) }),
            "your time for coffee is over at 22:02 (`up coffee` to go on)"
        ),
        (
            .audienceChanged(.with { $0.activity = "cof\u{1B}[2Jfee" }),
            "for whom coffee is meant was changed (`audience coffee` shows it)"
        ),
        (
            .circleCommented(.with { ($0.post, $0.comment) = ("7", Samples.comment) }),
            "Ben Smith (ben) on your post “well done” (circle --post 7)"
        ),
        (
            .circleAsked(
                .with { ($0.friend, $0.activity) = (Samples.person("ben", "ben"), "coffee") }),
            "ben says that you did it: coffee (`did ben coffee` confirms)"
        ),
        (
            .circleChanged(.with { $0.posted = Samples.post }),
            "Ben Smith (ben): Coffee with cleo  ♥ 2  7 “hi you”"
        ),
        (
            .accountChanged(
                .with { ($0.change, $0.device) = (.passwordChanged, "lap\u{1B}[2Jtop") }),
            "! your password was changed (laptop)"
        ),
        (
            .accountChanged(.with { ($0.change, $0.device) = (.emailChanged, "laptop") }),
            "! your e-mail address was changed (laptop)"
        ),
        (
            .accountChanged(
                .with {
                    ($0.change, $0.device, $0.issuer) = (.identityLinked, "laptop", "home")
                }), "! an identity of home opens your account now (laptop)"
        ),
        (
            .accountChanged(
                .with {
                    ($0.change, $0.device, $0.issuer) = (.identityUnlinked, "laptop", "home")
                }), "! no identity of home opens your account any more (laptop)"
        ),
        (.presence(.with { ($0.user, $0.online) = ("ben", true) }), "● ben is online"),
        (.presence(.with { ($0.user, $0.online) = ("ben", false) }), "○ ben is offline"),
        (.presence(.with { $0.user = "ben" }), "◐ nobody can know yet whether ben is online"),
        (.notice(.with { $0.text = "b\u{1B}[2Jye" }), "the server says: bye"),
        (
            .bye(.with { $0.reason = "the server restarts" }),
            "the server hangs up: the server restarts"
        ),
    ]

    @Test(arguments: events)
    func `is one line for a person`(body: ServerMessage.OneOf_Body, line: String) {
        #expect(Self.wording.event(body, at: Samples.at) == ["22:02  " + line])
    }

    @Test func `keeps the lines of a long message apart from ours`() {
        let body = ServerMessage.OneOf_Body.roomMessage(
            Samples.message("ben", "hi\nana: I owe you 100"))
        let shown = Self.wording.event(body, at: Samples.at)
        #expect(shown == ["22:02  ben: hi", "       ┆ ana: I owe you 100"])
    }

    @Test func `of a newer server is passed over`() {
        #expect(Self.wording.event(.done(Done()), at: Samples.at) == [])
    }

    @Test func `carries only our own escape sequences`() {
        var wording = Self.wording
        wording = Wording(
            me: "ana", palette: Palette(mode: .coloured), times: wording.times, width: 80)
        let evil = "\u{1B}[31m\u{202E}x\u{9B}1m"
        var message = Samples.message(evil, evil)
        message.clearAt()
        let body = ServerMessage.OneOf_Body.roomMessage(message)
        let line = wording.event(body, at: nil).joined()
        #expect(line == "\u{1B}[1mx\u{1B}[0m: x")
    }

    @Test func `is one object for a script, with nothing lost and nothing alive`() throws {
        let printer = RecordingPrinter()
        let output = Output(form: .json, printer: printer)
        let text = "a\u{9B}31m\u{202E}b\u{200D}c\n👩\u{200D}💻"
        output.event(.roomMessage(Samples.message("ben", text)), seq: 7, at: Samples.at)
        let line = try #require(printer.dataLines.first)
        #expect(!line.unicodeScalars.contains { $0.value == 0x9B || $0.value == 0x202E })
        let message = try ServerMessage(jsonString: line)
        #expect(message.seq == 7)
        #expect(message.at == Samples.at)
        #expect(message.roomMessage.text == text)
    }

    @Test func `holds any text as a string, and nothing beside it`() throws {
        let text = "/avatars/x\",\"admin\":\"\\ \u{1B}[31m\n\u{202E}é"
        let line = "{\"text\":\(JSONLine.quoted(text))}"
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(try RoomMessage(jsonString: line).text == text)
    }

    @Test func `has every list, also an empty one`() {
        #expect(JSONLine.text(ServerMessage(.friends(.init()))) == #"{"friends":{"friends":[]}}"#)
    }

    @Test func `never shows the key to the account`() {
        let account = AccountOpened.with { $0.token = "secret" }
        #expect(!JSONLine.text(ServerMessage(.account(account))).contains("secret"))
    }

    static let day: Int64 = 86_400
    static let times: [(Int64, String)] = [
        (0, "22:02"), (-day, "Fri 22:02"), (day, "Sun 22:02"), (-3 * day, "Wed 22:02"),
        (-40 * day, "12 Oct 22:02"), (-400 * day, "17 Oct 2025"),
    ]

    @Test(arguments: times)
    func `has a time that people understand`(shift: Int64, text: String) {
        let then = Google_Protobuf_Timestamp(seconds: Samples.at.seconds + shift)
        #expect(Self.wording.times.text(then) == text)
    }

    @Test(arguments: [Int64.min, -1, 253_402_300_800, .max])
    func `may have an impossible time`(seconds: Int64) {
        let then = Google_Protobuf_Timestamp(seconds: seconds)
        #expect(!Self.wording.times.text(then).isEmpty)
    }
}
