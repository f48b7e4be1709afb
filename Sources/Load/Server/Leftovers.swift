import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// What an interrupted measurement would leave behind: servers, folders with their data, and file
/// systems.
enum Leftovers {
    private static let processes = Mutex<Set<pid_t>>([])
    private static let folders = Mutex<Set<String>>([])
    private static let mounts = Mutex<Set<String>>([])
    private static let signals = Mutex<[any DispatchSourceSignal]>([])

    static func add(_ process: pid_t) { processes.withLock { _ = $0.insert(process) } }
    static func remove(_ process: pid_t) { processes.withLock { _ = $0.remove(process) } }
    static func add(_ folder: String) { folders.withLock { _ = $0.insert(folder) } }
    static func remove(_ folder: String) { folders.withLock { _ = $0.remove(folder) } }

    static func add(mount: String) { mounts.withLock { _ = $0.insert(mount) } }
    static func remove(mount: String) { mounts.withLock { _ = $0.remove(mount) } }

    /// From here on Ctrl-C and SIGTERM end the program only after clearing up.
    static func clearOnSignals() {
        signals.withLock { signals in
            signals = [SIGINT, SIGTERM].map { number in
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler {
                    clear()
                    exit(128 + number)
                }
                source.activate()
                return source
            }
        }
    }

    /// Servers are killed outright: what they would save is thrown away with its folder.
    private static func clear() {
        for process in processes.withLock({ $0 }) {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        for mount in mounts.withLock({ $0 }) { _ = umount2(mount, Int32(MNT_DETACH)) }
        for folder in folders.withLock({ $0 }) {
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
}
