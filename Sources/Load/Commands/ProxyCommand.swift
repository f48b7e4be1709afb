import ArgumentParser
import EventLoop

struct ProxyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proxy",
        abstract: "A proxy that simulates a bad network.",
        discussion: """
            Bytes pass in both directions; their content is not read. The number of bytes of a
            connection is drawn from the range by the seed. The proxy runs until Ctrl-C.

            Examples:
              upfor-load proxy --to 127.0.0.1:8080 --delay 20
              upfor-load proxy --listen 127.0.0.1:9000 --to 127.0.0.1:8080 --one-byte
              upfor-load proxy --to 127.0.0.1:8080 --cut-after 1-5000 --seed 7
              upfor-load proxy --to 127.0.0.1:8080 --black-hole 2000
            """)

    @Option(help: "The address to listen on, HOST:PORT, numeric; port 0: chosen by the system.")
    var listen = "127.0.0.1:0"

    @Option(help: "The server, HOST:PORT, numeric.")
    var to: String

    @Option(help: "Delay in each direction, in milliseconds.")
    var delay = 0

    @Option(help: "Reset a connection after N or N-M bytes.")
    var cutAfter: String?

    @Option(help: "Drop everything silently after N or N-M bytes.")
    var blackHole: String?

    @Flag(help: "Write each byte by itself.")
    var oneByte = false

    @Option(help: "The seed for ranges of bytes.")
    var seed: UInt64 = 1

    func validate() throws {
        try require(0...60_000, delay, "--delay")
        _ = try (SocketAddress(listen, of: "--listen"), SocketAddress(to, of: "--to"), weather)
    }

    func run() async throws {
        try DescriptorLimit.raise(for: 1000)
        let listen = try SocketAddress(listen, of: "--listen")
        let proxy = try ProxyServer(
            host: listen.ipText, port: listen.port, to: try SocketAddress(to, of: "--to"),
            try weather, Dice(seed: seed))
        print("listening on \(proxy.address), to \(to)")
        while true { await MonotonicClock.pass(3_600_000) }
    }

    private var weather: Weather {
        get throws {
            Weather(
                delayMilliseconds: delay,
                cutAfterBytes: try Self.range(cutAfter, "--cut-after"),
                vanishAfterBytes: try Self.range(blackHole, "--black-hole"), isOneByte: oneByte)
        }
    }

    /// Reads `5` or `1-5`.
    private static func range(_ text: String?, _ option: String) throws -> ClosedRange<Int>? {
        guard let text else { return nil }
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(numbers.count), let first = numbers[0], first > 0,
            let last = numbers[numbers.count - 1], last >= first
        else { throw ValidationError("\(option): expected N or N-M from 1 on, got \"\(text)\"") }
        return first...last
    }
}
