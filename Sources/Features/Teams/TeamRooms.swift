import Accounts
import Friends
import Kernel
import Rooms

/// What a formed team has: a room, and a bond between each two of its members.
enum TeamRooms {
    static let migration = Migration(
        "teams.rooms",
        """
        CREATE TABLE team_room (
            project BIGINT NOT NULL PRIMARY KEY,
            room_id BIGINT NOT NULL
        ) {clustered};
        """)

    static let audits = [
        Audit(
            "teammates are members of the same project",
            breaches: """
                SELECT count(*) FROM bond b WHERE b.kind = 2 AND NOT EXISTS (
                    SELECT 1 FROM team_person x
                    JOIN team_member m ON m.person = x.number
                    JOIN team_member o ON o.project = m.project
                    JOIN team_person y ON y.number = o.person
                    WHERE x.user_id = b.low AND y.user_id = b.high)
                """)
    ]

    /// The room begins with the second member, and has the members of the project.
    static let changed: TeamObserver = { (change, transaction) throws(Refusal) in
        switch change.kind {
        case .joined:
            try join(change, in: transaction)
            for pair in change.others.compactMap({ UserPair(change.user, $0) })
            where try !BlockRules.exists(between: pair, in: transaction) {
                try Bonds.begin(.teammate, pair, in: transaction)
            }
        case .left:
            try leave(change, in: transaction)
            for pair in change.others.compactMap({ UserPair(change.user, $0) })
            where try !shareProject(pair, in: transaction) {
                try Bonds.end(.teammate, pair, in: transaction)
            }
        }
    }

    /// A block ends the teammate bond of two users, though both stay in the project. It takes back
    /// the swipes to the right between each of them and the projects that the other owns.
    /// Unblocking restores none of it.
    static let blocked: FriendsFeature.BlockObserver = { (pair, transaction) throws(Refusal) in
        try Bonds.end(.teammate, pair, in: transaction)
        for (user, owner) in [(pair.low, pair.high), (pair.high, pair.low)] {
            try transaction.run(
                """
                UPDATE team_swipe SET way = 2, waits_ms = NULL
                WHERE person = (SELECT number FROM team_person WHERE user_id = \(user))
                    AND way = 1 AND project IN (
                        SELECT m.project FROM team_member m
                        JOIN team_person t ON t.number = m.person
                        WHERE t.user_id = \(owner) AND m.role = 3)
                    AND NOT EXISTS (
                        SELECT 1 FROM team_member j
                        WHERE j.project = team_swipe.project AND j.person = team_swipe.person)
                """)
        }
    }

    /// A project has another title: so has its room.
    static func rename(
        _ project: UInt32, to title: String, by username: String, in transaction: Transaction
    ) throws(Refusal) {
        guard let room = try transaction.first(.room(of: project)) else { return }
        try Groups.rename(team: room, to: title, by: username, in: transaction)
    }

    /// The key of a project's room on the wire; empty if there is none.
    static func key(of project: UInt32, in snapshot: Snapshot) throws(Refusal) -> String {
        guard let room = try snapshot.first(.room(of: project)) else { return "" }
        return try Groups.key(of: room, in: snapshot) ?? ""
    }

    private static func join(
        _ change: TeamChange, in transaction: Transaction
    ) throws(Refusal) {
        guard !change.others.isEmpty else { return }
        if let room = try transaction.first(.room(of: change.project)) {
            guard let account = try transaction.first(.account(of: change.user)) else { return }
            return try Groups.join(account, team: room, in: transaction)
        }
        var members: [Account] = []
        for user in change.others + [change.user] {
            guard let account = try transaction.first(.account(of: user)) else { continue }
            members.append(account)
        }
        let room = try Groups.makeTeam(change.title, members: members, in: transaction)
        try transaction.run(
            "INSERT INTO team_room (project, room_id) VALUES (\(change.project), \(room))")
    }

    private static func leave(
        _ change: TeamChange, in transaction: Transaction
    ) throws(Refusal) {
        guard let room = try transaction.first(.room(of: change.project)),
            let account = try transaction.first(.account(of: change.user))
        else { return }
        try Groups.leave(account, team: room, in: transaction)
        guard change.others.isEmpty else { return }
        // A room without members is deleted; a project that goes on gets another.
        try transaction.run("DELETE FROM team_room WHERE project = \(change.project)")
    }

    private static func shareProject(
        _ pair: UserPair, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.sharedProject(of: pair)) != nil
    }
}

extension Query where Row == Int64 {
    fileprivate static func room(of project: UInt32) -> Self {
        Query("SELECT room_id FROM team_room WHERE project = \(project)") {
            columns throws(StoreError) in try columns.integer()
        }
    }

    /// - Index: `team_member_person`, and the primary key for each project of the one.
    fileprivate static func sharedProject(of pair: UserPair) -> Self {
        Query(
            """
            SELECT m.project FROM team_person x
            JOIN team_member m ON m.person = x.number
            JOIN team_person y ON y.user_id = \(pair.high)
            JOIN team_member o ON o.project = m.project AND o.person = y.number
            WHERE x.user_id = \(pair.low) LIMIT 1
            """
        ) { columns throws(StoreError) in try columns.integer() }
    }
}
