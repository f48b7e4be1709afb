import Accounts
import Activities
import Kernel
import Wire

/// Checks in, and reads the caller's own check-ins (U3, U8, U16).
struct CheckinCommands: Sendable {
    private static let texts = PlainText.Limits(CheckinSet.textLength, allowsLines: true)

    let catalogue: ActivityCatalogue
    let activities: ActivitiesFeature
    let terms: PlaceTerms

    func set(
        _ command: CheckinSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Checkin {
        let wanted = try checked(command, at: transaction.now)
        let user = caller.user
        if !command.picture.isEmpty,
            try transaction.first(.unused(command.picture, of: user, at: transaction.now)) == nil
        {
            throw Refusal(
                .invalidField, field: "picture",
                "expected the name of an upload that no check-in has")
        }
        // No two of a user have the same moment, also when the clock was put back; its time is over
        // by the clock as it is now.
        let last = try transaction.first(.newest(of: user))?.at
        let at = max(
            transaction.now, last.map { $0.advanced(by: .milliseconds(1)) } ?? transaction.now)
        let checkin = StoredCheckin(
            at: at, wanted.position, text: wanted.text, sticker: wanted.sticker,
            activity: wanted.activity, picture: wanted.picture, expires: wanted.expires)
        try replace(by: checkin, of: user, in: transaction)
        // Not before: an earlier check-in may name the same activity, and would be shown with it.
        if command.turnOn { try activities.turnOn(wanted.activity, caller, in: transaction) }
        try PlaceNews.came(user, in: transaction)
        return checkin.shown(isCurrent: true)
    }

    /// The reply to a check-in that was made before. It is not kept with its `cid`: it has a
    /// position, which may have been cleared since.
    func again(
        _ command: CheckinSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Checkin {
        let wanted = try checked(command, at: transaction.now)
        let kept = try transaction.all(
            .history(
                of: caller.user, before: Moment(unixMilliseconds: .max), now: transaction.now,
                limit: 100))
        let current = try current(of: caller.user, in: transaction)
        let found = kept.first { checkin in
            checkin.position == wanted.position && checkin.text.isSame(as: wanted.text)
                && checkin.sticker == wanted.sticker && checkin.activity == wanted.activity
                && checkin.picture == wanted.picture
        }
        return found.map { $0.shown(isCurrent: $0.at == current?.at) } ?? Checkin()
    }

    /// What a command says, as if it were done now.
    private func checked(
        _ command: CheckinSet, at now: Moment
    ) throws(Refusal) -> StoredCheckin {
        let position = try Position(
            lat: command.hasLat ? command.lat : nil, lon: command.hasLon ? command.lon : nil)
        let text = try PlainText(command.text, Self.texts, field: "text").text
        let sticker = try terms.check(sticker: command.sticker)
        if command.turnOn || !command.activity.isEmpty {
            _ = try catalogue.entry(named: command.activity, field: "activity")
        }
        return StoredCheckin(
            at: now, position, text: text, sticker: sticker, activity: command.activity,
            picture: command.picture, expires: now.advanced(by: try terms.lifetime(command)))
    }

    private func replace(
        by checkin: StoredCheckin, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        let old = try transaction.first(.place(of: user))
        let forgotten = terms.forgetting(of: checkin.at, until: checkin.expires)
        let values: SQL = """
            \(user), \(checkin.at), \(Int64(checkin.position.latE7)),
                \(Int64(checkin.position.lonE7)), \(checkin.text), \(checkin.sticker),
                \(checkin.activity), \(checkin.picture), \(checkin.expires)
            """
        try transaction.run(
            """
            INSERT INTO checkin (user_id, at_ms, lat_e7, lon_e7, body, sticker, activity, picture,
                expires_ms, forget_ms)
            VALUES (\(values), \(forgotten))
            """)
        try transaction.run(
            """
            INSERT INTO place (user_id, at_ms, lat_e7, lon_e7, body, sticker, activity, picture,
                expires_ms)
            VALUES (\(values))
            ON CONFLICT (user_id) DO UPDATE SET at_ms = excluded.at_ms, lat_e7 = excluded.lat_e7,
                lon_e7 = excluded.lon_e7, body = excluded.body, sticker = excluded.sticker,
                activity = excluded.activity, picture = excluded.picture,
                expires_ms = excluded.expires_ms
            """)
        if terms.historyDays == 0, let old {
            try CheckinRecords.remove(old, of: user, in: transaction)
        }
        if !checkin.picture.isEmpty {
            try transaction.run(
                """
                UPDATE checkin_picture SET checkin_ms = \(checkin.at), unused_ms = NULL
                WHERE name = \(checkin.picture)
                """)
        }
    }

    /// Deletes the marker; without a history, its check-in too.
    ///
    /// - Returns: whether there was one that had not expired.
    @discardableResult
    private func endMarker(
        of user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        guard let marker = try transaction.first(.place(of: user)) else { return false }
        try transaction.run("DELETE FROM place WHERE user_id = \(user)")
        if terms.historyDays == 0 {
            try CheckinRecords.remove(marker, of: user, in: transaction)
        }
        return marker.expires > transaction.now
    }

    func clear(
        _ command: CheckinClear, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let user = caller.user
        guard command.checkin.isEmpty else {
            guard !command.history else {
                throw Refusal(
                    .invalidField, field: "history", "expected a check-in, or all of them")
            }
            guard let name = CheckinName(command.checkin),
                let checkin = try transaction.first(.checkin(of: user, at: name.at))
            else { throw Refusal(.notFound, field: "checkin", "you have no such check-in") }
            let isMarker = try transaction.first(.place(of: user))?.at == checkin.at
            if isMarker { try clearMarker(caller, in: transaction) }
            try CheckinRecords.remove(checkin, of: user, in: transaction)
            return Done()
        }
        try clearMarker(caller, in: transaction)
        if command.history { try CheckinRecords.clear(user, in: transaction) }
        return Done()
    }

    private func clearMarker(_ caller: Caller, in transaction: Transaction) throws(Refusal) {
        guard try endMarker(of: caller.user, in: transaction) else { return }
        try PlaceNews.went(caller.user, called: caller.username, in: transaction)
    }

    func read(
        _ command: CheckinRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> CheckinStanding {
        var standing = CheckinStanding()
        if let current = try current(of: caller.user, in: snapshot) {
            standing.current = current.shown(isCurrent: true)
        }
        standing.stickers = terms.stickers
        (standing.minutesMax, standing.minutes) = (terms.minutesMax, terms.minutes)
        standing.historyDays = terms.historyDays
        standing.pictureBytesMax = UInt32(PlacePicture.fileBytesMax)
        return standing
    }

    func history(
        _ command: CheckinHistory, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> CheckinPage {
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 20)
        let before =
            command.before.isEmpty
            ? Moment(unixMilliseconds: .max) : CheckinName(command.before)?.at
        guard let before else {
            throw Refusal(.invalidField, field: "before", "expected `next` of the page before")
        }
        let page = try snapshot.all(
            .history(of: caller.user, before: before, now: snapshot.now, limit: limit + 1))
        let current = try current(of: caller.user, in: snapshot)
        var answer = CheckinPage()
        answer.checkins = page.prefix(limit).map { $0.shown(isCurrent: $0.at == current?.at) }
        if page.count > limit { answer.next = answer.checkins.last?.id ?? "" }
        return answer
    }

    private func current(
        of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> StoredCheckin? {
        guard let place = try snapshot.first(.place(of: user)), place.expires > snapshot.now else {
            return nil
        }
        return place
    }
}
