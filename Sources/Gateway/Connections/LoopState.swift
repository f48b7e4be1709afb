import EventLoop
import Hub
import Kernel
import Observability

/// The state of a loop that all parts of its handler work with: the connections, the settings, and
/// where commands go.
final class LoopState {
    let index: Int
    /// Another one when the settings were read again.
    var settings: ClientSettings
    /// The state that sessions share; another one when the settings were read again.
    var sessionContext: SessionContext
    let hub: HubActor
    let log: EventLog
    let readiness: Readiness
    let meter: ClientMeter
    let peers = PeerTable()
    /// Nil until the data is ours: see `ClientHandler.attach`.
    var store: (any Store)?
    var workers: Workers?
    /// Those for files: who signs in does not wait for them.
    var fileWorkers: Workers?
    /// Commands of this turn: they go out together at its end.
    var writes: [WriteJob] = []
    var reads: [ReadJob] = []
    var lives: [LiveCommand] = []
    var peerDiary = PeerDiary()

    init(_ context: ClientHandler.Context, index: Int) {
        self.index = index
        settings = context.settings
        sessionContext = context.sessionContext
        hub = context.hub
        log = context.log
        readiness = context.readiness
        meter = context.meters[index]
    }
}

/// A part of a loop's handler, with a subject of its own. Parts find one another by
/// `loop.handler`.
protocol LoopPart {
    var state: LoopState { get }
}

extension LoopPart {
    var index: Int { state.index }
    var settings: ClientSettings { state.settings }
    var sessionContext: SessionContext { state.sessionContext }
    var peers: PeerTable { state.peers }

    /// The connection as the hub names it.
    func hubKey(_ connection: ConnectionID) -> ConnectionKey {
        ConnectionKey(loop: state.index, connection: connection)
    }

    /// The connection's number in the event log: the loop in the top byte.
    func key(_ connection: ConnectionID) -> UInt64 { hubKey(connection).logged }

    /// The owner of a read.
    func owner(_ connection: ConnectionID) -> ReadJob.Owner {
        .connection(connection.packed, loop: state.index)
    }

    /// Writes an event that a peer has caused, unless peers cause too many.
    func note(
        _ event: EventName, _ fields: [EventField], _ loop: isolated EventLoop<ClientHandler>
    ) {
        let (isWritten, leftOutCount) = state.peerDiary.note(at: loop.now)
        if leftOutCount > 0 { state.log.write(.peersMuted, .count(leftOutCount)) }
        isWritten ? state.log.write(event, fields: fields) : state.log.leaveOut(event)
    }
}
