import Dispatch
import Synchronization

/// Brings letters to a mail server, on threads of its own.
public final class MailClient: Sendable {
    private static let patience = DispatchTimeInterval.seconds(2)

    private let workers: [MailWorker]
    private let route: Mutex<MailRoute>
    private let turn = Mutex(0)
    private let isStopped = StopMark()

    /// - Parameters:
    ///   - label: of its threads.
    ///   - route: the server.
    ///   - workerCount: how many letters are under way at once.
    public init(label: String, _ route: MailRoute, workerCount: Int) {
        let mark = isStopped
        self.route = Mutex(route)
        workers = (0..<max(1, workerCount)).map { MailWorker(label: "\(label)-\($0)", mark) }
    }

    /// From now on letters go this way.
    public func change(to route: MailRoute) { self.route.withLock { $0 = route } }

    /// Brings a letter; `completion` gets what came of it, on one of the client's threads.
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

    /// Returns when nothing is under way. What is still after 2 s is ended; of a letter that is
    /// ended nobody knows whether the server has it.
    public func stop() {
        let group = DispatchGroup()
        for worker in workers { worker.queue.async(group: group) {} }
        guard group.wait(timeout: .now() + Self.patience) == .timedOut else { return }
        isStopped.set()
        _ = group.wait(timeout: .now() + Self.patience)
    }
}

/// A thread that brings one letter at a time.
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
