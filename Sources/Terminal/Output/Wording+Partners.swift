import Glibc
import Wire

extension Wording {
    /// A profile, as a line or two.
    func speaker(_ speaker: Speaker) -> [String] {
        let isHidden = speaker.hasOpen && !speaker.open
        let line =
            "\(learner(speaker)), knows \(safe(speaker.known)), learns \(safe(speaker.learn))"
            + (isHidden ? palette.dim(" (not shown to others: `partner me --open`)") : "")
        return [line] + (speaker.bio.isEmpty ? [] : ["  \(safe(speaker.bio))"])
    }

    /// Matching profiles.
    func speakers(_ page: Speakers) -> [String] {
        guard !page.speakers.isEmpty else { return [palette.dim("nobody fits now")] }
        let rows = page.speakers.map { speaker in
            [
                Table.Cell(safe(speaker.username)),
                Table.Cell("\(safe(speaker.firstName)) \(safe(speaker.lastName))"),
                Table.Cell("\(safe(speaker.known)) → \(safe(speaker.learn))", palette.dim),
                Table.Cell(safe(speaker.bio), palette.dim),
            ]
        }
        return table(rows) + (page.next > 0 ? [palette.dim("… more: --after \(page.next)")] : [])
    }

    /// The user's partners, and the state of each meetup.
    func partnerships(_ list: Partnerships) -> [String] {
        list.partnerships.isEmpty
            ? [palette.dim("no partners yet: `partner find`, or `partner with`")]
            : list.partnerships.map(partnership)
    }

    /// The state of one partnership, and what the user can do now.
    func partnership(_ partnership: Partnership) -> String {
        let other = other(of: partnership)
        let name = safe(other.username)
        let who = learner(other)
        let appointment = "\(times.date(partnership.at)), \(safe(partnership.place))"
        if partnership.status == .noMeetup {
            return "\(who): no meetup "
                + palette.dim("(`meet offer \(name) --at TIME --place PLACE`)")
        }
        if partnership.status == .scheduled {
            return "\(palette.yellow("★")) \(who): you meet \(appointment)"
        }
        return isMine(partnership)
            ? "\(who): you proposed \(appointment)"
            : "\(who) proposes \(appointment) " + palette.dim("(`meet accept \(name)`, or counter)")
    }

    /// An event about a meetup or a partnership; nil for any other.
    func partnerNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .partnerMatched(let matched):
            "\(learner(other(of: matched.partnership))) is your language partner now"
        case .partnerEnded(let ended): "\(safe(ended.username)) is no longer your language partner"
        case .meetupOffered(let change), .meetupAccepted(let change):
            partnership(change.partnership)
        case .meetupCleared(let change):
            change.by == me
                ? "you took back the meetup with \(safe(other(of: change.partnership).username))"
                : "\(safe(change.by)) took back the meetup with you"
        case .meetupExpired(let change):
            "the time of the meetup with \(safe(other(of: change.partnership).username)) has passed"
        default: nil
        }
    }

    private func learner(_ speaker: Speaker) -> String {
        "\(safe(speaker.firstName)) \(safe(speaker.lastName)) (\(safe(speaker.username)))"
    }

    private func other(of partnership: Partnership) -> Speaker { partnership.other(than: me) }

    private func isMine(_ partnership: Partnership) -> Bool { !partnership.awaits(me) }
}

extension Partnership {
    /// The partner of `me`.
    func other(than me: String) -> Speaker { first.username == me ? second : first }

    /// Whether the partner has proposed a meetup, and `me` has to reply.
    func awaits(_ me: String) -> Bool {
        status == (first.username == me ? .proposedBySecond : .proposedByFirst)
    }
}

extension Wording {
    /// The user's own check-in, and the stickers for one.
    func standing(_ standing: CheckinStanding) -> [String] {
        let own =
            standing.hasCurrent
            ? checkin(standing.current)
            : palette.dim("you are not on the map (`checkin --at LAT,LON`)")
        let stickers = standing.stickers.map { sticker in
            [sticker.icon, sticker.name].filter { !$0.isEmpty }.map(safe).joined(separator: " ")
        }
        return [own, palette.dim("stickers: \(stickers.joined(separator: ", "))")]
    }

    /// The user's own check-in, as a line.
    func checkin(_ checkin: Checkin) -> String {
        guard !checkin.id.isEmpty else { return "this check-in was deleted" }
        let until = checkin.current ? ", on the map until \(times.text(checkin.expiresAt))" : ""
        return "\(times.text(checkin.at))  \(place(checkin.lat, checkin.lon))\(until)"
            + remarks(checkin.sticker, checkin.activity, checkin.text)
    }

    /// Past check-ins, the newest first.
    func checkins(_ page: CheckinPage) -> [String] {
        guard !page.checkins.isEmpty else { return [palette.dim("no check-ins")] }
        let more = page.next.isEmpty ? [] : [palette.dim("… more: --before \(safe(page.next))")]
        return page.checkins.map(checkin) + more
    }

    /// The map: markers by name, with their distance from the user's own.
    func places(_ places: Places) -> [String] {
        guard !places.markers.isEmpty || !places.supers.isEmpty else {
            return [palette.dim("nobody is there")]
        }
        let merged = places.supers.map { spot in
            "\(spot.count) markers at \(place(spot.lat, spot.lon)) "
                + palette.dim("(`map --spot \(safe(spot.cell))`)")
        }
        let more = places.next.isEmpty ? [] : [palette.dim("… more: --after \(safe(places.next))")]
        return merged + markers(places.markers) + more
    }

    /// The markers of one spot.
    func spot(_ page: PlaceSpotPage) -> [String] {
        guard !page.markers.isEmpty else { return [palette.dim("nobody is there")] }
        let more = page.next.isEmpty ? [] : [palette.dim("… more: --after \(safe(page.next))")]
        return markers(page.markers) + more
    }

    /// Friends, with who is on the map and who sees the user there.
    func placeFriends(_ list: PlaceFriends) -> [String] {
        table(
            list.friends.map { friend in
                [
                    Table.Cell(friend.onMap ? palette.green("●") : " "),
                    Table.Cell(safe(friend.user.username)),
                    Table.Cell(friend.isMe ? "you" : "", palette.dim),
                    Table.Cell(friend.selected ? "" : "does not see where you are", palette.dim),
                ]
            })
    }

    /// A marker was set, changed or removed.
    func placeNews(_ change: PlaceChanged) -> [String] {
        switch change.change {
        case .set(let marker)? where !marker.isMine:
            [
                "\(person(marker.user)) is at \(place(marker.lat, marker.lon))"
                    + remarks(marker.sticker, marker.activity, marker.text)
            ]
        case .gone(let name)? where name != me: ["\(safe(name)) is no longer on the map"]
        default: []
        }
    }

    /// Users, with their relation to the user.
    func people(_ page: People) -> [String] {
        guard !page.people.isEmpty else { return [palette.dim("nobody found")] }
        let more = page.next.isEmpty ? [] : [palette.dim("… more: --after \(safe(page.next))")]
        return page.people.map(user) + more
    }

    /// The outcome of adding and removing several friends.
    func friendsChanged(_ changed: FriendsChanged) -> [String] {
        changed.changes.map { change in
            let name = safe(change.username)
            guard change.error == .errorUnspecified else { return "\(name): \(refused(change))" }
            return switch change.relation {
            case .friend: "\(name): your friend now"
            case .requested: "\(name): asked"
            default: "\(name): no longer your friend"
            }
        }
    }

    private func refused(_ change: FriendChange) -> String {
        switch change.error {
        case .notFound: "there is no such user"
        case .oneself: "that is you"
        case .alreadyFriends: "your friend already"
        case .notFriends: "you are not friends"
        case .blockedByYou: "you have blocked them"
        case .listFull: "one of you has as many friends or requests as there may be"
        case .invalidField: "that is no username"
        default: "refused"
        }
    }

    private func markers(_ markers: [Marker]) -> [String] {
        let own = markers.first { $0.isMine }
        return table(
            markers.map { marker in
                [
                    Table.Cell(safe(marker.user.username)),
                    Table.Cell(place(marker.lat, marker.lon)),
                    Table.Cell(
                        marker.isMine ? "you" : own.map { Distance($0, marker).band } ?? "",
                        palette.dim),
                    Table.Cell("since \(times.text(marker.at))", palette.dim),
                    Table.Cell(
                        remarks(marker.sticker, marker.activity, marker.text), palette.dim),
                ]
            })
    }

    private func remarks(_ words: String...) -> String {
        let words = words.filter { !$0.isEmpty }.map(safe)
        return words.isEmpty ? "" : "  \(words.joined(separator: " · "))"
    }

    private func place(_ lat: Double, _ lon: Double) -> String {
        "\(Self.degrees(lat)),\(Self.degrees(lon))"
    }

    /// To five decimal places: a metre.
    private static func degrees(_ value: Double) -> String {
        "\((value * 100_000).rounded() / 100_000)"
    }
}

/// The distance between two markers, in coarse bands.
struct Distance {
    let kilometres: Double

    /// - Source: the haversine formula; the earth is a sphere of 6,371 km.
    init(_ one: Marker, _ other: Marker) {
        let radian = Double.pi / 180
        let (lat, lon) = ((other.lat - one.lat) * radian / 2, (other.lon - one.lon) * radian / 2)
        let half =
            sin(lat) * sin(lat) + cos(one.lat * radian) * cos(other.lat * radian) * sin(lon)
            * sin(lon)
        kilometres = 2 * 6_371 * asin(min(1, half.squareRoot()))
    }

    var band: String {
        switch kilometres {
        case ..<0.2: "where you are"
        case ..<1: "under 1 km"
        case ..<5: "1 to 5 km"
        case ..<20: "5 to 20 km"
        case ..<100: "20 to 100 km"
        default: "over 100 km"
        }
    }
}
