import Kernel
import Testing
import Wire

@testable import Hub

/// Z28, Z34: a change of the circle goes to the connections that have it open.
@Suite struct `A change of the circle` {
    private let ana = ConnectionKey.number(1)
    private let phone = ConnectionKey.number(3)
    private let ben = ConnectionKey.number(2, loop: 1)
    private let news = [#"{"circleChanged":{"removed":"1"}}"#]

    private func world() -> HubWorld {
        var world = HubWorld()
        world.signIn(ana, "ana", 1, friends: [2])
        world.signIn(phone, "ana", 1, friends: [2], token: 2)
        world.signIn(ben, "ben", 2, friends: [1])
        world.pass(.seconds(10))
        _ = (world.told(ana), world.told(phone), world.told(ben))
        return world
    }

    private func happen(in world: inout HubWorld) {
        var change = CircleChanged()
        change.removed = "1"
        world.complete(
            .hint(
                Hint(
                    .circleChanged(change), key: "circle:post:1", about: 1, to: [1, 2],
                    on: Topic("circle"))))
    }

    @Test func `reaches a connection from when it opens the circle until it closes it`() {
        var world = world()
        happen(in: &world)
        #expect(world.told(ana) + world.told(phone) + world.told(ben) == [])
        world.live(.open(Topic("circle"), true), "ana", 1, phone)
        world.live(.open(Topic("circle"), true), "ben", 2, ben)
        happen(in: &world)
        #expect(world.told(ana) == [])
        #expect(world.told(phone) == news)
        #expect(world.told(ben) == news)
        world.live(.open(Topic("circle"), false), "ben", 2, ben)
        happen(in: &world)
        #expect(world.told(phone) == news)
        #expect(world.told(ben) == [])
    }

    @Test func `does not reach a connection that has something else open`() {
        var world = world()
        world.live(.open(Topic("map"), true), "ben", 2, ben)
        happen(in: &world)
        #expect(world.told(ben) == [])
        world.live(.open(Topic("circle"), true), "ben", 2, ben)
        world.live(.open(Topic("map"), false), "ben", 2, ben)
        happen(in: &world)
        #expect(world.told(ben) == news)
    }

    @Test func `does not reach the next session of a connection that has not opened it`() {
        var world = world()
        world.live(.open(Topic("circle"), true), "ben", 2, ben)
        world.close(ben)
        world.signIn(ben, "ben", 2, friends: [1])
        world.pass(.seconds(1))
        _ = world.told(ben)
        happen(in: &world)
        #expect(world.told(ben) == [])
    }

    @Test func `is forgotten, as far as it waits, when a friendship ends`() {
        var world = world()
        world.complete(.relation(1, 2, exists: false))
        #expect(world.told(ben) == ["forget 1"])
    }
}
