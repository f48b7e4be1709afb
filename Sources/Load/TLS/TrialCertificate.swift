import EventLoop
import Glibc

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
