import EventLoop
import Glibc

/// What encryption costs: the same server and the same work, over plain TCP and over TLS.
struct TLSRun: Sendable {
    let program: String
    let seconds: Int
    let rounds: Int
    /// Connections that come and go, for the price of a handshake.
    let handshakes: Int
    /// Connections that are only there, for their memory.
    let idle: Int

    private var churn: ChurnRun { ChurnRun(count: handshakes, atOnce: min(200, handshakes)) }

    /// Most connections that there are.
    var connectionsMax: Int { max(IdleRun.connectionsMax(idle), churn.connectionsMax) }

    /// Measures it.
    func run(_ progress: Progress) async throws(LoadFailure) -> TLSReport {
        let certificate = try TrialCertificate()
        let plain = Contestant("ws", try .echo(program))
        let server = try SubjectServer.echo(
            program,
            more: ["--tls", certificate.certificate, certificate.key])
        let secure = Contestant(
            "wss", server, Target(server, tls: try certificate.server()))
        let contestants = [secure, plain]
        let echo = EchoWork(connections: 64, depth: 1, bytes: 64, seconds: seconds)
        let echoes = try await echo.run(
            Contest(contestants: contestants, rounds: rounds), progress)
        var lines: [TLSReport.Line] = []
        var complaints = echoes.complaints
        for (contestant, echo) in zip(contestants, echoes.servers) {
            let churn = try await churn.run(contestant, progress)
            let idle = try await IdleRun(program: program, progress: progress)
                .bare(idle, contestant)
            lines.append(TLSReport.Line(contestant.name, echo, churn, idle))
            complaints += churn.complaints + idle.complaints
        }
        return TLSReport(lines: lines, complaints: complaints)
    }
}

/// What encryption costs.
struct TLSReport: Report {
    /// One way to speak.
    struct Line: Encodable {
        let scheme: String
        let echoCPUMicroseconds: Double
        let messagesPerSecond: Double
        /// To come, echo once, say goodbye and leave.
        let connectionCPUMicroseconds: Double
        let connectionsPerSecond: Double
        let idleBytes: Double

        init(
            _ scheme: String, _ echo: ContestReport.Line, _ churn: ChurnReport,
            _ idle: IdleReport.Line
        ) {
            self.scheme = scheme
            (echoCPUMicroseconds, messagesPerSecond) = (echo.cpuMicroseconds ?? 0, echo.perSecond)
            connectionCPUMicroseconds = churn.cpuMicroseconds
            connectionsPerSecond = churn.perSecond
            idleBytes = idle.bytesPerConnection
        }
    }

    /// Encrypted first.
    let lines: [Line]
    let complaints: [String]

    var columns: [String] {
        [
            "tls", "echo cpu µs", "messages/s", "connection cpu µs", "connections/s",
            "idle bytes",
        ]
    }

    var rows: [[String]] {
        lines.map { line in
            [
                line.scheme, line.echoCPUMicroseconds.digits(2), line.messagesPerSecond.digits(0),
                line.connectionCPUMicroseconds.digits(0), line.connectionsPerSecond.digits(0),
                line.idleBytes.digits(0),
            ]
        }
    }

    var remarks: [String] {
        guard let secure = lines.first, let plain = lines.last, lines.count > 1 else { return [] }
        let handshake = secure.connectionCPUMicroseconds - plain.connectionCPUMicroseconds
        let ratio = secure.echoCPUMicroseconds / plain.echoCPUMicroseconds
        return [
            "wss costs \(ratio.digits(2)) of ws a message, \(handshake.digits(0)) µs a handshake"
        ]
    }
}

/// A certificate for this machine's loopback address, good for a day; gone with its folder.
struct TrialCertificate: ~Copyable {
    private let folder: TemporaryFolder

    var certificate: String { "\(folder.path)/certificate.pem" }
    var key: String { "\(folder.path)/key.pem" }

    /// Made by the program `openssl`: ECDSA on P-256, signed by itself.
    init() throws(LoadFailure) {
        let folder = try TemporaryFolder()
        try Self.make(in: folder.path)
        self.folder = folder
    }

    private static func make(in folder: String) throws(LoadFailure) {
        let status = run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "1", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", "\(folder)/key.pem",
                "-out", "\(folder)/certificate.pem",
            ])
        guard status == 0 else { throw LoadFailure("openssl could not make a certificate") }
    }

    /// Whom a connection that trusts this certificate expects to meet.
    func server() throws(LoadFailure) -> TLSServer {
        do throws(TLSError) {
            return TLSServer(name: "127.0.0.1", trust: try TLSTrust(file: certificate))
        } catch {
            throw LoadFailure("\(error)")
        }
    }

    /// Runs a program to its end, silently.
    ///
    /// - Returns: what it exits with; -1 when it cannot be run.
    private static func run(_ program: String, _ arguments: [String]) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        }
        var status: Int32 = -1
        guard let process = Spawn.start(program, arguments, &actions),
            waitpid(process, &status, 0) == process
        else { return -1 }
        return status
    }
}
