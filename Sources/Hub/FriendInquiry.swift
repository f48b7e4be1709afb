import Kernel
import Wire

/// The users whose friends the store is asked for. One question is under way at a time, about as
/// many users as have come meanwhile. Ten thousand who come back at once are about a hundred jobs
/// of the writer.
struct FriendInquiry: Sendable {
    /// Most users of one question; they take the writer some milliseconds.
    static let usersMax = 100
    /// How long the store may take to answer before it is asked again: while its disk is full, it
    /// does not answer.
    private static let patience = Duration.seconds(2)

    /// The users whose friends the store has not returned yet.
    private(set) var users: Set<User.ID> = []
    /// When the store is asked again; nil while no answer is pending.
    private(set) var due: Duration?
    /// The number of users in a question. After a question without an answer it is one, since the
    /// rows of one user may be unreadable; then it grows again.
    private var count = FriendInquiry.usersMax
    /// The users who have not been asked about, in the order of arrival.
    private var waiting: [User.ID] = []
    /// The users who have been asked about.
    private var asked: Set<User.ID> = []
    /// The users of whom another node has changed something since they were asked about: the answer
    /// may be older.
    private var doubted: Set<User.ID> = []

    mutating func add(_ user: User.ID) {
        if users.insert(user).inserted { waiting.append(user) }
    }

    /// The store has answered for a user.
    mutating func remove(_ user: User.ID) {
        users.remove(user)
        guard asked.remove(user) != nil, asked.isEmpty else { return }
        due = nil
        count = min(count * 2, Self.usersMax)
    }

    /// Another node has changed something that a pending answer may not contain.
    mutating func doubt(_ signal: Signal) {
        switch signal {
        case .relation(let one, let other, _): doubted.formUnion(asked.intersection([one, other]))
        case .discretion(let user, _): doubted.formUnion(asked.intersection([user]))
        default: break
        }
    }

    /// Whether the answer about a user may be older than what is known.
    func doubts(_ user: User.ID) -> Bool { doubted.contains(user) }

    /// The same, and clears the doubt.
    mutating func takeDoubt(of user: User.ID) -> Bool { doubted.remove(user) != nil }

    /// The users to ask about now; none while an answer is pending.
    mutating func next(at now: Duration) -> [User.ID] {
        while asked.isEmpty, !waiting.isEmpty {
            // A user whose answer came late need not be asked about again.
            let next = waiting.prefix(count).filter(users.contains)
            waiting.removeFirst(min(count, waiting.count))
            asked = Set(next)
            if !next.isEmpty {
                due = now + Self.patience
                return next
            }
        }
        return []
    }

    /// Withdraws the question whose answer is overdue; others go first.
    mutating func giveUp(at now: Duration) {
        guard let due, due <= now else { return }
        waiting += asked.sorted()
        (asked, self.due, count) = ([], nil, 1)
    }
}

extension HubCore {
    /// Asks the store for the friends of a user, and for what they may know.
    mutating func askForFriends(of user: User.ID) {
        inquiry.add(user)
        ask()
    }

    /// The store has returned the friends of a user.
    mutating func learn(_ friends: [User.ID], of user: User.ID) {
        inquiry.remove(user)
        if inquiry.takeDoubt(of: user) {
            inquiry.add(user)
            return ask()
        }
        if users[user] != nil, users[user]?.friends == nil {
            users[user]?.friends = SortedUsers(friends)
            show(user)
            tellOfOthers(user)
        }
        ask()
    }

    /// Asks again for the friends of users for whom the store has not answered.
    mutating func askAgain() {
        inquiry.giveUp(at: now.uptime)
        ask()
    }

    private mutating func ask() {
        let asked = inquiry.next(at: now.uptime)
        guard !asked.isEmpty else { return }
        let relations = relations
        let job = WriteJob { (transaction) throws(Refusal) in
            for user in asked {
                let friends = try relations.friends(of: user, in: transaction)
                let discretion = try relations.discretion(of: user, in: transaction)
                transaction.signal(.asked(user, discretion))
                transaction.signal(.friends(user, friends))
            }
        }
        output.writes.append(job)
    }
}
