extension Checker {
    /// I4, I7, I8: reads an inbox from the beginning, and knows the friends at each event.
    mutating func checkRelations(of statement: Statement) {
        let person = statement.person
        var standing = Situation(person: person)
        for (index, entry) in statement.inbox.enumerated() {
            checkConcern(entry, standing, event: index + 1)
            standing.take(entry)
        }
        let friends = standing.friends
        if friends != statement.friends {
            note(.asymmetric, person, "has other friends in the list than the inbox told of")
        }
        for friend in statement.friends.sorted() {
            guard let other = statements[friend], !other.friends.contains(person) else { continue }
            note(.asymmetric, person, "has \(roster.name(friend)) for a friend, who does not agree")
        }
        for friend in neighbourhood.friends(of: person) where !friends.contains(friend) {
            note(.lost, person, "is no longer the friend of \(roster.name(friend))")
        }
    }

    /// Checks that an event concerns a person who has these friends at that moment.
    private mutating func checkConcern(
        _ entry: InboxEntry, _ standing: Situation, event: Int
    ) {
        let (person, friends) = (standing.person, standing.friends)
        switch entry {
        case .message(let saying):
            let name = roster.name(saying.author)
            guard saying.room.contains(person), saying.room.contains(saying.author) else {
                return note(.leaked, person, "received a message of \(name) in a room of others")
            }
            guard !friends.contains(saying.room.friend(of: person)),
                !neighbourhood.teammates.contains(saying.room)
            else { return }
            note(.leaked, person, "has a message of \(name) to no friend as event \(event)")
        case .match(let activity, let friend):
            let what = "received a match for \(activity) with \(roster.name(friend))"
            if !friends.contains(friend) {
                note(.leaked, person, "\(what), no friend, as event \(event)")
            } else if neighbourhood.isSecret(activity, between: person, and: friend) {
                note(.leaked, person, "\(what), who was excluded")
            }
        case .said(let activity, let friend):
            guard !friends.contains(friend) else { break }
            let what = "received what \(roster.name(friend)) says about \(activity)"
            note(.leaked, person, "\(what), no friend, as event \(event)")
        case .requested(let asker), .befriended(let asker):
            if standing.blocked.contains(asker) {
                note(.leaked, person, "received news of \(roster.name(asker)), who is blocked")
            }
            guard asker == person || neighbourhood.relation(person, asker) == .stranger else {
                break
            }
            note(.leaked, person, "received news of \(roster.name(asker)), who never asked")
        case .blocked(let other):
            guard friends.contains(other) else { break }
            note(.leaked, person, "has blocked \(roster.name(other)), who stays a friend")
        case .words(let news):
            guard case .opened(let friend) = news.kind, !friends.contains(friend) else { break }
            note(.leaked, person, "received a duel with \(roster.name(friend)), no friend")
        case .parted, .matchEnded, .plan, .unblocked, .badge, .toggled, .partners, .team, .waits,
            .group, .blank, .other:
            break
        }
    }
}
