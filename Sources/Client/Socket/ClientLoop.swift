import Dispatch
import EventLoop

/// The event loop that carries connections of clients: any number of them, on one thread.
public final class ClientLoop: Sendable {
    /// The loop of everybody who brings none of his own.
    public static let shared = ClientLoop(name: "upfor.client")

    /// What a client may have waiting for a server that does not read, in bytes.
    static let outboxBytesMax = 8_388_608

    /// A process without descriptors has no loop; its clients learn that when they connect.
    private let running: Result<EventLoop<LineTable>, SystemError>

    /// Makes a loop and starts it.
    public init(name: String) {
        running = Result { () throws(SystemError) in
            var limits = LoopLimits()
            limits.outboxBytesMax = Self.outboxBytesMax
            let loop = try EventLoop<LineTable>(name: name, limits: limits) { LineTable() }
            loop.start()
            return loop
        }
    }

    /// Ends every connection, and the loop with them.
    public func stop() async {
        if case .success(let loop) = running { await loop.stop() }
    }

    /// Runs `work` on the loop.
    ///
    /// - Throws: why there is no loop.
    func post(
        _ work: @escaping @Sendable (isolated EventLoop<LineTable>) -> Void
    ) throws(SystemError) {
        try running.get().post(work)
    }
}
