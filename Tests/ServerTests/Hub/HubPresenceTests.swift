import Kernel
import Testing

@testable import Server

@Suite struct `Presence in the hub` {
    private let ana = ConnectionKey.number(1)
    private let ben = ConnectionKey.number(2, loop: 1)

    @Test func `tells friends who comes, and who has left once the grace is over`() {
        var world = HubWorld()
        world.signIn(ana, "ana", 1, friends: [2])
        #expect(world.told(ana) == [])
        world.signIn(ben, "ben", 2, friends: [1])
        #expect(world.told(ana) == [#"{"presence":{"user":"ben","online":true}}"#])
        world.close(ben)
        world.pass(.milliseconds(999))
        #expect(world.told(ana) == [])
        world.pass(.milliseconds(1))
        #expect(world.told(ana) == [#"{"presence":{"user":"ben","online":false}}"#])
    }

    @Test func `keeps silent about a flap under the grace`() {
        var world = HubWorld()
        world.signIn(ana, "ana", 1, friends: [2])
        world.signIn(ben, "ben", 2, friends: [1])
        _ = world.told(ana)
        world.close(ben)
        world.pass(.milliseconds(500))
        world.signIn(ben, "ben", 2)
        world.pass(.seconds(10))
        #expect(world.told(ana) == [])
    }
}
