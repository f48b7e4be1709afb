import ArgumentParser
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `A command` {
    static let commands: [(String, ClientMessage.OneOf_Command, String?)] = [
        ("friends", .friendList(FriendList()), nil),
        ("mailbox", .mailboxList(MailboxList()), nil),
        ("rooms", .roomList(RoomList()), nil),
        ("whoami", .accountRead(AccountRead()), nil),
        ("lookup ben", .userLookup(.with { $0.username = "ben" }), nil),
        ("accept ben", .friendAccept(.with { $0.from = "ben" }), "ben is your friend now"),
        ("decline ben", .friendDecline(.with { $0.from = "ben" }), "declined ben, who is not told"),
        (
            "withdraw ben", .friendWithdraw(.with { $0.to = "ben" }),
            "your request to ben is withdrawn"
        ),
        (
            "remove ben", .friendRemove(.with { $0.friend = "ben" }),
            "ben is no longer your friend"
        ),
        (
            "history ben --before 9 --limit 2",
            .roomHistory(
                .with {
                    ($0.with, $0.before, $0.limit) = ("ben", 9, 2)
                }), nil
        ),
        (
            "search train tick --with ben",
            .roomSearch(.with { ($0.text, $0.with, $0.limit) = ("train tick", "ben", 20) }), nil
        ),
        (
            "search --from ben --kind voices --since 2026-11-27T18:30:00Z",
            .roomSearch(
                .with {
                    ($0.from, $0.kind, $0.limit) = ("ben", .voices, 20)
                    $0.since = .init(seconds: 1_795_804_200)
                }), nil
        ),
        (
            "mute ben", .roomMute(.with { ($0.with, $0.muted) = ("ben", true) }),
            "ben is muted, and not told"
        ),
        (
            "expire ben 1d",
            .roomExpire(.with { ($0.with, $0.minutes) = ("ben", 1_440) }), nil
        ),
        (
            "expire ben off", .roomExpire(.with { ($0.with, $0.minutes) = ("ben", 0) }), nil
        ),
        (
            "unmute ben", .roomMute(.with { ($0.with, $0.muted) = ("ben", false) }),
            "ben is no longer muted"
        ),
        (
            "block ben", .userBlock(.with { $0.user = "ben" }), "ben is blocked, and not told"
        ),
        ("blocks", .blockList(BlockList()), nil),
        ("up", .activityList(ActivityList()), nil),
        (
            "up coffee", .activitySet(.with { ($0.activity, $0.on) = ("coffee", true) }),
            "you are up for coffee"
        ),
        (
            "down coffee", .activitySet(.with { ($0.activity, $0.on) = ("coffee", false) }),
            "you are no longer up for coffee"
        ),
        ("why ben coffee", .matchWhy(.with { ($0.friend, $0.activity) = ("ben", "coffee") }), nil),
        (
            "did ben coffee -m hi",
            .circleConfirm(.with { ($0.friend, $0.activity, $0.text) = ("ben", "coffee", "hi") }),
            nil
        ),
        (
            "did ben coffee --undo",
            .circleConfirm(.with { ($0.friend, $0.activity, $0.on) = ("ben", "coffee", false) }),
            "coffee with ben is taken back"
        ),
        ("circle", .circleList(CircleList()), nil),
        (
            "circle --limit 50 --before /circle/7",
            .circleList(.with { ($0.before, $0.limit) = ("7", 50) }), nil
        ),
        (
            "circle --post 7 --before 1f",
            .circleComments(.with { ($0.post, $0.before, $0.limit) = ("7", "1f", 100) }), nil
        ),
        ("circle --post https://a.example/circle/7", .circleRead(.with { $0.post = "7" }), nil),
        ("like 7", .circleLike(.with { ($0.post, $0.liked) = ("7", true) }), nil),
        ("unlike /circle/7", .circleLike(.with { ($0.post, $0.liked) = ("7", false) }), nil),
        ("audience coffee", .audienceList(.with { $0.activity = "coffee" }), nil),
        ("matches", .matchList(MatchList()), nil),
        ("devices", .deviceList(DeviceList()), nil),
        (
            "devices --revoke phone", .deviceRevoke(.with { $0.device = "phone" }),
            "phone is signed out"
        ),
        (
            "matches --by activity --past",
            .matchList(
                .with {
                    ($0.order, $0.past) = (.byActivity, true)
                }), nil
        ),
    ]

    @Test(arguments: commands)
    func `asks the server for one thing`(
        line: String, command: ClientMessage.OneOf_Command, sentence: String?
    ) async throws {
        let (server, printer) = (FakeServer(), RecordingPrinter())
        try await run(line, on: server.session(on: printer))
        // Whether there are groups to be left is asked for after a block.
        #expect(server.commands.filter { !$0.isOfGroups } == [command])
        if let sentence { #expect(printer.talkLines == [sentence]) }
    }

    @Test(arguments: [
        ("up Coffee", "coffee"), ("up 2", "coffee"), ("down GYM", "gym"), ("down 1", "gym"),
        ("up 3", "3"), ("up Chess", "Chess"), ("up 0", "0"),
    ])
    func `takes an activity in any letters, or by its number`(
        line: String, activity: String
    ) async throws {
        let list = Activities.with {
            $0.activities = ["gym", "coffee"].map { name in .with { $0.activity = name } }
        }
        let server = FakeServer { command in
            if case .activityList = command { return .success(.activities(list)) }
            return .success(.done(Done()))
        }
        try await run(line, on: server.session(on: RecordingPrinter()))
        let set = ActivitySet.with { ($0.activity, $0.on) = (activity, line.hasPrefix("up")) }
        #expect(server.commands == [.activityList(ActivityList()), .activitySet(set)])
    }

    @Test(arguments: [([], []), (["ben"], ["★ ben is up for coffee too (since 22:02)"])])
    func `says who is up for it too, and asks no more than it needs to`(
        names: [String], lines: [String]
    ) async throws {
        let matches = Matches.with {
            $0.matches = names.map { name in
                .with {
                    ($0.activity, $0.with.username, $0.since) = ("coffee", name, Samples.at)
                }
            }
        }
        let server = FakeServer { command in
            if case .matchList = command { return .success(.matches(matches)) }
            return .success(.activities(Activities()))
        }
        let printer = RecordingPrinter()
        let command = try #require(UpforCommand.command(in: ["up", "coffee"]) as? UpCommand)
        try await command.conclude(in: server.session(on: printer))
        #expect(server.commands.count == names.count + 1)
        #expect(printer.dataLines == lines)
    }

    @Test func `takes back what was said on the circle`() async throws {
        let (server, printer) = (FakeServer(), RecordingPrinter())
        for change in ["--edit better", "--remove", "--unsay 8"] {
            try await run("circle --post /circle/7 \(change)", on: server.session(on: printer))
        }
        let changes = server.commands.map { command in
            switch command {
            case .circleEdit(let edit) where !edit.cid.isEmpty: "edit \(edit.post) \(edit.text)"
            case .circleRemove(let remove) where !remove.cid.isEmpty: "remove \(remove.post)"
            case .circleUnsay(let unsay) where !unsay.cid.isEmpty:
                "unsay \(unsay.post) \(unsay.comment)"
            default: "other"
            }
        }
        #expect(changes == ["edit 7 better", "remove 7", "unsay 7 8"])
        #expect(printer.talkLines == ["changed", "taken away", "taken away"])
    }

    @Test func `sends words as one message, under a mark of its own`() async throws {
        let (server, printer) = (FakeServer(), RecordingPrinter())
        try await run("send ben is it lunch?", on: server.session(on: printer))
        try await run("send ben -- -1 it is", on: server.session(on: printer))
        try await run("send ben --reply 12 yes", on: server.session(on: printer))
        let sent = server.commands.compactMap {
            if case .roomSend(let send) = $0 { send } else { nil }
        }
        #expect(sent.map(\.text) == ["is it lunch?", "-1 it is", "yes"])
        #expect(sent.map(\.replyTo) == [0, 0, 12])
        #expect(Set(sent.map(\.cid)).count == 3)
        #expect(sent.allSatisfy { (1...64).contains($0.cid.count) })
    }

    @Test func `says no when the server does`() async throws {
        let error = CommandError.with {
            ($0.code, $0.message) = (.notFriends, "you are not\u{1B}[2J friends")
            $0.retryAfter = .init(seconds: 1, nanos: 500_000_000)
        }
        let server = FakeServer { _ in .failure(.refused(error)) }
        await #expect(throws: Failure.refused(error)) {
            try await run("accept ben", on: server.session(on: RecordingPrinter()))
        }
        #expect(Failure.refused(error).line == "you are not friends (try again in 2 s)")
        let field = CommandError.with {
            ($0.code, $0.field) = (.invalidField, "accountRegister.password")
            $0.message = "expected 8 to 128 bytes"
        }
        #expect(Failure.refused(field).line == "password: expected 8 to 128 bytes")
        let activity = CommandError.with {
            ($0.code, $0.field) = (.notFound, "activitySet.activity")
            $0.message = "expected one of: gym"
        }
        #expect(Failure.refused(activity).line == "activity: expected one of: gym")
        let name = CommandError.with { ($0.code, $0.message) = (.usernameNeeded, "choose one") }
        #expect(
            Failure.refused(name).line
                == "choose one (put it behind `login`: `upfor login NAME --issuer …`)")
    }

    static let exitCodes: [(Failure, Int32)] = [
        (Failure.refused(.with { $0.code = .notFriends }), 1),
        (.refused(.with { $0.code = .invalidToken }), 4),
        (.unreachable(""), 3), (.notSignedIn(""), 4), (.local(""), 1), (.usage(""), 64),
    ]

    @Test(arguments: exitCodes)
    func `ends with a code for scripts`(failure: Failure, code: Int32) {
        #expect(failure.exitCode == code)
    }

    @Test(arguments: [
        "friends extra", "history ben --limit many", "matches --by moon", "send ben",
        "audience coffee --only ben --add cleo", "audience coffee --add ben --drop ben",
        "audience coffee --all --only ben", "audience coffee --all --drop ben",
        "register ana", "circle --remove", "circle --post 7 --remove --unsay 8",
        "circle --post 7 --edit x --limit 5", "privacy --typing maybe",
    ])
    func `is refused when it is said wrongly`(line: String) {
        #expect(throws: (any Error).self) {
            try UpforCommand.parseAsRoot(TypedLine.words(line[...]))
        }
    }

    @Test(
        arguments: [
            ("help nosuch", "no such command: nosuch; `upfor help` lists them"),
            ("help send nosuch", "no such command: nosuch; `upfor help` lists them"),
            ("edit ben -1 x", "-1: numbers are positive; a text that begins with - goes behind --"),
            (
                "history ben --limit -5",
                "-5: numbers are positive; a text that begins with - goes behind --"
            ),
        ])
    func `says what is wrong with it`(line: String, complaint: String) {
        #expect(throws: Failure.usage(complaint)) {
            try UpforCommand.command(in: TypedLine.words(line[...]))
        }
    }

    @Test(arguments: ["help send", "help", "edit ben 1 -- -1", "edit ben -1 --help"])
    func `is understood, or explained`(line: String) {
        do {
            _ = try UpforCommand.command(in: TypedLine.words(line[...]))
        } catch {
            #expect(UpforCommand.exitCode(for: error).isSuccess)
        }
    }

    @Test(arguments: ["--as ben friends", "friends --as ben"])
    func `takes its options before and behind the word`(line: String) throws {
        let command = try UpforCommand.parseAsRoot(TypedLine.words(line[...]))
        #expect((command as? FriendsCommand)?.options.profile == "ben")
    }

    @Test func `has help with an example`() throws {
        for command in UpforCommand.configuration.subcommands {
            let name = try #require(command.configuration.commandName)
            #expect(command.configuration.discussion.contains("upfor \(name)"), "\(name)")
        }
    }

    private func run(_ line: String, on session: Session) async throws {
        let command = try UpforCommand.parseAsRoot(TypedLine.words(line[...]))
        try await #require(command as? any SessionCommand).perform(in: session)
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate var isOfGroups: Bool { if case .groupCommon = self { true } else { false } }
}
