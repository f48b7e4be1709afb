import Kernel
import Testing

@testable import Hub

@Suite struct `A banned user` {
    private let here = ConnectionKey.number(1)
    private let later = ConnectionKey.number(2)
    private let out = ["closed 4501: this account is banned"]

    @Test func `loses every session, also one that is just opening`() {
        var world = HubWorld()
        world.signIn(here, "ana", 1)
        world.complete(.banned(1, until: nil))
        #expect(world.told(here) == out)
        world.signIn(later, "ana", 1)
        #expect(world.told(later) == out)
        #expect(world.core.standings(of: nil).isEmpty)
    }

    @Test func `is let in when the ban has expired or was lifted`() {
        for isByWord in [true, false] {
            var world = HubWorld()
            world.complete(.banned(1, until: world.now.moment.advanced(by: .seconds(60))))
            isByWord ? world.complete(.unbanned(1)) : world.pass(.seconds(61))
            world.signIn(later, "ana", 1)
            #expect(world.told(later) == [])
            #expect(world.core.standings(of: "ana").count == 1)
        }
    }
}
