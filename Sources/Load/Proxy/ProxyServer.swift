import EventLoop

/// A proxy that listens, seen from outside of its loop.
struct ProxyServer: Sendable {
    private let loop: EventLoop<Proxy>
    private let listener: Listener

    /// The port that it listens on.
    var port: UInt16 { listener.port }
    /// Where it listens.
    var address: SocketAddress { listener.address }

    /// A proxy that takes connections from now on.
    ///
    /// - Parameters:
    ///   - host: a numeric address or `localhost`; port 0 lets the system choose.
    ///   - dice: decide after how many bytes each connection is cut.
    init(
        host: String = "127.0.0.1", port: UInt16 = 0, to target: SocketAddress,
        _ weather: Weather, _ dice: Dice
    ) throws(LoadFailure) {
        do throws(SystemError) {
            let listener = try Listener(host: host, port: port)
            var limits = LoopLimits()
            limits.outboxBytesMax = 16_777_216
            // It breaks nothing off by itself.
            limits.stallLimit = .seconds(86_400)
            limits.lingerLimit = .seconds(60)
            loop = try EventLoop(name: "upfor-load.proxy", limits: limits) {
                Proxy(to: target, weather, dice)
            }
            self.listener = listener
            loop.start()
            loop.post { loop in loop.listen(on: listener) }
        } catch {
            throw LoadFailure("the proxy cannot listen: \(error)")
        }
    }

    /// Asks the proxy something, on its loop.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (Proxy, isolated EventLoop<Proxy>) -> Answer
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            loop.post { loop in continuation.resume(returning: question(loop.handler, loop)) }
        }
    }

    /// Resets every connection, and ends.
    func stop() async {
        await ask { proxy, loop in proxy.cutAll(on: loop) }
        await loop.stop()
    }
}
