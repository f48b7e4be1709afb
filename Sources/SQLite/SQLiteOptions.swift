/// What a store in an SQLite file is opened with, besides what every store is.
package struct SQLiteOptions: Sendable {
    /// SQLite's name of the file system that holds the file; nil for the machine's own.
    package var fileSystem: String?
    /// What the kernel has of the data's files.
    package var pageCache: any PageCache = SystemPageCache()
    /// What SQLite is told of syncing: anything but FULL loses what was acknowledged.
    package var synchronous = "FULL"
    /// Pages in the WAL that bring about a checkpoint.
    package var checkpointPages = 16_000
    /// How long a WAL with anything in it may go without being emptied.
    package var renewal = Duration.seconds(3_600)

    /// Those of a daemon.
    package init() {}
}
