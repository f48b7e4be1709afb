import Activities
import Friends
import Kernel
import Wire

/// Sends hints to viewers who have the map open. A position is stored only in the tables of
/// check-ins.
enum PlaceNews {
    /// A user has a new marker.
    static func came(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        guard let marker = try marker(of: user, in: transaction) else { return }
        tell(marker.shown(to: user), of: user, to: [user], in: transaction)
        try show(marker, to: friends(of: user, in: transaction), in: transaction)
    }

    /// A user's marker has ended.
    static func went(
        _ user: User.ID, called name: String, in transaction: Transaction
    ) throws(Refusal) {
        try gone(name, of: user, to: [user] + friends(of: user, in: transaction), in: transaction)
    }

    /// A friendship began or ended: from now on each friend sees the other's marker, or no longer
    /// does.
    static let friendshipChanged: Friendships.Observer = {
        (pair, exists, transaction) throws(Refusal) in
        for (user, friend) in [(pair.low, pair.high), (pair.high, pair.low)] {
            guard let marker = try marker(of: user, in: transaction),
                try !ActivitiesFeature.excluded(
                    by: user, from: PlaceSchema.audience, in: transaction
                ).contains(friend)
            else { continue }
            if exists {
                try show(marker, to: [friend], in: transaction)
            } else {
                // The hint is about its recipient: a hint about a former friend is not delivered.
                gone(marker.profile.username, of: friend, to: [friend], in: transaction)
            }
        }
    }

    /// The audience of a user's marker, or of the activity that it names, has changed.
    static let audienceChanged: ActivitiesFeature.AudienceObserver = {
        (audience, added, dropped, transaction) throws(Refusal) in
        guard let marker = try marker(of: audience.user, in: transaction) else { return }
        if audience.activity == PlaceSchema.audience {
            try show(marker, to: added.sorted(), in: transaction)
            gone(
                marker.profile.username, of: audience.user, to: dropped.sorted(), in: transaction)
        } else if audience.activity == marker.activity {
            let friends = try friends(of: audience.user, in: transaction)
            try show(
                marker, to: friends.filter(added.union(dropped).contains), in: transaction)
        }
    }

    /// A user has turned an activity on or off. Recipients are the friends to whom the marker shows
    /// that activity.
    static let toggled: ActivitiesFeature.ToggleObserver = {
        (user, activity, transaction) throws(Refusal) in
        guard let marker = try marker(of: user, in: transaction),
            marker.checkin.activity == activity
        else { return }
        let excluded = try ActivitiesFeature.excluded(by: user, from: activity, in: transaction)
        let friends = try friends(of: user, in: transaction).filter { !excluded.contains($0) }
        tell(marker.shown(isMine: false, marker.activity), of: user, to: friends, in: transaction)
    }

    /// Shows friends a marker, and of its activity what each may know.
    private static func show(
        _ marker: StoredMarker, to friends: [User.ID], in transaction: Transaction
    ) throws(Refusal) {
        let excluded = try ActivitiesFeature.excluded(
            by: marker.user, from: marker.checkin.activity, in: transaction)
        for (activity, viewers) in [
            (marker.activity, friends.filter { !excluded.contains($0) }),
            ("", friends.filter(excluded.contains)),
        ] {
            tell(
                marker.shown(isMine: false, activity), of: marker.user, to: viewers,
                in: transaction)
        }
    }

    private static func marker(
        of user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> StoredMarker? {
        try transaction.first(.marker(of: user, at: transaction.now))
    }

    /// The friends for whom a user's marker is meant.
    private static func friends(
        of user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> [User.ID] {
        let excluded = try ActivitiesFeature.excluded(
            by: user, from: PlaceSchema.audience, in: transaction)
        return try Bonds.ids(of: user, allowing: .map, in: transaction).filter {
            !excluded.contains($0)
        }
        .sorted()
    }

    private static func tell(
        _ marker: Marker, of user: User.ID, to viewers: [User.ID], in transaction: Transaction
    ) {
        var changed = PlaceChanged()
        changed.set = marker
        signal(changed, marker.user.username, about: user, to: viewers, in: transaction)
    }

    private static func gone(
        _ name: String, of user: User.ID, to viewers: [User.ID], in transaction: Transaction
    ) {
        var changed = PlaceChanged()
        changed.gone = name
        signal(changed, name, about: user, to: viewers, in: transaction)
    }

    /// A hint that still waits for a slow reader is replaced by a newer one about the same marker.
    private static func signal(
        _ changed: PlaceChanged, _ name: String, about user: User.ID, to viewers: [User.ID],
        in transaction: Transaction
    ) {
        guard !viewers.isEmpty else { return }
        transaction.signal(
            .hint(
                Hint(
                    .placeChanged(changed), key: "place:\(name)", about: user, to: viewers,
                    on: PlacesFeature.topic)))
    }
}
