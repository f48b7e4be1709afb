import Kernel

/// A room's name on the wire: the two usernames in order, joined by a separator that no username
/// may contain, so that (`ab`, `c`) and (`a`, `bc`) never meet (Z21).
struct RoomKey: Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ one: String, _ other: String) {
        description = one < other ? "\(one):\(other)" : "\(other):\(one)"
    }

    /// The other of the two in a room's name; nil when `username` is neither.
    static func other(in room: String, than username: String) -> String? {
        let names = room.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard names.count == 2, names.contains(username) else { return nil }
        return names[0] == username ? names[1] : names[0]
    }
}

/// A conversation between two friends.
enum Room {
    typealias ID = Identifier<Room>
}
