import EventLoop
import FoundationEssentials
import Glibc
import Synchronization

/// The server under measurement, which we stop if we started it.
struct SubjectServer: Sendable {
    let address: SocketAddress
    /// Meters its processor time; nil when its process is unknown, as on another machine.
    let known: ProcessMeter?
    /// The messages that it has sent to our crowds.
    let traffic = Traffic()
    private let ours: ServerProcess?

    /// A server that runs already, and keeps running afterwards.
    ///
    /// - Parameter process: nil when it is unknown.
    init(address: SocketAddress, process: pid_t?) {
        self.address = address
        known = process.map(ProcessMeter.init)
        ours = nil
    }

    /// A server that we started on this machine; it ends with the last copy of this value.
    init(_ process: ServerProcess) {
        address = SocketAddress(v4: 0x7F00_0001, port: process.port)
        known = ProcessMeter(process: process.process)
        ours = process
    }

    /// The meter, for measurements that need one.
    var meter: ProcessMeter {
        get throws(LoadFailure) {
            guard let known else { throw LoadFailure("the server's process is not known") }
            return known
        }
    }

    /// Its processor time so far; nil when its process is unknown.
    func cpuNanoseconds() throws(LoadFailure) -> UInt64? { try known?.cpuNanoseconds() }

    /// Kills it, as a power failure would, if we started it.
    func kill() throws(LoadFailure) {
        ours?.signal(SIGKILL)
        guard ours?.waitForEnd(milliseconds: 10_000) != nil else {
            throw LoadFailure("the server has not ended")
        }
    }

    /// `upford echo` on a free port.
    static func echo(
        _ program: String, to audience: Audience = .sender, more: [String] = []
    ) throws(LoadFailure) -> SubjectServer {
        let options = (audience == .everyone ? ["--broadcast"] : []) + more
        return SubjectServer(
            try ServerProcess(
                program, ["echo", "--listen", "127.0.0.1:0"] + options,
                announcingOn: .standardOutput))
    }

    /// The echo in plain C: `Tests/Yardstick/echo.c`, compiled.
    static func yardstick(
        _ program: String, to audience: Audience
    ) throws(LoadFailure) -> SubjectServer {
        let more = audience == .everyone ? ["broadcast"] : []
        return SubjectServer(
            try ServerProcess(program, ["0"] + more, announcingOn: .standardOutput))
    }

    /// The echo on SwiftNIO: `nio-echo` of `Benchmarks`.
    static func nio(
        _ program: String, to audience: Audience
    ) throws(LoadFailure) -> SubjectServer {
        let more = audience == .everyone ? ["--broadcast"] : []
        return SubjectServer(try ServerProcess(program, more, announcingOn: .standardOutput))
    }

    /// `upford serve` on a free port, ready for many accounts at once: cheap passwords, a long
    /// queue for them, time to sign in, and no limits on connections per address or on rates.
    ///
    /// - Parameters:
    ///   - data: the folder of its data.
    ///   - settings: further ones, `KEY=VALUE`.
    static func serve(
        _ program: String, data: String, settings: [String] = []
    ) throws(LoadFailure) -> SubjectServer {
        let arguments = serveArguments(
            data: "\(data)/store", log: "\(data)/events.log", settings: settings)
        return SubjectServer(
            try ServerProcess(program, arguments, announcingOn: .standardError))
    }

    /// The arguments with which `upford` serves a measurement.
    ///
    /// - Parameters:
    ///   - data: the folder of its data.
    ///   - log: the file of its events.
    ///   - port: 0 lets the system choose.
    ///   - settings: further ones, `KEY=VALUE`, which take precedence.
    static func serveArguments(
        data: String, log: String, port: UInt16 = 0, settings: [String] = []
    ) -> [String] {
        let usual = [
            "passwords.memoryKiB=8", "passwords.passes=1", "passwords.queue=65536",
            "limits.signInSeconds=300", "limits.headSeconds=60", "limits.connections=100000",
            "limits.connectionsPerAddress=100000", "rates.enabled=false", "log.file=\(log)",
            "admin.port=0",
        ]
        return ["serve", "--listen", "127.0.0.1:\(port)", "--data", data]
            + (usual + settings).flatMap { ["--set", $0] }
    }
}

/// The recipients of a message to an echo.
enum Audience: Sendable {
    case sender, everyone
}

/// The resources of a process at one moment.
struct Holdings: Encodable, Equatable {
    /// Memory that it shares with no other process.
    let privateBytes: Int
    /// Open descriptors.
    let descriptors: Int
}

extension Holdings {
    /// The present resources of a process.
    init(of meter: ProcessMeter) throws(LoadFailure) {
        self.init(
            privateBytes: try meter.privateBytes(), descriptors: try meter.descriptorCount())
    }
}

/// How much a server has sent on all its connections.
final class Traffic: Sendable {
    private let count = Atomic(0)

    /// Messages so far.
    var messageCount: Int { count.load(ordering: .relaxed) }

    /// Counts `more` messages.
    func add(_ more: Int) { count.wrappingAdd(more, ordering: .relaxed) }
}

/// A temporary folder, removed when this value ends.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws(LoadFailure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/upfor-load.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw LoadFailure("cannot make a folder in \(parent)")
        }
        let characters = template.dropLast().map { UInt8(bitPattern: $0) }
        path = String(decoding: characters, as: UTF8.self)
        Leftovers.add(path)
    }

    deinit {
        Leftovers.remove(path)
        try? FileManager.default.removeItem(atPath: path)
    }
}
