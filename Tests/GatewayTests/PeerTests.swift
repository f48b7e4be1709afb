import Settings
import Testing

@testable import Gateway

@Suite struct `A peer` {
    /// Pings after 30 s of silence, gives up after 75; a message may take 10.
    private let settings: ClientSettings = {
        var configuration = Configuration()
        configuration.heartbeat.pingSeconds = 30
        configuration.heartbeat.deadSeconds = 75
        configuration.limits.messageSeconds = 10
        return ClientSettings(configuration)
    }()

    @Test func `takes 40 bytes while it is idle`() {
        #expect(MemoryLayout<Peer>.stride == 40)
        #expect(MemoryLayout<Session>.size == 12)
    }

    @Test func `is pinged once when it is silent, and given up when it stays silent`() {
        var peer = Peer()
        peer.hear(at: 100)
        #expect(peer.care(at: 100, within: settings) == .wait(seconds: 30))
        #expect(peer.care(at: 129, within: settings) == .wait(seconds: 1))
        #expect(peer.care(at: 130, within: settings) == .ping(thenSeconds: 45))
        #expect(peer.care(at: 140, within: settings) == .wait(seconds: 35))
        #expect(peer.care(at: 174, within: settings) == .wait(seconds: 1))
        #expect(peer.care(at: 175, within: settings) == .silent)
    }

    @Test func `that answers its ping has all its time again`() {
        var peer = Peer()
        peer.hear(at: 100)
        #expect(peer.care(at: 130, within: settings) == .ping(thenSeconds: 45))
        peer.hear(at: 131)
        #expect(peer.care(at: 131, within: settings) == .wait(seconds: 30))
        #expect(peer.care(at: 161, within: settings) == .ping(thenSeconds: 45))
    }

    @Test func `that does not finish its message is given up, however much it says`() {
        var peer = Peer()
        peer.hear(at: 65_530)
        peer.marks.insert(.partial)
        peer.partialSecond = 65_530
        #expect(peer.care(at: 65_530, within: settings) == .wait(seconds: 10))
        peer.hear(at: 65_539)
        #expect(peer.care(at: 65_539, within: settings) == .wait(seconds: 1))
        peer.hear(at: 65_540)
        #expect(peer.care(at: 65_540, within: settings) == .unfinished)
    }

    @Test func `that is not read cannot be heard, and is not given up`() {
        var peer = Peer()
        peer.hear(at: 100)
        peer.marks.insert(.paused)
        #expect(peer.care(at: 1_000, within: settings) == .wait(seconds: 30))
    }

    @Test func `may send so many pings and pongs a second`() {
        var peer = Peer()
        peer.hear(at: 100)
        #expect(peer.takesControl(ofAtMost: 2))
        #expect(peer.takesControl(ofAtMost: 2))
        peer.hear(at: 100)
        #expect(!peer.takesControl(ofAtMost: 2))
        peer.hear(at: 101)
        #expect(peer.takesControl(ofAtMost: 2))
    }
}
