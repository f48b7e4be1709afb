import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The yardstick in Swift: a WebSocket echo on SwiftNIO, written as its users would who care for
/// speed. One thread, no asynchronous sequences, one read a wake-up, one flush a read.
///
///     nio-echo [--broadcast]        prints "listening PORT"
@main
struct NIOEcho {
    static func main() async throws {
        let isBroadcast = CommandLine.arguments.contains("--broadcast")
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let audience = Audience()
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 4096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // Else each message costs a second read, which finds nothing.
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try serve(channel, isBroadcast ? audience : nil)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        announce(server.localAddress?.port ?? 0)
        try await server.closeFuture.get()
    }

    /// HTTP first, and once a request has asked for it, WebSocket instead.
    private static func serve(_ channel: any Channel, _ audience: Audience?) throws {
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: 65_535,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let handler: any ChannelHandler =
                        if let audience { BroadcastHandler(audience) } else { EchoHandler() }
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            })
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
    }

    private static func announce(_ port: Int) {
        print("listening \(port)")
        // The generator waits for this line at the other end of a pipe, which is buffered.
        fflush(nil)
    }
}
