import ArgumentParser
import EventLoop

/// Which server is measured.
struct ServerOptions: ParsableArguments {
    @Option(help: "The program upford (default: the one beside this program).")
    var serverBinary: String?

    @Option(help: "Measure a server that runs already: HOST:PORT, numeric.")
    var connect: String?

    @Option(help: "The process of that server.")
    var serverPid: Int32?

    func validate() throws {
        guard (connect == nil) == (serverPid == nil) else {
            throw ValidationError("--connect and --server-pid go together")
        }
        // Linux has no process beyond 2^22.
        try require(1...4_194_304, Int(serverPid ?? 1), "--server-pid")
        guard connect == nil || serverBinary == nil else {
            throw ValidationError("--connect and --server-binary exclude one another")
        }
    }

    /// The program to start: the one named, or the one beside this program.
    var program: String { serverBinary ?? Self.programBeside }

    /// `upford` in the folder of this program.
    static var programBeside: String {
        let own = CommandLine.arguments.first ?? ""
        guard let slash = own.lastIndex(of: "/") else { return "upford" }
        return own[...slash] + "upford"
    }

    /// The server that runs already; nil when one is to be started.
    func running() throws -> SubjectServer? {
        guard let connect, let serverPid else { return nil }
        guard let colon = connect.lastIndex(of: ":"),
            let port = UInt16(connect[connect.index(after: colon)...]),
            let address = SocketAddress.parse(host: String(connect[..<colon]), port: port)
        else { throw ValidationError("--connect: expected HOST:PORT, got \"\(connect)\"") }
        return SubjectServer(address: address, process: serverPid)
    }
}
