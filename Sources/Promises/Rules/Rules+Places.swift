package import Kernel
import SwiftProtobuf
import Wire

/// Check-ins, in the model.
package struct Markers {
    /// One check-in.
    struct Kept {
        let at: Moment
        let expires: Moment
        let command: CheckinSet
    }

    /// The name of check-ins where audiences are chosen.
    package static let audience = "@place"

    /// The check-ins of each user that were not deleted, the oldest first.
    var kept: [String: [Kept]] = [:]
    /// The time of the check-in that is the marker.
    package var markers: [String: Moment] = [:]

    /// A user's marker at that moment.
    func marker(of user: String, at now: Moment) -> Kept? {
        guard let at = markers[user], let kept = kept[user]?.first(where: { $0.at == at }),
            kept.expires > now
        else { return nil }
        return kept
    }
}

// Check-ins and the map (U3-U9), and several friends at once (U10).
extension Rules {
    private static let minutes: UInt32 = 240
    private static let minutesMax: UInt32 = 1_440
    private static let picture = "/places/pictures/default.svg"

    /// Whether something has an audience.
    func hasAudience(_ activity: String) -> Bool {
        lifetimes[activity] != nil || activity == Markers.audience
    }

    mutating func checkIn(_ command: CheckinSet, by user: String, at now: Moment) -> Outcome {
        let minutes = command.hasMinutes ? command.minutes : Self.minutes
        guard command.hasLat, command.hasLon, abs(command.lat) <= 90, abs(command.lon) <= 180,
            (1...Self.minutesMax).contains(minutes)
        else { return Outcome(.invalidField) }
        var events: [(to: String, body: Body)] = []
        if command.turnOn {
            let toggle = ActivitySet.with { ($0.activity, $0.on) = (command.activity, true) }
            let outcome = set(toggle, by: user, at: now)
            guard case .success = outcome.result else { return outcome }
            events = outcome.events
        }
        let last = places.kept[user]?.last?.at.advanced(by: .milliseconds(1)) ?? now
        let kept = Markers.Kept(
            at: max(now, last), expires: now.advanced(by: .seconds(Int64(minutes) * 60)),
            command: command)
        places.kept[user, default: []].append(kept)
        places.markers[user] = kept.at
        return Outcome(.checkin(shown(kept, of: user, at: now)), events)
    }

    /// The reply to a repeated check-in: its current state, or empty when it was deleted.
    func checkedIn(
        by command: ClientMessage.OneOf_Command, of user: String, at now: Moment
    ) -> Outcome? {
        guard case .checkinSet(let command) = command else { return nil }
        let kept = places.kept[user]?.last { kept in
            (kept.command.lat, kept.command.lon, kept.command.text)
                == (command.lat, command.lon, command.text)
        }
        return Outcome(.checkin(kept.map { shown($0, of: user, at: now) } ?? Checkin()))
    }

    mutating func clear(_ command: CheckinClear, by user: String) -> Outcome {
        if !command.checkin.isEmpty {
            guard let kept = places.kept[user]?.first(where: { name(of: $0) == command.checkin })
            else { return Outcome(.notFound) }
            if places.markers[user] == kept.at { places.markers[user] = nil }
            places.kept[user]?.removeAll { $0.at == kept.at }
            return Outcome(.done(Done()))
        }
        places.markers[user] = nil
        if command.history { places.kept[user] = nil }
        return Outcome(.done(Done()))
    }

    /// Removes markers whose time is over. They stay removed when the clock is set back.
    mutating func expireMarkers(at now: Moment) -> [(to: String, body: Body)] {
        for user in places.markers.keys where places.marker(of: user, at: now) == nil {
            places.markers[user] = nil
        }
        return []
    }

    mutating func change(_ command: FriendsChange, by user: String, at now: Moment) -> Outcome {
        let names = command.add + command.drop
        guard (1...20).contains(names.count), Set(names).count == names.count else {
            return Outcome(.invalidField)
        }
        var changed = FriendsChanged()
        var events: [(to: String, body: Body)] = []
        for name in names {
            let outcome =
                command.add.contains(name)
                ? request(.with { $0.to = name }, by: user, at: now) : remove(name, by: user)
            var change = FriendChange()
            change.username = name
            if case .failure(let refusal) = outcome.result { change.error = refusal.code }
            change.relation = relation(of: user, to: name)
            changed.changes.append(change)
            events += outcome.events
        }
        return Outcome(.friendsChanged(changed), events)
    }

    /// What is wrong with an answer about the map; nil: nothing.
    func complaint(
        aboutPlaces answer: Body, to command: ClientMessage.OneOf_Command, of user: String,
        at now: Moment
    ) -> String? {
        switch (command, answer) {
        case (.placeList(let command), .places(let list)):
            let seen = markers(for: user, at: now).filter { marker in
                !command.hasSouth || (command.south...command.north).contains(marker.lat)
            }
            return differ(list.markers.map(\.text), seen.map(\.text))
                ?? differ(list.markers.map(\.activity), seen.map(\.activity))
                ?? differ(list.markers, seen)
        case (.checkinHistory, .checkinPage(let page)):
            let kept = (places.kept[user] ?? []).reversed().prefix(20)
                .map { shown($0, of: user, at: now) }
            return page.checkins == kept ? nil : "\(page.checkins) instead of \(kept)"
        case (.placeFriendList, .placeFriends(let list)):
            let names = list.friends.filter(\.onMap).map(\.user.username).sorted()
            let seen = markers(for: user, at: now).map(\.user.username)
            return names == seen ? nil : "\(names) instead of \(seen)"
        default: return nil
        }
    }

    /// Whether a viewer is in the audience of `owner`'s marker.
    package func isOnMap(_ owner: String, for viewer: String) -> Bool {
        guard owner != viewer else { return true }
        return areFriends(owner, viewer)
            && exclusions[Markers.audience]?.contains(Way(from: owner, to: viewer)) != true
    }

    /// All markers that a user sees, by the owner's username.
    private func markers(for user: String, at now: Moment) -> [Marker] {
        users.sorted().compactMap { owner in
            guard isOnMap(owner, for: user), let kept = places.marker(of: owner, at: now) else {
                return nil
            }
            return .with {
                $0.user = profile(of: owner)
                ($0.lat, $0.lon, $0.text) = (
                    kept.command.lat, kept.command.lon, kept.command.text
                )
                let activity = kept.command.activity
                if owner == user || mutuality.isOn(activity, Way(from: owner, to: user), at: now) {
                    $0.activity = activity
                }
                $0.picture = Self.picture
                ($0.at, $0.expiresAt) = (kept.at.timestamp, kept.expires.timestamp)
                $0.isMine = owner == user
            }
        }
    }

    private func shown(_ kept: Markers.Kept, of user: String, at now: Moment) -> Checkin {
        .with {
            $0.id = name(of: kept)
            ($0.lat, $0.lon, $0.text) = (kept.command.lat, kept.command.lon, kept.command.text)
            ($0.activity, $0.picture) = (kept.command.activity, Self.picture)
            ($0.at, $0.expiresAt) = (kept.at.timestamp, kept.expires.timestamp)
            $0.current = places.marker(of: user, at: now)?.at == kept.at
        }
    }

    private func name(of kept: Markers.Kept) -> String {
        let digits = String(kept.at.unixMilliseconds, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }
}
