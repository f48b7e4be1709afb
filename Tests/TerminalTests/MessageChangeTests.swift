import ArgumentParser
import Client
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

/// What was said, and is changed.
@Suite struct `What was said` {
    static let wording = Wording(
        me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)

    static func message(
        _ from: String, _ text: String, seq: UInt32 = 7, isDeleted: Bool = false
    ) -> RoomMessage {
        var message = Samples.message(from, text)
        message.seq = seq
        message.deleted = isDeleted
        message.editedAt = Samples.at
        return message
    }

    @Test func `is shown as edited, deleted, or answered with an emoji`() {
        #expect(Self.wording.message(Self.message("ben", "hi")) == ["22:02  ben: hi (edited)"])
        #expect(
            Self.wording.message(Self.message("ben", "", isDeleted: true))
                == ["22:02  ben: (deleted)"])
        var message = Samples.message("ana", "two\nlines")
        message.reactions = [.with { ($0.emoji, $0.from) = ("👍", ["ben", "e\u{1B}[2Jvil"]) }]
        #expect(
            Self.wording.message(message)
                == ["22:02  ana: two", "       ┆ lines 👍 ben evil"])
        #expect(
            Self.wording.event(
                .roomMessageChanged(.with { $0.message = Self.message("ben", "hi") }), at: nil)
                == ["22:02  #7 ben: hi (edited)"])
    }

    @Test func `is shown as a poll, with its votes and how one votes`() {
        var message = Samples.message("ben", "Which film?")
        message.poll.options = [
            .with { ($0.text, $0.from) = ("Alien", ["ben", "e\u{1B}[2Jvil"]) },
            .with { $0.text = "He\u{1B}[2Jat" },
        ]
        #expect(
            Self.wording.message(message) == [
                "22:02  ben: 📊 Which film?", "       ┆ 1 Alien: 2 (ben, evil)",
                "       ┆ 2 Heat: 0", "       ┆ vote ben 1 N: seen by all",
            ])
        message.poll.multiple = true
        #expect(
            Self.wording.message(message).last == "       ┆ vote ben 1 N …: several, seen by all")
        message.poll.closedAt = Samples.at
        #expect(Self.wording.message(message).last == "       ┆ closed")
        message.poll.options = []
        let summary = RoomSummary.with { ($0.with, $0.newest) = ("ben", message) }
        let lines = Self.wording.rooms(.with { $0.rooms = [summary] })
        #expect(lines.first?.hasSuffix("📊 poll: Which film?") == true)
    }

    @Test func `is asked and answered as a poll`() async throws {
        let (server, printer) = (FakeServer(), RecordingPrinter())
        let session = server.session(on: printer)
        for line in [
            "poll ben 'Which film?' Alien Heat --multiple", "vote ben 4 1 2", "vote ben 4 --off",
            "poll ben 4 --close",
        ] {
            let command = try UpforCommand.parseAsRoot(TypedLine.words(line[...]))
            try await (command as? any SessionCommand)?.perform(in: session)
        }
        #expect(
            server.commands.map { command in
                switch command {
                case .roomSend(let send): "\(send.text) \(send.poll.options) \(send.poll.multiple)"
                case .roomVote(let vote): "\(vote.with) \(vote.seq) \(vote.options)"
                case .roomPollClose(let close): "\(close.with) \(close.seq)"
                default: "?"
                }
            } == [
                #"Which film? ["Alien", "Heat"] true"#, "ben 4 [1, 2]", "ben 4 []", "ben 4",
            ])
        for line in [
            "poll ben Which? one", "poll ben x --close", "vote ben 4", "vote ben 4 1 --off",
        ] {
            #expect(throws: (any Error).self, "\(line)") {
                try UpforCommand.parseAsRoot(TypedLine.words(line[...]))
            }
        }
    }

    @Test func `is shown as pinned, and listed with its number`() {
        var message = Samples.message("ben", "hi")
        message.pinned.by = "e\u{1B}[2Jvil"
        message.reactions = [.with { ($0.emoji, $0.from) = ("👍", ["ben"]) }]
        #expect(Self.wording.message(message) == ["22:02  ben: hi 📌 evil 👍 ben"])
        message.pinned = RoomPinned()
        message.reactions = []
        let list = RoomPinList.with { $0.messages = [message] }
        #expect(Self.wording.answer(.roomPinList(list)) == ["22:02  #1 ben: hi 📌"])
        #expect(Self.wording.answer(.roomPinList(RoomPinList())) == ["nothing is pinned"])
    }

    @Test func `is quoted above a reply, as far as it can be read`() {
        let page = RoomPage.with {
            $0.messages = [
                Self.reply("yes", to: 3), Self.reply("no", to: 4), Self.reply("hm", to: 5),
                Self.reply("oh\nwell", to: 6),
            ]
            $0.quoted = [
                .with { ($0.seq, $0.from, $0.text) = (3, "ana", "lunch?\u{1B}[2J") },
                .with { ($0.seq, $0.from, $0.deleted) = (4, "ana", true) },
                .with {
                    ($0.seq, $0.from, $0.text) = (6, "cleo", String(repeating: "x", count: 90))
                },
            ]
        }
        let cut = String(repeating: "x", count: 59) + "…"
        #expect(
            Self.wording.page(page, isNumbered: false) == [
                "22:02  ben ↩ ana: lunch?", "       ┆ yes",
                "22:02  ben ↩ message not available", "       ┆ no",
                "22:02  ben ↩ message not available", "       ┆ hm",
                "22:02  ben ↩ cleo: \(cut)", "       ┆ oh", "       ┆ well",
            ])
        #expect(
            Self.wording.arrival(Self.reply("yes", to: 3)) == ["22:02  ben: yes (reply to #3)"])
    }

    private static func reply(_ text: String, to seq: UInt32) -> RoomMessage {
        var message = Samples.message("ben", text)
        (message.seq, message.replyTo) = (9, seq)
        return message
    }

    @Test func `is found, with where the older begin`() {
        let found = RoomFound.with {
            $0.messages = [Samples.message("ben", "lunch")]
            $0.next = "ana:ben:1"
        }
        #expect(
            Self.wording.answer(.roomFound(found))
                == ["22:02  #1 ben: lunch", "… older: --before ana:ben:1"])
        #expect(Self.wording.answer(.roomFound(RoomFound())) == ["nothing found"])
    }

    @Test func `is read up to somewhere`() {
        var page = RoomPage.with { $0.messages = [Self.message("ana", "x", seq: 9)] }
        page.receipt = .with {
            ($0.room, $0.user, $0.delivered, $0.read) = ("ana:ben", "ben", 9, 4)
        }
        // There may be newer ones than those of this page.
        #expect(Self.wording.answer(.roomPage(page)).last == "ben has read up to #4")
        page.messages = ["ana", "ben", "ana", "ben"].enumerated().map { index, name in
            Self.message(name, "x", seq: UInt32(6 + index))
        }
        page.receipt.read = 6
        #expect(
            Self.wording.page(page, isNumbered: false).last == "ben has read all but the last 1",
            "of one's own messages, the others are the friend's")
        page.messages = [Self.message("ana", "x", seq: 9)]
        page.receipt.read = 9
        #expect(Self.wording.page(page, isNumbered: false).last == "ben has read all of it")
        page.messages = [Self.message("ben", "x", seq: 9)]
        #expect(Self.wording.answer(.roomPage(page)).count == 1, "one has said nothing oneself")
        page.messages = [Self.message("ana", "x", seq: 9)]
        page.receipt.clearRead()
        #expect(
            Self.wording.page(page, isNumbered: false).last == "ben has received all of it")
        #expect(
            Self.wording.answer(.roomPage(page)).first == "22:02  #9 ana: x (edited)",
            "numbers, for those who want to change it")
    }

    /// Messages 6 and 8 are mine, 7 and 9 the friend's, and older ones are not on the page.
    @Test(
        arguments: [
            (9, "all of it"), (6, "all but the last 1"), (5, "all but the last 2"),
            (4, "all but the last 2 or more"), (1, "all but the last 2 or more"),
        ] as [(UInt32, String)])
    func `is read up to somewhere above what is shown`(read: UInt32, extent: String) {
        let page = RoomPage.with {
            $0.messages = ["ana", "ben", "ana", "ben"].enumerated().map { index, name in
                Self.message(name, "x", seq: UInt32(6 + index))
            }
            $0.more = true
            $0.receipt = .with { ($0.user, $0.delivered, $0.read) = ("ben", 9, read) }
        }
        #expect(Self.wording.page(page, isNumbered: false).last == "ben has read \(extent)")
        #expect(Self.wording.page(page).last == "ben has read up to #\(read)")
    }

    @Test func `is changed by its number`() async throws {
        let (server, printer) = (FakeServer(), RecordingPrinter())
        let session = server.session(on: printer)
        for line in [
            "edit ben 4 so be it", "delete ben 4", "react ben 4 👍 --off", "pin ben 4",
            "unpin ben 4",
        ] {
            let words = TypedLine.words(line[...])
            let command = try UpforCommand.parseAsRoot(words) as? any SessionCommand
            try await command?.perform(in: session)
        }
        #expect(
            server.changes == [
                "edit ben 4 so be it", "delete ben 4", "react ben 4 👍 false", "pin ben 4 true",
                "pin ben 4 false",
            ])
        #expect(printer.talkLines == ["changed", "deleted", "taken back", "pinned", "unpinned"])
    }

    @Test func `last is changed without a number, in a conversation`() async {
        let (server, screen, dialogue) = await talk([
            Self.message("ana", "mine", seq: 5), Self.message("ben", "theirs", seq: 6),
        ])
        for line in ["/edit -1 is it", "/delete", "/react 👍", "/delete ben 4", "/edit"] {
            #expect(await dialogue.entered(line) == .goesOn)
        }
        #expect(
            server.changes == [
                "edit ben 5 -1 is it", "delete ben 5", "react ben 6 👍 true", "delete ben 4",
            ])
        #expect(screen.talkLines.contains("Error: Missing expected argument '<text> ...'"))
        for line in ["/edit -- 3 apples", "/delete 4", "/react 5 👍 --off", "/pin", "/unpin 5"] {
            _ = await dialogue.entered(line)
        }
        #expect(
            server.changes.suffix(5) == [
                "edit ben 5 3 apples", "delete ben 4", "react ben 5 👍 false", "pin ben 6 true",
                "pin ben 5 false",
            ])
        _ = await dialogue.entered("/edit 3 text")
        #expect(server.changes.count == 9, "which of them is meant, nobody knows")
        #expect(screen.talkLines.last?.contains("`/edit ben 3 …` changes message 3") == true)
        var mine = Self.message("ana", "newer", seq: 7)
        mine.clearEditedAt()
        _ = await dialogue.happened(.inbox(seq: 9, at: Samples.at, body: .roomMessage(mine)))
        _ = await dialogue.entered("/delete")
        #expect(server.changes.last == "delete ben 7")
    }

    @Test func `is not there to be changed in an empty conversation`() async {
        let (server, screen, dialogue) = await talk([])
        _ = await dialogue.entered("/delete")
        _ = await dialogue.entered("/react 👍")
        #expect(server.changes == [])
        #expect(
            screen.talkLines == [
                "upfor: you have said nothing here yet", "upfor: nothing was said here yet",
            ])
    }

    private func talk(
        _ messages: [RoomMessage]
    ) async -> (FakeServer, RecordingPrinter, Dialogue) {
        let page = RoomPage.with {
            $0.messages = messages
            $0.mark = Samples.mark(.max, unread: 0)
        }
        let server = FakeServer { command in
            if case .roomHistory = command { return .success(.roomPage(page)) }
            return .success(.done(Done()))
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.entered("chat ben")
        screen.clear()
        return (server, screen, dialogue)
    }
}

extension FakeServer {
    /// The changes of messages that were asked for, each with a mark of its own.
    fileprivate var changes: [String] {
        commands.compactMap { command in
            switch command {
            case .roomEdit(let edit) where !edit.cid.isEmpty:
                "edit \(edit.with) \(edit.seq) \(edit.text)"
            case .roomDelete(let delete) where !delete.cid.isEmpty:
                "delete \(delete.with) \(delete.seq)"
            case .roomPin(let pin) where !pin.cid.isEmpty:
                "pin \(pin.with) \(pin.seq) \(pin.on)"
            case .roomReact(let react) where !react.cid.isEmpty:
                "react \(react.with) \(react.seq) \(react.emoji) \(react.on)"
            default: nil
            }
        }
    }
}
