/// Checks what people saw against what was promised.
///
/// Pure: it takes everything that was sent and shown, and finds contradictions. An inbox is the
/// order in which its owner's world changed. So whatever was not allowed at some moment shows when
/// one inbox is read from the beginning.
package struct Checker {
    let neighbourhood: Neighbourhood
    let roster: Roster
    let statements: [Int: Statement]
    /// The news of groups that people received, by room and person.
    let groupHistories: [String: [Int: [GroupNews]]]
    /// Activities that match every other.
    let wildcards: Set<String>
    /// Whether the server's wall clock is ours.
    let hasTrueClock: Bool
    private(set) var violations: [Violation] = []

    private init(
        _ statements: [Statement], _ neighbourhood: Neighbourhood, _ roster: Roster,
        wildcards: Set<String>, hasTrueClock: Bool
    ) {
        self.neighbourhood = neighbourhood
        self.wildcards = wildcards
        self.roster = roster
        groupHistories = Self.groupHistories(statements)
        self.hasTrueClock = hasTrueClock
        self.statements = Dictionary(
            statements.map { ($0.person, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// All broken promises, in the order of the people concerned.
    ///
    /// - Parameters:
    ///   - statements: one for each person.
    ///   - wildcards: activities that match every other.
    ///   - hasTrueClock: whether the server's wall clock is ours: then the time of a report can be
    ///     compared with the time of its event.
    package static func violations(
        _ statements: [Statement], _ neighbourhood: Neighbourhood, _ roster: Roster,
        wildcards: Set<String> = [], hasTrueClock: Bool
    ) -> [Violation] {
        var checker = Checker(
            statements, neighbourhood, roster, wildcards: wildcards, hasTrueClock: hasTrueClock)
        for statement in statements.sorted(by: { $0.person < $1.person }) {
            checker.checkDevices(of: statement)
            checker.checkSendings(of: statement)
            checker.checkRooms(of: statement)
            checker.checkRelations(of: statement)
            checker.checkMatches(of: statement)
            checker.checkBlocks(of: statement)
            checker.checkMarks(of: statement)
            checker.checkHints(of: statement)
            checker.checkSnapshots(of: statement)
            checker.checkPartners(of: statement)
            checker.checkTeams(of: statement)
            checker.checkGroups(of: statement)
            checker.checkWords(of: statement)
        }
        return checker.violations
    }

    mutating func note(_ kind: Violation.Kind, _ person: Int, _ what: String) {
        violations.append(Violation(kind, "\(roster.name(person)) \(what)"))
    }
}

extension Checker {
    /// I1, I3: what was shown stays, and every device is shown all of it.
    private mutating func checkDevices(of statement: Statement) {
        let person = statement.person
        for device in statement.devices {
            violations += device.violations.sorted { $0.what < $1.what }
            let top = statement.inbox.count
            for (seq, entry) in device.inbox.sorted(by: { $0.key < $1.key }) {
                let index = Int(seq) - 1
                guard statement.inbox.indices.contains(index) else {
                    note(.lost, person, "was shown event \(seq), which is gone")
                    continue
                }
                let due = statement.inbox[index]
                guard due != entry, due != .blank else { continue }
                note(.reordered, person, "was shown another event as \(seq) than lies there")
            }
            for skip in device.skips where !skip.allSatisfy(statement.isBlank) {
                let due = skip.lowerBound
                note(.lost, person, "was shown event \(skip.upperBound) where \(due) was due")
            }
            if max(device.inboxTop, device.gaps.last?.upperBound ?? 0, device.start ?? 0) < top {
                note(.lost, person, "was shown \(device.inboxTop) of \(top) events")
            }
            checkHoles(of: device, statement)
        }
        for seq in statement.missing {
            note(.lost, person, "has a hole in the inbox, which was event \(seq)")
        }
    }

    /// Events that a device was not shown precede its start, or are covered by a snapshot.
    private mutating func checkHoles(of device: DeviceTrace, _ statement: Statement) {
        let start = device.start ?? 0
        let hole = (0..<device.inboxTop).map { $0 + 1 }.first { seq in
            seq > start && device.inbox[seq] == nil && !statement.isBlank(seq)
                && !device.gaps.contains { $0.contains(seq) }
        }
        guard let hole else { return }
        note(.lost, statement.person, "was never shown event \(hole), on one device")
    }
}

extension Checker {
    /// I3: a user who was away for too long receives the state, and it is true.
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
        // An activity whose time has passed is off, whether that was reported or not.
        let hasToggles =
            neighbourhood.isSteady
            ? told.toggles == due.toggles : told.toggles.isSubset(of: due.toggles)
        if !hasToggles { note(.lost, person, "\(what) toggles") }
        // A match whose activity has been off for less than the grace is not listed, and its end
        // was not reported yet.
        let alive = due.matches.filter {
            due.toggles.contains($0.activity) || !due.toggles.isDisjoint(with: wildcards)
        }
        let known = told.matches.filter { statement.hasAllNews(of: $0.with) }
        if !known.isSubset(of: alive) { note(.leaked, person, "\(what) matches") }
        for friend in due.friends.sorted() {
            let (newest, dueNewest) = (told.newest[friend] ?? 0, due.newest[friend] ?? 0)
            let mayBeOlder = statement.disappears(dueNewest, with: friend)
            if newest != dueNewest, newest > dueNewest || !mayBeOlder {
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
