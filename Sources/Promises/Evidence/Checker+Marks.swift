extension Checker {
    /// I1, I7: marks and mutes are where they were set, do nothing else, and concern nobody else.
    mutating func checkMarks(of statement: Statement) {
        let person = statement.person
        checkBadges(of: statement)
        let standing = Situation(person: person, behind: statement.inbox)
        for (friend, page) in statement.pages.sorted(by: { $0.key < $1.key }) {
            let name = roster.name(friend)
            let due = standing.badges[friend]
            if page.badge.seq != due?.seq ?? 0 || page.badge.isMuted != due?.isMuted ?? false {
                note(.lost, person, "has another mark in the room with \(name) than its events say")
            }
            let unread = statement.rooms[friend]?.count {
                $0.author == friend && $0.seq > page.badge.seq
            }
            if page.unread != UInt32(clamping: unread ?? 0) {
                note(.lost, person, "has \(page.unread) unread of \(name), \(unread ?? 0) due")
            }
            checkReceipt(of: friend, page, statement)
        }
        let unread = statement.pages.values.filter { !$0.badge.isMuted }.map(\.unread).reduce(0, +)
        if let told = statement.unread, told != unread {
            note(.lost, person, "has \(told) unread in all, \(unread) due")
        }
        for (subject, isOn) in statement.decisions.settled {
            guard case .mute(let friend) = subject, let page = statement.pages[friend],
                page.badge.isMuted != isOn
            else { continue }
            let what = isOn ? "muted" : "unmuted"
            note(.lost, person, "had the room with \(roster.name(friend)) \(what), which is gone")
        }
    }

    private mutating func checkBadges(of statement: Statement) {
        var last: [Int: UInt32] = [:]
        for case .badge(let badge) in statement.inbox {
            let friend = badge.room.friend(of: statement.person)
            if badge.seq < last[friend] ?? 0 {
                note(.reordered, statement.person, "has a mark that moved back to \(badge.seq)")
            }
            last[friend] = badge.seq
            guard !statement.devices.contains(where: { $0.marked.contains(friend) }) else {
                continue
            }
            let name = roster.name(friend)
            note(
                .leaked, statement.person,
                "received a mark or mute in the room with \(name) that no own device set")
        }
    }

    /// A page shows the receipt of the other side as the other side has it, if it is shared.
    private mutating func checkReceipt(
        of friend: Int, _ page: Statement.Page, _ statement: Statement
    ) {
        let (person, name) = (statement.person, roster.name(friend))
        guard neighbourhood.sharesReceipts(friend) else {
            guard page.receipt.read != nil else { return }
            return note(.leaked, person, "can see how far \(name) has read, who does not tell")
        }
        guard neighbourhood.isSteady, let theirs = statements[friend]?.pages[person] else { return }
        if page.receipt.read != theirs.badge.seq {
            note(.lost, person, "cannot see that \(name) has read up to \(theirs.badge.seq)")
        }
    }
}
