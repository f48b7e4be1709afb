import EventLoop
import Kernel

/// Reads for a connection: one at a time, and none while its peer has not taken earlier answers.
/// However much the peer asks for, only an outbox and one answer are held.
final class ReadQueue: LoopPart {
    let state: LoopState
    /// Reads that wait for an earlier one of their connection, or for its peer.
    private var waiting: [ConnectionID: [ReadJob]] = [:]

    init(_ state: LoopState) {
        self.state = state
    }

    /// Drops all reads of a connection.
    func forget(_ connection: ConnectionID) {
        if !waiting.isEmpty { waiting[connection] = nil }
    }

    /// Begins a read, now or at its turn.
    func read(
        _ job: ReadJob, _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        // To sign in is alone on its connection anyway.
        guard job.origin?.isRead == true else { return state.reads.append(job) }
        if loop.isBlocked(connection) { pause(connection, loop) }
        let isBusy = peers[connection].marks.contains(.reading)
        if !isBusy, waiting[connection] == nil, loop.outboxBytes(of: connection) == 0 {
            return begin(job, connection)
        }
        waiting[connection, default: []].append(job)
        if !isBusy { loop.notifyWhenDrained(connection) }
    }

    /// The answer to a read is in the outbox.
    func answered(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        peers[connection].marks.remove(.reading)
        if waiting[connection] != nil { loop.notifyWhenDrained(connection) }
    }

    /// The peer has taken all it was sent: the next read may begin.
    func readOn(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        resume(connection, loop)
        guard !peers[connection].marks.contains(.reading),
            let job = waiting[connection]?.removeFirst()
        else { return }
        if waiting[connection]?.isEmpty == true { waiting[connection] = nil }
        begin(job, connection)
    }

    /// Refuses the reads that have not begun: the user has signed out, or the connection is to
    /// leave, which cannot wait for its peer to take its output.
    func withdraw(
        _ connection: ConnectionID, _ refusal: Refusal, _ loop: isolated EventLoop<ClientHandler>
    ) {
        for job in waiting.removeValue(forKey: connection) ?? [] {
            guard let origin = job.origin else { continue }
            let answer = peers[connection].session.withdrawn(origin, refusal, in: sessionContext)
            loop.handler.send(answer, to: connection, loop)
        }
    }

    private func begin(_ job: ReadJob, _ connection: ConnectionID) {
        peers[connection].marks.insert(.reading)
        state.reads.append(job)
    }

    /// No further commands are taken from the peer; TCP holds it up.
    private func pause(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard peers[connection].marks.insert(.paused).inserted else { return }
        loop.pauseReading(connection)
        loop.notifyWhenDrained(connection)
    }

    private func resume(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard peers[connection].marks.remove(.paused) != nil else { return }
        peers[connection].heardNow(at: loop.handler.seconds(loop))
        guard !peers[connection].session.isDeparting else { return }
        loop.resumeReading(connection)
    }
}
