import Dispatch
import Kernel
import Wire

/// One reading connection, and the queue that it works on.
final class StoreReader: Sendable {
    private let session: any StoreSession
    private let options: StoreOptions
    private let health: StoreHealth
    private let order: CommitOrder
    private let queue: DispatchQueue

    init(
        on session: any StoreSession, options: StoreOptions, health: StoreHealth,
        order: CommitOrder
    ) {
        self.session = session
        self.order = order
        self.options = options
        self.health = health
        queue = DispatchQueue(label: "upfor.read", qos: .userInitiated)
    }

    /// Runs work on the reader's queue. What was begun before `close` is finished.
    func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs one job, on the reader's queue. A result that the hub has to order among commits is
    /// passed on after all commits that it may have seen.
    func answer(_ job: ReadJob) {
        let completion = perform(job)
        guard job.isOrdered || !completion.signals.isEmpty else { return tell(completion) }
        order.tell { [self] in tell(completion) }
    }

    /// An answer goes to the sink. A value goes to its completion handler at once, and only its
    /// signals and its fault go to the sink.
    private func tell(_ completion: Completion) {
        guard completion.origin == nil else { return options.sink([completion]) }
        // The hub learns what other nodes have committed before it takes the value read beside it.
        if case .nodes? = completion.signals.first {
            options.sink([Completion(signals: completion.signals, fault: completion.fault)])
            return completion.callHandler()
        }
        completion.callHandler()
        guard !completion.signals.isEmpty || completion.fault != nil else { return }
        options.sink([Completion(signals: completion.signals, fault: completion.fault)])
    }

    /// Reads on the calling thread, in a transaction of its own.
    func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        let result = read { snapshot, _ in
            Swift.Result { () throws(Refusal) in try body(snapshot) }
        }
        switch result {
        case .success(let result)?: return try result.get()
        case .failure(let error)?: throw Refusal(hiding: error)
        case nil: throw .closed
        }
    }

    func close() {
        queue.sync {}
        session.close()
    }

    /// Reads, and encodes the answer once the transaction is over.
    private func perform(_ read: ReadJob) -> Completion {
        var completion = perform(read.job, isOrdered: read.isOrdered)
        if case .success(let body)? = completion.answer?.result, let encoder = read.encoder {
            completion.answer?.encoded = encoder(body)
        }
        return completion
    }

    private func perform(_ job: Job<Snapshot>, isOrdered: Bool) -> Completion {
        let horizon = options.horizon
        let result = read { (snapshot, connection) in
            do throws(Refusal) {
                var completion = try job.run(on: snapshot)
                completion.signals = snapshot.signals
                guard isOrdered || !snapshot.signals.isEmpty,
                    let news = try snapshot.news({ () throws(StoreError) in
                        try connection.news(since: horizon.current)
                    })
                else { return completion }
                completion.signals.insert(.nodes(news), at: 0)
                return completion
            } catch {
                var completion = job.refused(error)
                completion.signals = snapshot.signals.filter(\.outlivesRefusal)
                completion.fault = snapshot.fault
                return completion
            }
        }
        switch result {
        case .success(let completion)?: return completion
        case .failure(let error)?:
            return CommitGroup.failed(job, error)
        case nil: return job.refused(.closed)
        }
    }

    /// - Returns: nil when the connection is closed.
    private func read<Value>(
        _ body: (Snapshot, any DurableConnection) -> Value
    ) -> Result<Value, StoreError>? {
        // Otherwise each read that waits would try to connect.
        if case .unreachable(let words)? = health.obstacle { return .failure(.unreachable(words)) }
        return session.run { connection in
            Result { () throws(StoreError) in
                do throws(StoreError) {
                    try connection.beginReading()
                } catch {
                    health.noticed(error)
                    throw error
                }
                defer { connection.rollback() }
                let snapshot = Snapshot(on: connection, now: options.clock())
                defer { if let fault = snapshot.fault { health.noticed(fault) } }
                return body(snapshot, connection)
            }
        }
    }
}

extension Refusal {
    fileprivate static let closed = Refusal(
        .unavailable, "the server is closing down", retryAfter: .seconds(1))
}
