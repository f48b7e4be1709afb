import Kernel
import Promises
import Wire

/// Which markers were told to whom for whom they were meant.
///
/// Between nodes a marker may be under way for longer than its recipient is meant to have it: the
/// hub that passes it on has heard of the later commit, and tells next that the marker is gone. Who
/// was told that must not be shown the marker after it.
struct MarkersUnderway {
    /// A marker, and whom it is told.
    private struct Telling: Hashable {
        let way: Rules.Way
        let atMilliseconds: Int64

        init(_ marker: Marker, to user: String) {
            way = Rules.Way(from: marker.user.username, to: user)
            atMilliseconds = marker.at.unixMilliseconds
        }
    }

    /// A connection, and whose markers it is told.
    private struct Ear: Hashable {
        let link: UInt32
        let way: Rules.Way
    }

    /// The first and the last transaction that told of each.
    private var meant: [Telling: ClosedRange<Int64>] = [:]
    /// The transactions that told that a marker is gone, in order.
    private var goings: [Rules.Way: [Int64]] = [:]
    /// Before which transaction a session knew all when it began.
    private var horizons: [UInt32: Int64] = [:]
    /// The earliest transaction that a connection can have been told of last.
    private var heard: [Ear: Int64] = [:]

    /// A transaction tells of markers.
    ///
    /// - Parameter rules: as they are since that.
    mutating func note(
        _ signals: [Signal], of transaction: Int64, _ rules: Rules, names: [User.ID: String]
    ) {
        for case .hint(let hint) in signals {
            guard case .placeChanged(let changed) = hint.body else { continue }
            for name in hint.recipients.compactMap({ names[$0] }) {
                switch changed.change {
                case .set(let marker) where rules.isOnMap(marker.user.username, for: name):
                    let telling = Telling(marker, to: name)
                    meant[telling] = (meant[telling]?.lowerBound ?? transaction)...transaction
                case .gone(let owner):
                    let way = Rules.Way(from: owner, to: name)
                    guard goings[way]?.last != transaction else { continue }
                    goings[way, default: []].append(transaction)
                default: break
                }
            }
        }
    }

    /// A session begins on a connection.
    ///
    /// - Parameter horizon: its node knows all transactions before that one.
    mutating func opened(_ link: UInt32, horizon: Int64) { horizons[link] = horizon }

    /// A user's connection is told that a marker is gone.
    mutating func isGone(_ owner: String, for user: String, on link: UInt32) {
        let ear = Ear(link: link, way: Rules.Way(from: owner, to: user))
        let last = last(of: ear)
        heard[ear] = goings[ear.way]?.first { $0 > last } ?? last
    }

    /// A user's connection is told of a marker that is not as the node can know: whether it was so
    /// once, and the connection was told of nothing later.
    mutating func mayCome(_ marker: Marker, to user: String, on link: UInt32) -> Bool {
        let telling = Telling(marker, to: user)
        let ear = Ear(link: link, way: telling.way)
        guard let transactions = meant[telling] else { return false }
        let last = last(of: ear)
        heard[ear] = max(last, transactions.lowerBound)
        return transactions.upperBound >= last
    }

    private func last(of ear: Ear) -> Int64 { heard[ear] ?? (horizons[ear.link] ?? 0) - 1 }
}
