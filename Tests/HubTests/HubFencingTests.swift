import Kernel
import Testing

@testable import Hub

@Suite struct `A device that connects twice` {
    private let old = ConnectionKey.number(1)
    private let new = ConnectionKey.number(2, loop: 1)
    private let friend = ConnectionKey.number(3)
    private let fenced = ["closed 4409: a newer connection of this device took over"]

    private func world() -> HubWorld {
        var world = HubWorld()
        world.signIn(friend, "ben", 2, friends: [1])
        world.signIn(old, "ana", 1, friends: [2], device: "laptop")
        world.pass(.seconds(5))
        _ = (world.told(friend), world.told(old))
        return world
    }

    @Test func `keeps the newer connection, and friends notice nothing`() {
        var world = world()
        world.signIn(new, "ana", 1, device: "laptop")
        #expect(world.told(old) == fenced)
        #expect(world.told(new) == [])
        world.pass(.seconds(60))
        #expect(world.told(friend) == [])
    }

    @Test func `does not lose the newer one when the older one ends, however late`() {
        var world = world()
        world.signIn(new, "ana", 1, device: "laptop")
        world.pass(.seconds(30))
        world.close(old)
        world.pass(.seconds(30))
        #expect(world.told(friend) == [])
        world.close(new)
        world.pass(.seconds(2))
        #expect(world.told(friend).count == 1)
    }

    @Test func `does not lose the newer one to an older one that is let in after it has gone`() {
        var world = world()
        world.closeWhileSigningIn(.number(8))
        world.signIn(new, "ana", 1, device: "laptop")
        #expect(world.told(old) == fenced)
        world.signIn(.number(8), "ana", 1, device: "laptop")
        #expect(world.told(new) == [])
    }

    @Test func `is remembered as gone until the answer has found nobody, and no longer`() {
        var world = world()
        // The older connections of a device that was fenced say nothing of signing in.
        for number in UInt32(10)..<20 {
            world.signIn(.number(number), "ana", 1, device: "laptop")
            world.close(.number(number - 1))
        }
        #expect(world.core.gone.isEmpty)
        world.closeWhileSigningIn(.number(30))
        #expect(world.core.gone == [.number(30)])
        world.core.unclaimed(.number(30), at: world.now)
        #expect(world.core.gone.isEmpty)
    }

    @Test func `has as many sessions as it has names`() {
        var world = world()
        world.signIn(new, "ana", 1, device: "phone")
        #expect(world.told(old) == [])
    }

    @Test func `is another device when it belongs to another user`() {
        var world = world()
        world.signIn(new, "carl", 3, device: "laptop")
        #expect(world.told(old) == [])
    }

    @Test func `may have a silent session beside its own`() {
        var world = world()
        world.signIn(new, "ana", 1, device: "laptop", silent: true)
        #expect(world.told(old) == [])
        world.signIn(.number(9), "ana", 1, device: "laptop")
        #expect(world.told(old) == fenced)
        #expect(world.told(new) == [])
    }
}
