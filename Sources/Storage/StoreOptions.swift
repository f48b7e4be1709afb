public import Kernel

/// The options of a store.
public struct StoreOptions: Sendable {
    /// The number of reading connections.
    public var readerCount = 2
    /// Most commands in one commit.
    public var groupMax = 64
    /// 0…1023: part of every id.
    public var node = 0
    /// Letters, digits and hyphens: the name of this node, if several write one database at once;
    /// nil: this daemon alone writes.
    public var nodeName: String?
    /// How far the hub knows the commits of other nodes.
    public var horizon = NodeHorizon()
    /// The number of events to which a growing inbox is cut, a few at a time.
    public var inboxEventsMax = UInt32.max
    /// Whether the event log has each act of a user. On the writer's queue.
    public var logsUsers: @Sendable () -> Bool = { false }
    /// Called after every commit, with the time that it took and its completions, before these go
    /// to the sink. On the writer's queue.
    public var committed: @Sendable (Duration, [Completion]) -> Void = { _, _ in }
    /// Called with the time that a commit of one of several nodes waited for the others before it
    /// began. On the writer's queue.
    public var waited: @Sendable (Duration) -> Void = { _ in }
    /// Called when commands met those of another node, and begin anew. On the writer's queue.
    public var contended: @Sendable () -> Void = {}
    /// Called after every checkpoint, with its time and the pages that it moved. On the writer's
    /// queue.
    public var checkpointed: @Sendable (Duration, Int) -> Void = { _, _ in }
    /// Called when the last process did not close the data, with the time that it took to read them
    /// from the disk anew, and the bytes of commits in the WAL. On the thread that opens the store.
    public var recovered: @Sendable (Duration, Int) -> Void = { _, _ in }
    /// Called when the disk is full, when it has room again, and when it has failed for good,
    /// before any command is refused for it. On the writer's or a reader's queue.
    public var conditionChanged: @Sendable (StoreCondition) -> Void = { _ in }
    /// Called when a database that was unreachable came back with other data than this daemon had
    /// left there: the store is broken after that. On the writer's queue.
    public var whenReplaced: @Sendable () -> Void = {}
    /// The time of every command.
    public var clock: @Sendable () -> Moment
    /// Returns that many unpredictable bytes.
    public var entropy: @Sendable (Int) -> [UInt8]
    /// Receives the results of every commit, on the writer's or a reader's queue.
    public var sink: @Sendable ([Completion]) -> Void

    /// How long nothing is written after the disk was found to be full.
    package var fullPause = Duration.seconds(1)

    /// - Parameter entropy: returns that many unpredictable bytes.
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
