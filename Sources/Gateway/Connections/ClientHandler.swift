package import EventLoop
import HTTP
package import Hub
package import Kernel
import Metering
package import Observability
package import Settings
import WebSocket
import Wire

/// Handles the connections of clients: HTTP first, then WebSocket, then commands.
///
/// Commands are decoded here, in parallel with the other loops, and handed on once a turn. The
/// hub's output is framed here.
package final class ClientHandler: ConnectionHandler, LoopPart {
    let state: LoopState
    /// As in `state`; they are looked up for all input.
    let peers: PeerTable
    let requests: ClientRequests
    let calls: ClientCalls
    let streams: EventStreams
    let admissions: ConnectionAdmission
    let readQueue: ReadQueue
    let rests: Rests
    let fileSender: FileSender
    /// The bytes that a read has inflated to so far, where the rest of it was left to the next
    /// turn.
    var inflated: [ConnectionID: Int] = [:]
    let hints: HintShelves
    let outgoing: OutgoingQueue
    package let drain: ClientDrain
    package let traces: Traces
    var compression: Compression

    package init(_ context: Context, index: Int) {
        state = LoopState(context, index: index)
        peers = state.peers
        requests = ClientRequests(state: state)
        calls = ClientCalls(state: state, uploads: context.uploads)
        streams = EventStreams(state)
        admissions = ConnectionAdmission(state, context.census)
        readQueue = ReadQueue(state)
        rests = Rests(state)
        fileSender = FileSender(state)
        hints = HintShelves(state)
        outgoing = OutgoingQueue(state)
        drain = ClientDrain(state)
        traces = context.traces
        compression = Compression(leastBytes: context.settings.deflatedBytesMin)
    }

    /// The parts that all loops' handlers share.
    package struct Context: Sendable {
        let settings: ClientSettings
        let census: ConnectionCensus
        let sessionContext: SessionContext
        let hub: HubActor
        let log: EventLog
        let readiness: Readiness
        let uploads: UploadGate
        package let traces: Traces
        /// One for each loop.
        package let meters: [ClientMeter]

        /// - Parameters: as the properties.
        package init(
            settings: ClientSettings, census: ConnectionCensus, sessionContext: SessionContext,
            hub: HubActor,
            log: EventLog, readiness: Readiness, uploads: UploadGate, traces: Traces,
            meters: [ClientMeter]
        ) {
            self.settings = settings
            self.census = census
            self.sessionContext = sessionContext
            self.hub = hub
            self.log = log
            self.readiness = readiness
            self.uploads = uploads
            self.traces = traces
            self.meters = meters
        }
    }

    /// Says where commands go: once, before the first connection.
    package func attach(_ store: any Store, _ workers: Workers, fileWorkers: Workers) {
        (state.store, state.workers, state.fileWorkers) = (store, workers, fileWorkers)
    }

    /// Takes over settings that were read again.
    package func take(_ settings: ClientSettings, _ limits: Configuration.Limits) {
        state.settings = settings
        state.sessionContext = SessionContext(state.sessionContext, limits)
    }

    package func admission(
        of peer: SocketAddress, as connection: ConnectionID,
        on loop: isolated EventLoop<ClientHandler>
    ) -> Admission {
        admissions.admission(of: peer, as: connection, on: loop)
    }

    package func departed(
        _ connection: ConnectionID, from network: UInt64, after closure: Closure?,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        admissions.departed(connection, from: network, after: closure)
    }

    package func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<ClientHandler>
    ) {
        peers.open(connection, limits: sessionContext.limits(of: settings.http))
        peers[connection].heardSecond = seconds(loop)
        state.log.write(
            .connectionOpened, .connection(key(connection)), .peer(peer))
        // A client that finishes its TLS handshake while all are being sent away is a latecomer.
        loop.setDeadline(
            connection,
            afterMilliseconds: drain.isOn
                ? settings.latecomerMilliseconds : settings.headMilliseconds)
    }

    package func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        peers[connection].hear(at: seconds(loop))
        take(bytes, connection, loop)
    }

    package func take(
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

    package func expired(_ connection: ConnectionID, on loop: isolated EventLoop<ClientHandler>) {
        guard !drain.isOn else { return drain.dismiss(connection, loop) }
        switch peers[connection].session.stage {
        case .none, .leaving: loop.close(connection)
        case .http: expiredHTTP(connection, loop)
        case .visitor, .bearer: visitorExpired(connection, loop)
        case .user: watchOver(connection, loop)
        }
    }

    package func closed(
        _ connection: ConnectionID, _ closure: Closure,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        if closure == .flooded { noteFlood(connection, loop) }
        leave(connection, loop)
        hints.forget(connection)
        streams.forget(connection)
        rests.forget(connection)
        if !inflated.isEmpty { inflated[connection] = nil }
        peers.close(connection)
        state.log.write(
            .connectionClosed, .connection(key(connection)), .reason(closure.reason))
    }

    package func turnEnded(on loop: isolated EventLoop<ClientHandler>) {
        if !state.writes.isEmpty {
            state.store?.write(state.writes)
            state.writes.removeAll(keepingCapacity: true)
        }
        if !state.reads.isEmpty {
            state.store?.read(state.reads)
            state.reads.removeAll(keepingCapacity: true)
        }
        if !state.lives.isEmpty {
            state.hub.live(state.lives)
            state.lives.removeAll(keepingCapacity: true)
        }
    }

    package func turnWritten(on loop: isolated EventLoop<ClientHandler>) { outgoing.turnWritten() }

    package func stalled(
        _ connection: ConnectionID, outboxBytes: Int, past limit: OutputLimit,
        on loop: isolated EventLoop<ClientHandler>
    ) {
        let met: EventField =
            switch limit {
            case .stall: .limit(.stallSeconds, loop.limits.stallLimit.wholeSeconds)
            case .flush: .limit(.flushSeconds, loop.limits.flushLimit.wholeSeconds)
            case .held: .limit(.heldBytes, settings.heldBytesMax)
            }
        note(
            .outboxOverflow, [.connection(key(connection)), .bytes(outboxBytes), met], loop)
    }

    package func handshakeFailed(
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
        state.log.write(.handshakeFailed, fields: fields)
    }

    package func acceptPaused(_ pause: AcceptPause, on loop: isolated EventLoop<ClientHandler>) {
        admissions.accepting(pause, loop)
        if case .exhausted = pause { admissions.makeRoom(loop) }
    }

    package func acceptResumed(on loop: isolated EventLoop<ClientHandler>) {
        admissions.accepting(nil, loop)
    }

    package func finished(_ connection: ConnectionID, on loop: isolated EventLoop<ClientHandler>) {
        leave(connection, loop, isHeard: true)
        loop.close(connection)
    }

    package func rested(_ connection: ConnectionID, on loop: isolated EventLoop<ClientHandler>) {
        rests.end(connection, loop)
    }

    package func drained(_ connection: ConnectionID, on loop: isolated EventLoop<ClientHandler>) {
        if exchange(at: .draining, of: connection) != nil {
            return readOnHTTP(connection, loop)
        }
        if let exchange = exchange(at: .sending, of: connection) {
            return fileSender.sendOn(exchange, connection, loop)
        }
        readQueue.readOn(connection, loop)
        hints.clear(connection, loop)
        // The hub asks behind each page: a request for the sake of hints does not count for it.
        guard peers[connection].marks.contains(.hubWaits) else { return }
        peers[connection].marks.remove(.hubWaits)
        state.hub.drained(hubKey(connection))
    }

    /// Ends the session of a connection that is on its way out, so that friends need not wait for
    /// the socket to close.
    ///
    /// - Parameter isHeard: whether it says so itself.
    func leave(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>,
        isHeard: Bool = false
    ) {
        if peers[connection].isOpen { drain.oneLess() }
        readQueue.forget(connection)
        let departed = peers[connection].session.leave()
        guard departed != .nobody else { return }
        let silence = isHeard ? 0 : seconds(loop) &- peers[connection].heardSecond
        state.hub.connectionClosed(
            hubKey(connection),
            isSigningIn: departed == .signingIn,
            after: .seconds(silence))
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
