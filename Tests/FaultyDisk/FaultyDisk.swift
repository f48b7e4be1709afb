import GRDBSQLite
import Synchronization
import TestSupport

/// A disk in memory, as a file system for SQLite, that fails on demand.
///
/// Data that are not synced may be lost in a power cut, sector by sector and name by name. Data
/// that a failed sync has dropped can still be read, but no later sync writes them to the disk. It
/// is the worst disk that keeps to the rules: a store that loses nothing on it loses nothing on any
/// other disk that keeps to them.
public final class FaultyDisk: Sendable {
    private static let count = Atomic<Int>(0)

    /// The name of its file system, for SQLite.
    public let name: String
    private let medium: Mutex<Medium>
    private let fileSystem: FileSystem

    /// An empty disk.
    ///
    /// - Parameter seed: of all that chance decides.
    public convenience init(seed: UInt64 = 1) { self.init(Medium([:], seed: seed)) }

    private init(_ medium: sending Medium) {
        name = "faulty-disk-\(Self.count.add(1, ordering: .relaxed).newValue)"
        self.medium = Mutex(medium)
        fileSystem = FileSystem(name)
        fileSystem.register(for: self)
    }

    deinit { fileSystem.unregister() }

    /// Writes, resizings, syncs and removals so far.
    public var operationCount: Int { use { $0.operationCount } }

    /// Whether the fault has come about.
    public var hasFailed: Bool { use { $0.hasFailed } }

    /// Lets the operation of that number fail: 1 is the first of all.
    public func fail(_ fault: Fault, at number: Int) { use { $0.fault = (fault, number) } }

    /// From now on every sync says that it is done, and does nothing.
    public func forgetSyncs() { use { $0.forgetsSyncs = true } }

    /// From now on every reading fails, or works again.
    public func failReads(_ fails: Bool) { use { $0.failsReads = fails } }

    /// Turns every bit of all files but their first page, as no power cut would.
    public func damage() { use { $0.damage() } }

    /// How many bytes the files have whose names end so.
    public func byteCount(ofFilesEndingIn suffix: String) -> Int {
        use { $0.byteCount(ofFilesEndingIn: suffix) }
    }

    /// There is room again.
    public func makeRoom() { use { $0.makeRoom() } }

    /// The disk as it is found after a power cut at this moment. This one works on.
    public func afterPowerCut(leaving survival: Survival, seed: UInt64) -> FaultyDisk {
        let left = use { medium in
            medium.random = SeededGenerator(seed: seed)
            return medium.left(survival)
        }
        return FaultyDisk(Medium(left, seed: seed))
    }

    /// The disk as the next process finds it, which reads what the kernel still has of it, also
    /// what a failed sync has dropped. It has no fault.
    public func afterProcess(seed: UInt64) -> FaultyDisk {
        FaultyDisk(Medium(use { $0.remains }, seed: seed))
    }

    /// Has the kernel forget what it has of the files: the disk itself is read.
    public func dropCache() { use { $0.dropCache() } }

    /// How many bytes a file has; nil when there is none of that name.
    public func byteCount(of path: String) -> Int? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return use { medium in medium.names[name].map { medium.files[$0].bytes.count } }
    }

    func use<Result>(_ body: (inout Medium) -> sending Result) -> Result {
        medium.withLock { body(&$0) }
    }
}
