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
