import EventLoop
import Hub
import Kernel
import Observability
import Wire

extension ClientHandler {
    /// Why a command cannot be dispatched, and the limit that it met, for the event log.
    typealias Obstacle = (refusal: Refusal, limit: EventField?)

    /// Hands a command to the writer, a reader, a worker or the hub. Commands for the store and the
    /// hub go out together at the end of the turn.
    ///
    /// - Parameter call: the request that brought it; nil: it came on a socket.
    /// - Returns: nil if it is under way.
    func dispatch(
        _ command: AdmittedCommand, of call: HTTPCall? = nil, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) -> Obstacle? {
        let origin = command.origin
        switch command.work {
        case .write(let run): state.writes.append(.command(run, replyTo: origin))
        case .read(let run):
            let reading = reading(of: command, call)
            let job = ReadJob(
                .command(run, replyTo: origin), owner: reading.owner, encoder: reading.encoder)
            call == nil ? readQueue.read(job, connection, loop) : state.reads.append(job)
        case .prepare(let prepare): return submit(prepare, of: command, call)
        case .live(let deed):
            guard let caller = command.caller else { return (.notSignedIn, nil) }
            state.lives.append(LiveCommand(origin: origin, caller: caller, deed: deed))
        case .refused(let refusal): return (refusal, nil)
        // Only what was prepared waits. Files are sent by `ClientCalls`.
        case .wait, .file: return (.fault, nil)
        }
        return nil
    }

    /// Whose turn a read waits for, and how its answer is encoded: on the reader's thread, and the
    /// caller charged with its bytes.
    private func reading(of command: AdmittedCommand, _ call: HTTPCall?) -> Workers.Reading {
        let (limiter, caller, uptime) = (
            sessionContext.limiter, command.caller, command.arrival.uptime
        )
        let (number, format) = (command.origin.command, command.origin.format)
        return Workers.Reading(owner: ReadJob.Owner(caller, at: command.origin)) { body in
            let encoded =
                call?.encode(body)
                ?? EncodedAnswer(ServerMessage(id: number, body).answerBytes(format))
            if let caller, let limiter {
                limiter.charge(caller, byteCount: encoded.bytes.count, at: uptime)
            }
            return encoded
        }
    }

    private func submit(
        _ prepare: @escaping @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work,
        of command: AdmittedCommand, _ call: HTTPCall?
    ) -> Obstacle? {
        let (entry, origin) = (command.entry, command.origin)
        let attempts = sessionContext.attempts(command.arrival)
        let task: Workers.Task = { (store) throws(Refusal) in try prepare(store, attempts) }
        switch entry.workers {
        case .passwords:
            guard let workers = state.workers else { return (.fault, nil) }
            let reading = entry.isRead ? reading(of: command, call) : nil
            let isTaken = workers.submit(
                task, origin, reading: reading, refused: sessionContext.refund(of: command))
            return isTaken ? nil : (workers.busy, .limit(.passwordsQueue, workers.waitingMax))
        case .files:
            guard let workers = state.fileWorkers else { return (.fault, nil) }
            let isFirm = entry.upload?.isBrief ?? true
            return workers.submit(task, origin, evenIfFull: isFirm) ? nil : (workers.busy, nil)
        }
    }
}
