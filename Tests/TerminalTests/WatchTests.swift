import Client
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `Watching` {
    @Test func `keeps its place behind what has been shown`() throws {
        let kept = Bookmark()
        var watch = self.watch(behind: Profile.Position(epoch: "e1", seq: 4), kept)
        try watch.show(.signedIn(session(epoch: "e1", top: 9)))
        try watch.show(message(seq: 5))
        try watch.show(message(seq: 6))
        #expect(watch.position == Profile.Position(epoch: "e1", seq: 6), "not 9: that is to come")
        #expect(kept.positions.map(\.seq) == [5, 6])
    }

    @Test func `begins at the top the first time, and after a reset`() throws {
        let kept = Bookmark()
        var watch = self.watch(behind: nil, kept)
        try watch.show(.signedIn(session(epoch: "e1", top: 9)))
        #expect(watch.position == Profile.Position(epoch: "e1", seq: 9))
        try watch.show(.signedIn(session(epoch: "e2", top: 2, reset: true)))
        #expect(watch.position == Profile.Position(epoch: "e2", seq: 2))
        #expect(kept.positions.map(\.epoch) == ["e1", "e2"])
    }

    @Test func `waits for a server that will be back, and not for one that will not`() throws {
        var watch = self.watch(behind: nil, Bookmark())
        try watch.show(.disconnected(reason: "x", retryIn: .seconds(1)))
        #expect(throws: Failure.unreachable("x")) {
            try watch.show(.disconnected(reason: "x", retryIn: nil))
        }
        #expect(throws: Failure.notSignedIn("revoked; sign in with `upfor login`")) {
            try watch.show(.signedOut(reason: "revoked"))
        }
    }

    @Test func `greets by a name that is harmless`() throws {
        let printer = RecordingPrinter()
        var watch = self.watch(behind: nil, Bookmark(), on: printer)
        try watch.show(.signedIn(.with { $0.user.username = "a\u{1B}[2J\u{202E}na" }))
        #expect(printer.talkLines == ["watching as ana; ^C ends it"])
    }

    private func watch(
        behind position: Profile.Position?, _ kept: Bookmark,
        on printer: RecordingPrinter = RecordingPrinter()
    ) -> Watch {
        let keep: Watch.Keep = { position throws(Failure) in kept.keep(position) }
        return Watch(
            output: FakeServer().session(on: printer).output, behind: position, keep: keep)
    }

    private func session(epoch: String, top: UInt32, reset: Bool = false) -> SessionOpened {
        .with { ($0.epoch, $0.top, $0.reset) = (epoch, top, reset) }
    }

    private func message(seq: UInt32) -> ClientEvent {
        .inbox(seq: seq, at: Samples.at, body: .roomMessage(Samples.message("ben", "hi")))
    }
}
