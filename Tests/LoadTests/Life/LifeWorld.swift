import EventLoop
import Glibc
import Observability
import Server
import Settings
import Synchronization
import TestSupport

@testable import Load

/// A whole daemon in this process with a population in its data, as a load finds it.
final class LifeWorld: Sendable {
    private let folder: TestSupport.TemporaryFolder
    private let configuration: Configuration
    private let log = EventLog(
        sink: EventSink { _ in true }, level: .error, addresses: .full, clock: { 0 })
    private let daemon: Mutex<Daemon>

    init(_ population: Population) async throws {
        folder = try TestSupport.TemporaryFolder()
        var configuration = Configuration.trial(in: folder.path)
        configuration.passwords.queue = 65_536
        self.configuration = configuration
        let first = try Daemon(configuration, log: log)
        daemon = Mutex(first)
        let progress = Progress(isQuiet: true)
        let model = try await Self.subject(first).makeModel(progress)
        await first.stop()
        try PopulationData(population: population, model: model, now: Int64(time(nil)) * 1000)
            .write(to: SQLiteFile("\(folder.path)/store/upfor.sqlite"), progress)
        let second = try Daemon(configuration, log: log)
        daemon.withLock { $0 = second }
    }

    /// The daemon as it runs now.
    var subject: SubjectServer { Self.subject(daemon.withLock { $0 }) }

    func stop() async { await daemon.withLock { $0 }.stop() }

    /// Stops it, and starts another on what it left.
    func restart() async throws(LoadFailure) -> SubjectServer {
        await stop()
        do {
            let next = try Daemon(configuration, log: log)
            daemon.withLock { $0 = next }
            return subject
        } catch {
            throw LoadFailure("\(error)")
        }
    }

    private static func subject(_ daemon: Daemon) -> SubjectServer {
        SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: daemon.port), process: getpid())
    }

    /// Runs `body` while such a daemon is there.
    static func run<Result>(
        _ population: Population, _ body: (LifeWorld) async throws -> Result
    ) async throws -> Result {
        let world = try await LifeWorld(population)
        do {
            let result = try await body(world)
            await world.stop()
            return result
        } catch {
            await world.stop()
            throw error
        }
    }
}
