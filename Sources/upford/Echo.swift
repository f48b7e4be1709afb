import ArgumentParser
import Server
import WebSocket

struct Echo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send every WebSocket message back: for conformance suites and benchmarks.",
        discussion: """
            EXAMPLES
              upford echo --listen 127.0.0.1:9001
              upford echo --listen 127.0.0.1:0 --max-message 16777216
              upford echo --tls server.crt server.key
            """)

    @Option(help: "The address to listen on, HOST:PORT; port 0: chosen by the system.")
    var listen = "127.0.0.1:0"

    @Option(help: "The largest message accepted, in bytes.")
    var maxMessage = 65_536

    @Option(help: "The largest number of frames of a message (default: unlimited).")
    var maxFragments = Int.max

    @Flag(help: "Turn compression off.")
    var noDeflate = false

    @Flag(help: "Send each message to all connections: for the fan-out benchmark.")
    var broadcast = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Use TLS with this certificate chain and key (two PEM files).",
            valueName: "cert> <key"))
    var tls: [String] = []

    func validate() throws {
        guard (1...1_073_741_824).contains(maxMessage) else {
            throw ValidationError(
                "--max-message: expected 1 to 1073741824, got \(maxMessage)")
        }
        guard maxFragments >= 1 else {
            throw ValidationError("--max-fragments: expected 1 or more, got \(maxFragments)")
        }
    }

    func run() async throws {
        guard let split = listen.lastIndex(of: ":"),
            let port = UInt16(listen[listen.index(after: split)...])
        else { throw ValidationError("--listen: expected HOST:PORT, got \"\(listen)\"") }
        guard tls.isEmpty || tls.count == 2 else {
            throw ValidationError("--tls: expected CERT KEY, got \(tls.count) words")
        }
        ProcessSetup.prepare()
        let signals = Signals()
        do {
            let server = try EchoServer(
                host: String(listen[..<split]), port: port,
                messages: MessageLimits(messageBytesMax: maxMessage, fragmentsMax: maxFragments),
                deflates: !noDeflate, audience: broadcast ? .everyone : .sender,
                tls: tls.isEmpty ? nil : (certificateFile: tls[0], keyFile: tls[1]))
            print("listening \(server.port)")
            Talk.flush()
            await signals.wait()
            await server.stop()
        } catch {
            Talk.sayLast("upford: \(error)")
            throw ExitCode(1)
        }
    }
}
