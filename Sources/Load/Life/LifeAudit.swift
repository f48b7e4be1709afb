/// Which of its promises the server kept to everybody, from the beginning.
///
/// It is held once all is quiet, and everybody has caught up.
struct LifeAudit: Sendable {
    /// Messages, comments and ends or beginnings of matches that somebody was not shown, and was
    /// to be.
    let lostCount: Int
    let duplicateCount: Int
    let reorderedCount: Int
    /// What was asked for, and neither acknowledged nor refused.
    let unansweredCount: Int
    let complaints: [String]

    /// - Parameter memories: what all have counted and remember.
    init(_ memories: [LifeTally]) {
        let diaries = memories.flatMap(\.diaries.values)
        let ledgers = diaries.flatMap(\.heard.values)
        let acked = memories.reduce(into: [:]) { $0.merge($1.acked, uniquingKeysWith: +) }
        lostCount =
            Self.lostMessages(acked, diaries) + Self.lostComments(memories, diaries)
            + Self.unevenMatches(diaries)
        duplicateCount = memories.reduce(0) { $0 + $1.breaches.duplicateCount }
        reorderedCount = ledgers.reduce(0) { $0 + $1.reorderedCount }
        unansweredCount = diaries.reduce(0) { $0 + $1.deeds.count }
        let counts = [
            (lostCount, "lost"), (duplicateCount, "doubled"), (reorderedCount, "out of order"),
            (unansweredCount, "unanswered"),
            (memories.reduce(0) { $0 + $1.missedCount }, "events passed over"),
            (memories.reduce(0) { $0 + $1.resetCount }, "sessions had to begin anew"),
            (memories.reduce(0) { $0 + $1.breaches.otherCount }, "other promises"),
        ]
        let refusedCount = memories.reduce(0) { $0 + $1.refusedCount }
        complaints =
            counts.filter { $0.0 > 0 }.map { "BROKEN: \($0.0) \($0.1)" }
            + memories.compactMap(\.breaches.first).prefix(1).map { "BROKEN, the first: \($0)" }
            + memories.compactMap(\.firstRefusal).prefix(1).map {
                "REFUSED: \(refusedCount) commands, the first: \($0)"
            }
    }

    /// Every device of both has to have each message that was acknowledged.
    private static func lostMessages(_ acked: [Talk: Int], _ diaries: [Diary]) -> Int {
        var talks: [Int: [Talk]] = [:]
        for talk in acked.keys {
            talks[talk.from, default: []].append(talk)
            talks[talk.to, default: []].append(talk)
        }
        return diaries.reduce(0) { lost, diary in
            (talks[diary.person] ?? []).reduce(lost) { lost, talk in
                let came = diary.heard[talk]?.deliveredCount ?? 0
                return lost + max(0, (acked[talk] ?? 0) - came)
            }
        }
    }

    /// Every device of a post's author is told of each comment.
    private static func lostComments(_ memories: [LifeTally], _ diaries: [Diary]) -> Int {
        var comments: [Int: [String]] = [:]
        for (comment, author) in memories.flatMap(\.commented) {
            comments[author, default: []].append(comment)
        }
        return diaries.reduce(0) { lost, diary in
            lost + (comments[diary.person] ?? []).count { !diary.comments.contains($0) }
        }
    }

    /// Of a match both know, or none.
    private static func unevenMatches(_ diaries: [Diary]) -> Int {
        let others = Dictionary(grouping: diaries, by: \.person)
        return diaries.reduce(0) { uneven, diary in
            uneven
                + diary.matches.count { match in
                    let mine = Diary.Match(friend: diary.person, activity: match.activity)
                    return others[match.friend]?.contains { !$0.matches.contains(mine) } ?? false
                }
        }
    }
}
