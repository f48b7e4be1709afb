extension Checker {
    /// The news that each person received of each group, in the order of the inbox, by room.
    static func groupHistories(_ statements: [Statement]) -> [String: [Int: [GroupNews]]] {
        var histories: [String: [Int: [GroupNews]]] = [:]
        for statement in statements {
            for case .group(let news) in statement.inbox {
                histories[news.room, default: [:]][statement.person, default: []].append(news)
            }
        }
        return histories
    }

    /// Groups: an acknowledged message is in the group once, at the acknowledged place; messages
    /// count 1, 2, 3 …; all members receive the same events, in the same order, while they are
    /// members, and no others. Messages of members whom they have blocked at some time are
    /// excepted.
    mutating func checkGroups(of statement: Statement) {
        checkGroupSendings(of: statement)
        for (room, histories) in groupHistories.sorted(by: { $0.key < $1.key }) {
            guard let history = histories[statement.person] else { continue }
            checkMembership(of: statement.person, history)
            compare(history, of: statement.person, with: chronicle(histories), in: room)
        }
    }

    private mutating func checkGroupSendings(of statement: Statement) {
        let author = statement.person
        var places: [Int: [UInt32]] = [:]
        for case .group(let news) in statement.inbox {
            guard case .message(author, let number, let seq) = news.kind else { continue }
            places[number, default: []].append(seq)
        }
        for (number, sending) in statement.groupSendings.sorted(by: { $0.key < $1.key }) {
            let found = places[number] ?? []
            if found.count > 1 {
                note(.duplicated, author, "has message \(number) twice in group \(sending.room)")
            }
            guard let place = sending.acknowledgedAt, !found.contains(place) else { continue }
            // A former member cannot read earlier messages any more.
            let history = groupHistories[sending.room]?[author] ?? []
            guard !found.isEmpty || !history.contains(where: { $0.leaves(author) }) else {
                continue
            }
            note(
                found.isEmpty ? .lost : .reordered, author,
                "had message \(number) acknowledged at \(place) in group \(sending.room): "
                    + "it is at \(found)")
        }
    }

    private mutating func checkMembership(of person: Int, _ history: [GroupNews]) {
        let lacksNone = onceBlocked(by: person).isEmpty
        /// Unknown where the beginning of the inbox was forgotten.
        var isMember = history.first?.joins(person) == true ? false : nil
        var last: UInt32?
        for news in history {
            switch news.kind {
            case .message(_, _, let seq):
                if isMember == false {
                    note(.leaked, person, "was shown message \(seq) of \(news.room), no member")
                }
                if let last, lacksNone ? seq != last + 1 : seq <= last {
                    note(
                        seq > last ? .lost : .reordered, person,
                        "was shown message \(seq) of group \(news.room) after \(last)")
                }
                last = seq
            case .members where news.joins(person):
                if isMember == true {
                    note(.duplicated, person, "joined \(news.room) twice without leaving")
                }
                (isMember, last) = (true, nil)
            case .members where news.leaves(person): (isMember, last) = (false, nil)
            case .members: break
            }
        }
    }

    /// The news of a person who has been a member from the first day until now; nil: there is none,
    /// or such a person cannot be distinguished from later members.
    private func chronicle(_ histories: [Int: [GroupNews]]) -> (of: Int, news: [GroupNews])? {
        let whole = histories.filter { person, history in
            history.first?.joins(person) == true && !history.contains { $0.leaves(person) }
        }
        let longest = whole.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        return longest.map { (of: $0.key, news: $0.value) }
    }

    private mutating func compare(
        _ history: [GroupNews], of person: Int,
        with chronicle: (of: Int, news: [GroupNews])?, in room: String
    ) {
        guard let chronicle, chronicle.of != person, history.first?.joins(person) == true,
            !isLater(chronicle.news, than: history, of: person)
        else { return }
        let blocked = onceBlocked(by: person).union(onceBlocked(by: chronicle.of))
        let told = stretches(of: person, in: history, but: blocked)
        let due = stretches(of: person, in: chronicle.news, but: blocked)
        guard told != due else { return }
        let (toldCount, dueCount) = (told.joined().count, due.joined().count)
        note(
            toldCount < dueCount ? .lost : .reordered, person,
            "received \(toldCount) events of group \(room) as a member, and "
                + "\(roster.name(chronicle.of)) \(dueCount), or others")
    }

    /// Whether a chronicle begins only after a person had joined: it is that of a member who joined
    /// later, and stayed.
    private func isLater(
        _ chronicle: [GroupNews], than history: [GroupNews], of person: Int
    ) -> Bool {
        guard let first = history.first, let begin = chronicle.first,
            !chronicle.contains(first)
        else { return false }
        return history.contains(begin) || history.last?.leaves(person) == true
    }

    /// The news of each membership, from joining to leaving. The messages of a membership that is
    /// over are not readable any more.
    ///
    /// - Parameter blocked: people whose messages are left out.
    private func stretches(
        of person: Int, in news: [GroupNews], but blocked: Set<Int>
    ) -> [[GroupNews]] {
        var stretches: [[GroupNews]] = []
        var isMember = false
        for entry in news {
            switch entry.kind {
            case .message(let author, _, _):
                guard isMember, !blocked.contains(author) else { continue }
                stretches[stretches.count - 1].append(entry)
            case .members(let joined, let left):
                if joined.contains(person) {
                    isMember = true
                    stretches.append([])
                }
                guard isMember else { continue }
                stretches[stretches.count - 1].append(entry)
                guard left.contains(person) else { continue }
                isMember = false
                stretches[stretches.count - 1].removeAll(where: \.isMessage)
            }
        }
        return stretches
    }

    private func onceBlocked(by person: Int) -> Set<Int> {
        statements[person]?.onceBlocked ?? []
    }
}
