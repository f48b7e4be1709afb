package import Kernel

/// A look at who is whose friend, for users who have come.
package struct FriendLookup: Sendable {
    let question: UInt64
    let users: [User.ID]
    let relations: any Relations

    /// Looks.
    package func read(in snapshot: Snapshot) throws(Refusal) -> FriendReport {
        var people: [FriendReport.Person] = []
        for user in users {
            people.append(
                (
                    user, try relations.friends(of: user, in: snapshot),
                    try relations.discretion(of: user, in: snapshot)
                ))
        }
        return FriendReport(question: question, people: people)
    }
}

/// What such a look has found.
package struct FriendReport: Sendable {
    typealias Person = (user: User.ID, friends: [User.ID], discretion: Discretion)

    let question: UInt64
    let people: [Person]

    /// What the hub is to be told in the order of commits.
    var signals: [Signal] {
        people.map { .friends($0.user, $0.friends, $0.discretion, question: question) }
    }
}

/// The friends of a user, and what they may know, are read by a reader; the writer only gives what
/// was read a place in the order of commits.
///
/// A read that the hub asks for has all that the hub has heard of, and maybe more. So what was read
/// goes through the writer, which has nothing to read for it: when it comes back, the hub has heard
/// of all that the read can have seen. What the hub has heard of since it began to ask is put on
/// top.
///
/// - Source: docs/decisions/0033
extension HubCore {
    /// The store is to say who the friends of a user are, and what they may know.
    mutating func askForFriends(of user: User.ID) {
        inquiry.add(user)
        ask()
    }

    /// Friends that were asked for are read.
    package mutating func friendsRead(_ report: FriendReport, at now: HubTime) {
        self.now = now
        output.writes.append(
            WriteJob { (transaction) throws(Refusal) in
                for signal in report.signals { transaction.signal(signal) }
            })
    }

    /// The store has said of a user who the friends are, and what they may know.
    mutating func learn(
        _ friends: [User.ID], _ discretion: Discretion, of user: User.ID, question: UInt64
    ) {
        guard let news = inquiry.take(user, answering: question) else { return }
        if users[user] != nil, users[user]?.friends == nil {
            var known = SortedUsers(friends)
            for (friend, exists) in news.friends {
                exists ? known.insert(friend) : known.remove(friend)
            }
            users[user]?.friends = known
            users[user]?.discretion = news.discretion ?? discretion
            show(user)
        }
        ask()
    }

    /// Asks once more for the friends of those of whom the store has not said them.
    mutating func askAgain() {
        inquiry.giveUp(at: now.uptime)
        ask()
    }

    private mutating func ask() {
        let asked = inquiry.next(at: now.uptime)
        guard !asked.isEmpty else { return }
        output.inquiries.append(
            FriendLookup(question: inquiry.questionCount, users: asked, relations: relations))
    }
}
