import Client
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

/// What of all that happens is news to a person.
@Suite struct `The notification formatter` {
    private static let wording = `An event`.wording

    @Test func `says nothing of a conversation that is muted, unless it is open`() {
        var formatter = NotificationFormatter(me: "ana")
        formatter.begin(
            .with {
                $0.snapshot.rooms.rooms = [
                    .with { ($0.with, $0.mark.room, $0.mark.muted) = ("ben", "ana:ben", true) }
                ]
            })
        let theirs = ServerMessage.OneOf_Body.roomMessage(Samples.message("ben", "ping"))
        let change = ServerMessage.OneOf_Body.roomMessageChanged(
            .with { $0.message = Samples.message("ben", "pong") })
        #expect(formatter.lines(theirs, seq: 1, in: Self.wording) == [])
        #expect(formatter.lines(change, seq: 2, in: Self.wording) == [])
        let reaction = ServerMessage.OneOf_Body.roomMessageChanged(
            .with { $0.message = Samples.message("ana", "hi") })
        #expect(formatter.lines(reaction, seq: 2, in: Self.wording) == [])
        #expect(!formatter.lines(theirs, seq: 3, open: "ben", in: Self.wording).isEmpty)
        let mine = ServerMessage.OneOf_Body.roomMessage(Samples.message("ana", "hi"))
        #expect(!formatter.lines(mine, seq: 4, in: Self.wording).isEmpty)
        _ = formatter.lines(
            .roomBadge(.with { $0.mark.room = "ana:ben" }), seq: 5, in: Self.wording)
        #expect(formatter.lines(theirs, seq: 6, in: Self.wording) == ["22:02  ben: ping"])
        let muted = RoomBadge.with { ($0.mark.room, $0.mark.muted) = ("ana:ben", true) }
        _ = formatter.lines(.roomBadge(muted), seq: 7, in: Self.wording)
        #expect(formatter.lines(theirs, seq: 8, in: Self.wording) == [])
    }

    @Test func `says who mentions its user in a group that is muted`() {
        var formatter = NotificationFormatter(me: "ana")
        let muted = RoomSummary.with { ($0.with, $0.mark.muted) = ("#17", true) }
        formatter.know(Rooms.with { $0.rooms = [muted] })
        let lines = [[], ["cleo"], ["cleo", "ana"]].map { (mentions: [String]) in
            var message = Samples.message("ben", "hi @ana")
            (message.room, message.mentions) = ("#17", mentions)
            return formatter.lines(.roomMessage(message), in: Self.wording)
        }
        #expect(lines == [[], [], ["22:02  ben in #17: hi @ana"]])
        let rooms = Rooms.with {
            $0.rooms = [
                .with {
                    ($0.with, $0.mark.muted, $0.mark.mentioned) = ("#17", true, true)
                    $0.group.name = "Lunch"
                }
            ]
        }
        #expect(Self.wording.answer(.rooms(rooms)).map { $0.prefix(1) } == ["@"])
    }

    @Test func `shows a comment once, however often it arrives`() {
        var formatter = NotificationFormatter(me: "ana")
        let kept = ServerMessage.OneOf_Body.circleCommented(
            .with { ($0.post, $0.comment) = ("7", Samples.comment) })
        let live = ServerMessage.OneOf_Body.circleChanged(
            .with { ($0.said.post, $0.said.comment) = ("7", Samples.comment) })
        #expect(formatter.lines(kept, seq: 1, in: Self.wording).count == 1)
        #expect(formatter.lines(live, in: Self.wording) == [])
        var other = NotificationFormatter(me: "ana")
        #expect(other.lines(live, in: Self.wording).count == 1)
        #expect(other.lines(kept, seq: 1, in: Self.wording) == [])
    }

    @Test func `tells a new name from a new picture, where it knows the old`() {
        var formatter = NotificationFormatter(me: "ana")
        var session = Samples.session
        session.user = Samples.person("ana", "ana")
        formatter.begin(session)
        func told(_ name: String, _ shown: String, seq: UInt32) -> [String] {
            let change = ProfileChanged.with { $0.user = Samples.person(name, shown) }
            return formatter.lines(.profileChanged(change), seq: seq, in: Self.wording)
        }
        #expect(told("ben", "Ben", seq: 9) == ["Ben (ben) has another name or picture"], "replayed")
        #expect(told("ben", "Ben Smith", seq: 10) == ["Ben Smith (ben) has another picture"])
        #expect(told("ben", "Benny", seq: 11) == ["ben is shown as Benny now"])
        #expect(told("ben", "Benny", seq: 12) == ["Benny (ben) has another picture"])
        #expect(told("ana", "Ana", seq: 13) == ["you are shown as Ana now"])
        #expect(told("ana", "Ana", seq: 14) == ["you have another picture"])
        #expect(told("ana", "Ana", seq: 9) == ["you have another name or picture"], "replayed")
        #expect(told("eve", "Eve", seq: 14) == ["Eve (eve) has another name or picture"])
    }

    @Test func `says of a match that I left it, where that is known`() {
        var formatter = NotificationFormatter(me: "ana")
        func change(_ activity: String, on: Bool, seq: UInt32) {
            let change = ActivityChanged.with { ($0.activity, $0.on) = (activity, on) }
            _ = formatter.lines(.activityChanged(change), seq: seq, in: Self.wording)
        }
        func ended(_ activity: String, seq: UInt32) -> [String] {
            let ended = MatchEnded.with { ($0.activity, $0.with) = (activity, "ben") }
            return formatter.lines(.matchEnded(ended), seq: seq, in: Self.wording)
        }
        func together(_ activity: String) -> [String] {
            ["you and ben are no longer up for \(activity) together"]
        }
        let mine = ["you are no longer up for coffee with ben"]
        // At number 9 coffee was on, gym was not.
        formatter.begin(Samples.session)
        #expect(ended("gym", seq: 8) == together("gym"), "it may have been on then")
        #expect(ended("gym", seq: 10) == ["you are no longer up for gym with ben"])
        #expect(ended("coffee", seq: 11) == together("coffee"))
        change("coffee", on: false, seq: 12)
        #expect(ended("coffee", seq: 13) == mine)
        change("coffee", on: true, seq: 14)
        #expect(ended("coffee", seq: 15) == together("coffee"))
        // Caught up with: off, over, and on again before number 9.
        formatter.begin(Samples.session)
        change("coffee", on: false, seq: 7)
        #expect(ended("coffee", seq: 8) == mine)
        change("coffee", on: true, seq: 9)
        #expect(ended("coffee", seq: 10) == together("coffee"))
        // What meets every other activity is on.
        var session = Samples.session
        session.snapshot.activities.activities.append(
            .with { ($0.activity, $0.on, $0.wildcard) = ("anything", true, true) })
        formatter.begin(session)
        #expect(ended("gym", seq: 10) == together("gym"))
        change("anything", on: false, seq: 11)
        #expect(ended("gym", seq: 12) == ["you are no longer up for gym with ben"])
    }

    @Test func `catches up with a message as it stands, without each change of it`() {
        var formatter = NotificationFormatter(me: "ana")
        // Up to number 9 it is the past.
        formatter.begin(Samples.session)
        var message = Samples.message("ben", "dinner?")
        message.editedAt = Samples.at
        func said(_ seq: UInt32) -> [String] {
            formatter.lines(.roomMessage(message), seq: seq, in: Self.wording)
        }
        func changed(_ seq: UInt32) -> [String] {
            formatter.lines(
                .roomMessageChanged(.with { $0.message = message }), seq: seq, in: Self.wording)
        }
        #expect(said(3) == ["22:02  ben: dinner? (edited)"])
        #expect(changed(5) == [])
        message.seq = 2
        #expect(changed(6) == ["22:02  #2 ben: dinner? (edited)"], "of one told long ago")
        message.seq = 3
        #expect(!said(7).isEmpty)
        message.text = "supper?"
        #expect(changed(10) == ["22:02  #3 ben: supper? (edited)"], "changed since")
        message.seq = 4
        #expect(!said(11).isEmpty)
        #expect(!changed(12).isEmpty, "a change that is shown when it is made")
    }

    @Test(arguments: [true, false])
    func `does not keep what it has caught up with`(isLive: Bool) {
        var (formatter, fresh) = (
            NotificationFormatter(me: "ana"), NotificationFormatter(me: "ana")
        )
        formatter.begin(Samples.session)
        fresh.begin(Samples.session)
        let message = ServerMessage.OneOf_Body.roomMessage(Samples.message("ben", "dinner?"))
        _ = formatter.lines(message, seq: 3, in: Self.wording)
        #expect(formatter != fresh)
        if isLive {
            _ = formatter.lines(message, seq: 10, in: Self.wording)
        } else {
            formatter.begin(Samples.session)
        }
        #expect(formatter == fresh)
    }

    @Test func `catches up with a message in its conversation, too`() async {
        let page = RoomPage.with {
            $0.messages = [Samples.message("ben", "lunch?")]
            $0.mark = Samples.mark(.max, unread: 0)
        }
        let server = FakeServer { _ in .success(.roomPage(page)) }
        let screen = RecordingPrinter(isLive: true)
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.entered("chat ben")
        _ = await dialogue.happened(.signedIn(Samples.session))
        screen.clear()
        var message = Samples.message("ben", "dinner?")
        (message.seq, message.editedAt) = (2, Samples.at)
        let changed = RoomMessageChanged.with { $0.message = message }
        let past: [(UInt32, ServerMessage.OneOf_Body)] = [
            (7, .roomMessage(message)), (8, .roomMessageChanged(changed)),
        ]
        for (seq, body) in past {
            _ = await dialogue.happened(.inbox(seq: seq, at: Samples.at, body: body))
        }
        #expect(screen.dataLines == ["22:02  ben: dinner? (edited)"])
    }

    @Test func `is not needed for what was done here`() async {
        let likes = CircleLikes.with { ($0.post, $0.likes) = ("7", 1) }
        let server = FakeServer { command in
            if case .circleLike = command { return .success(.circleLikes(likes)) }
            return .success(.done(Done()))
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.entered("like /circle/7")
        let liked = CircleChanged.with { $0.liked = likes }
        _ = await dialogue.happened(.ephemeral(.circleChanged(liked)))
        #expect(screen.dataLines == ["♥ 1 7"])
        _ = await dialogue.happened(.ephemeral(.circleChanged(.with { $0.liked.post = "7" })))
        #expect(
            screen.dataLines == ["♥ 1 7", "22:26  nobody likes it any more (circle --post 7)"],
            "by another user")
        screen.clear()
        _ = await dialogue.entered("comment 7 well said")
        let said = CircleChanged.with {
            ($0.said.post, $0.said.comment) = ("7", Samples.comment)
            $0.said.comment.from = Samples.person("ana", "ana")
        }
        _ = await dialogue.happened(.ephemeral(.circleChanged(said)))
        #expect(screen.talkLines == ["said"])
        #expect(screen.dataLines == [])
        screen.clear()
        _ = await dialogue.entered("profile --name Ana")
        let mine = ProfileChanged.with { $0.user = Samples.person("ana", "Ana") }
        _ = await dialogue.happened(.inbox(seq: 3, at: Samples.at, body: .profileChanged(mine)))
        #expect(screen.talkLines == ["you are Ana now"])
        #expect(screen.dataLines == [])
    }

    @Test func `says when something came that is news for a moment only`() {
        var formatter = NotificationFormatter(me: "ana")
        let said = CircleChanged.with {
            ($0.said.post, $0.said.comment) = ("7", Samples.comment)
        }
        #expect(
            formatter.lines(.circleChanged(said), in: Self.wording)
                == ["22:02  Ben Smith (ben) “well done” (circle --post 7)"])
        let liked = CircleChanged.with { ($0.liked.post, $0.liked.likes) = ("7", 2) }
        #expect(
            formatter.lines(.circleChanged(liked), in: Self.wording)
                == ["22:26  ♥ 2 now (circle --post 7)"])
    }

    @Test func `is not in a list: a muted conversation has a word there, and no badge`() {
        let rooms = Rooms.with {
            $0.rooms = [("ben", true), ("cleo", false)].map { name, isMuted in
                .with {
                    ($0.with, $0.mark.unread, $0.mark.muted) = (name, 1, isMuted)
                    $0.newest = Samples.message(name, "hi")
                }
            }
        }
        #expect(
            Self.wording.rooms(rooms)
                == ["     ben, muted  22:02  hi", "(1)  cleo        22:02  hi"])
    }
}
