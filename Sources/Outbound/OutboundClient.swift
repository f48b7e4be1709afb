import Dispatch
import Synchronization

/// Sends requests to other servers, on its own threads: never on a loop, the hub or the writer.
///
/// A fixed number of requests is under way at once, and a fixed number may wait; further ones are
/// refused at once.
public final class OutboundClient: Sendable {
    /// Receives the outcome of a request, on one of the client's threads.
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

    /// How long `stop` waits: a hanging system call must not keep the process alive.
    private static let patience = DispatchTimeInterval.seconds(2)

    /// The terms that it enforces.
    public let terms: OutboundTerms
    private let workers: [OutboundWorker]
    private let waitingMax: Int
    private let state: Mutex<State>
    private let isStopped = StopMark()

    /// - Parameters:
    ///   - label: of its threads.
    ///   - terms: that it enforces.
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

    /// Sends a request; the response arrives later.
    ///
    /// - Returns: false when too many wait already, or the client has stopped: there will be no
    ///   response.
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

    /// Sends a request and waits for the response, for callers whose thread may block.
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

    /// Ends all requests under way with `stopped`, and returns when none is left, or after 2 s.
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

/// A thread that sends one request at a time.
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
    /// Takes a part of a body; returns false to end the transfer.
    public typealias Sink = @Sendable ([UInt8]) -> Bool

    /// Sends a request on the calling thread, and passes on the body of a response with status 200
    /// while it arrives; returns at its end.
    ///
    /// - Returns: the response; with another status, including its body.
    public func follow(
        _ request: OutboundRequest, to sink: @escaping Sink
    ) throws(OutboundFailure) -> OutboundResponse {
        try Self.follow(request, under: terms, to: sink)
    }

    /// The same, without a client.
    public static func follow(
        _ request: OutboundRequest, under terms: OutboundTerms, to sink: @escaping Sink
    ) throws(OutboundFailure) -> OutboundResponse {
        try Transfer(terms) { false }.perform(request, to: sink)
    }
}
