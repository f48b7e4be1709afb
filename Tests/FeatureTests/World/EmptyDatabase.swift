import Kernel
import SQLite
import Storage
import Synchronization
import TestSupport

/// Databases with every table and no rows, made once in a process: to make one takes as long as
/// half of a usual story.
enum EmptyDatabase {
    private static let made = Mutex<[[String]: [UInt8]]>([:])
    private static let name = "upfor.sqlite"

    /// Puts one into the folder, unless there are data already.
    static func put(in folder: TemporaryFolder, _ migrations: [Migration]) throws {
        guard !folder.files.contains(name) else { return }
        let bytes = try made.withLock { made in
            let steps = migrations.map(\.name)
            if let bytes = made[steps] { return bytes }
            let other = try TemporaryFolder()
            let store = try DatabaseStore(
                in: try DataFolder.open(other.path), migrations: migrations,
                options: StoreOptions(
                    clock: { SettableClock.start },
                    entropy: { [UInt8](repeating: 0, count: $0) }, sink: { _ in }))
            store.close()
            let bytes = try other.read(name)
            made[steps] = bytes
            return bytes
        }
        try folder.write(bytes, to: name)
    }
}
