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
                let isOwn = try Self.isUser(user, matched.user.username, in: snapshot)
                let project = try ProjectState.find(matched.project, for: nil, in: snapshot)
                return isOwn || project == nil ? nil : matched
            })
        catalog.event(
            \.teamJoined, people: { [$0.user.username] },
            notify: { joined in
                News(
                    "team_joined", from: joined.user,
                    "\(joined.user.displayName) joined \(News.cut(joined.title))")
            },
            stillHolds: { (joined, user, snapshot) throws(Refusal) in
                let members = try snapshot.all(StoredMember.all(of: joined.project))
                let names = members.map(\.member.user.username)
                return names.contains(joined.user.username)
                    && members.contains(where: { $0.user == user }) ? joined : nil
            })
        catalog.event(\.teamLeft) { [$0.user.username, $0.by].filter { !$0.isEmpty } }
        catalog.event(\.teamRoleChanged) { [$0.user.username, $0.by].filter { !$0.isEmpty } }
        catalog.event(\.projectDeleted) { _ in [] }
        catalog.event(\.gatheringDeleted) { _ in [] }
        catalog.event(\.gatheringGranted) { [$0.by].filter { !$0.isEmpty } }
    }

    private static func isUser(
        _ user: User.ID, _ username: String, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.account(of: user))?.username == username
    }
}
