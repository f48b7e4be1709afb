import Client
import Observability
import OpenID
import Server
import Settings
import Speech
import Synchronization
import TestSupport
import Wire

/// A whole daemon in this process, with its data in a folder of its own; it can be restarted on
/// the same data and port.
final class Site {
    private let folder: TemporaryFolder
    private let port: ReservedPort
    private(set) var daemon: Daemon
    private let lines: Lines
    private let log: EventLog
    private(set) var configuration = Configuration()
    private let programs: SpeechPrograms

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
        configuration.listen.port = Int(port.number)
        configuration.admin.port = 0
        configuration.data.folder = "\(folder.path)/data"
        configuration.passwords.memoryKiB = 8
        configuration.passwords.passes = 1
        configuration.presence.graceMilliseconds = 100
        configuration.rates.enabled = false
        // However busy the machine is: a test has its turn long after it has connected.
        configuration.limits.signInSeconds = 300
        configuration.limits.headSeconds = 60
        configuration.tls.handshakeSeconds = 60
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
    }

    /// Stops the daemon as SIGTERM does, and starts another on what it left.
    func restart() async throws {
        await daemon.stop()
        try start()
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

    /// What the event log has written so far.
    var logText: String { lines.text }

    /// Closes the event log, and returns all of it.
    func endLog() -> String {
        log.close()
        return lines.text
    }

    func person(_ name: String, _ format: WireFormat = .json) async throws -> Participant {
        guard let server = ServerAddress("ws://\(daemon.address)") else {
            throw ClientError.unreachable(daemon.address)
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
