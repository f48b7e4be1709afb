import Client
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `At the prompt` {
    static let page = RoomPage.with {
        $0.messages = [Samples.message("ben", "lunch?")]
        $0.mark = Samples.mark(0, unread: 1)
    }

    static let typedLines: [(String, Bool, TypedLine)] = [
        ("", false, TypedLine.nothing), ("   ", true, .nothing),
        ("friends", false, .command(["friends"])), ("/friends", false, .command(["friends"])),
        ("  up   coffee ", false, .command(["up", "coffee"])),
        ("request ben -m \"two words\"", false, .command(["request", "ben", "-m", "two words"])),
        ("send ben it's \"late", false, .command(["send", "ben", "it's", "\"late"])),
        ("send ben say\"hm\"", false, .command(["send", "ben", "say\"hm\""])),
        ("/", true, .nothing), ("hi there", true, .text("hi there")),
        ("  hi", true, .text("  hi")), ("/up coffee", true, .command(["up", "coffee"])),
        ("//shrug", true, .text("/shrug")), ("x \"\"", false, .command(["x", ""])),
        ("profile --name 'Ana Lima'", false, .command(["profile", "--name", "Ana Lima"])),
        ("comment it \"is so\" o'", false, .command(["comment", "it", "\"is", "so\"", "o'"])),
        ("send ben 'so' \"yes\"", false, .command(["send", "ben", "'so'", "\"yes\""])),
        ("request ben -m 'it's me", false, .command(["request", "ben", "-m", "'it's", "me"])),
        ("x 'it's' \"5\" 6\" ''", false, .command(["x", "it's", "5", "6\"", ""])),
    ]

    @Test(arguments: typedLines)
    func `a line is a command or a text`(line: String, inRoom: Bool, meaning: TypedLine) {
        #expect(TypedLine(line, inRoom: inRoom) == meaning)
    }

    @Test func `a conversation opens, takes lines, and is left`() async {
        let server = FakeServer { command in
            if case .roomHistory = command {
                .success(.roomPage(Self.page))
            } else {
                .success(.done(Done()))
            }
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        #expect(await dialogue.entered("chat ben") == .goesOn)
        #expect(await dialogue.place == .room(with: "ben", shown: 1))
        #expect(screen.dataLines == ["22:02  ben: lunch?"])
        _ = await dialogue.entered("sure")
        _ = await dialogue.entered("/back")
        #expect(await dialogue.place == .lobby)
        #expect(screen.prompts.map(\.text) == ["ben> ", "upfor> "])
        let kinds = server.commands.map { command in
            switch command {
            case .roomHistory: "history"
            case .roomMark(let mark): "mark \(mark.seq)"
            case .roomSend(let send): "send \(send.text)"
            default: "other"
            }
        }
        #expect(kinds == ["history", "mark 1", "send sure"])
        #expect(await dialogue.entered("quit") == .ends)
    }

    @Test func `a message is shown once, wherever it comes from`() async throws {
        let (dialogue, screen) = await talk(with: "ben")
        screen.clear()
        for seq: UInt32 in [1, 2, 2, 3] {
            var message = Samples.message(seq == 3 ? "ana" : "ben", "m\(seq)")
            message.seq = seq
            _ = await dialogue.happened(event(.roomMessage(message)))
        }
        #expect(screen.dataLines == ["22:02  ben: m2", "22:02  ana: m3"])
    }

    @Test func `what others write in other rooms is shown, too`() async throws {
        let (dialogue, screen) = await talk(with: "ben")
        screen.clear()
        var message = Samples.message("cleo", "hey")
        message.room = "ana:cleo"
        _ = await dialogue.happened(event(.roomMessage(message)))
        _ = await dialogue.happened(
            .ephemeral(.presence(.with { ($0.user, $0.online) = ("cleo", true) })))
        #expect(screen.dataLines == ["22:02  cleo: hey", "● cleo is online"])
    }

    @Test func `what was done here is not shown again`() async throws {
        let (dialogue, screen) = await talk(with: "ben")
        screen.clear()
        _ = await dialogue.entered("/up coffee")
        let change = ServerMessage.OneOf_Body.activityChanged(
            .with { ($0.activity, $0.on) = ("coffee", true) })
        _ = await dialogue.happened(event(change))
        #expect(screen.talkLines == ["you are up for coffee"])
        #expect(screen.dataLines == [])
        _ = await dialogue.happened(event(change))
        #expect(screen.dataLines == ["22:02  you are up for coffee"], "on another device")
    }

    @Test func `what had no event does not hide one of another device`() async throws {
        let refusing = FakeServer { command in
            if case .friendAccept = command {
                .failure(.refused(.with { $0.code = .noSuchRequest }))
            } else {
                .success(.done(Done()))
            }
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: refusing.session(on: screen), screen: screen)
        _ = await dialogue.entered("accept ben")
        let added = ServerMessage.OneOf_Body.friendAdded(
            .with { $0.friend = Samples.person("ben", "Ben Smith") })
        _ = await dialogue.happened(event(added))
        _ = await dialogue.entered("down coffee")
        let change = ServerMessage.OneOf_Body.activityChanged(
            .with { ($0.activity, $0.on) = ("coffee", true) })
        _ = await dialogue.happened(event(change))
        #expect(screen.dataLines.count == 2, "\(screen.dataLines)")
    }

    @Test func `what comes while a conversation opens stands behind its page`() async throws {
        let (waiting, gate) = AsyncStream<Void>.makeStream()
        let (asked, question) = AsyncStream<Void>.makeStream()
        let screen = RecordingPrinter()
        let server = FakeServer()
        let session = Session(
            me: "ana", output: server.session(on: screen).output,
            call: { command throws(Failure) in
                guard case .roomHistory = command else { return .done(Done()) }
                question.yield()
                for await _ in waiting { break }
                return .roomPage(Self.page)
            }, close: {})
        let dialogue = Dialogue(session: session, screen: screen)
        async let opened = dialogue.entered("chat ben")
        for await _ in asked { break }
        for seq: UInt32 in [1, 2] {
            var message = Samples.message("ben", "m\(seq)")
            message.seq = seq
            _ = await dialogue.happened(event(.roomMessage(message)))
        }
        gate.yield()
        _ = await opened
        #expect(screen.dataLines == ["22:02  ben: lunch?", "22:02  ben: m2"])
        #expect(await dialogue.place == .room(with: "ben", shown: 2))
    }

    @Test func `all that is unread is shown before it is marked as read (Z22, Z26)`() async {
        let server = FakeServer { command in
            guard case .roomHistory(let asked) = command else { return .success(.done(Done())) }
            let top = asked.before == 0 ? 60 : asked.before - 1
            let first = top > asked.limit ? top - asked.limit + 1 : 1
            return .success(
                .roomPage(
                    .with { page in
                        page.messages = (first...top).map { seq in
                            var message = Samples.message("ben", "m\(seq)")
                            message.seq = seq
                            return message
                        }
                        page.more = first > 1
                        page.mark = Samples.mark(7, unread: 53)
                    }))
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.entered("chat ben")
        #expect(screen.dataLines.first == "22:02  ben: m1")
        #expect(screen.dataLines.count == 60)
        _ = await dialogue.entered("/history --before 5")
        guard case .roomHistory(let last)? = server.commands.last else {
            Issue.record("\(server.commands)")
            return
        }
        #expect(last.with == "ben" && last.before == 5, "of the open conversation")
    }

    static let wrongLines: [(String, String)] = [
        ("nonsense", "upfor: no such command: nonsense; `help` lists them"),
        ("register ana --email a@b", "upfor: not at the prompt: `upfor register ana --email a@b`"),
        ("help nonsense", "upfor: no such command: nonsense; `help` lists them"),
        (
            "edit ben -1 x",
            "upfor: -1: numbers are positive; a text that begins with - goes behind --"
        ),
        ("send ben -", "upfor: `-` reads standard input, and that is this prompt"),
        ("friends --as ben", "upfor: --server, --ca and --as belong behind `upfor`"),
        ("history", "Error: Missing expected argument '<name>'"),
    ]

    @Test(arguments: wrongLines)
    func `a wrong line is explained, and the talk goes on`(line: String, first: String) async {
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: FakeServer().session(on: screen), screen: screen)
        #expect(await dialogue.entered(line) == .goesOn)
        #expect(screen.talkLines.first == first)
    }

    @Test func `help lists every word, and what is none`() async {
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: FakeServer().session(on: screen), screen: screen)
        _ = await dialogue.entered("help")
        let words = Set(
            screen.talkLines.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(words.isSuperset(of: Dialogue.commandNames))
        #expect(
            screen.talkLines.last
                == "only behind `upfor`: register, login, logout, forgot, recover, "
                + "delete-account, watch")
        screen.clear()
        for name in ["logout", "toggle"] { _ = await dialogue.entered("help \(name)") }
        #expect(screen.talkLines.first == "OVERVIEW: Sign out on this device.")
        #expect(screen.talkLines.last?.hasPrefix("toggle  Up for what has this number") == true)
    }

    @Test func `a lost connection is reported, and a hopeless one ends the talk`() async {
        let (dialogue, screen) = await talk(with: "ben")
        screen.clear()
        #expect(
            await dialogue.happened(.disconnected(reason: "x", retryIn: .milliseconds(1_500)))
                == .goesOn)
        _ = await dialogue.happened(.disconnected(reason: "y", retryIn: .seconds(3)))
        _ = await dialogue.happened(.signedIn(SessionOpened()))
        #expect(
            screen.talkLines == ["connection lost (x); trying to come back", "back online"])
        #expect(
            await dialogue.happened(.disconnected(reason: "x", retryIn: nil))
                == .fails(.unreachable("x")))
        #expect(
            await dialogue.happened(.signedOut(reason: "revoked"))
                == .fails(.notSignedIn("revoked; sign in with `upfor login`")))
    }

    @Test(
        arguments: [
            ("up nonsense\nfriends", 1), ("nonsense", 64), ("history", 64), ("friends", 0),
            ("chat ben\nlost", 1), ("nonsense\nup nonsense", 64), ("friends --help", 0),
        ] as [(String, Int32)])
    func `a script learns from the code whether all lines were done`(
        lines: String, code: Int32
    ) async {
        let server = FakeServer { command in
            switch command {
            case .activitySet, .roomSend: .failure(.refused(.with { $0.code = .notFound }))
            case .roomHistory: .success(.roomPage(Self.page))
            default: .success(.done(Done()))
            }
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        for line in lines.split(separator: "\n") { _ = await dialogue.entered(String(line)) }
        #expect(await dialogue.exitCode == code)
    }

    @Test func `a script reads a refusal with its code`() async {
        let error = CommandError.with { ($0.code, $0.message) = (.notFriends, "no") }
        let server = FakeServer { _ in .failure(.refused(error)) }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen, json: true), screen: screen)
        _ = await dialogue.entered("send ben hi")
        #expect(screen.dataLines == [#"{"error":{"code":"NOT_FRIENDS","message":"no"}}"#])
        #expect(screen.talkLines == ["upfor: no"])
    }

    @Test(arguments: ["up coffee", "down coffee", "toggle 2", "chat cleo", "friends"])
    func `without a connection nothing is done, and nothing waits (Z41)`(line: String) async {
        let (server, screen) = (FakeServer(), RecordingPrinter(isLive: true))
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.happened(.signedIn(Samples.session))
        _ = await dialogue.happened(.disconnected(reason: "x", retryIn: .seconds(1)))
        #expect(screen.board?.isConnected == false)
        _ = await dialogue.entered(line)
        let words = line == "toggle 2" ? "down coffee" : line
        #expect(
            screen.talkLines.last
                == "upfor: no connection: `\(words)` was not done, and nothing is queued")
        _ = await dialogue.happened(.signedIn(Samples.session))
        #expect(server.commands == [])
        #expect(
            screen.talkLines.last == "back online: the board shows how everything stands now")
        #expect(screen.board?.isConnected == true)
    }

    @Test func `what is said without a connection is not sent, and said so`() async {
        let server = FakeServer { _ in .success(.roomPage(Self.page)) }
        let screen = RecordingPrinter(isLive: true)
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.happened(.signedIn(Samples.session))
        _ = await dialogue.entered("chat ben")
        _ = await dialogue.happened(.disconnected(reason: "x", retryIn: .seconds(1)))
        _ = await dialogue.entered("sure")
        await dialogue.isTyping()
        #expect(screen.talkLines.last == "no connection, not sent: sure")
        #expect(server.commands.count == 2, "the history and the mark, from before")
    }

    @Test func `a number on the board is set to the other side`() async {
        let (server, screen) = (FakeServer(), RecordingPrinter(isLive: true))
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.happened(.signedIn(Samples.session))
        for line in ["toggle 1", "toggle 2", "toggle 9", "toggle x", "toggle"] {
            _ = await dialogue.entered(line)
        }
        let states = server.commands.map { command in
            if case .activitySet(let set) = command { "\(set.activity) \(set.on)" } else { "other" }
        }
        #expect(states == ["gym true", "coffee false"])
    }

    @Test func `an activity is named in any letters, or by its number on the board`() async {
        let (server, screen) = (FakeServer(), RecordingPrinter(isLive: true))
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.happened(.signedIn(Samples.session))
        for line in ["up GYM", "down 2", "up 9", "up Chess"] { _ = await dialogue.entered(line) }
        let states = server.commands.compactMap { command in
            if case .activitySet(let set) = command { "\(set.activity) \(set.on)" } else { nil }
        }
        #expect(states == ["gym true", "coffee false", "9 true", "Chess true"])
        screen.clear()
        _ = await dialogue.entered("up Gym")
        _ = await dialogue.happened(
            event(.activityChanged(.with { ($0.activity, $0.on) = ("gym", true) })))
        #expect(screen.talkLines + screen.dataLines == ["you are up for gym"], "told once")
    }

    @Test func `a conversation says with whom it is`() async {
        let server = FakeServer { _ in .success(.roomPage(Self.page)) }
        let screen = RecordingPrinter(isLive: true)
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.happened(.signedIn(Samples.session))
        screen.clear()
        _ = await dialogue.entered("chat ben")
        #expect(screen.talkLines == ["Ben Smith (ben)"])
        _ = await dialogue.entered("/chat cleo")
        #expect(screen.talkLines == ["Ben Smith (ben)"], "who is called as the prompt says")
    }

    @Test func `a friend request is shown with its message`() async throws {
        let server = FakeServer { command in
            switch command {
            case .mailboxList:
                .success(
                    .mailbox(
                        .with {
                            $0.incoming = [
                                .with {
                                    $0.user = Samples.person("eve", "eve")
                                    $0.message = "it is\u{1B}[2J me"
                                }, .with { $0.user = Samples.person("dan", "dan") },
                            ]
                        }))
            default: .success(.done(Done()))
            }
        }
        let screen = RecordingPrinter()
        let session = server.session(on: screen, me: "a\u{1B}[2J\u{202E}na")
        try await Dialogue(session: session, screen: screen).begin(on: "ws://here")
        #expect(
            screen.talkLines == [
                "ana on ws://here; `help` lists the commands, ^D ends",
                "would be your friend: dan, eve “it is me”",
            ])
    }

    @Test func `the friend learns that I am typing, and only in a conversation`() async {
        let server = FakeServer { _ in .success(.roomPage(Self.page)) }
        let screen = RecordingPrinter(isLive: true)
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.happened(.signedIn(Samples.session))
        await dialogue.isTyping()
        #expect(server.commands == [])
        _ = await dialogue.entered("chat ben")
        await dialogue.isTyping()
        #expect(server.commands.last == .roomType(.with { ($0.with, $0.on) = ("ben", true) }))
    }

    private func talk(with name: String) async -> (Dialogue, RecordingPrinter) {
        let server = FakeServer { command in
            if case .roomHistory = command {
                .success(.roomPage(Self.page))
            } else {
                .success(.done(Done()))
            }
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.entered("chat \(name)")
        return (dialogue, screen)
    }

    private func event(_ body: ServerMessage.OneOf_Body) -> ClientEvent {
        .inbox(seq: 9, at: Samples.at, body: body)
    }
}
