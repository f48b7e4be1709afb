import ArgumentParser
import EventLoop

/// Which server is measured.
struct ServerOptions: ParsableArguments {
    @OptionGroup var ours: ProgramOptions

    @Option(help: "Measure a running server: HOST:PORT, numeric.")
    var connect: String?

    @Option(help: "The process id of that server; needed for its processor time.")
    var serverPid: Int32?

    func validate() throws {
        guard connect != nil || serverPid == nil else {
            throw ValidationError("--server-pid: expected --connect, too")
        }
        // Linux has no process beyond 2^22.
        try require(1...4_194_304, Int(serverPid ?? 1), "--server-pid")
        guard connect == nil || ours.serverBinary == nil else {
            throw ValidationError("--connect and --server-binary exclude one another")
        }
        _ = try running()
    }

    /// Refuses a server of which nothing is known but its address.
    func requireProcess() throws {
        guard connect == nil || serverPid != nil else {
            throw ValidationError("--connect: expected --server-pid, too: it is what is measured")
        }
    }

    /// The program to start: the one named, or the one beside this program.
    var program: String { ours.program }

    /// The server that runs already; nil when one is to be started.
    func running() throws -> SubjectServer? {
        guard let connect else { return nil }
        return SubjectServer(
            address: try SocketAddress(connect, of: "--connect"), process: serverPid)
    }
}
