import Accounts
import Kernel
import Wire

extension TeamsFeature {
    /// What members are told. Who is away is notified of who joined, and of who waits for a place.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.teamMatched, people: { [$0.user.username] },
            notify: { matched in
                News(
                    "team_matched", from: matched.user,
                    "\(matched.user.displayName) waits for a place in "
                        + "\(News.cut(matched.title)), which is full")
            },
            stillHolds: { (matched, user, snapshot) throws(Refusal) in
                let waiting = try snapshot.first(TeamWish.of(matched, seenBy: user))
                return waiting?.isWaiting == true && waiting?.isReaderSwiper == true
                    && waiting?.isReader == false ? matched : nil
            })
        catalog.replay(\.teamMatched) { user, snapshot in
            { (matched) throws(Refusal) in
                try snapshot.first(TeamWish.of(matched, seenBy: user)) != nil
            }
        }
        catalog.event(
            \.teamJoined, people: { [$0.user.username] },
            notify: { joined in
                News(
                    "team_joined", from: joined.user,
                    "\(joined.user.displayName) joined \(News.cut(joined.title))")
            },
            stillHolds: { (joined, user, snapshot) throws(Refusal) in
                let members = try snapshot.all(StoredMember.all(of: joined.project))
                guard members.contains(where: { $0.user == user }),
                    let new = members.first(
                        where: { $0.member.user.username == joined.user.username }),
                    try !TeamPerson.isBlocked(new.user, user, in: snapshot)
                else { return nil }
                return joined
            })
        catalog.event(\.teamLeft) { [$0.user.username, $0.by].filter { !$0.isEmpty } }
        catalog.event(\.teamRoleChanged) { [$0.user.username, $0.by].filter { !$0.isEmpty } }
        catalog.event(\.projectDeleted) { _ in [] }
        catalog.event(\.gatheringDeleted) { _ in [] }
        catalog.event(\.gatheringGranted) { [$0.by].filter { !$0.isEmpty } }
    }
}

/// A user and a project that both want one another, as a reader may see it.
private struct TeamWish: Sendable {
    /// Whether the user waits for a place.
    let isWaiting: Bool
    /// Whether the user is the one who reads of it.
    let isReader: Bool
    /// Whether the reader swipes for the project.
    let isReaderSwiper: Bool

    /// What an event tells of, while both swipes are to the right; none if a block hides the user
    /// from the reader.
    ///
    /// - Index: the primary keys.
    static func of(_ matched: TeamMatched, seenBy reader: User.ID) -> Query<TeamWish> {
        Query(
            """
            SELECT CASE WHEN s.waits_ms IS NULL THEN 0 ELSE 1 END,
                CASE WHEN t.user_id = \(reader) THEN 1 ELSE 0 END,
                CASE WHEN EXISTS (
                    SELECT 1 FROM team_person r
                    JOIN team_member m ON m.project = p.number AND m.person = r.number
                    WHERE r.user_id = \(reader) AND m.role <> 1) THEN 1 ELSE 0 END
            FROM person u JOIN team_person t ON t.user_id = u.id
            JOIN team_swipe s ON s.project = \(matched.project) AND s.person = t.number
                AND s.by_project = 0 AND s.way = 1
            JOIN team_swipe o ON o.project = s.project AND o.person = s.person
                AND o.by_project = 1 AND o.way = 1
            JOIN team_project p ON p.number = s.project AND p.is_gone = 0
            JOIN gathering g ON g.number = p.gathering AND g.is_gone = 0
            WHERE u.username = \(matched.user.username)
                AND NOT \(SQL.isBlocked("t.user_id", reader))
            """
        ) { columns throws(StoreError) in
            TeamWish(
                isWaiting: try columns.flag(), isReader: try columns.flag(),
                isReaderSwiper: try columns.flag())
        }
    }
}
