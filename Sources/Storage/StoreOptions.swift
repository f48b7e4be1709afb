public import Kernel

/// What a store is built with.
public struct StoreOptions: Sendable {
    /// Connections that read.
    public var readerCount = 2
    /// Most commands in one commit.
    public var groupMax = 64
    /// 0…1023: part of every id.
    public var node = 0
    /// Letters, digits and hyphens: which of several nodes this is that write one database at once;
    /// nil: nobody else writes.
    public var nodeName: String?
    /// How far the hub knows what other nodes have committed.
    public var horizon = NodeHorizon()
    /// Events that an inbox is cut to, a few at a time, when one more comes.
    public var inboxEventsMax = UInt32.max
    /// Told of every commit, how long it took and what came of it, before anybody else is. On
    /// the writer's queue.
    public var committed: @Sendable (Duration, [Completion]) -> Void = { _, _ in }
    /// Told how long a commit of one of several nodes waited for others before it began. On the
    /// writer's queue.
    public var waited: @Sendable (Duration) -> Void = { _ in }
    /// Told that commands met those of another node, and begin anew. On the writer's queue.
    public var contended: @Sendable () -> Void = {}
    /// Told of every checkpoint, with the pages it moved. On the writer's queue.
    public var checkpointed: @Sendable (Duration, Int) -> Void = { _, _ in }
    /// Told that the last process did not close the data: how long it took to read them from the
    /// disk anew, and how many bytes of commits the WAL had. On the thread that opens the store.
    public var recovered: @Sendable (Duration, Int) -> Void = { _, _ in }
    /// Told when the disk is full, when it is not any more, and when it has failed for good,
    /// before anybody is refused for it. On the writer's or a reader's queue.
    public var conditionChanged: @Sendable (StoreCondition) -> Void = { _ in }
    /// Told when a database that was away came back with other data than this daemon has left: it
    /// will be broken at once. On the writer's queue.
    public var whenReplaced: @Sendable () -> Void = {}
    /// The time of every command.
    public var clock: @Sendable () -> Moment
    /// Gives that many bytes that nobody can guess.
    public var entropy: @Sendable (Int) -> [UInt8]
    /// Gets the results of every commit, on the writer's or a reader's queue.
    public var sink: @Sendable ([Completion]) -> Void

    /// How long nothing is tried on a full disk after it was found to be full.
    package var fullPause = Duration.seconds(1)

    /// - Parameter entropy: gives that many bytes that nobody can guess.
    public init(
        clock: @escaping @Sendable () -> Moment,
        entropy: @escaping @Sendable (Int) -> [UInt8],
        sink: @escaping @Sendable ([Completion]) -> Void
    ) {
        self.clock = clock
        self.entropy = entropy
        self.sink = sink
    }
}
