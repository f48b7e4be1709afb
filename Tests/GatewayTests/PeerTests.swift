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
        expect(.wait(seconds: 30), of: &peer, at: 100)
        expect(.wait(seconds: 1), of: &peer, at: 129)
        expect(.ping(thenSeconds: 45), of: &peer, at: 130)
        expect(.wait(seconds: 35), of: &peer, at: 140)
        expect(.wait(seconds: 1), of: &peer, at: 174)
        expect(.silent, of: &peer, at: 175)
    }

    @Test func `that answers its ping has all its time again`() {
        var peer = Peer()
        peer.hear(at: 100)
        expect(.ping(thenSeconds: 45), of: &peer, at: 130)
        peer.hear(at: 131)
        expect(.wait(seconds: 30), of: &peer, at: 131)
        expect(.ping(thenSeconds: 45), of: &peer, at: 161)
    }

    @Test func `that does not finish its message is given up, however much it says`() {
        var peer = Peer()
        peer.hear(at: 65_530)
        peer.marks.insert(.partial)
        peer.partialSecond = 65_530
        expect(.wait(seconds: 10), of: &peer, at: 65_530)
        peer.hear(at: 65_539)
        expect(.wait(seconds: 1), of: &peer, at: 65_539)
        peer.hear(at: 65_540)
        expect(.unfinished, of: &peer, at: 65_540)
    }

    @Test func `that is not read cannot be heard, and is not given up`() {
        var peer = Peer()
        peer.hear(at: 100)
        peer.marks.insert(.paused)
        expect(.wait(seconds: 30), of: &peer, at: 1_000)
    }

    @Test func `may send so many pings and pongs a second`() {
        var peer = Peer()
        peer.hear(at: 100)
        takes(true, &peer)
        takes(true, &peer)
        peer.hear(at: 100)
        takes(false, &peer)
        peer.hear(at: 101)
        takes(true, &peer)
    }

    // A peer cannot be copied, as the macro would.

    private func expect(
        _ care: Peer.Care, of peer: inout Peer, at second: UInt32,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let found = peer.care(at: second, within: settings)
        #expect(found == care, sourceLocation: location)
    }

    private func takes(
        _ isTaken: Bool, _ peer: inout Peer, _ location: SourceLocation = #_sourceLocation
    ) {
        let found = peer.takesControl(ofAtMost: 2)
        #expect(found == isTaken, sourceLocation: location)
    }
}
