import EventLoop
import HTTP
import Kernel
import Metering
import WebSocket
import Wire

/// What connections of clients mean: HTTP first, then WebSocket, then commands.
///
/// Commands are decoded here, in parallel with the other loops, and handed on once a turn. What
/// comes back from the hub is framed here.
final class ClientHandler: ConnectionHandler {
    let index: Int
    /// Another one when the settings were read again.
    var settings: ClientSettings
    let census: ConnectionCensus
    /// What sessions have in common; another one when the settings were read again.
    var reception: Reception
    let hub: Hub
    let log: EventLog
    let readiness: Readiness
    /// Nil until the data is ours: see `attach`.
    private(set) var store: (any Store)?
    private(set) var workers: Workers?
    /// Those for pictures: who signs in does not wait for them.
    private(set) var painters: Workers?
    let uploads: UploadGate
    let traces: Traces

    let peers = PeerTable()
    var compression: Compression
    /// Commands of this turn.
    var writes: [WriteJob] = []
    var reads: [ReadJob] = []
    var lives: [LiveCommand] = []
    /// Hints that wait for slow peers.
    var shelves: [ConnectionID: HintShelf] = [:]
    /// Reads that wait for an earlier one of their connection, or for its peer.
    var waitingReads: [ConnectionID: [ReadJob]] = [:]
    var diary = AcceptDiary()
    var peerDiary = PeerDiary()
    let meter: ClientMeter
    /// Events of this turn, by when they became durable.
    var deliveries: [(published: Int, count: Int)] = []
    /// While everybody is sent away.
    var dismissal: Dismissal?

    init(_ context: Context, index: Int) {
        self.index = index
        meter = context.meters[index]
        settings = context.settings
        compression = Compression(leastBytes: context.settings.deflatedBytesMin)
        census = context.census
        reception = context.reception
        hub = context.hub
        log = context.log
        readiness = context.readiness
        uploads = context.uploads
        traces = context.traces
    }

    /// What every loop's handler shares.
    struct Context: Sendable {
        let settings: ClientSettings
        let census: ConnectionCensus
        let reception: Reception
        let hub: Hub
        let log: EventLog
        let readiness: Readiness
        let uploads: UploadGate
        let traces: Traces
        /// One for each loop.
        let meters: [ClientMeter]
    }

    /// Says where commands go: once, before the first connection.
    func attach(_ store: any Store, _ workers: Workers, painters: Workers) {
        (self.store, self.workers, self.painters) = (store, workers, painters)
    }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<ClientHandler>
    ) {
        peers.open(connection, limits: reception.limits(of: settings.http))
        peers[connection].heardSecond = seconds(loop)
        log.write(
            .connectionOpened, .connection(key(connection)), .peer(peer))
        // Who comes from a TLS handshake while everybody is sent away is a latecomer.
        loop.setDeadline(
            connection,
            afterMilliseconds: dismissal == nil
                ? settings.headMilliseconds : settings.latecomerMilliseconds)
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        hear(connection, loop)
        take(bytes, connection, loop)
    }

    func take(
        _ bytes: UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        var input = bytes
        if peers[connection].exchange != nil {
            readHTTP(&input, connection, loop)
            guard peers[connection].isOpen else { return }
        }
        readFrames(&input, connection, loop)
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<ClientHandler>) {
        guard dismissal == nil else { return dismiss(connection, loop) }
        switch peers[connection].session.stage {
        case .none, .leaving: loop.close(connection)
        case .http: expiredHTTP(connection, loop)
        case .visitor, .bearer: visitorExpired(connection, loop)
        case .user: watchOver(connection, loop)
        }
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        if closure == .flooded { noteFlood(connection, loop) }
        leave(connection, loop)
        if !shelves.isEmpty { shelves[connection] = nil }
        peers.close(connection)
        log.write(
            .connectionClosed, .connection(key(connection)), .reason(closure.reason))
    }

    func turnEnded(on loop: isolated EventLoop<ClientHandler>) {
        if !writes.isEmpty {
            store?.write(writes)
            writes.removeAll(keepingCapacity: true)
        }
        if !reads.isEmpty {
            store?.read(reads)
            reads.removeAll(keepingCapacity: true)
        }
        if !lives.isEmpty {
            hub.live(lives)
            lives.removeAll(keepingCapacity: true)
        }
    }

    func turnWritten(on loop: isolated EventLoop<ClientHandler>) {
        guard !deliveries.isEmpty else { return }
        let now = LoopClock.nanoseconds
        for (published, count) in deliveries {
            meter.delivery.note(nanoseconds: now - published, times: count)
        }
        deliveries.removeAll(keepingCapacity: true)
    }

    func stalled(
        _ connection: ConnectionID, outboxBytes: Int, past limit: OutputLimit,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        let met: EventField =
            switch limit {
            case .stall: .limit(.stallSeconds, loop.limits.stallLimit.wholeSeconds)
            case .flush: .limit(.flushSeconds, loop.limits.flushLimit.wholeSeconds)
            }
        note(
            .outboxOverflow, [.connection(key(connection)), .bytes(outboxBytes), met], loop)
    }

    func handshakeFailed(
        _ failure: HandshakeFailure, peer: SocketAddress,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        var fields: [EventField] = [.peer(peer), .reason(failure.reason)]
        switch failure.limit {
        case .handshake:
            fields.append(.limit(.handshakeSeconds, loop.limits.handshakeLimit.wholeSeconds))
        case .patience:
            let patience = Int(loop.limits.handshakePatience / .milliseconds(1))
            fields.append(.limit(.handshakePatience, patience))
        case nil: break
        }
        log.write(.handshakeFailed, fields: fields)
    }

    func acceptPaused(_ pause: AcceptPause, on loop: isolated EventLoop<ClientHandler>) {
        note(diary.now(pause, at: loop.now), loop)
        if case .exhausted = pause { makeRoom(loop) }
    }

    func acceptResumed(on loop: isolated EventLoop<ClientHandler>) {
        note(diary.now(nil, at: loop.now), loop)
    }

    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<ClientHandler>) {
        leave(connection, loop, isHeard: true)
        loop.close(connection)
    }

    func drained(_ connection: ConnectionID, on loop: isolated EventLoop<ClientHandler>) {
        if exchange(at: .draining, of: connection) != nil {
            return readOnHTTP(connection, loop)
        }
        readOn(connection, loop)
        if !shelves.isEmpty { clearShelf(connection, loop) }
        // The hub asks behind each page: what was asked for the sake of hints says nothing of it.
        guard peers[connection].marks.contains(.hubWaits) else { return }
        peers[connection].marks.remove(.hubWaits)
        hub.drained(ConnectionKey(loop: index, connection: connection))
    }

    /// The connection is on its way out: it speaks for nobody any more, and friends need not wait
    /// for the socket to close to hear of it.
    ///
    /// - Parameter isHeard: whether it says so itself.
    func leave(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>,
        isHeard: Bool = false
    ) {
        if peers[connection].isOpen { dismissal?.oneLess() }
        if !waitingReads.isEmpty { waitingReads[connection] = nil }
        let departed = peers[connection].session.leave()
        guard departed != .nobody else { return }
        let silence = isHeard ? 0 : seconds(loop) &- peers[connection].heardSecond
        hub.connectionClosed(
            ConnectionKey(loop: index, connection: connection),
            isSigningIn: departed == .signingIn,
            after: .seconds(silence))
    }

    /// The connection's number in the event log: the loop in the top byte.
    func key(_ connection: ConnectionID) -> UInt64 {
        ConnectionKey(loop: index, connection: connection).logged
    }

    /// The loop's clock, in seconds.
    func seconds(_ loop: isolated EventLoop<ClientHandler>) -> UInt32 {
        UInt32(truncatingIfNeeded: loop.now.components.seconds)
    }
}

extension Closure {
    /// One phrase for the event log.
    fileprivate var reason: String {
        switch self {
        case .byUs: "closed by us"
        case .byPeer: "closed by the peer"
        case .reset(let errno): "broken, errno \(errno)"
        case .failed(let errno): "never made, errno \(errno)"
        case .insecure: "never made secure"
        case .flooded: "too many handshake messages after the handshake"
        case .stalled: "the peer does not read"
        }
    }
}
