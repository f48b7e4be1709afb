import Dispatch
import Synchronization

/// Asks other servers, on threads of its own: never on a loop, the hub or the writer.
///
/// So many requests are under way at once, so many more may wait; others are refused at once.
public final class OutboundClient: Sendable {
    /// Gets what came of a request, on one of the client's threads.
    public typealias Completion =
        @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void

    private struct Order: Sendable {
        let request: OutboundRequest
        let completion: Completion
    }

    private struct State {
        var waiting: [Order] = []
        var idle: [OutboundWorker]
    }

    /// How long `stop` waits: a system call that hangs must not keep the process.
    private static let patience = DispatchTimeInterval.seconds(2)

    /// What it keeps to.
    public let terms: OutboundTerms
    private let workers: [OutboundWorker]
    private let waitingMax: Int
    private let state: Mutex<State>
    private let isStopped = StopMark()

    /// - Parameters:
    ///   - label: of its threads.
    ///   - terms: what it keeps to.
    ///   - workerCount: how many requests are under way at once.
    ///   - waitingMax: how many more may wait.
    public init(label: String, _ terms: OutboundTerms, workerCount: Int = 1, waitingMax: Int = 64) {
        let mark = isStopped
        let workers = (0..<max(1, workerCount)).map { number in
            OutboundWorker(label: "\(label)-\(number)", terms, mark)
        }
        self.terms = terms
        self.workers = workers
        self.waitingMax = waitingMax
        state = Mutex(State(idle: workers))
    }

    /// Asks; the answer comes later.
    ///
    /// - Returns: false when too many wait already, or the client has stopped: there will be no
    ///   answer.
    public func send(_ request: OutboundRequest, _ completion: @escaping Completion) -> Bool {
        guard !isStopped.isSet else { return false }
        let order = Order(request: request, completion: completion)
        let (isTaken, worker): (Bool, OutboundWorker?) = state.withLock { state in
            if let worker = state.idle.popLast() { return (true, worker) }
            guard state.waiting.count < waitingMax else { return (false, nil) }
            state.waiting.append(order)
            return (true, nil)
        }
        worker?.queue.async { self.work(on: worker, order) }
        return isTaken
    }

    /// Asks, and waits for the answer: for whoever is on a thread that may wait.
    public func perform(
        _ request: OutboundRequest
    ) throws(OutboundFailure) -> OutboundResponse {
        let answer = Mutex<Result<OutboundResponse, OutboundFailure>>(.failure(.stopped))
        let underway = DispatchGroup()
        underway.enter()
        let isTaken = send(request) { result in
            answer.withLock { $0 = result }
            underway.leave()
        }
        guard isTaken else {
            underway.leave()
            throw isStopped.isSet ? .stopped : .crowded
        }
        underway.wait()
        return try answer.withLock { $0 }.get()
    }

    /// Ends what is under way, with `stopped`, and returns when nothing is left; after 2 s anyway.
    public func stop() {
        isStopped.set()
        let group = DispatchGroup()
        for worker in workers { worker.queue.async(group: group) {} }
        _ = group.wait(timeout: .now() + Self.patience)
    }

    private func work(on worker: OutboundWorker?, _ first: Order) {
        guard let worker else { return }
        var next: Order? = first
        while let order = next {
            order.completion(worker.perform(order.request))
            next = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(worker)
                return nil
            }
        }
    }
}

/// Set once, seen by every thread.
final class StopMark: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}

/// A thread that asks one thing at a time.
// SAFETY: `transfer` is touched on `queue` alone, which is serial.
final class OutboundWorker: @unchecked Sendable {
    let queue: DispatchQueue
    private let transfer: Transfer
    private let mark: StopMark

    init(label: String, _ terms: OutboundTerms, _ mark: StopMark) {
        queue = DispatchQueue(label: label, qos: .utility)
        self.mark = mark
        transfer = Transfer(terms) { mark.isSet }
    }

    func perform(_ request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        guard !mark.isSet else { return .failure(.stopped) }
        return Result { () throws(OutboundFailure) in try transfer.perform(request) }
    }
}

extension OutboundClient {
    /// Takes some of a body; false: that is enough.
    public typealias Sink = @Sendable ([UInt8]) -> Bool

    /// Asks on the calling thread, and hands on the body of an answer with status 200 while it
    /// comes; returns when it ends.
    ///
    /// - Returns: the answer; of another status, with its body.
    public func follow(
        _ request: OutboundRequest, to sink: @escaping Sink
    ) throws(OutboundFailure) -> OutboundResponse {
        try Transfer(terms) { false }.perform(request, to: sink)
    }
}
