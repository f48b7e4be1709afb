import Kernel
import Testing
import TestProduct

@testable import Hub
@testable import Observability

@Suite struct `Presence in the hub` {
    private let ana = ConnectionKey.number(1)
    private let ben = ConnectionKey.number(2, loop: 1)
    private let carl = ConnectionKey.number(3)
    private let digest = Duration.milliseconds(100)

    /// Ana and Ben are friends and online. What they have received so far is discarded.
    private func friends() -> HubWorld {
        var world = HubWorld()
        world.signIn(ana, "ana", 1, friends: [2])
        world.signIn(ben, "ben", 2, friends: [1])
        world.pass(.seconds(2))
        _ = (world.told(ana), world.told(ben))
        return world
    }

    private static let seen = #""lastSeen":"2027-01-15T08:00:02Z""#

    @Test func `tells friends who comes, and who has left once the grace is over`() {
        var world = HubWorld()
        world.signIn(ana, "ana", 1, friends: [2])
        world.pass(.seconds(1))
        world.signIn(ben, "ben", 2, friends: [1])
        world.pass(digest)
        #expect(world.told(ana) == [#"{"presence":{"user":"ben","online":true}}"#])
        world.pass(.milliseconds(900))
        world.close(ben)
        world.pass(.milliseconds(1099))
        #expect(world.told(ana) == [])
        world.pass(.milliseconds(1))
        #expect(
            world.told(ana) == [#"{"presence":{"user":"ben","online":false,\#(Self.seen)}}"#])
        #expect(world.core.board.standing(of: 1) == .online)
    }

    @Test func `keeps silent about a flap under the grace`() {
        var world = friends()
        world.close(ben)
        world.pass(.milliseconds(500))
        world.signIn(ben, "ben", 2)
        world.pass(.seconds(10))
        #expect(world.told(ana) == [])
    }

    @Test func `is one, however many devices a user has`() {
        var world = friends()
        world.signIn(carl, "ben", 2)
        world.close(ben)
        world.pass(.seconds(10))
        #expect(world.told(ana) == [])
    }

    @Test func `does not count silent sessions`() {
        var world = HubWorld()
        world.signIn(ana, "ana", 1, friends: [2])
        world.signIn(ben, "ben", 2, friends: [1], silent: true)
        world.pass(.seconds(5))
        #expect(world.told(ana) == [])
    }

    @Test func `changes that come together are sent together, to each friend their own`() {
        var world = HubWorld()
        world.signIn(ana, "ana", 1, friends: [2, 3])
        world.pass(.seconds(1))
        world.signIn(ben, "ben", 2, friends: [1])
        world.pass(.milliseconds(50))
        world.signIn(carl, "carl", 3, friends: [1])
        world.pass(.seconds(1))
        #expect(
            world.told(ana) == [
                #"{"presenceDigest":{"presences":[{"user":"ben","online":true},"#
                    + #"{"user":"carl","online":true}]}}"#
            ])
        #expect(world.told(ben) == [])
    }

    @Test func `invisible is offline at once, and visible again is online`() {
        var world = friends()
        world.complete(.discretion(2, Discretion(isInvisible: true)))
        world.pass(digest)
        #expect(
            world.told(ana) == [#"{"presence":{"user":"ben","online":false,\#(Self.seen)}}"#])
        #expect(world.told(ben) == [])
        world.pass(.seconds(60))
        world.close(ben)
        world.pass(.seconds(60))
        #expect(world.told(ana) == [])
        world.signIn(ben, "ben", 2, friends: [1], discretion: Discretion(isInvisible: true))
        world.pass(.seconds(1))
        #expect(world.told(ana) == [])
        world.complete(.discretion(2, Discretion()))
        world.pass(digest)
        #expect(world.told(ana) == [#"{"presence":{"user":"ben","online":true}}"#])
    }

    @Test func `a change that is undone before it was sent is not sent`() {
        var world = friends()
        world.complete(.discretion(2, Discretion(isInvisible: true)))
        world.complete(.discretion(2, Discretion()))
        world.pass(.seconds(5))
        #expect(world.told(ana) == [])
    }

    @Test func `a former friend receives nothing more, nor what still waits`() {
        var world = friends()
        world.close(ben)
        world.complete(.relation(1, 2, exists: false))
        world.pass(.seconds(5))
        #expect(world.told(ana) == ["forget 2"])
    }

    @Test func `the log names so many sessions a second, and counts the others`() {
        var world = HubWorld()
        for number in 1...60 {
            world.signIn(.number(UInt32(number)), "user\(number)", User.ID(rawValue: Int64(number)))
        }
        #expect(world.events.all.count { $0 == .sessionOpened } == PeerDiary.linesMax)
        world.pass(.seconds(1))
        world.close(.number(1))
        #expect(world.events.all.contains(.peersMuted))
        #expect(world.events.all.last == .sessionClosed)
    }

    @Test func `a new friend receives presence at once`() {
        var world = HubWorld()
        world.signIn(ana, "ana", 1)
        world.signIn(ben, "ben", 2)
        world.pass(.seconds(1))
        world.complete(.relation(1, 2, exists: true))
        #expect(world.told(ana) == [#"{"presence":{"user":"ben","online":true}}"#])
        #expect(world.told(ben) == [#"{"presence":{"user":"ana","online":true}}"#])
    }

    @Test func `a new friend receives once that the other has just come`() {
        var world = HubWorld()
        world.signIn(ana, "ana", 1)
        world.pass(.seconds(1))
        world.signIn(ben, "ben", 2)
        world.complete(.relation(1, 2, exists: true))
        world.pass(.seconds(1))
        #expect(world.told(ana) == [#"{"presence":{"user":"ben","online":true}}"#])
        #expect(world.told(ben) == [#"{"presence":{"user":"ana","online":true}}"#])
    }

    @Test func `says what it cost, ten seconds later`() {
        var world = friends()
        world.pass(.seconds(7))
        #expect(!world.events.all.contains(.presenceTally))
        world.pass(.seconds(10))
        #expect(world.events.all.filter { $0 == .presenceTally }.count == 1)
        world.pass(.seconds(60))
        #expect(world.events.all.filter { $0 == .presenceTally }.count == 1)
    }

    @Test func `nothing is kept of users who have gone`() {
        var world = friends()
        world.close(ana)
        world.close(ben)
        world.pass(.seconds(60))
        #expect(world.core.users.isEmpty && world.core.names.isEmpty)
        #expect(world.core.nextTick == nil)
    }
}
