/// Holds what people saw against what was promised.
///
/// Pure: it gets everything that was said and shown, and finds what contradicts it. An inbox is the
/// order in which its owner's world changed, so what was not allowed at some moment is found by
/// reading one inbox from the beginning.
package struct Checker {
    let neighbourhood: Neighbourhood
    let roster: Roster
    let statements: [Int: Statement]
    /// What people were told of groups, by room and person.
    let groupHistories: [String: [Int: [GroupNews]]]
    /// Activities that meet every other.
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

    /// Everything that was not kept, in the order of the people concerned.
    ///
    /// - Parameters:
    ///   - statements: one for each person.
    ///   - wildcards: activities that meet every other.
    ///   - hasTrueClock: whether the server's wall clock is ours: then what was told can be held
    ///     against when it happened.
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
    /// I1, I3: what was shown stays, and everybody is shown all of it.
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

    /// What a device was not shown lies before it began, or was told by a snapshot.
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
