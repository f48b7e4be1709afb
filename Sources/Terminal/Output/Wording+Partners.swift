import Wire

extension Wording {
    /// A profile, as a line or two.
    func speaker(_ speaker: Speaker) -> [String] {
        let isHidden = speaker.hasOpen && !speaker.open
        let line =
            "\(learner(speaker)), knows \(safe(speaker.known)), learns \(safe(speaker.learn))"
            + (isHidden ? palette.dim(" (not shown to others: `partner me --open`)") : "")
        return [line] + (speaker.bio.isEmpty ? [] : ["  \(safe(speaker.bio))"])
    }

    /// Those who fit.
    func speakers(_ page: Speakers) -> [String] {
        guard !page.speakers.isEmpty else { return [palette.dim("nobody fits now")] }
        let rows = page.speakers.map { speaker in
            [
                Table.Cell(safe(speaker.username)),
                Table.Cell("\(safe(speaker.firstName)) \(safe(speaker.lastName))"),
                Table.Cell("\(safe(speaker.known)) → \(safe(speaker.learn))", palette.dim),
                Table.Cell(safe(speaker.bio), palette.dim),
            ]
        }
        return table(rows) + (page.next > 0 ? [palette.dim("… more: --after \(page.next)")] : [])
    }

    /// One's partners, and how far each meetup is.
    func partnerships(_ list: Partnerships) -> [String] {
        list.partnerships.isEmpty
            ? [palette.dim("no partners yet: `partner find`, or `partner with`")]
            : list.partnerships.map(partnership)
    }

    /// What there is with one partner, and what may be done now.
    func partnership(_ partnership: Partnership) -> String {
        let other = other(of: partnership)
        let name = safe(other.username)
        let who = learner(other)
        let appointment = "\(times.date(partnership.at)), \(safe(partnership.place))"
        if partnership.status == .noMeetup {
            return "\(who): no meetup "
                + palette.dim("(`meet offer \(name) --at TIME --place PLACE`)")
        }
        if partnership.status == .scheduled {
            return "\(palette.yellow("★")) \(who): you meet \(appointment)"
        }
        return isMine(partnership)
            ? "\(who): you proposed \(appointment)"
            : "\(who) proposes \(appointment) " + palette.dim("(`meet accept \(name)`, or counter)")
    }

    /// What happened to a meetup, or to two partners; nil for anything else.
    func partnerNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .partnerMatched(let matched):
            "\(learner(other(of: matched.partnership))) is your language partner now"
        case .partnerEnded(let ended): "\(safe(ended.username)) is no longer your language partner"
        case .meetupOffered(let change), .meetupAccepted(let change):
            partnership(change.partnership)
        case .meetupCleared(let change):
            change.by == me
                ? "you took back the meetup with \(safe(other(of: change.partnership).username))"
                : "\(safe(change.by)) took back the meetup with you"
        case .meetupExpired(let change):
            "the time of the meetup with \(safe(other(of: change.partnership).username)) has passed"
        default: nil
        }
    }

    private func learner(_ speaker: Speaker) -> String {
        "\(safe(speaker.firstName)) \(safe(speaker.lastName)) (\(safe(speaker.username)))"
    }

    private func other(of partnership: Partnership) -> Speaker { partnership.other(than: me) }

    private func isMine(_ partnership: Partnership) -> Bool { !partnership.awaits(me) }
}

extension Partnership {
    /// The one of the two who is not `me`.
    func other(than me: String) -> Speaker { first.username == me ? second : first }

    /// Whether the other has proposed a meetup, and `me` has to answer.
    func awaits(_ me: String) -> Bool {
        status == (first.username == me ? .proposedBySecond : .proposedByFirst)
    }
}
