import Kernel
import Testing

@testable import Hub

@Suite struct `After a start` {
    private let ana = ConnectionKey.number(1)
    private let ben = ConnectionKey.number(2, loop: 1)
    private let alive = Moment(unixMilliseconds: 1_700_000_000_000)

    private func world() -> HubWorld {
        var world = HubWorld()
        world.complete(.absent([Absentee(user: 2, username: "ben", lastSeen: alive)]))
        world.signIn(ana, "ana", 1, friends: [2])
        return world
    }

    @Test func `nobody can know of anybody until the store has said who was online`() {
        var world = HubWorld()
        #expect(world.core.board.standing(of: 2) == .unknown)
        world.complete(.absent([]))
        #expect(world.core.board.standing(of: 2) == .offline(lastSeen: nil))
    }

    @Test func `a user who was online is unknown, and then offline since the last sign of life`() {
        var world = world()
        #expect(world.core.board.standing(of: 2) == .unknown)
        world.pass(.milliseconds(44_999))
        #expect(world.told(ana) == [])
        #expect(world.core.board.standing(of: 2) == .unknown)
        world.pass(.milliseconds(1))
        #expect(
            world.told(ana) == [
                #"{"presence":{"user":"ben","online":false,"lastSeen":"2023-11-14T22:13:20Z"}}"#
            ])
        #expect(world.core.board.standing(of: 2) == .offline(lastSeen: nil))
    }

    @Test func `a user who comes back is online, and no lease of theirs ends`() {
        var world = world()
        world.signIn(ben, "ben", 2, friends: [1])
        world.pass(.seconds(60))
        #expect(world.told(ana) == [#"{"presence":{"user":"ben","online":true}}"#])
        #expect(world.core.board.standing(of: 2) == .online)
    }

    @Test func `lists know who left before the store does`() {
        var world = HubWorld()
        world.complete(.absent([]))
        world.isStoreFull = true
        world.signIn(ana, "ana", 1)
        world.close(ana)
        let left = world.now.moment
        world.pass(.seconds(1))
        #expect(world.core.board.standing(of: 1) == .offline(lastSeen: left))
        world.isStoreFull = false
        world.pass(.seconds(5))
        #expect(world.core.board.standing(of: 1) == .offline(lastSeen: nil))
    }

    @Test func `the store is asked for friends until it says who they are`() {
        var world = HubWorld()
        world.complete(.signedIn(.of(1, "ana")), from: ana)
        let asked = world.core.output.writes.count
        #expect(asked == 1)
        world.collect()
        world.pass(.seconds(5))
        #expect(world.core.inquiry.users == [1])
        world.complete(.friends(1, []))
        #expect(world.core.inquiry.users == [])
        #expect(world.core.inquiry.due == nil)
        #expect(world.core.board.standing(of: 1) == .online)
    }

    @Test func `the store is asked about many at a time`() {
        var world = HubWorld()
        for number in 1...1_000 {
            let user = User.ID(rawValue: Int64(number))
            world.complete(.signedIn(.of(user, "user\(number)")), from: .number(UInt32(number)))
        }
        world.collect()
        #expect(world.writeCount == 1)
        for number in 1...1_000 { world.complete(.friends(User.ID(rawValue: Int64(number)), [])) }
        // One about the first, and about the others a hundred each.
        #expect(world.writeCount == 11)
        #expect(world.core.inquiry.users.isEmpty)
        #expect(world.core.board.standing(of: 1_000) == .online)
    }
}

extension SessionGrant {
    fileprivate static func of(_ user: User.ID, _ name: String) -> SessionGrant {
        SessionGrant(
            caller: Caller(user: user, username: name, token: 1), device: "laptop", cursor: 0,
            top: 0, isSilent: false)
    }
}
