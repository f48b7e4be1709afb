import Client
import Foundation
import OpenID
import Server
import Settings
import Speech
import Synchronization
import TestSupport
import Wire

@testable import Observability

/// A whole daemon in this process, with its data in a folder of its own; it can be restarted on
/// the same data and port.
///
/// With `UPFOR_NODES`, beside `Tests/postgresql.sh` and `Tests/redis.sh`, so many nodes serve one
/// database, and people come to one after the other. `daemon` is the first.
final class Site {
    /// How many nodes a site has.
    static let nodeCount =
        TestDatabase.isAtHand ? value(of: "UPFOR_NODES").flatMap { Int($0) } ?? 1 : 1

    private let folder: TemporaryFolder
    private let port: ReservedPort
    private(set) var daemon: Daemon
    private let lines: Lines
    private let log: EventLog
    private(set) var configuration = Configuration()
    private let programs: SpeechPrograms
    private let database: TestDatabase?
    /// The nodes behind the first.
    private var others: [Daemon] = []
    private let otherPorts: [ReservedPort]
    private var visitCount = 0

    /// - Parameters:
    ///   - programs: what speaks and listens.
    ///   - endsWhenBroken: whether this process ends when the disk has failed.
    ///   - whenDrained: called when an administrator orders the end.
    init(
        endsWhenBroken: Bool = false, programs: SpeechPrograms = .installed(),
        _ change: (inout Configuration) -> Void = { _ in },
        whenDrained: @escaping @Sendable () -> Void = {}
    ) throws {
        self.programs = programs
        folder = try TemporaryFolder()
        port = try ReservedPort()
        otherPorts = try (1..<Self.nodeCount).map { _ in try ReservedPort() }
        configuration.listen.port = Int(port.number)
        configuration.admin.port = 0
        configuration.data.folder = "\(folder.path)/data"
        // The installed page may be made anew at the same time.
        configuration.page.folder = "none"
        configuration.passwords.memoryKiB = 8
        configuration.passwords.passes = 1
        configuration.presence.graceMilliseconds = 100
        configuration.rates.enabled = false
        // However busy the machine is: a test has its turn long after it has connected.
        configuration.limits.signInSeconds = 300
        configuration.limits.headSeconds = 60
        configuration.tls.handshakeSeconds = 60
        (configuration.limits.stallSeconds, configuration.limits.flushSeconds) = (600, 600)
        configuration.limits.messageSeconds = 600
        configuration.listen.unacknowledgedSeconds = 600
        configuration.http.keepAliveSeconds = 3_600
        configuration.heartbeat.pingSeconds = 3_600
        configuration.heartbeat.deadSeconds = 7_200
        configuration.presence.leaseSeconds = 3_600
        database = Self.nodeCount > 1 ? try TestDatabase() : nil
        if let database {
            configuration.data.postgresql = database.settings
            configuration.cluster.node = "n0"
            configuration.cluster.redis = Self.value(of: "UPFOR_REDIS") ?? ""
            configuration.cluster.channel = database.name
        }
        change(&configuration)
        let lines = Lines()
        self.lines = lines
        let log = EventLog(
            sink: EventSink { lines.append($0) }, level: .debug,
            addresses: configuration.log.addresses, clock: { 0 })
        self.log = log
        daemon = try Daemon(
            configuration, log: log, issuers: OpenIDIssuers.maker, programs: programs
        ) {
            if endsWhenBroken { ProcessSetup.endForBrokenDisk(log) }
        } whenDrained: {
            whenDrained()
        }
        configuration.listen.port = Int(daemon.port)
        try startOthers()
    }

    private static func value(of variable: String) -> String? {
        getenv(variable).map { String(cString: $0) }
    }

    /// Starts the nodes behind the first.
    private func startOthers() throws {
        others = try zip(1..., otherPorts).map { number, port in
            var own = configuration
            own.listen.port = Int(port.number)
            own.admin.port = 0
            own.data.folder += "\(number)"
            try shareKey(with: own.data.folder)
            own.cluster.node = "n\(number)"
            return try Daemon(own, log: log, issuers: OpenIDIssuers.maker, programs: programs)
        }
    }

    /// Nodes send their pushes by one key.
    private func shareKey(with folder: String) throws {
        let own = URL(filePath: configuration.data.folder).appending(path: "upfor.vapid")
        guard let key = try? Data(contentsOf: own) else { return }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try key.write(to: URL(filePath: folder).appending(path: "upfor.vapid"))
    }

    /// Stops the daemon as SIGTERM does; all nodes, the first as the last.
    func stop() async {
        for other in others { await other.stop() }
        others = []
        await daemon.stop()
    }

    /// Stops the daemon, and starts another on what it left.
    func restart() async throws {
        await stop()
        try start()
        try startOthers()
    }

    /// Starts another daemon on what the last one left.
    func start() throws {
        daemon = try Daemon(
            configuration, log: log, issuers: OpenIDIssuers.maker, programs: programs)
    }

    /// A second daemon with the same settings.
    func twin() throws -> Daemon {
        try Daemon(configuration, log: log, issuers: OpenIDIssuers.maker)
    }

    /// What the event log has written so far: what happened a moment ago may be missing.
    var logText: String { lines.text }

    /// Closes the event log, and returns all of it, however slow its writer is.
    func endLog() -> String {
        log.settle()
        log.close()
        return lines.text
    }

    func person(_ name: String, _ format: WireFormat = .json) async throws -> Participant {
        let nodes = [daemon] + others
        let address = nodes[visitCount % nodes.count].address
        visitCount += 1
        guard let server = ServerAddress("ws://\(address)") else {
            throw ClientError.unreachable(address)
        }
        return try await Participant(name, server, format)
    }
}

/// What an event log has written.
private final class Lines: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func append(_ more: [UInt8]) -> Bool {
        bytes.withLock { $0 += more }
        return true
    }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}
