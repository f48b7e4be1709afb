import Kernel
import Wire

/// Forgets the conversations of somebody who has left; what was said in them is an event, which a
/// sweep blanks.
enum RoomErasure {
    /// Most messages that go in one step.
    private static let batchCount: Int64 = 500

    static let step: Catalog.Erasure = { (user, transaction) throws(Refusal) in
        try transaction.run("DELETE FROM room_delivery WHERE user_id = \(user)")
        let query = Query<Room.ID>(
            "SELECT id FROM room WHERE low = \(user) OR high = \(user) ORDER BY id LIMIT 1"
        ) { columns throws(StoreError) in try columns.id() }
        guard let room = try transaction.first(query) else { return true }
        let messages = try transaction.run(
            """
            DELETE FROM room_message WHERE room_id = \(room) AND seq IN (
                SELECT seq FROM room_message WHERE room_id = \(room)
                ORDER BY seq LIMIT \(batchCount))
            """)
        guard messages < Int(batchCount) else { return false }
        try transaction.run("DELETE FROM room_mark WHERE room_id = \(room)")
        try transaction.run("DELETE FROM room WHERE id = \(room)")
        return false
    }
}
