import Wire

extension Checker {
    /// I4, I5, I6 for language partners: both see the same history of their meetup; nothing is
    /// scheduled that was not accepted as it then stood; what has passed has passed once, and is
    /// told; the list is what the inbox told.
    mutating func checkPartners(of statement: Statement) {
        let histories = Self.histories(statement)
        for (number, history) in histories.sorted(by: { $0.key < $1.key }) {
            checkHistory(history, number, of: statement.person)
            guard let pair = history.first?.pair, pair.contains(statement.person) else { continue }
            let friend = pair.friend(of: statement.person)
            // Told once, by the first of the two.
            guard statement.person == pair.low, let other = statements[friend],
                differ(history, Self.histories(other)[number] ?? [])
            else { continue }
            let name = roster.name(friend)
            note(.asymmetric, statement.person, "has another history than \(name) of \(number)")
        }
        if hasTrueClock { checkEnd(of: histories, statement) }
        for device in statement.devices {
            for (number, meetup) in device.agreements
            where !(histories[number] ?? []).contains(where: { $0.meetup == meetup }) {
                let what = "\(meetup.status) in version \(meetup.version)"
                note(.lost, statement.person, "was told that meetup \(number) is \(what)")
            }
        }
    }

    /// Where the clock is not ours, a meetup may have passed while one was read after the other.
    private func differ(_ one: [PartnerNews], _ other: [PartnerNews]) -> Bool {
        guard !hasTrueClock,
            let last = [one, other].compactMap(\.last).first(where: {
                $0.kind == .expired
            })
        else { return one != other }
        return one.filter { $0 != last } != other.filter { $0 != last }
    }

    /// How long after its time a meetup may still be told of as ahead.
    private static let patienceMilliseconds: Int64 = 5_000

    /// How everything stood when it was read.
    private mutating func checkEnd(
        of histories: [UInt32: [PartnerNews]], _ statement: Statement
    ) {
        let last = histories.compactMapValues(\.last).filter { $0.value.kind != .ended }
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

    private static func histories(_ statement: Statement) -> [UInt32: [PartnerNews]] {
        Dictionary(grouping: statement.partnerNews, by: \.number)
    }

    private mutating func checkHistory(_ history: [PartnerNews], _ number: UInt32, of person: Int) {
        var last: PartnerNews?
        for news in history {
            if let flaw = flaw(in: news, after: last, of: person) {
                note(flaw.kind, person, "\(flaw.what): \(news.kind) of partnership \(number)")
            }
            last = news
        }
    }

    private func flaw(
        in news: PartnerNews, after last: PartnerNews?, of person: Int
    ) -> Violation? {
        let (now, before) = (news.meetup, last?.meetup ?? PartnerNews.Meetup())
        guard news.pair.contains(person) else {
            return Violation(.leaked, "was told of partners of others")
        }
        guard news.kind == .matched || last != nil && last?.kind != .ended else {
            return Violation(.leaked, "was told of somebody who is no partner")
        }
        guard news.kind != .matched || last == nil else {
            return Violation(.duplicated, "was told twice of the same partner")
        }
        guard [.matched, .ended].contains(news.kind) || now.version > before.version else {
            return Violation(.duplicated, "was told of version \(now.version) twice")
        }
        // What has passed meanwhile is a version of its own, which nobody was told of.
        let isNext = now.version == before.version + 1
        let isRight =
            switch news.kind {
            case .matched, .ended: true
            case .offered: isProposal(news) && (before.status != .scheduled || !isNext)
            case .accepted: isAcceptance(news, of: before) && isNext
            case .cleared: now.at == nil
            case .expired: before.at != nil && now.at == nil && isNext
            }
        guard !isRight else { return nil }
        return Violation(
            .reordered, "was told of what cannot have come of version \(before.version)")
    }

    private func isProposal(_ news: PartnerNews) -> Bool {
        news.meetup.status == (news.by == news.first ? .proposedByFirst : .proposedBySecond)
    }

    /// Accepted is what the other has proposed: that time, and that place.
    private func isAcceptance(_ news: PartnerNews, of before: PartnerNews.Meetup) -> Bool {
        let proposed: MeetupStatus =
            news.by == news.first ? .proposedBySecond : .proposedByFirst
        return news.meetup.status == .scheduled && before.status == proposed
            && (before.at, before.place) == (news.meetup.at, news.meetup.place)
    }
}
