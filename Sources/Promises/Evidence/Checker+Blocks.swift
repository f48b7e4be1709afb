extension Checker {
    /// I4: between a block and its end nothing passes, either way; what was set stays set.
    mutating func checkBlocks(of statement: Statement) {
        let (person, decisions) = (statement.person, statement.decisions)
        for block in decisions where block.isOn && block.isAcknowledged {
            guard case .block(let other) = block.subject else { continue }
            let span = (block.doneTime ?? 0, decisions.endTime(of: block))
            checkSilence(during: span, from: statement, to: other)
            if let others = statements[other] {
                checkSilence(during: span, from: others, to: person)
            }
        }
        for other in statement.friends.intersection(statement.blocks).sorted() {
            note(.leaked, person, "has \(roster.name(other)) for a friend, and has blocked them")
        }
        if Situation(person: person, behind: statement.inbox).blocked != statement.blocks {
            note(.lost, person, "has blocked others than the inbox told of")
        }
        for (subject, isOn) in decisions.settled {
            guard case .block(let other) = subject, statement.blocks.contains(other) != isOn
            else { continue }
            let what = isOn ? "a block of" : "the end of a block of"
            note(.lost, person, "had \(what) \(roster.name(other)) acknowledged, which is gone")
        }
    }

    /// Nothing is accepted that was sent after the block was acknowledged.
    private mutating func checkSilence(
        during span: (start: UInt64, end: UInt64), from author: Statement, to other: Int
    ) {
        for (number, sending) in author.sendings.sorted(by: { $0.key < $1.key })
        where sending.to == other && sending.acknowledgedAt != nil {
            guard sending.sentTime > span.start, sending.acknowledgedTime < span.end else {
                continue
            }
            let whom = roster.name(other)
            note(
                .leaked, author.person,
                "had message \(number) to \(whom) accepted in spite of a block")
        }
    }
}
