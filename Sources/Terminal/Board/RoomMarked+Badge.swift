import Wire

extension RoomMarked {
    /// How many messages ask to be read: none of a muted room, however many are unread.
    var badge: UInt32 { muted ? 0 : unread }
}
