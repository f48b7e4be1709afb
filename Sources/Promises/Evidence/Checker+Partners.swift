import Wire

extension Checker {
    /// I4, I5, I6 for language partners: both see the same history of their meetup; only what was
    /// accepted in its current form is scheduled; a meetup passes once, and that is reported; the
    /// list agrees with the inbox.
    mutating func checkPartners(of statement: Statement) {
        let histories = Self.histories(statement)
        for (number, history) in histories.sorted(by: { $0.key < $1.key }) {
            checkHistory(history, number, of: statement.person)
            guard let pair = history.first?.news.pair, pair.contains(statement.person)
            else { continue }
            let friend = pair.friend(of: statement.person)
            // Reported once, for the first of the two.
            guard statement.person == pair.low, let other = statements[friend],
                differ(number, statement, other)
            else { continue }
            let name = roster.name(friend)
            note(.asymmetric, statement.person, "has another history than \(name) of \(number)")
        }
        if hasTrueClock { checkEnd(of: histories, statement) }
        for device in statement.devices where statement.unreadBlanks.isEmpty {
            for (number, meetup) in device.agreements
            where !(histories[number] ?? []).contains(where: { $0.news.meetup == meetup }) {
                let what = "\(meetup.status) in version \(meetup.version)"
                note(
                    .lost, statement.person,
                    "received an answer, and no event, that meetup \(number) is \(what)")
            }
        }
    }

    /// Whether two people received different news of a partnership.
    ///
    /// News that only one received may have had no content any more when the other read it. If the
    /// clock is not ours, a meetup may have passed between the two readings.
    private func differ(_ number: UInt32, _ one: Statement, _ other: Statement) -> Bool {
        var news = [one, other].map { $0.partnerNews.filter { $0.number == number } }
        if !hasTrueClock, let last = news.compactMap(\.last).first(where: { $0.kind == .expired }) {
            news = news.map { $0.filter { $0 != last } }
        }
        let shared = Set(news[0]).intersection(news[1])
        let common = news.map { $0.filter(shared.contains) }
        return common[0] != common[1]
            || news[0].count - common[0].count > other.unreadBlanks.count
            || news[1].count - common[1].count > one.unreadBlanks.count
    }

    /// How long after its time a meetup may still be reported as ahead.
    private static let patienceMilliseconds: Int64 = 5_000

    /// Checks the state at the end.
    private mutating func checkEnd(of histories: [UInt32: [Told]], _ statement: Statement) {
        let last = histories.compactMapValues(\.last?.news).filter { $0.value.kind != .ended }
        if let readTime = statement.readTime {
            for (number, news) in last.sorted(by: { $0.key < $1.key })
            where (news.meetup.at ?? .max) < readTime - Self.patienceMilliseconds {
                note(.lost, statement.person, "was not told that meetup \(number) has passed")
            }
        }
        guard let listed = statement.partnerships else { return }
        for number in Set(listed.keys).union(last.keys).sorted()
        where listed[number] != last[number]?.meetup {
            let what = "has another partnership \(number) in the list than the inbox told of"
            note(.asymmetric, statement.person, what)
        }
    }

    /// News of a partnership, and how many events before it were never read.
    private typealias Told = (news: PartnerNews, unreadBefore: Int)

    private static func histories(_ statement: Statement) -> [UInt32: [Told]] {
        var histories: [UInt32: [Told]] = [:]
        var unread = 0
        for (seq, entry) in zip(UInt32(1)..., statement.inbox) {
            if statement.unreadBlanks.contains(seq) { unread += 1 }
            guard let news = entry.partnerNews else { continue }
            histories[news.number, default: []].append((news, unread))
        }
        return histories
    }

    private mutating func checkHistory(_ history: [Told], _ number: UInt32, of person: Int) {
        var last: Told?
        for told in history {
            let isWhole = told.unreadBefore == (last?.unreadBefore ?? 0)
            if let flaw = flaw(in: told.news, after: last?.news, isWhole: isWhole, of: person) {
                note(flaw.kind, person, "\(flaw.what): \(told.news.kind) of partnership \(number)")
            }
            last = told
        }
    }

    /// - Parameter isWhole: whether everything between the two was read.
    private func flaw(
        in news: PartnerNews, after last: PartnerNews?, isWhole: Bool, of person: Int
    ) -> Violation? {
        let (now, before) = (news.meetup, last?.meetup ?? PartnerNews.Meetup())
        guard news.pair.contains(person) else {
            return Violation(.leaked, "received the partnership of others")
        }
        guard news.kind == .matched || (last.map { $0.kind != .ended } ?? !isWhole) else {
            return Violation(.leaked, "received news of a user who is no partner")
        }
        guard news.kind != .matched || last == nil else {
            return Violation(.duplicated, "received the same partner twice")
        }
        guard [.matched, .ended].contains(news.kind) || now.version > before.version else {
            return Violation(
                .duplicated, "received version \(now.version) after \(before.version)")
        }
        // A meetup that has passed meanwhile is a version of its own, which neither received.
        let isNext = now.version == before.version + 1
        let isUnknown = !isWhole && !isNext
        let isRight =
            switch news.kind {
            case .matched, .ended: true
            case .offered:
                isProposal(news) && (isUnknown || before.status != .scheduled || !isNext)
            case .accepted: isUnknown || isAcceptance(news, of: before) && isNext
            case .cleared: now.at == nil
            case .expired: now.at == nil && (isUnknown || before.at != nil && isNext)
            }
        guard !isRight else { return nil }
        return Violation(
            .reordered, "received a change that cannot follow version \(before.version)")
    }

    private func isProposal(_ news: PartnerNews) -> Bool {
        news.meetup.status == (news.by == news.first ? .proposedByFirst : .proposedBySecond)
    }

    /// An acceptance has the time and the place that the other partner has proposed.
    private func isAcceptance(_ news: PartnerNews, of before: PartnerNews.Meetup) -> Bool {
        let proposed: MeetupStatus =
            news.by == news.first ? .proposedBySecond : .proposedByFirst
        return news.meetup.status == .scheduled && before.status == proposed
            && (before.at, before.place) == (news.meetup.at, news.meetup.place)
    }
}
