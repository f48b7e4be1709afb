import SwiftProtobuf
import Wire

extension Wording {
    /// A page of the circle.
    func circle(_ page: CirclePage) -> [String] {
        guard let last = page.posts.last else { return [palette.dim("nothing on the circle yet")] }
        let older = page.more ? [palette.dim("… older: --before \(safe(last.id))")] : []
        return page.posts.flatMap { post($0) } + older
    }

    /// A post with its comments.
    ///
    /// - Parameter isNumbered: with the names of the comments, which `--unsay` takes.
    func post(_ post: CirclePost, isNumbered: Bool = false) -> [String] {
        var lines = [headline(post)]
        if !post.text.isEmpty { lines += SafeText.lines(post.text) }
        let hidden = Int(post.commentCount) - post.comments.count
        if hidden > 0 {
            let behind = before(post.comments.first)
            lines.append(palette.dim("… \(hidden) more: --post \(safe(post.id))\(behind)"))
        }
        for comment in post.comments { lines += said(comment, isNumbered: isNumbered) }
        return stamped(post.hasAt ? post.at : nil, lines)
    }

    /// Some comments of a post, oldest first.
    func comments(_ page: CircleCommentPage) -> [String] {
        let behind = before(page.comments.first)
        let older = palette.dim("… older: --post \(safe(page.post))\(behind)")
        return (page.more ? [older] : [])
            + page.comments.flatMap {
                stamped($0.hasAt ? $0.at : nil, said($0, isNumbered: true))
            }
    }

    /// The number of likes of a post.
    func likes(_ likes: CircleLikes) -> String {
        likes.likes == 0
            ? "nobody likes \(safe(likes.post))" : "\(heart(likes.likes)) \(safe(likes.post))"
    }

    /// The outcome of "we did it".
    func confirmed(_ confirmed: CircleConfirmed) -> String {
        guard confirmed.posted else { return "noted; it is posted once your friend says so, too" }
        return confirmed.post.isEmpty ? "posted" : "posted: \(safe(confirmed.post))"
    }

    /// Why there is a match, or what the user can do about it.
    func reason(_ reason: MatchReason) -> String {
        if reason.matched {
            let since = reason.hasSince ? " (since \(times.text(reason.since)))" : ""
            return "\(palette.yellow("★")) you are both up for it\(since)"
        }
        let words = reason.obstacles.compactMap { obstacle -> String? in
            switch obstacle {
            case .notOn: "you are not up for it (`up`)"
            case .notMeant: "you have not meant it for this friend (`audience`)"
            case .theirSide: "there is nothing you could do about it"
            case .unspecified, .UNRECOGNIZED: nil
            }
        }
        return "no match: " + words.joined(separator: "; ")
    }

    /// A change of the open circle, with its time; nothing for changes without interest. A like
    /// changes only the total, as on the post itself: the names stay private.
    func news(_ news: CircleChanged) -> [String] {
        switch news.change {
        case .posted(let post):
            stamped(post.hasAt ? post.at : nil, [headline(post) + quoted(post.text)])
        case .said(let said):
            stamped(
                said.comment.hasAt ? said.comment.at : nil,
                [person(said.comment.from) + quoted(said.comment.text) + place(of: said.post)])
        case .liked(let likes):
            stamped(
                Google_Protobuf_Timestamp(seconds: Int64(times.now())),
                [
                    (likes.likes == 0 ? "nobody likes it any more" : "\(heart(likes.likes)) now")
                        + place(of: likes.post)
                ])
        case .removed, .unsaid, nil: []
        }
    }

    /// A comment of another user on a post of mine.
    func commented(_ news: CircleCommented) -> String {
        "\(person(news.comment.from)) on your post" + quoted(news.comment.text)
            + place(of: news.post)
    }

    /// ` (circle --post 7)`: where to look.
    private func place(of post: String) -> String {
        palette.dim(" (circle --post \(safe(post)))")
    }

    /// A friend confirms that we did it.
    func asked(_ asked: CircleAsked) -> String {
        let words = "did \(safe(asked.friend.username)) \(safe(asked.activity))"
        return "\(person(asked.friend)) says that you did it: "
            + "\(palette.bold(safe(asked.activity)))\(palette.dim(" (`\(words)` confirms)"))"
    }

    private func headline(_ post: CirclePost) -> String {
        let names = (post.hasWith ? [post.with] : []) + post.others
        let with =
            names.isEmpty ? "" : " with \(names.map { person($0) }.joined(separator: ", "))"
        let likes = post.likes == 0 ? "" : "  \(heart(post.likes))"
        return "\(palette.bold(person(post.author))): \(safe(post.title))\(with)\(likes)"
            + palette.dim("  \(safe(post.id))")
    }

    private func before(_ comment: CircleComment?) -> String {
        comment.map { " --before \(safe($0.id))" } ?? ""
    }

    private func heart(_ count: UInt32) -> String { palette.yellow("♥ \(count)") }

    private func said(_ comment: CircleComment, isNumbered: Bool) -> [String] {
        var lines = SafeText.lines(comment.text)
        if let first = lines.first { lines[0] = "\(palette.bold(person(comment.from))): \(first)" }
        if isNumbered { lines[lines.count - 1] += palette.dim("  \(safe(comment.id))") }
        return lines
    }
}

extension Wording {
    /// The activities with the user's own states.
    func activities(_ list: Activities) -> [String] {
        guard !list.activities.isEmpty else {
            return [palette.dim("there is nothing to be up for")]
        }
        return table(
            zip(1..., list.activities).map { number, state in
                let isOn = state.on
                let icon = hasIcons ? safe(state.icon) : ""
                let note = state.wildcard ? "meets every other" : ""
                let until = isOn && state.hasExpiresAt ? "until \(times.text(state.expiresAt))" : ""
                let from = state.details.hasFrom ? "from \(times.text(state.details.from)) " : ""
                let place = state.details.place.isEmpty ? "" : "at \(safe(state.details.place))"
                let said = [safe(state.details.note), place].filter { !$0.isEmpty }
                let marks = [
                    Table.Cell("\(number)", palette.dim),
                    Table.Cell(isOn ? "●" : "○", isOn ? palette.green : palette.dim),
                ]
                return marks + (hasIcons ? [Table.Cell(icon)] : []) + [
                    Table.Cell(safe(state.activity), isOn ? palette.bold : palette.bare),
                    Table.Cell(safe(state.title)),
                    Table.Cell(until.isEmpty ? lifetime(of: state) : from + until, palette.dim),
                    Table.Cell(
                        said.isEmpty ? note : said.joined(separator: ", "), palette.dim),
                ]
            })
    }

    /// How long an activity stays on: "for 2 h", "for 45 min".
    private func lifetime(of state: ActivityState) -> String {
        guard state.hasLifetime else { return "" }
        let minutes = state.lifetime.seconds / 60
        return minutes % 60 == 0 ? "for \(minutes / 60) h" : "for \(minutes) min"
    }

    /// The friends for whom an activity is meant.
    func audience(_ audience: Audience) -> [String] {
        let hasFriends = !audience.friends.isEmpty
        var rows = audience.friends.map { row(person($0.user), isMeant: $0.selected) }
        // Without friends the default needs no row.
        if audience.hasNewcomers, hasFriends || !audience.newcomers {
            rows.append(row("friends you make later", isMeant: audience.newcomers))
        }
        return (hasFriends ? [] : [palette.dim("no friends yet")]) + table(rows)
    }

    private func row(_ who: String, isMeant: Bool) -> [Table.Cell] {
        [
            Table.Cell(isMeant ? "✓" : "–", isMeant ? palette.green : palette.dim),
            Table.Cell(who, isMeant ? palette.bare : palette.dim),
        ]
    }

    /// The users who are up for the same activity, or were.
    func matches(_ list: Matches) -> [String] {
        guard !list.matches.isEmpty else { return [palette.dim("no matches")] }
        return list.matches.map { match in
            let (who, what) = (safe(match.with.username), safe(match.activity))
            let since = times.text(match.since)
            return match.hasUntil
                ? palette.dim(
                    "  \(who) was up for \(what) too (\(since) – \(times.text(match.until)))")
                : "\(palette.yellow("★")) \(who) is up for \(what) too (since \(since))"
                    + (match.hasDetails ? details(match.details) : "")
        }
    }

    /// What a user says about an activity, to be shown behind it.
    func details(_ details: ActivityDetails) -> String {
        var parts: [String] = []
        if details.hasFrom { parts.append("from \(times.text(details.from))") }
        if details.hasUntil { parts.append("until \(times.text(details.until))") }
        if !details.place.isEmpty { parts.append("at \(safe(details.place))") }
        if details.hasPoint { parts.append("at \(details.point.lat),\(details.point.lon)") }
        if details.hasRoomFor { parts.append("room for \(details.roomFor)") }
        let facts = parts.isEmpty ? "" : palette.dim(", \(parts.joined(separator: ", "))")
        return facts + (details.note.isEmpty ? "" : ": \(safe(details.note))")
    }
}
