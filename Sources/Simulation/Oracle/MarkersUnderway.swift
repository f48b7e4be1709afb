import Kernel
import Promises
import Wire

/// Which markers were told to whom for whom they were meant.
///
/// Between nodes a marker may be under way for longer than its recipient is meant to have it: the
/// hub that passes it on has heard of the later commit, and tells next that the marker is gone.
struct MarkersUnderway {
    /// A marker, and whom it is told.
    struct Telling: Hashable {
        let way: Rules.Way
        let atMilliseconds: Int64

        init(_ marker: Marker, to user: String) {
            way = Rules.Way(from: marker.user.username, to: user)
            atMilliseconds = marker.at.unixMilliseconds
        }
    }

    private var meant: Set<Telling> = []

    /// A commit tells of markers.
    ///
    /// - Parameter rules: as they are since that commit.
    mutating func note(_ signals: [Signal], _ rules: Rules, names: [User.ID: String]) {
        for case .hint(let hint) in signals {
            guard case .placeChanged(let changed) = hint.body,
                case .set(let marker)? = changed.change
            else { continue }
            for name in hint.recipients.compactMap({ names[$0] })
            where rules.isOnMap(marker.user.username, for: name) {
                meant.insert(Telling(marker, to: name))
            }
        }
    }

    /// Whether a marker was meant for somebody when it was told.
    func wasMeant(_ marker: Marker, for user: String) -> Bool {
        meant.contains(Telling(marker, to: user))
    }
}
