extension Checker {
    /// I3: who was away for too long is told how things stand, and is told the truth.
    mutating func checkSnapshots(of statement: Statement) {
        for device in statement.devices {
            for snapshot in device.snapshots {
                let due = Situation(
                    person: statement.person,
                    behind: statement.inbox.prefix(Int(snapshot.top)))
                check(snapshot.standing, behind: snapshot.top, due, of: statement)
            }
        }
    }

    private mutating func check(
        _ told: Situation, behind top: UInt32, _ due: Situation, of statement: Statement
    ) {
        let person = told.person
        let what = "got a snapshot behind event \(top) with other"
        if told.friends != due.friends { note(.lost, person, "\(what) friends") }
        if told.blocked != due.blocked { note(.lost, person, "\(what) blocks") }
        // Whose time has passed is off, whether it has been told or not.
        let hasToggles =
            neighbourhood.isSteady
            ? told.toggles == due.toggles : told.toggles.isSubset(of: due.toggles)
        if !hasToggles { note(.lost, person, "\(what) toggles") }
        // Off for less than the time of grace is no match, and its end has not been told yet.
        let alive = due.matches.filter {
            due.toggles.contains($0.activity) || !due.toggles.isDisjoint(with: wildcards)
        }
        let known = told.matches.filter { statement.hasAllNews(of: $0.with) }
        if !known.isSubset(of: alive) { note(.leaked, person, "\(what) matches") }
        for friend in due.friends.sorted() {
            if told.newest[friend] != due.newest[friend] {
                note(.lost, person, "\(what) messages of \(roster.name(friend))")
            }
            let (mark, dueMark) = (told.badges[friend], due.badges[friend])
            guard told.newest[friend] != nil else { continue }
            if mark?.seq ?? 0 != dueMark?.seq ?? 0
                || mark?.isMuted ?? false != dueMark?.isMuted ?? false
            {
                note(.lost, person, "\(what) marks with \(roster.name(friend))")
            }
        }
    }
}
