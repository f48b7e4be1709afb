import EventLoop
import Metering

/// What the handler of one loop counts.
final class ClientMeter: Sendable {
    let messagesIn = Count()
    let messagesOut = Count()
    /// From a commit to the write of its events to the sockets of those who are connected.
    let delivery = Histogram()
    let lag = LagMeter()
    private let closures = InlineArray<7, Count> { _ in Count() }

    /// Counts a connection that is gone.
    func closed(_ closure: Closure) { closures[closure.place].add() }

    /// Why connections end, as metrics call it.
    static let closures = [
        "by_us", "by_peer", "reset", "failed", "insecure", "flooded", "stalled",
    ]

    /// How many are gone for one of these reasons.
    func closed(at place: Int) -> Int { closures[place].current }
}

extension Closure {
    /// Where it stands in `ClientMeter.closures`.
    fileprivate var place: Int {
        switch self {
        case .byUs: 0
        case .byPeer: 1
        case .reset: 2
        case .failed: 3
        case .insecure: 4
        case .flooded: 5
        case .stalled: 6
        }
    }
}
