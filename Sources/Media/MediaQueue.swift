public import Files
import Queues

/// A queue of files from which media are made, on a few threads of its own. Users take turns.
public final class MediaQueue: Sendable {
    private let maker: any MediaMaker
    private let queue: WorkerQueue
    /// A page that is slow delays no voice message.
    private let links = WorkerQueue(count: 2, waitingMax: 32, name: "links")

    /// - Parameters:
    ///   - workers: how many are made at once. A process of each may take a gibibyte.
    ///   - waitingMax: the most files that wait; a user may have a quarter of them.
    public init(_ maker: any MediaMaker, workers: Int = 1, waitingMax: Int = 32) {
        self.maker = maker
        queue = WorkerQueue(count: workers, waitingMax: waitingMax, name: "media")
    }

    /// How many files and links wait, or are being worked on.
    public var busyCount: Int { queue.busyCount + links.busyCount }

    /// Whether files that are passed on as they are have to be scanned.
    public var scansFiles: Bool { maker.scansFiles }

    /// Makes something of a file.
    ///
    /// - Parameters:
    ///   - user: the user who attaches it.
    ///   - make: calls the maker, on a thread of the queue.
    ///   - take: called once, on any thread; at once with `full` when too many files wait.
    public func make<Made: Sendable>(
        for user: Int64,
        _ make: @escaping @Sendable (any MediaMaker) throws(MediaFailure) -> Made,
        _ take: @escaping @Sendable (Result<Made, MediaFailure>) -> Void
    ) {
        submit(to: queue, for: user, make, take)
    }

    /// Reads a page that a user links to; the parameters are those of `make`.
    public func link(
        to url: String, for user: Int64, in files: StoredFiles,
        _ take: @escaping @Sendable (Result<MadeLink, MediaFailure>) -> Void
    ) {
        submit(
            to: links, for: user,
            { (maker) throws(MediaFailure) in try maker.link(to: url, in: files) }, take)
    }

    private func submit<Made: Sendable>(
        to queue: WorkerQueue, for user: Int64,
        _ make: @escaping @Sendable (any MediaMaker) throws(MediaFailure) -> Made,
        _ take: @escaping @Sendable (Result<Made, MediaFailure>) -> Void
    ) {
        let isTaken = queue.submit(for: user) { [maker] in
            take(Result { () throws(MediaFailure) in try make(maker) })
        }
        if !isTaken { take(.failure(.full(retryAfter: .seconds(5)))) }
    }
}
