import Wire

extension Checker {
    /// I4, I5, I6 for language partners: both see the same history of their meetup; nothing is
    /// scheduled that was not accepted as it then stood; what has passed has passed once.
    mutating func checkPartners(of statement: Statement) {
        let histories = Self.histories(statement)
        for (number, history) in histories.sorted(by: { $0.key < $1.key }) {
            checkHistory(history, number, of: statement.person)
            guard let pair = history.first?.pair, pair.contains(statement.person) else { continue }
            let friend = pair.friend(of: statement.person)
            // Told once, by the first of the two.
            guard statement.person == pair.low, let other = statements[friend],
                Self.histories(other)[number] ?? [] != history
            else { continue }
            let name = roster.name(friend)
            note(.asymmetric, statement.person, "has another history than \(name) of \(number)")
        }
        for device in statement.devices {
            for (number, meetup) in device.agreements
            where !(histories[number] ?? []).contains(where: { $0.meetup == meetup }) {
                let what = "\(meetup.status) in version \(meetup.version)"
                note(.lost, statement.person, "was told that meetup \(number) is \(what)")
            }
        }
    }

    private static func histories(_ statement: Statement) -> [UInt32: [PartnerNews]] {
        let news = statement.inbox.compactMap { entry in
            if case .partners(let news) = entry { news } else { nil }
        }
        return Dictionary(grouping: news, by: \.number)
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
