import Dispatch
import Glibc
import Synchronization

/// What the administrator wants of a running daemon.
public enum Order: Sendable, Equatable {
    /// Stop: SIGTERM or SIGINT.
    case stop
    /// Read the settings again, and open the log's file again: SIGHUP.
    case reload
    /// Start a successor on our listeners: SIGUSR2.
    case upgrade
    /// The successor is ready: stop, and leave it the data.
    case handOver
    /// There is no successor after all: go on.
    case goOn
}

/// The signals that mean something to the daemon, as a stream of orders.
///
/// They are ignored before their sources are made: otherwise the first one would kill.
public final class Signals: Sendable {
    /// The orders, in the order of their coming.
    public let orders: AsyncStream<Order>
    private let giver: AsyncStream<Order>.Continuation
    private let sources: Mutex<[any DispatchSourceSignal]>

    /// From here on the first SIGTERM or SIGINT does not kill, but is an order.
    ///
    /// - Parameter others: what other signals mean; those that are not named keep their effect.
    public init(_ others: [Int32: Order] = [:]) {
        let (orders, giver) = AsyncStream<Order>.makeStream()
        let queue = DispatchQueue(label: "upfor.signals")
        let meanings = others.merging([SIGTERM: .stop, SIGINT: .stop]) { $1 }
        (self.orders, self.giver) = (orders, giver)
        sources = Mutex(
            meanings.map { number, order in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler {
                    if order == .stop { Self.letTheNextOneKill() }
                    giver.yield(order)
                }
                source.activate()
                return source
            })
    }

    /// Gives an order, as if a signal had brought it.
    public func give(_ order: Order) { giver.yield(order) }

    /// Returns when the process is to stop.
    public func wait() async {
        for await order in orders where order == .stop { return }
    }

    /// A second one ends the process at once, whatever still hangs.
    private static func letTheNextOneKill() {
        for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    }
}
