import Dispatch
import Kernel
import Wire

/// One reading connection and the queue that its jobs wait in.
final class SQLiteReader: Sendable {
    private let session: SQLiteSession
    private let options: SQLiteStore.Options
    private let queue: DispatchQueue

    init(on session: SQLiteSession, options: SQLiteStore.Options) {
        self.session = session
        self.options = options
        queue = DispatchQueue(label: "upfor.read", qos: .userInitiated)
    }

    func append(_ jobs: [ReadJob]) {
        guard !jobs.isEmpty else { return }
        queue.async { [self] in
            options.sink(jobs.map(perform))
        }
    }

    /// Reads on the calling thread, in a transaction of its own.
    func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        let result: Swift.Result<Result, Refusal>? = session.run { connection in
            let snapshot = Snapshot(on: connection, now: options.clock())
            do {
                try connection.execute("BEGIN")
            } catch {
                return .failure(.fault)
            }
            defer { connection.rollback() }
            do throws(Refusal) {
                return .success(try body(snapshot))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .closed }
        return try result.get()
    }

    func close() {
        queue.sync {}
        session.close()
    }

    private func perform(_ job: ReadJob) -> Completion {
        do throws(Refusal) {
            return try snapshot { (snapshot) throws(Refusal) in
                do throws(Refusal) {
                    let body = try job.run(snapshot)
                    return Completion(
                        origin: job.origin, result: .success(body), signals: snapshot.signals)
                } catch {
                    return Completion(
                        origin: job.origin, result: .failure(error), fault: snapshot.fault)
                }
            }
        } catch {
            return Completion(origin: job.origin, result: .failure(error))
        }
    }
}

extension Refusal {
    fileprivate static let closed = Refusal(
        .unavailable, "the server is closing down", retryAfter: .seconds(1))
}
