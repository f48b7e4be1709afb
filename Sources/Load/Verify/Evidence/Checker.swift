/// Holds what people saw against what was promised.
///
/// Pure: it gets everything that was said and shown, and finds what contradicts it. An inbox is the
/// order in which its owner's world changed, so what was not allowed at some moment is found by
/// reading one inbox from the beginning.
struct Checker {
    let neighbourhood: Neighbourhood
    let roster: Roster
    let statements: [Int: Statement]
    private(set) var violations: [Violation] = []

    /// - Parameter statements: one for each person.
    init(_ statements: [Statement], _ neighbourhood: Neighbourhood, _ roster: Roster) {
        self.neighbourhood = neighbourhood
        self.roster = roster
        self.statements = Dictionary(
            statements.map { ($0.person, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Everything that was not kept, in the order of the people concerned.
    static func violations(
        _ statements: [Statement], _ neighbourhood: Neighbourhood, _ roster: Roster
    ) -> [Violation] {
        var checker = Checker(statements, neighbourhood, roster)
        for statement in statements.sorted(by: { $0.person < $1.person }) {
            checker.checkDevices(of: statement)
            checker.checkSendings(of: statement)
            checker.checkRooms(of: statement)
            checker.checkRelations(of: statement)
            checker.checkMatches(of: statement)
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
                guard statement.inbox[index] != entry else { continue }
                note(.reordered, person, "was shown another event as \(seq) than lies there")
            }
            if device.inboxTop < top {
                note(.lost, person, "was shown \(device.inboxTop) of \(top) events")
            }
            checkPresences(of: device, statement)
        }
    }

    /// I7, I10: only friends are told who is online.
    private mutating func checkPresences(of device: Testimony, _ statement: Statement) {
        for (whose, position) in device.presences.sorted(by: { $0.key < $1.key }) {
            let name = roster.name(whose)
            if whose == statement.person
                || neighbourhood.relation(statement.person, whose) == .stranger
            {
                note(.leaked, statement.person, "was told of the presence of \(name), a stranger")
            } else if let end = lastParting(from: whose, in: statement), position > end {
                note(.leaked, statement.person, "was told of the presence of \(name), unfriended")
            }
        }
    }

    /// After which event somebody was a friend no more, and never again; nil for a friend.
    private func lastParting(from friend: Int, in statement: Statement) -> UInt32? {
        let last = statement.inbox.lastIndex { $0 == .parted(friend) || $0 == .befriended(friend) }
        guard let last, statement.inbox[last] == .parted(friend) else { return nil }
        return UInt32(clamping: last + 1)
    }
}
