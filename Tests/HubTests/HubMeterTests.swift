import Kernel
import Metering
import Testing

@testable import Hub
@testable import Observability

@Suite struct `Sessions are counted` {
    @Test func `while they are open, one for each device`() {
        var world = HubWorld()
        let meter = world.core.meter
        let (phone, laptop, newer) = (
            ConnectionKey.number(1), ConnectionKey.number(2), ConnectionKey.number(3)
        )
        world.signIn(phone, "ana", 1, device: "phone")
        world.signIn(laptop, "ana", 1, device: "laptop")
        #expect(meter.sessions.current == 2)
        world.signIn(newer, "ana", 1, device: "phone")
        #expect(meter.sessions.current == 2)
        for key in [phone, newer, newer] { world.close(key) }
        #expect(meter.sessions.current == 1)
        world.close(laptop)
        #expect(meter.sessions.current == 0)
    }
}
