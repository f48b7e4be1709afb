import Friends
import Kernel
import Wire

extension ActivitiesFeature {
    /// A match is soon over, and nobody can take it back from a push service.
    private static let matchLifetime = Duration.seconds(600)

    /// What people are told of their own toggles, and of who is up for the same.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.activityChanged) { _ in [] }
        catalog.event(\.activityEnding) { _ in [] }
        catalog.event(\.audienceChanged) { _ in [] }
        catalog.event(
            \.match, people: { [$0.with.username] },
            notify: { match in
                News(
                    "match", from: match.with,
                    "\(match.with.displayName) is up for \(match.activity) too",
                    lifetime: Self.matchLifetime)
            },
            stillHolds: { (match, user, snapshot) throws(Refusal) in
                let lasts = try Self.isMatched(
                    user, with: match.with.username, for: match.activity, in: snapshot)
                return lasts ? match : nil
            })
        catalog.event(\.matchEnded) { [$0.with] }
        catalog.replay(\.match) { user, snapshot in
            { (match) throws(Refusal) in
                try FriendsFeature.isFriend(match.with.username, of: user, in: snapshot)
            }
        }
        catalog.replay(\.matchEnded) { user, snapshot in
            { (end) throws(Refusal) in
                try FriendsFeature.isFriend(end.with, of: user, in: snapshot)
            }
        }
    }
}
