extension Checker {
    /// I4, I7, I10: only friends receive who is online and who is typing, where a person is and how
    /// far they have read. What a person does not share has no recipients.
    mutating func checkHints(of statement: Statement) {
        let friendships = Friendships(statement)
        for device in statement.devices {
            let hints = device.ephemeral.hints.sorted {
                ($0.key.whose, $0.key.position) < ($1.key.whose, $1.key.position)
            }
            for (hint, time) in hints { check(hint, at: time, of: statement, friendships) }
            for whose in device.ephemeral.reticent.sorted() where neighbourhood.isSteady {
                let name = roster.name(whose)
                note(
                    .reordered, statement.person,
                    "received a receipt of \(name) that no longer says what is read")
            }
            for (whose, receipt) in device.ephemeral.receipts.sorted(by: { $0.key < $1.key }) {
                check(receipt, of: whose, statement)
            }
        }
    }

    /// A person who is behind with the inbox may hear of a friend before the event of the
    /// friendship, but not before the friendship began.
    private mutating func check(
        _ hint: EphemeralTrace.Hint, at time: Int64, of statement: Statement,
        _ friendships: Friendships
    ) {
        let latest = hasTrueClock ? time : .max
        let (person, whose) = (statement.person, hint.whose)
        let what = "received the \(hint.topic.rawValue) of \(roster.name(whose))"
        if whose == person || neighbourhood.relation(person, whose) == .stranger {
            note(.leaked, person, "\(what), a stranger")
        } else if !neighbourhood.teammates.contains(PersonPair(person, whose)),
            !friendships.include(whose, at: hint.position),
            !friendships.begin(with: whose, after: hint.position, by: latest)
        {
            let isEarly = friendships.begin(with: whose, after: hint.position)
            let relation = isEarly ? "no friend yet" : "no friend"
            note(.leaked, person, "\(what), \(relation), behind event \(hint.position)")
        }
        guard hint.topic == .typing else { return }
        if !neighbourhood.tellsTyping(whose) {
            note(.leaked, person, "\(what), who does not tell")
        } else if let other = statements[whose],
            !other.devices.contains(where: { $0.typedTo.contains(person) })
        {
            note(.leaked, person, "\(what), who never wrote to them")
        }
    }

    /// A receipt claims no more than is true, and only what the other person shares.
    private mutating func check(
        _ receipt: EphemeralTrace.Receipt, of whose: Int, _ statement: Statement
    ) {
        let (person, name) = (statement.person, roster.name(whose))
        if receipt.read != nil, !neighbourhood.sharesReceipts(whose) {
            note(.leaked, person, "received the read position of \(name), who does not share it")
        }
        guard let page = statement.pages[whose],
            let newest = statement.newestMessage(with: whose)
        else { return }
        if neighbourhood.isSteady, (receipt.read ?? 0) > page.receipt.read ?? 0 {
            note(.lost, person, "received a read position of \(name) that is too high")
        }
        if receipt.delivered > page.receipt.delivered || receipt.delivered > newest {
            note(.lost, person, "received a delivered position of \(name) that is too high")
        }
    }
}
