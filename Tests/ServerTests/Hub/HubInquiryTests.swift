import Kernel
import Testing

@testable import Server

/// What the store says of friends may be older than what the hub has heard of meanwhile.
@Suite struct `Friends that the hub asks for` {
    private let ana = ConnectionKey.number(1)
    private let ben = ConnectionKey.number(2)
    private let digest = Duration.milliseconds(100)

    /// Ben is here. Ana has come, and the store has not said who her friends are.
    private func asking() -> HubWorld {
        var world = HubWorld()
        world.signIn(ben, "ben", 2)
        world.pass(.seconds(1))
        arrive(in: &world)
        return world
    }

    private func arrive(in world: inout HubWorld) {
        let grant = SessionGrant(
            caller: Caller(user: 1, username: "ana", token: 1), device: "laptop", cursor: 0,
            top: 0, isSilent: false)
        world.complete(.signedIn(grant), from: ana)
        world.collect()
    }

    @Test func `are those of the answer, and who became one meanwhile`() {
        var world = asking()
        world.complete(.friendship(1, 2, exists: true))
        world.answer(1, [3])
        #expect(world.core.users[1]?.friends == SortedUsers([2, 3]))
        world.pass(digest)
        #expect(world.told(ben) == [#"{"presence":{"user":"ana","online":true}}"#])
    }

    @Test func `are not those who stopped being one meanwhile`() {
        var world = asking()
        world.complete(.friendship(1, 2, exists: false))
        #expect(world.told(ben) == ["forget 1"])
        world.answer(1, [2, 3])
        #expect(world.core.users[1]?.friends == SortedUsers([3]))
        world.pass(digest)
        #expect(world.told(ben) == [])
    }

    @Test func `do not see who became invisible meanwhile`() {
        var world = asking()
        world.complete(.discretion(1, Discretion(isInvisible: true)))
        world.answer(1, [2])
        world.pass(digest)
        #expect(world.told(ben) == [])
        #expect(world.core.board.standing(of: 1) != .online)
    }

    /// Its read may be older than all that the hub has heard of before she came back.
    @Test func `are not those of an answer to a question from before`() {
        var world = asking()
        let first = world.core.inquiry.questionCount
        world.pass(.seconds(3))
        world.answer(1, [2])
        world.close(ana)
        world.pass(.seconds(60))
        #expect(world.core.users[1] == nil)
        world.complete(.friendship(1, 2, exists: false))
        arrive(in: &world)
        world.answer(1, [2], question: first)
        #expect(world.core.users[1]?.friends == nil)
        world.answer(1, [])
        #expect(world.core.users[1]?.friends == SortedUsers([]))
    }

    @Test func `get their place in the order of commits by a job that reads nothing`() {
        var world = asking()
        let report = FriendReport(question: 1, people: [(1, [2], Discretion())])
        world.core.friendsRead(report, at: world.now)
        #expect(world.core.output.writes.count == 1)
        #expect(world.core.users[1]?.friends == nil)
        #expect(report.signals == [.friends(1, [2], Discretion(), question: 1)])
    }
}
