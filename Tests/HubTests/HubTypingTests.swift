import Kernel
import Testing
import Wire

@testable import Hub
@testable import Settings

@Suite struct `A user who types` {
    private let ana = ConnectionKey.number(1)
    private let ben = ConnectionKey.number(2, loop: 1)
    private let on = [#"{"roomTyping":{"room":"ana:ben","from":"ana","on":true}}"#]
    private let off = [#"{"roomTyping":{"room":"ana:ben","from":"ana","on":false}}"#]

    private func world(
        friends: Bool = true, discretion: Discretion = Discretion(),
        _ change: (inout Configuration) -> Void = { _ in }
    ) -> HubWorld {
        var world = HubWorld(change)
        world.signIn(ana, "ana", 1, friends: friends ? [2] : [], discretion: discretion)
        world.signIn(ben, "ben", 2, friends: friends ? [1] : [])
        world.pass(.seconds(10))
        _ = (world.told(ana), world.told(ben))
        return world
    }

    private func type(_ isOn: Bool, to name: String = "ben", in world: inout HubWorld) {
        world.live(.typing(to: name, room: "ana:\(name)", isOn: isOn), "ana", 1, ana)
    }

    @Test func `is shown to the friend`() {
        var world = world()
        type(true, in: &world)
        #expect(world.told(ben) == on)
        type(false, in: &world)
        #expect(world.told(ben) == off)
        #expect(world.told(ana) == [])
    }

    @Test func `is shown once in three seconds`() {
        var world = world()
        for _ in 0..<10 {
            type(true, in: &world)
            type(false, in: &world)
        }
        #expect(world.told(ben) == on + off)
        world.pass(.milliseconds(2999))
        type(true, in: &world)
        #expect(world.told(ben) == [])
        world.pass(.milliseconds(1))
        type(true, in: &world)
        #expect(world.told(ben) == on)
    }

    @Test func `asks the store for the members of a group, once in three seconds for all groups`() {
        var world = world()
        let jobs = { (world: inout HubWorld, room: String, isOn: Bool) -> Int in
            let before = world.writeCount
            world.live(.typingInGroup(room: room, isOn: isOn), "ana", 1, ConnectionKey.number(1))
            return world.writeCount - before
        }
        #expect(jobs(&world, "#1", true) == 1)
        #expect(jobs(&world, "#1", true) == 0 && jobs(&world, "#2", true) == 0)
        #expect(jobs(&world, "#2", false) == 0 && jobs(&world, "#1", false) == 1)
        #expect(jobs(&world, "#1", false) == 0)
        world.pass(.seconds(3))
        #expect(jobs(&world, "#2", true) == 1)
        for discretion in [Discretion(sharesTyping: false), Discretion(isInvisible: true)] {
            var world = self.world(discretion: discretion)
            #expect(jobs(&world, "#1", true) == 0)
        }
    }

    @Test func `is hidden from strangers, and from all when the user or the server wants so`() {
        var worlds = [
            world(friends: false), world(discretion: Discretion(sharesTyping: false)),
            world(discretion: Discretion(isInvisible: true)), world { $0.typing.enabled = false },
        ]
        for index in worlds.indices {
            type(true, in: &worlds[index])
            #expect(worlds[index].told(ben) == [])
        }
    }

    @Test func `is answered alike for friends, strangers and unknown names`() {
        let answers = [(true, "ben"), (false, "ben"), (true, "nobody")].map { friends, name in
            var world = world(friends: friends)
            let origin = Origin(
                connection: ana.connection.packed, loop: ana.loop,
                replyTo: .socket(command: 7, .json), name: "roomType")
            world.core.live(
                [
                    LiveCommand(
                        origin: origin, caller: Caller(user: 1, username: "ana", token: 1),
                        deed: .typing(to: name, room: "ana:\(name)", isOn: true))
                ], at: world.now)
            return world.core.takeOutput().outgoing[0].map(\.action).compactMap { action in
                if case .answer(let answer) = action {
                    String(decoding: answer.bytes ?? [], as: UTF8.self)
                } else {
                    nil
                }
            }
        }
        #expect(answers == Array(repeating: [#"{"id":7,"done":{}}"#], count: 3))
    }
}
