import CLinux
import EventLoop
import Glibc
import Synchronization

/// The daemon under verification: killed, stopped and started again on the same port and data.
final class Victim: Sendable {
    /// A daemon that takes longer to end does not end.
    private static let stopMilliseconds = 30_000

    let port: UInt16
    private let program: String
    private let arguments: [String]
    private let environment: [String]
    private let running = Mutex<ServerProcess?>(nil)

    /// A daemon that does not run yet.
    ///
    /// - Parameters:
    ///   - data: the folder of its data; its parent is there.
    ///   - log: the file of its events.
    init(
        _ program: String, data: String, log: String, settings: [String] = [],
        environment: [String] = [], using dice: inout Dice
    ) throws(LoadFailure) {
        port = try FreePort.find(using: &dice)
        self.program = program
        self.environment = environment
        arguments = SubjectServer.serveArguments(
            data: data, log: log, port: port, settings: settings)
    }

    var meter: ProcessMeter? {
        running.withLock { $0 }.map { ProcessMeter(process: $0.process) }
    }

    /// The process; nil when it does not run.
    var process: pid_t? { running.withLock { $0 }?.process }

    /// Whether it runs, and has not ended by itself.
    var isRunning: Bool { running.withLock { $0 }.map { !$0.hasEnded } ?? false }

    /// Starts it, and returns when it says that it listens.
    func start() async throws(LoadFailure) {
        let (program, arguments, environment) = (program, arguments, environment)
        let started = await Blocking.run {
            Result { () throws(LoadFailure) in
                try ServerProcess(
                    program, arguments, announcingOn: .standardError, environment: environment)
            }
        }
        let process = try started.get()
        running.withLock { $0 = process }
    }

    /// Ends it at once, as a power failure of the process does; returns when it is gone.
    func kill() async throws(LoadFailure) {
        _ = try await end(by: SIGKILL)
    }

    /// Asks it to stop; returns its exit code when it has.
    func stop() async throws(LoadFailure) -> Int32 {
        let status = try await end(by: SIGTERM)
        // wait(2): the low seven bits are the signal that ended it, the next byte is its code.
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    private func end(by signal: Int32) async throws(LoadFailure) -> Int32 {
        guard let process = running.withLock({ $0 }) else { return 0 }
        process.signal(signal)
        let status = await Blocking.run {
            process.waitForEnd(milliseconds: Self.stopMilliseconds)
        }
        guard let status else { throw LoadFailure("upford has not ended within 30 s") }
        running.withLock { $0 = nil }
        return status
    }
}

/// What the daemon may use, set while it runs.
///
/// - Source: prlimit(2)
extension Victim {
    /// - Parameter descriptors: how many it may have; nil for as many as it could at its start.
    func allow(descriptors: Int?) throws(LoadFailure) {
        try allow(descriptors.map { rlim_t(max(0, $0)) }, RLIMIT_NOFILE)
    }

    /// - Parameter dataBytes: how much memory of its own it may have, used or not; nil for as much
    ///   as it could at its start.
    func allow(dataBytes: Int?) throws(LoadFailure) {
        // Not RLIMIT_AS: what malloc has reserved counts there already, and would go on serving.
        try allow(dataBytes.map { rlim_t(max(0, $0)) }, RLIMIT_DATA)
    }

    private func allow(
        _ limit: rlim_t?, _ resource: __rlimit_resource
    ) throws(LoadFailure) {
        guard let process else { return }
        var ours = rlimit()
        var wanted = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &ours) == 0 else { return }
        wanted.rlim_max = ours.rlim_max
        wanted.rlim_cur = limit.map { min($0, ours.rlim_max) } ?? ours.rlim_max
        guard linux_prlimit(process, Int32(resource.rawValue), &wanted, nil) == 0 || errno == ESRCH
        else {
            throw LoadFailure("cannot limit the daemon: \(String(cString: strerror(errno)))")
        }
    }
}
