import Kernel

/// A room's name on the wire.
///
/// Of two friends: the usernames in order, joined by a separator that no username may contain, so
/// that (`ab`, `c`) and (`a`, `bc`) never meet (Z21). Of a group: "#" and its number; no username
/// begins so.
struct RoomKey: Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ one: String, _ other: String) {
        description = one < other ? "\(one):\(other)" : "\(other):\(one)"
    }

    /// - Parameter group: its number.
    init(group: UInt32) {
        description = "#\(group)"
    }

    /// Whether a name, as a peer gives it, is that of a group instead of a user.
    static func isGroup(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "#") }

    /// The number in the name of a group's room; nil for any other text.
    static func number(in room: String) -> UInt32? {
        guard isGroup(room), let number = UInt32(room.dropFirst()), "#\(number)" == room else {
            return nil
        }
        return number
    }

    /// The other of the two in a room's name; nil when `username` is neither.
    static func other(in room: String, than username: String) -> String? {
        let names = room.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard names.count == 2, names.contains(username) else { return nil }
        return names[0] == username ? names[1] : names[0]
    }
}

/// A conversation of two friends, or of a group.
enum Room {
    typealias ID = Identifier<Room>
}

/// How long a message can be edited or deleted by its author, how soon messages may disappear, and
/// what may be attached.
public struct RoomTerms: Equatable, Sendable {
    /// How long after it was sent a message may be edited.
    public var editable: Duration
    /// How long after it was sent a message may be deleted.
    public var deletable: Duration
    /// Least minutes after which messages may disappear.
    public var lifeMinutesMin: UInt32
    /// Most bytes of an attachment, as it is uploaded.
    public var fileBytesMax: Int

    /// - Parameters: as the properties.
    public init(
        editable: Duration = .seconds(15 * 60), deletable: Duration = .seconds(24 * 3_600),
        lifeMinutesMin: UInt32 = 5, fileBytesMax: Int = 25 << 20
    ) {
        self.lifeMinutesMin = lifeMinutesMin
        (self.editable, self.deletable) = (editable, deletable)
        self.fileBytesMax = fileBytesMax
    }
}
