import Kernel
import Wire

/// Forgets what somebody who has left was up for, for whom it was meant, and with whom they met.
enum ActivityErasure {
    /// Most rows of a table that go in one step.
    private static let batchCount: Int64 = 500

    static let step: Catalog.Erasure = { (departed, transaction) throws(Refusal) in
        let user = departed.user
        try transaction.run("DELETE FROM activity_state WHERE user_id = \(user)")
        try transaction.run("DELETE FROM activity_closed WHERE user_id = \(user)")
        var erased = try transaction.rowsChanged(
            """
            DELETE FROM activity_exclusion WHERE (user_id, activity, friend_id) IN (
                SELECT user_id, activity, friend_id FROM activity_exclusion
                WHERE user_id = \(user) LIMIT \(batchCount))
            """)
        erased += try transaction.rowsChanged(
            """
            DELETE FROM activity_exclusion WHERE (user_id, activity, friend_id) IN (
                SELECT user_id, activity, friend_id FROM activity_exclusion
                WHERE friend_id = \(user) LIMIT \(batchCount))
            """)
        erased += try transaction.rowsChanged(
            """
            DELETE FROM activity_match WHERE id IN (
                SELECT id FROM activity_match WHERE low = \(user) LIMIT \(batchCount))
            """)
        erased += try transaction.rowsChanged(
            """
            DELETE FROM activity_match WHERE id IN (
                SELECT id FROM activity_match WHERE high = \(user) LIMIT \(batchCount))
            """)
        return erased == 0
    }
}
