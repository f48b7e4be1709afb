import Dispatch
import Glibc
import Synchronization

/// What the administrator wants of a running daemon.
public enum Order: Sendable, Equatable {
    /// Stop: SIGTERM or SIGINT; or SIGUSR1, from the daemon that we are to follow.
    case stop
    /// Read the settings again, and open the log's file again: SIGHUP.
    case reload
    /// Start a successor on our listeners: SIGUSR2.
    case upgrade
    /// The successor is ready: stop, and leave it the data.
    case handOver
    /// There is no successor after all: go on.
    case goOn
    /// Nothing is left to be done.
    case stopped
}

/// The signals that mean something to the daemon, as a stream of orders.
public final class Signals: Sendable {
    /// The orders, in the order of their coming.
    public let orders: AsyncStream<Order>
    /// Those that people send, and send again when they have waited enough.
    private static let impatient = [SIGTERM, SIGINT]

    private let giver: AsyncStream<Order>.Continuation
    private let sources: Mutex<[any DispatchSourceSignal]>

    /// Returns when each signal that comes is an order; until then they keep their effect.
    ///
    /// Dispatch installs a source on a thread of its own. On a busy machine that takes longer than
    /// a daemon to say that it is ready, and a signal that came before would be lost if it were
    /// ignored meanwhile.
    ///
    /// - Parameters:
    ///   - others: what other signals mean; those that are not named keep their effect.
    ///   - ended: called when the process is to stop, on a thread of its own.
    public init(_ others: [Int32: Order] = [:], ended: @escaping @Sendable () -> Void = {}) {
        let (orders, giver) = AsyncStream<Order>.makeStream()
        let queue = DispatchQueue(label: "upfor.signals")
        let meanings = others.merging(Self.impatient.map { ($0, .stop) }) { $1 }
        (self.orders, self.giver) = (orders, giver)
        let installed = DispatchGroup()
        sources = Mutex(
            meanings.map { number, order in
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    if Self.impatient.contains(number) {
                        Self.letTheNextOneKill()
                        ended()
                    }
                    giver.yield(order)
                }
                installed.enter()
                source.setRegistrationHandler { installed.leave() }
                source.activate()
                return source
            })
        installed.wait()
    }

    /// Gives an order, as if a signal had brought it.
    public func give(_ order: Order) { giver.yield(order) }

    /// Returns when the process is to stop.
    public func wait() async {
        for await order in orders where order == .stop { return }
    }

    /// A second one ends the process at once, whatever still hangs.
    private static func letTheNextOneKill() {
        for number in impatient { signal(number, SIG_DFL) }
    }
}
