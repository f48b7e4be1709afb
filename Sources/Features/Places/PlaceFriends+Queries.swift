import Accounts
import Friends
import Kernel
import Wire

extension Query where Row == (id: User.ID, profile: UserProfile) {
    /// A user, and then the user's friends by username.
    static func circle(of user: User.ID) -> Self {
        Query(
            """
            SELECT a.id, a.username, a.display_name, a.avatar, 0 AS place FROM person a
            WHERE a.id = \(user)
            UNION ALL
            SELECT a.id, a.username, a.display_name, a.avatar, 1
            FROM relation f JOIN person a ON a.id = f.other_id
            WHERE f.user_id = \(user) AND f.kind IN \(BondRight.map.kinds)
            ORDER BY place, username
            """
        ) { columns throws(StoreError) in
            let id: User.ID = try columns.id()
            return (id: id, profile: try UserProfile(from: &columns))
        }
    }
}
