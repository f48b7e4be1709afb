import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

/// What the screen knows (Z17, Z19, Z26, Z36, Z37, Z41, Z45).
@Suite struct `The board` {
    typealias Body = ServerMessage.OneOf_Body

    static let now = 1_795_298_520

    @Test func `begins with the snapshot`() throws {
        let board = Samples.board
        #expect(board.isConnected)
        #expect(board.friends.keys.sorted() == ["ben", "cleo", "dan"])
        #expect(board.friends["ben"]?.presence == .online)
        #expect(board.friends["cleo"]?.presence == .offline(lastSeen: 1_795_298_220))
        #expect(board.friends["dan"]?.presence == .unknown)
        #expect(board.friends["cleo"]?.unread == 3)
        #expect(board.toggles.map(\.isOn) == [false, true, false])
        #expect(board.shared(with: "ben") == ["coffee"])
        #expect(board.company(for: "coffee") == ["ben"])
        #expect(board.askers == ["eve"])
        #expect(board.unread == 3)
    }

    @Test func `does not count again what the snapshot counted already`() {
        var board = Samples.board
        let message = Body.roomMessage(Samples.message("ben", "hi"))
        board.take(message, seq: 9, now: Self.now)
        #expect(board.friends["ben"]?.unread == 0)
        board.take(message, seq: 10, now: Self.now)
        #expect(board.friends["ben"]?.unread == 1)
    }

    @Test func `counts what is unread, and forgets it when it is read on any device`() {
        var board = happened(
            .roomMessage(Samples.message("ben", "hi")), .roomMessage(Samples.message("ben", "?")))
        #expect(board.friends["ben"]?.unread == 2)
        #expect(board.unread == 5)
        board.take(.roomBadge(.with { $0.mark = Samples.mark(2, unread: 0) }), seq: 12, now: 0)
        #expect(board.friends["ben"]?.unread == 0)
        #expect(board.unread == 3)
    }

    @Test func `does not count what I say, what is muted, nor what is on the screen`() {
        var board = happened(.roomMessage(Samples.message("ana", "hi")))
        #expect(board.unread == 3)
        board.place = .room(with: "ben")
        board.take(.roomMessage(Samples.message("ben", "hi")), seq: 11, now: 0)
        #expect(board.friends["ben"]?.unread == 0)
        let muted = RoomMarked.with { ($0.room, $0.unread, $0.muted) = ("ana:cleo", 3, true) }
        board.take(.roomBadge(.with { $0.mark = muted }), seq: 12, now: 0)
        #expect(board.unread == 0)
        #expect(board.friends["cleo"]?.unread == 3)
    }

    @Test func `tells how far my last word has come, and never back`() {
        var board = happened(.roomMessage(Samples.message("ana", "lunch?")))
        #expect(board.friends["ben"]?.receipt == .sent)
        board.take(.roomReceipt(receipt(delivered: 1)), seq: nil, now: 0)
        #expect(board.friends["ben"]?.receipt == .delivered)
        board.take(.roomReceipt(receipt(delivered: 1, read: 1)), seq: nil, now: 0)
        board.take(.roomReceipt(receipt(delivered: 0)), seq: nil, now: 0)
        #expect(board.friends["ben"]?.receipt == .read)
        board.take(.roomMessage(Samples.message("ben", "yes")), seq: 11, now: 0)
        #expect(board.friends["ben"]?.receipt == nil, "the last word is not mine")
    }

    @Test func `shows a match as long as I am up for it myself`() {
        let mine = { (on: Bool) in
            Body.activityChanged(.with { ($0.activity, $0.on) = ("coffee", on) })
        }
        #expect(happened(mine(false)).shared(with: "ben") == [])
        #expect(happened(mine(false), mine(true)).shared(with: "ben") == ["coffee"])
        let ended = Body.matchEnded(.with { ($0.activity, $0.with) = ("coffee", "ben") })
        #expect(happened(ended).company(for: "coffee") == [])
        let other = Body.match(
            .with { ($0.activity, $0.with) = ("coffee", Samples.person("cleo", "Cleo")) })
        #expect(happened(other).company(for: "coffee") == ["ben", "cleo"])
    }

    @Test func `has nothing left of a friend who is none`() {
        let board = happened(.friendRemoved(.with { $0.friend = "ben" }))
        #expect(board.friends["ben"] == nil)
        #expect(board.company(for: "coffee") == [])
        let added = happened(.friendAdded(.with { $0.friend = Samples.person("eve", "Eve") }))
        #expect(added.friends["eve"]?.presence == .unknown)
        #expect(added.askers == [])
    }

    @Test func `shows typing until it ends, or has been silent for too long`() {
        let typing = { (on: Bool) in Body.roomTyping(.with { ($0.from, $0.on) = ("ben", on) }) }
        var board = Samples.board
        board.take(typing(true), seq: nil, now: 100)
        #expect(board.friends["ben"]?.typesUntil == 106)
        board.take(typing(false), seq: nil, now: 101)
        #expect(board.friends["ben"]?.typesUntil == nil)
        board.take(typing(true), seq: nil, now: 102)
        board.take(.roomMessage(Samples.message("ben", "hi")), seq: 10, now: 103)
        #expect(board.friends["ben"]?.typesUntil == nil, "it was this message")
    }

    @Test func `knows nothing of anybody's presence without a connection, until it is back`() {
        var board = Samples.board
        board.lose()
        #expect(!board.isConnected)
        #expect(board.friends.values.allSatisfy { $0.presence == .unknown })
        #expect(board.toggle(number: 2)?.isOn == true, "as it was last heard")
        board.place = .room(with: "ben")
        board.begin(
            .with {
                $0.snapshot.activities = Samples.session.snapshot.activities
                $0.snapshot.activities.activities[1].on = false
            })
        #expect(board.isConnected)
        #expect(board.toggle(number: 2)?.isOn == false, "the server is the truth")
        #expect(board.friends.isEmpty)
        #expect(board.place == .room(with: "ben"))
    }

    @Test(arguments: [0, -1, 4, .max, .min])
    func `has no activity with a number that is not on it`(number: Int) {
        #expect(Samples.board.toggle(number: number) == nil)
    }

    @Test func `shows whom a wildcard of mine meets, by what they are up for (Z46)`() {
        var session = Samples.session
        session.snapshot.activities.activities.append(
            .with { ($0.activity, $0.on, $0.wildcard) = ("anything", true, true) })
        session.snapshot.matches.matches.append(
            .with { ($0.activity, $0.with) = ("gym", Samples.person("cleo", "cleo")) })
        var board = Board(me: "ana")
        board.begin(session)
        #expect(board.shared(with: "cleo") == ["gym"])
        #expect(board.company(for: "anything") == ["cleo"], "ben is company for coffee")
        board.take(
            .activityChanged(.with { ($0.activity, $0.on) = ("anything", false) }), seq: 10,
            now: Self.now)
        #expect(board.shared(with: "cleo") == [])
    }

    @Test func `leaves alone what it does not know`() {
        let bodies: [Body] = [
            .circleCommented(CircleCommented()), .blockChanged(BlockChanged()), .done(Done()),
            .roomMessageChanged(RoomMessageChanged()), .activityEnding(ActivityEnding()),
            .audienceChanged(AudienceChanged()),
            .presence(.with { ($0.user, $0.online) = ("nobody", true) }),
            .roomMessage(.with { $0.room = "nowhere" }),
            .activityChanged(.with { ($0.activity, $0.on) = ("chess", true) }),
        ]
        for body in bodies {
            var board = Samples.board
            board.take(body, seq: 10, now: Self.now)
            board.take(body, seq: nil, now: Self.now)
            #expect(board == Samples.board, "\(body)")
        }
    }

    /// The board after these events of the inbox.
    private func happened(_ bodies: Body...) -> Board {
        var board = Samples.board
        for (seq, body) in zip(UInt32(10)..., bodies) { board.take(body, seq: seq, now: Self.now) }
        return board
    }

    private func receipt(delivered: UInt32, read: UInt32? = nil) -> RoomReceipt {
        .with {
            ($0.room, $0.user, $0.delivered) = ("ana:ben", "ben", delivered)
            if let read { $0.read = read }
        }
    }
}
