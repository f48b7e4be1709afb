import Kernel
import Testing

@testable import Hub

/// Z7: which devices are connected, and what becomes of one that is sent away.
@Suite struct `Devices of the hub` {
    @Test func `are online while they have a session, and were last seen when it ended`() {
        var world = HubWorld()
        #expect(world.core.devices.standing(of: 7) == .offline(lastSeen: nil))
        world.signIn(.number(1), "ana", 1, token: 7)
        world.signIn(.number(2), "ana", 1, token: 7, silent: true)
        #expect(world.core.devices.standing(of: 7) == .online)
        #expect(world.core.devices.isBack(1, since: Moment(unixMilliseconds: .max)))
        world.close(.number(1))
        #expect(world.core.devices.standing(of: 7) == .online)
        #expect(!world.core.devices.isBack(1, since: Moment(unixMilliseconds: .max)))
        world.close(.number(2))
        #expect(world.core.devices.standing(of: 7) == .offline(lastSeen: world.now.moment))
        #expect(world.core.devices.isBack(1, since: Moment(unixMilliseconds: 0)))
    }

    @Test func `are closed when they are sent away, also by themselves`() {
        var world = HubWorld()
        world.signIn(.number(1), "ana", 1, token: 7)
        world.signIn(.number(2), "ana", 1, token: 8)
        _ = (world.told(.number(1)), world.told(.number(2)))
        world.complete(
            .signedOut(Caller(user: 1, username: "ana", token: 7)), from: .number(1))
        #expect(world.told(.number(1)) == ["closed 4502: logged out"])
        #expect(world.told(.number(2)) == [])
        #expect(world.core.devices.standing(of: 7) == .offline(lastSeen: nil))
        #expect(world.core.devices.standing(of: 8) == .online)
    }
}
