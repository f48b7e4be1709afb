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

    /// The last commit that told of each.
    private var meant: [Telling: Int] = [:]
    /// The commits that told that a marker is gone, in order.
    private var goings: [Rules.Way: [Int]] = [:]
    /// The earliest of them that a connection can have been told of last.
    private var heard: [Ear: Int] = [:]

    /// A commit tells of markers.
    ///
    /// - Parameters:
    ///   - commit: its number.
    ///   - rules: as they are since that commit.
    mutating func note(
        _ signals: [Signal], of commit: Int, _ rules: Rules, names: [User.ID: String]
    ) {
        for case .hint(let hint) in signals {
            guard case .placeChanged(let changed) = hint.body else { continue }
            for name in hint.recipients.compactMap({ names[$0] }) {
                switch changed.change {
                case .set(let marker) where rules.isOnMap(marker.user.username, for: name):
                    meant[Telling(marker, to: name)] = commit
                case .gone(let owner):
                    goings[Rules.Way(from: owner, to: name), default: []].append(commit)
                default: break
                }
            }
        }
    }

    /// A user's connection is told that a marker is gone.
    mutating func isGone(_ owner: String, for user: String, on link: UInt32) {
        let ear = Ear(link: link, way: Rules.Way(from: owner, to: user))
        let last = heard[ear] ?? -1
        heard[ear] = goings[ear.way]?.first { $0 > last } ?? last
    }

    /// Whether a marker was meant for somebody when it was told, and did not go since then as far
    /// as the connection was told.
    func mayCome(_ marker: Marker, to user: String, on link: UInt32) -> Bool {
        let telling = Telling(marker, to: user)
        guard let commit = meant[telling] else { return false }
        return commit > heard[Ear(link: link, way: telling.way)] ?? -1
    }
}
