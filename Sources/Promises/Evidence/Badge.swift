package import Wire

/// How far somebody has read in a room, and whether it is muted.
package struct Badge: Hashable, Sendable {
    package let room: PersonPair
    package let seq: UInt32
    package let isMuted: Bool

    package init(room: PersonPair, seq: UInt32, isMuted: Bool) {
        (self.room, self.seq, self.isMuted) = (room, seq, isMuted)
    }

    /// nil for the room of somebody who is none of ours.
    package init?(_ mark: RoomMarked, _ roster: Roster) {
        guard let room = roster.pair(mark.room) else { return nil }
        self.init(room: room, seq: mark.seq, isMuted: mark.muted)
    }
}
