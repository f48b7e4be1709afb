import Kernel

/// A room's name on the wire: the two usernames in order, joined by a separator that no username
/// may contain, so that (`ab`, `c`) and (`a`, `bc`) never meet (Z21).
struct RoomKey: Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ one: String, _ other: String) {
        description = one < other ? "\(one):\(other)" : "\(other):\(one)"
    }
}

/// A conversation between two friends.
enum Room {
    typealias ID = Identifier<Room>
}
