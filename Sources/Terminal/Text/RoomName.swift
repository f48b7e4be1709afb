/// A room of two is named by both: `ana:ben`.
enum RoomName {
    /// The other person in a room of `me`.
    static func other(in room: String, than me: String) -> String {
        let names = room.split(separator: ":", maxSplits: 1).map(String.init)
        return names.first { $0 != me } ?? room
    }
}
