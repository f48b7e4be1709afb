import Dispatch
import Synchronization

/// Sends mail to a mail server, on its own threads.
public final class MailClient: Sendable {
    private static let patience = DispatchTimeInterval.seconds(2)

    private let workers: [MailWorker]
    private let route: Mutex<MailRoute>
    private let turn = Mutex(0)
    private let isStopped = StopMark()

    /// - Parameters:
    ///   - label: of its threads.
    ///   - route: the server.
    ///   - workerCount: how many messages are under way at once.
    public init(label: String, _ route: MailRoute, workerCount: Int) {
        let mark = isStopped
        self.route = Mutex(route)
        workers = (0..<max(1, workerCount)).map { MailWorker(label: "\(label)-\($0)", mark) }
    }

    /// Sets the route of later messages.
    public func change(to route: MailRoute) { self.route.withLock { $0 = route } }

    /// Sends a message; `completion` gets the outcome, on one of the client's threads.
    public func send(
        _ mail: OutboundMail, _ completion: @escaping @Sendable (MailVerdict) -> Void
    ) {
        let route = route.withLock { $0 }
        let number = turn.withLock { turn in
            turn = (turn + 1) % workers.count
            return turn
        }
        let worker = workers[number]
        worker.queue.async { completion(worker.send(mail, by: route)) }
    }

    /// Returns when nothing is under way. Transfers that last longer than 2 s are aborted, and it
    /// stays unknown whether the server has those messages.
    public func stop() {
        let group = DispatchGroup()
        for worker in workers { worker.queue.async(group: group) {} }
        guard group.wait(timeout: .now() + Self.patience) == .timedOut else { return }
        isStopped.set()
        _ = group.wait(timeout: .now() + Self.patience)
    }
}

/// A thread that sends one message at a time.
// SAFETY: `transfer` is touched on `queue` alone, which is serial.
private final class MailWorker: @unchecked Sendable {
    let queue: DispatchQueue
    private let transfer: MailTransfer
    private let mark: StopMark

    init(label: String, _ mark: StopMark) {
        queue = DispatchQueue(label: label, qos: .utility)
        self.mark = mark
        transfer = MailTransfer { mark.isSet }
    }

    func send(_ mail: OutboundMail, by route: MailRoute) -> MailVerdict {
        mark.isSet ? .later(status: 0) : transfer.send(mail, by: route)
    }
}
