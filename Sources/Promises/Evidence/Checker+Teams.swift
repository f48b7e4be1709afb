import Wire

/// An event of an inbox about the members of a project.
package struct TeamNews: Hashable, Sendable {
    /// What has happened.
    package enum Kind: Sendable {
        case joined, left, ended
    }

    package let kind: Kind
    package let project: UInt32
    /// Nil: the project is gone.
    package let person: Int?
    /// How many members there are after it.
    package let size: UInt32

    /// nil: it is about something else, or about a user outside the roster.
    init?(_ body: ServerMessage.OneOf_Body, _ roster: Roster) {
        switch body {
        case .teamJoined(let change):
            guard let person = roster.number(change.user.username) else { return nil }
            (kind, project, size) = (.joined, change.project, change.size)
            self.person = person
        case .teamLeft(let change):
            guard let person = roster.number(change.user.username) else { return nil }
            (kind, project, size) = (.left, change.project, change.size)
            self.person = person
        case .projectDeleted(let deleted):
            (kind, project, size) = (.ended, deleted.number, 0)
            person = nil
        default: return nil
        }
    }
}

extension Checker {
    /// Teams: a person joins a project once before leaving it; each change counts one member more
    /// or less; a former member receives nothing more of it; the last reported size is true.
    mutating func checkTeams(of statement: Statement) {
        let news = statement.inbox.compactMap { entry in
            if case .team(let news) = entry { news } else { nil }
        }
        for (project, history) in Dictionary(grouping: news, by: \.project)
            .sorted(by: { $0.key < $1.key })
        {
            var members: Set<Int> = []
            var size: UInt32?
            for news in history {
                if let size, news.kind != .ended {
                    let due = news.kind == .joined ? size + 1 : size - min(1, size)
                    if news.size != due {
                        note(
                            .reordered, statement.person,
                            "received size \(news.size) of project \(project) after size \(size)")
                    }
                }
                if let person = news.person {
                    switch news.kind {
                    case .joined where !members.insert(person).inserted:
                        note(
                            .duplicated, statement.person,
                            "received twice that \(roster.name(person)) joined project \(project)")
                    case .joined: break
                    default: members.remove(person)
                    }
                }
                // A former member does not receive what happens before the next joining.
                let isGone =
                    news.kind == .ended || news.kind == .left && news.person == statement.person
                size = isGone ? nil : news.size
                if isGone { members = [] }
            }
            guard let size, let teams = statement.teams, teams[project] != size else { continue }
            note(
                .lost, statement.person,
                "received last that project \(project) has \(size) members, and it has "
                    + "\(teams[project] ?? 0)")
        }
    }
}
