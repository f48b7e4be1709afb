import Accounts
import Activities
import Friends
import Kernel
import Wire

/// Makes posts of what friends did: one for each of the two, once for each overlap (Z27).
struct CirclePoster: Sendable {
    let catalogue: ActivityCatalogue
    let news: CircleNews
    /// How long a match must last to be posted automatically.
    let lasting: Duration
    /// Whether two users are members of one plan for an activity: that becomes one post.
    let arePlanned: CircleFeature.PlanRule
    private let audience: CircleAudience
    /// Most waiting posts that appear in one transaction.
    private static let stepCount = 100

    init(
        catalogue: ActivityCatalogue, news: CircleNews, lasting: Duration,
        arePlanned: @escaping CircleFeature.PlanRule
    ) {
        (self.catalogue, self.news, self.lasting) = (catalogue, news, lasting)
        self.arePlanned = arePlanned
        audience = CircleAudience(catalogue: catalogue)
    }

    /// Posts an overlap that has ended, if it lasted long enough: once for each of the two users
    /// who allows such posts and excludes no friend from the activity. A user who still has the
    /// activity on gets the post when that ends: friends without the activity must not learn of it
    /// from the post.
    func ended(_ overlap: Overlap, in transaction: Transaction) throws(Refusal) {
        let since = max(overlap.began, overlap.starts)
        guard let ended = overlap.ended, since.advanced(by: lasting) <= ended else { return }
        guard let pair = UserPair(overlap.low, overlap.high),
            try !arePlanned(pair, overlap.activity, overlap.began...ended, transaction)
        else { return }
        var authors: [User.ID] = []
        for user in [overlap.low, overlap.high] where try lets(user, overlap, in: transaction) {
            if try isUp(for: overlap.activity, user, in: transaction) {
                try wait(user, overlap, in: transaction)
            } else {
                authors.append(user)
            }
        }
        try post(overlap, by: authors, in: transaction)
    }

    /// Publishes the waiting posts of a user who no longer has their activities on. Those that
    /// exceed one transaction follow in later ones.
    func toggled(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        guard try postWaiting(of: user, in: transaction) else { return }
        try transaction.run(
            "INSERT INTO circle_due (user_id) VALUES (\(user)) ON CONFLICT DO NOTHING")
    }

    /// Publishes some of the posts that exceeded one transaction.
    ///
    /// - Returns: whether there may be more.
    func postDue(in transaction: Transaction) throws(Refusal) -> Bool {
        guard let user = try transaction.first(Query<User.ID>.due) else { return false }
        if try !postWaiting(of: user, in: transaction) {
            try transaction.run("DELETE FROM circle_due WHERE user_id = \(user)")
        }
        return true
    }

    /// - Returns: whether there may be more.
    private func postWaiting(
        of user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let waiting = try transaction.all(
            Query<Overlap.ID>.waiting(
                of: user, at: transaction.now, audience, limit: Self.stepCount))
        for id in waiting {
            let overlap = try ActivitiesFeature.overlap(id, in: transaction)
            try transaction.run(
                """
                UPDATE circle_deed SET is_waiting = 0
                WHERE overlap_id = \(id) AND user_id = \(user)
                """)
            guard let overlap, let pair = UserPair(overlap.low, overlap.high),
                try Bonds.allow(.circle, pair, in: transaction),
                try lets(user, overlap, in: transaction)
            else { continue }
            try post(overlap, by: [user], in: transaction)
        }
        return waiting.count == Self.stepCount
    }

    private func wait(
        _ user: User.ID, _ overlap: Overlap, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            INSERT INTO circle_deed (overlap_id, user_id, is_confirmed, body, at_ms, is_waiting)
            VALUES (\(overlap.id), \(user), 0, '', \(transaction.now), 1)
            ON CONFLICT (overlap_id, user_id) DO UPDATE SET is_waiting = 1
            """)
    }

    private func isUp(
        for activity: String, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let on = try transaction.all(Query<String>.activities(of: user, at: transaction.now))
        return audience.names(of: activity).contains(where: on.contains)
    }

    /// Whether a user allows posts of matches, and excludes no friend from the activity.
    private func lets(
        _ user: User.ID, _ overlap: Overlap, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        guard try AccountsFeature.discretion(of: user, in: transaction).postsOnCircle else {
            return false
        }
        for name in audience.names(of: overlap.activity)
        where try transaction.first(.exclusion(by: user, from: name)) != nil {
            return false
        }
        return true
    }

    /// Confirms a match: "We did it". Once both users have confirmed, each has a post. A user who
    /// already has one counts as having confirmed. Until then a confirmation can be withdrawn.
    func confirm(
        _ command: CircleConfirm, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> CircleConfirmed {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        let text = try PlainText(
            command.text, .init(CircleConfirm.textLength, allowsLines: true), field: "text")
        let (friend, pair) = try Bonds.other(
            named: command.friend, field: "friend", of: caller.user, allowing: .circle,
            in: transaction)
        guard !command.hasOn || command.on else {
            for post in try Confirmations.withdraw(
                of: caller.user, in: entry.name, pair, in: transaction)
            {
                try unconfirm(post, in: transaction)
            }
            var withdrawn = CircleConfirmed()
            withdrawn.posted = false
            return withdrawn
        }
        let (overlap, mine, theirs) = try overlap(
            of: pair, for: entry.name, caller.user, friend.id, in: transaction)
        let time = overlap.began...max(overlap.began, overlap.ended ?? transaction.now)
        guard try !arePlanned(pair, entry.name, time, transaction) else {
            throw Refusal(
                .conflict, field: "activity", "you have a plan for it: confirm it by `planDone`")
        }
        try note(text.text, of: caller.user, mine, in: overlap, in: transaction)
        var confirmed = CircleConfirmed()
        confirmed.posted = theirs?.isConfirmed == true || theirs?.post != nil
        if confirmed.posted {
            let isAsked = theirs?.isConfirmed == true
            try post(
                overlap, by: [caller.user] + (isAsked ? [friend.id] : []), in: transaction)
        } else if mine?.isConfirmed != true {
            try ask(friend.id, by: caller, about: overlap, in: transaction)
        }
        let deed = try transaction.first(.deed(of: caller.user, in: overlap.id.rawValue))
        if let post = deed?.post, try transaction.first(.post(post)) != nil {
            confirmed.post = post.wireText
        }
        return confirmed
    }

    /// Deletes what users said more than 31 days ago about overlaps that are no longer stored.
    func forget(in transaction: Transaction) throws(Refusal) {
        let oldest = transaction.now.advanced(by: .seconds(-31 * 24 * 3600))
        for deed in try transaction.all(.forgotten(before: oldest, limit: 200)) {
            try transaction.run("DELETE FROM circle_deed WHERE overlap_id = \(deed.value)")
        }
    }

    /// The overlap that is confirmed: the newest that the other has confirmed and I have not, or
    /// else the newest.
    private func overlap(
        of pair: UserPair, for activity: String, _ me: User.ID, _ other: User.ID,
        in transaction: Transaction
    ) throws(Refusal) -> (Overlap, mine: StoredDeed?, theirs: StoredDeed?) {
        let since = transaction.now.advanced(by: .zero - CircleRules.confirmable)
        var newest: (Overlap, mine: StoredDeed?, theirs: StoredDeed?)?
        for overlap in try ActivitiesFeature.overlaps(
            of: pair, for: activity, endedSince: since, in: transaction)
        where overlap.starts <= transaction.now {
            let mine = try transaction.first(.deed(of: me, in: overlap.id.rawValue))
            let theirs = try transaction.first(.deed(of: other, in: overlap.id.rawValue))
            if theirs?.isConfirmed == true, mine?.isConfirmed != true {
                return (overlap, mine, theirs)
            }
            if newest == nil { newest = (overlap, mine, theirs) }
        }
        guard let newest else {
            throw Refusal(
                .notFound, field: "activity",
                "you had no match for this activity in the last 24 hours")
        }
        return newest
    }

    /// Notes what a user says; a post that is there takes a new text, and is confirmed.
    private func note(
        _ text: String, of user: User.ID, _ deed: StoredDeed?, in overlap: Overlap,
        in transaction: Transaction
    ) throws(Refusal) {
        let body = text.isEmpty ? deed?.text ?? "" : text
        try transaction.run(
            """
            INSERT INTO circle_deed (overlap_id, user_id, is_confirmed, body, at_ms)
            VALUES (\(overlap.id), \(user), 1, \(body), \(transaction.now))
            ON CONFLICT (overlap_id, user_id) DO UPDATE SET is_confirmed = 1, body = excluded.body
            """)
        guard let id = deed?.post, let old = try transaction.first(.post(id)) else { return }
        let newText = body == deed?.text ? old.text : body
        guard newText != old.text || !old.isConfirmed else { return }
        try transaction.run(
            "UPDATE circle_post SET body = \(newText), is_confirmed = 1 WHERE id = \(id)")
        guard let new = try transaction.first(.post(id)) else { return }
        try news.confirmed(new, before: old, in: transaction)
    }

    /// A post is no longer meant for more than the activity was.
    private func unconfirm(_ id: Post.ID, in transaction: Transaction) throws(Refusal) {
        guard let old = try transaction.first(.post(id)), old.isConfirmed else { return }
        try transaction.run("UPDATE circle_post SET is_confirmed = 0 WHERE id = \(id)")
        guard let new = try transaction.first(.post(id)) else { return }
        try news.unconfirmed(new, before: old, in: transaction)
    }

    private func ask(
        _ friend: User.ID, by caller: Caller, about overlap: Overlap, in transaction: Transaction
    ) throws(Refusal) {
        guard let me = try transaction.first(.account(of: caller.user)) else { throw .notSignedIn }
        var asked = CircleAsked()
        asked.friend = me.profile
        asked.activity = overlap.activity
        asked.since = overlap.began.timestamp
        try transaction.deliver(.circleAsked(asked), to: [friend])
    }

    /// Creates a post for each of these authors who has none about the overlap yet.
    private func post(
        _ overlap: Overlap, by authors: [User.ID], in transaction: Transaction
    ) throws(Refusal) {
        var posts: [User.ID: Post.ID] = [:]
        var deeds: [User.ID: StoredDeed] = [:]
        for user in [overlap.low, overlap.high] {
            deeds[user] = try transaction.first(.deed(of: user, in: overlap.id.rawValue))
            posts[user] = deeds[user]?.post
        }
        let new = authors.filter { posts[$0] == nil }
        for author in new {
            posts[author] = try CircleID.make(in: transaction) { (id: Post.ID) throws(Refusal) in
                try transaction.first(.taken(id)) != nil
            }
        }
        for author in new {
            guard let id = posts[author] else { continue }
            let companion = author == overlap.low ? overlap.high : overlap.low
            try insert(
                id, by: author, with: companion, twin: posts[companion], deeds[author], overlap,
                in: transaction)
        }
        for author in new {
            guard let id = posts[author], let stored = try transaction.first(.post(id)) else {
                continue
            }
            try news.posted(stored, in: transaction)
            // The friends of the other user know a post that existed before.
            if new.count == 1 { try news.named(by: stored, in: transaction) }
        }
    }

    private func insert(
        _ id: Post.ID, by author: User.ID, with companion: User.ID, twin: Post.ID?,
        _ deed: StoredDeed?, _ overlap: Overlap, in transaction: Transaction
    ) throws(Refusal) {
        let (text, isConfirmed) = (deed?.text ?? "", deed?.isConfirmed ?? false)
        try transaction.run(
            """
            INSERT INTO circle_post
                (id, author, companion, twin, activity, body, at_ms, is_confirmed)
            VALUES (\(id), \(author), \(companion), \(twin?.rawValue ?? 0), \(overlap.activity),
                \(text), \(transaction.now), \(isConfirmed))
            """)
        try transaction.run(
            """
            INSERT INTO circle_deed (overlap_id, user_id, is_confirmed, body, post_id, at_ms)
            VALUES (\(overlap.id), \(author), 0, \(text), \(id), \(transaction.now))
            ON CONFLICT (overlap_id, user_id) DO UPDATE SET post_id = excluded.post_id
            """)
        if let twin {
            try transaction.run("UPDATE circle_post SET twin = \(id) WHERE id = \(twin)")
        }
    }
}

extension Query where Row == String {
    /// What a user has on.
    fileprivate static func activities(of user: User.ID, at now: Moment) -> Self {
        Query("SELECT activity FROM activity_state WHERE user_id = \(user) AND expires_ms > \(now)")
        { columns throws(StoreError) in try columns.text() }
    }
}

extension Query where Row == Overlap.ID {
    /// Overlaps with a waiting post of a user who no longer has the activity on, oldest first.
    fileprivate static func waiting(
        of user: User.ID, at now: Moment, _ audience: CircleAudience, limit: Int
    ) -> Self {
        Query(
            """
            SELECT d.overlap_id
            FROM circle_deed d LEFT JOIN activity_match m ON m.id = d.overlap_id
            WHERE d.user_id = \(user) AND d.is_waiting = 1 AND NOT EXISTS (
                SELECT 1 FROM activity_state s
                WHERE s.user_id = d.user_id AND s.expires_ms > \(now)
                    AND s.activity IN (\(audience.list(activity: "m.activity"))))
            ORDER BY d.overlap_id LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == User.ID {
    /// A user with more waiting posts than one transaction publishes.
    fileprivate static var due: Self {
        Query("SELECT user_id FROM circle_due WHERE user_id > 0 ORDER BY user_id LIMIT 1") {
            columns throws(StoreError) in try columns.id()
        }
    }
}

/// An overlap that is no longer kept.
private struct ForgottenOverlap: Sendable {
    let value: Int64
}

extension Query where Row == ForgottenOverlap {
    fileprivate static func forgotten(before moment: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT d.overlap_id FROM circle_deed d
            WHERE d.at_ms < \(moment)
                AND NOT EXISTS (SELECT 1 FROM activity_match m WHERE m.id = d.overlap_id)
            ORDER BY d.at_ms LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in ForgottenOverlap(value: try columns.integer()) }
    }
}
