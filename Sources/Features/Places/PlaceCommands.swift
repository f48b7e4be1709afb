import Accounts
import Activities
import Friends
import Kernel
import Wire

/// Reads the map: the caller's own marker, and those of friends that are meant for the caller
/// (U5-U9, U17).
///
/// However many others have checked in, it costs a look-up for each friend.
struct PlaceCommands: Sendable {
    /// A page stays below what an outbox holds.
    private static let pageBytes = 192 * 1_024
    /// Most markers on a page of a spot.
    private static let spotMax = 50

    func list(
        _ command: PlaceList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Places {
        let box = try Box(command)
        let zoom = command.hasZoom ? command.zoom : nil
        guard zoom.map(MapCell.zooms.contains) ?? true else {
            throw Refusal(.invalidField, field: "zoom", "expected 0 to \(MapCell.zooms.upperBound)")
        }
        try Self.check(after: command.after)
        let seen = try markers(for: caller, in: snapshot)
        let merged = MergedMarkers(seen, in: box, zoom: zoom.map(Int.init), of: caller.user)
        var places = Places()
        if command.after.isEmpty { places.supers = merged.supers }
        var byteCount = 0
        for marker in merged.apart where marker.profile.username > command.after {
            guard byteCount < Self.pageBytes else {
                places.next = places.markers.last?.user.username ?? ""
                break
            }
            let shown = marker.shown(to: caller.user)
            places.markers.append(shown)
            byteCount += shown.byteCount
        }
        return places
    }

    func spot(
        _ command: PlaceSpot, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> PlaceSpotPage {
        guard let cell = MapCell(command.cell) else {
            throw Refusal(.invalidField, field: "cell", "expected `cell` of a super marker")
        }
        try Self.check(after: command.after)
        let inside = try markers(for: caller, in: snapshot).filter { marker in
            MapCell(of: marker.position, zoom: cell.zoom) == cell
                && marker.profile.username > command.after
        }
        var page = PlaceSpotPage()
        page.cell = cell.name
        page.markers = inside.prefix(Self.spotMax).map { $0.shown(to: caller.user) }
        if inside.count > Self.spotMax { page.next = page.markers.last?.user.username ?? "" }
        return page
    }

    private static func check(after name: String) throws(Refusal) {
        guard name.isEmpty || Username(name) != nil else {
            throw Refusal(.invalidField, field: "after", "expected `next` of the page before")
        }
    }

    /// U9: this list has the caller, too.
    func friends(
        _ command: PlaceFriendList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> PlaceFriends {
        let excluded = try ActivitiesFeature.excluded(
            by: caller.user, from: PlaceSchema.audience, in: snapshot)
        let onMap = Set(try markers(for: caller, in: snapshot).map(\.user))
        var list = PlaceFriends()
        for (id, profile) in try snapshot.all(.circle(of: caller.user)) {
            var friend = PlaceFriend()
            friend.user = profile
            friend.isMe = id == caller.user
            friend.onMap = onMap.contains(id)
            friend.selected = !excluded.contains(id)
            list.friends.append(friend)
        }
        return list
    }

    /// All markers that the caller may see, ordered by username.
    private func markers(
        for caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> [StoredMarker] {
        let user = caller.user
        let excluding = try ActivitiesFeature.excluding(
            user, from: PlaceSchema.audience, in: snapshot)
        let friends = try snapshot.all(.markers(ofFriendsOf: user, at: snapshot.now))
            .filter { !excluding.contains($0.user) }
        let own = try snapshot.all(.marker(of: user, at: snapshot.now))
        let seen = own + friends
        // By their places: to move 500 markers about was a twentieth of a look.
        let order = seen.indices.sorted { seen[$0].profile.username < seen[$1].profile.username }
        return order.map { seen[$0] }
    }
}

extension Marker {
    /// About how long it is on the wire.
    fileprivate var byteCount: Int {
        330 + text.utf8.count + user.displayName.utf8.count + user.username.utf8.count
    }
}
