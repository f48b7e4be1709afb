import Kernel
import Promises
import Wire

/// Which markers were sent to users for whom they were meant.
///
/// Between nodes a marker may be under way for longer than its recipient is allowed to see it. The
/// forwarding hub already knows the later commit, and sends next that the marker is gone. After
/// that the recipient must not receive the marker again.
struct MarkersUnderway {
    /// A marker, and its recipient.
    private struct Telling: Hashable {
        let way: Rules.Way
        let atMilliseconds: Int64

        init(_ marker: Marker, to user: String) {
            way = Rules.Way(from: marker.user.username, to: user)
            atMilliseconds = marker.at.unixMilliseconds
        }
    }

    /// A connection, and the owner whose marker it receives.
    private struct Ear: Hashable {
        let link: UInt32
        let way: Rules.Way
    }

    /// The first and the last transaction that sent each marker.
    private var meant: [Telling: ClosedRange<Int64>] = [:]
    /// The transactions that removed a marker, in order.
    private var goings: [Rules.Way: [Int64]] = [:]
    /// For each session, the transaction before which it knew everything when it began.
    private var horizons: [UInt32: Int64] = [:]
    /// The earliest transaction that can be the last one a connection received.
    private var heard: [Ear: Int64] = [:]

    /// Records the markers that a transaction sends.
    ///
    /// - Parameter rules: their state after the transaction.
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
    /// - Parameter horizon: its node knows all transactions before this one.
    mutating func opened(_ link: UInt32, horizon: Int64) { horizons[link] = horizon }

    /// A user's connection receives that a marker is gone.
    mutating func isGone(_ owner: String, for user: String, on link: UInt32) {
        let ear = Ear(link: link, way: Rules.Way(from: owner, to: user))
        let last = last(of: ear)
        heard[ear] = goings[ear.way]?.first { $0 > last } ?? last
    }

    /// A user's connection receives a marker that the node cannot know in its present state.
    ///
    /// - Returns: whether the marker was in that state once, and the connection has received
    ///   nothing later.
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
