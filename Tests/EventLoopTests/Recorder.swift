import EventLoop

/// A handler that records its calls, and otherwise does one simple thing.
final class Recorder: ConnectionHandler {
    enum Behaviour: Sendable {
        case echo
        /// Echoes so many bytes in a turn, and leaves the others to the next ones.
        case sparing(byteCount: Int)
        /// Echoes after longer than one turn may read, and posts a note.
        case slow
        /// Takes what comes and says nothing.
        case mute
        /// Says nothing, and leaves its end open when the peer ends its own.
        case patient
        /// Answers the first bytes with so many of its own, and closes.
        case farewell(byteCount: Int)
        /// Echoes, and admits so many at once; to others it says "full".
        case exclusive(most: Int)
    }

    let journal: Journal
    let behaviour: Behaviour
    /// How many were admitted and have not departed.
    private(set) var guestCount = 0

    init(_ journal: Journal, _ behaviour: Behaviour) {
        self.journal = journal
        self.behaviour = behaviour
    }

    func admission(
        of peer: SocketAddress, as connection: ConnectionID,
        on loop: isolated EventLoop<Recorder>
    ) -> Admission {
        if case .exclusive(let most) = behaviour, guestCount >= most {
            return .refused(saying: Array("full".utf8))
        }
        guestCount += 1
        return .admitted
    }

    func departed(
        _ connection: ConnectionID, from network: UInt64, after closure: Closure?,
        on loop: isolated EventLoop<Recorder>
    ) {
        guestCount -= 1
        journal.append(.departed(network))
    }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<Recorder>
    ) {
        journal.append(.opened(connection))
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<Recorder>
    ) {
        journal.append(.received(connection, byteCount: bytes.count))
        switch behaviour {
        case .echo, .exclusive: echo(bytes, to: connection, on: loop)
        case .sparing(let byteCount):
            echo(
                UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(byteCount)), to: connection,
                on: loop)
            loop.keep(
                UnsafeMutableRawBufferPointer(rebasing: bytes.dropFirst(byteCount)),
                of: connection)
        case .slow:
            let end = LoopClock.nanoseconds + 5_000_000
            while LoopClock.nanoseconds < end {}
            loop.post { $0.handler.journal.append(.posted) }
            echo(bytes, to: connection, on: loop)
        case .mute, .patient: break
        case .farewell(let byteCount):
            _ = loop.withOutput(of: connection, reserving: byteCount) {
                $0.append(contentsOf: repeatElement(0x2E, count: byteCount))
            }
            loop.close(connection)
        }
    }

    private func echo(
        _ bytes: UnsafeMutableRawBufferPointer, to connection: ConnectionID,
        on loop: isolated EventLoop<Recorder>
    ) {
        let outcome = loop.send(UnsafeRawBufferPointer(bytes), to: connection)
        if outcome == .full { loop.abort(connection) }
    }

    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<Recorder>) {
        journal.append(.finished(connection))
        if case .patient = behaviour { return }
        loop.close(connection)
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<Recorder>) {
        journal.append(.expired(connection, at: loop.now))
    }

    func rested(_ connection: ConnectionID, on loop: isolated EventLoop<Recorder>) {
        journal.append(.rested(connection))
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<Recorder>
    ) {
        journal.append(.closed(connection, closure))
    }

    func stalled(
        _ connection: ConnectionID, outboxBytes: Int, past limit: OutputLimit,
        on loop: isolated EventLoop<Recorder>
    ) {
        journal.append(.stalled(connection, outboxBytes: outboxBytes))
    }

    func handshakeFailed(
        _ failure: HandshakeFailure, peer: SocketAddress, on loop: isolated EventLoop<Recorder>
    ) {
        journal.append(.handshakeFailed(failure.reason))
    }

    func acceptPaused(_ pause: AcceptPause, on loop: isolated EventLoop<Recorder>) {
        journal.append(.acceptPaused(pause))
    }

    func acceptResumed(on loop: isolated EventLoop<Recorder>) {
        journal.append(.acceptResumed)
    }
}
