extension Checker {
    /// I6: one match and one notice to each for every overlap, and a list that agrees.
    mutating func checkMatches(of statement: Statement) {
        let person = statement.person
        for (tie, count) in statement.noticeCounts.sorted(by: { $0.key < $1.key }) {
            guard let other = statements[tie.with] else { continue }
            let theirs = other.noticeCounts[.init(tie.activity, with: person)] ?? 0
            // Reported once, for the side with more notices. A notice that only one received may
            // have had no content any more when the other read it.
            let unread = other.hasAllNews(of: person) ? 0 : other.unreadBlanks.count
            guard theirs + unread < count else { continue }
            let what = "\(tie.activity) with \(roster.name(tie.with)), who got \(theirs)"
            note(.asymmetric, person, "got \(count) notices of \(what)")
        }
        checkOverlaps(of: statement)
        checkLasting(statement)
    }

    /// A match begins, ends, and begins anew; the end of a friendship ends it without an event.
    private mutating func checkOverlaps(of statement: Statement) {
        var lasting: Set<Statement.Tie> = []
        for entry in statement.inbox {
            switch entry {
            case .match(_, let friend) where !statement.hasAllNews(of: friend),
                .matchEnded(_, let friend) where !statement.hasAllNews(of: friend):
                break
            case .match(let activity, let friend):
                guard !lasting.insert(.init(activity, with: friend)).inserted else { continue }
                let whom = roster.name(friend)
                note(
                    .duplicated, statement.person,
                    "received the match for \(activity) with \(whom) twice")
            case .matchEnded(let activity, let friend):
                guard lasting.remove(.init(activity, with: friend)) == nil else { continue }
                let whom = roster.name(friend)
                note(
                    .duplicated, statement.person,
                    "received the end of \(activity) with \(whom), which had not begun")
            case .parted(let friend): lasting = lasting.filter { $0.with != friend }
            default: break
            }
        }
    }

    /// Two friends have a match for each activity that both have on, and no other.
    private mutating func checkLasting(_ statement: Statement) {
        let person = statement.person
        for tie in Set(statement.matches).sorted() {
            let what = "a match for \(tie.activity) with \(roster.name(tie.with))"
            let count = statement.matches.count { $0 == tie }
            if count > 1 { note(.duplicated, person, "has \(what) \(count) times") }
            guard let other = statements[tie.with] else {
                note(.leaked, person, "has \(what), whom nobody knows")
                continue
            }
            if !other.matches.contains(.init(tie.activity, with: person)) {
                note(.asymmetric, person, "has \(what), who has none")
            }
            if !isDue(tie, between: statement, and: other) { note(.leaked, person, "has \(what)") }
        }
        // Where audiences change, exclusions are not known here.
        for friend in statement.friends.sorted() where neighbourhood.isSteady {
            guard let other = statements[friend] else { continue }
            for activity in statement.toggles.intersection(other.toggles).sorted() {
                let tie = Statement.Tie(activity, with: friend)
                guard isDue(tie, between: statement, and: other), !statement.matches.contains(tie)
                else { continue }
                note(.lost, person, "has no match for \(activity) with \(roster.name(friend))")
            }
        }
    }

    private func isDue(
        _ tie: Statement.Tie, between one: Statement, and other: Statement
    ) -> Bool {
        !neighbourhood.isSecret(tie.activity, between: one.person, and: tie.with)
            && one.friends.contains(tie.with) && isUp(one, for: tie.activity)
            && isUp(other, for: tie.activity)
    }

    private func isUp(_ statement: Statement, for activity: String) -> Bool {
        !statement.toggles.isDisjoint(with: wildcards.union([activity]))
    }
}
