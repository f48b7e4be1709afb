import Dispatch
import EventLoop
import Synchronization
import Testing

/// One loop that listens on a port of its own, and the calls to its handler.
final class World: Sendable {
    let journal = Journal()
    let loop: EventLoop<Recorder>
    let listener: Listener
    private let carrier: Carrier

    /// - Parameter carrier: what its peers speak.
    /// - Parameter security: what its listener expects; by default what the peers speak.
    init(
        _ behaviour: Recorder.Behaviour = .echo, limits: LoopLimits = .patient,
        listener shared: Listener? = nil, over carrier: Carrier = .plain,
        security: ListenerSecurity? = nil
    ) throws {
        let journal = journal
        self.carrier = carrier
        var options = ListenerOptions()
        options.security = try security ?? carrier.security
        listener = try shared ?? Listener(host: "127.0.0.1", port: 0, options: options)
        loop = try EventLoop(name: "test", limits: limits) { Recorder(journal, behaviour) }
        loop.post { [listener] in $0.listen(on: listener) }
        loop.start()
    }

    deinit {
        // A started loop lives until it is stopped.
        Task { [loop] in await loop.stop() }
    }

    func peer(receiveBytes: Int32? = nil) throws -> Peer {
        try Peer(
            port: listener.port, receiveBytes: receiveBytes,
            tls: carrier.version.map { try TLSEnd(version: $0) })
    }

    /// Runs `work` on the loop and waits for what it says.
    func onLoop<Answer: Sendable>(
        _ work: @escaping @Sendable (isolated EventLoop<Recorder>) -> Answer
    ) throws -> Answer {
        let shared = Shared<Answer>()
        let done = DispatchSemaphore(value: 0)
        loop.post { loop in
            let value = work(loop)
            shared.value.withLock { $0 = value }
            done.signal()
        }
        try #require(done.wait(timeout: .now() + Journal.patience) == .success)
        return try #require(shared.value.withLock { $0 })
    }

    private final class Shared<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}

extension LoopLimits {
    /// Nobody is cut off because of time, however busy the machine is; change what is tested.
    static var patient: Self {
        var limits = Self()
        (limits.stallLimit, limits.flushLimit) = (.seconds(3_600), .seconds(3_600))
        limits.lingerLimit = .seconds(3_600)
        (limits.handshakeLimit, limits.handshakePatience) = (.seconds(3_600), .seconds(3_600))
        return limits
    }
}

/// Bytes that tell where they stand, so that a gap or a swap shows.
func pattern(_ byteCount: Int, seed: Int = 0) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 &+ $0 >> 8) }
}
