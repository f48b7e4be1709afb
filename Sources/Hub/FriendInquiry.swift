import Kernel
import Wire

/// Whose friends the store is asked for: one question at a time, about as many users as have come
/// meanwhile. Ten thousand who come back at once are about a hundred jobs of the writer.
struct FriendInquiry: Sendable {
    /// Most users of one question; they take the writer some milliseconds.
    static let usersMax = 100
    /// How long the store may take to answer before it is asked again: while its disk is full it
    /// says nothing.
    private static let patience = Duration.seconds(2)

    /// Of whom the store has not said it yet.
    private(set) var users: Set<User.ID> = []
    /// When the store is asked again; nil while no answer is due.
    private(set) var due: Duration?
    /// How many it is asked about: after a question without an answer one alone, since it may be
    /// one whose rows cannot be read; then more and more again.
    private var count = FriendInquiry.usersMax
    /// Those who have not been asked about, in the order of their coming.
    private var waiting: [User.ID] = []
    /// Those who have.
    private var asked: Set<User.ID> = []
    /// Those of whom another node has changed something since they were asked about: the answer may
    /// be older.
    private var doubted: Set<User.ID> = []

    mutating func add(_ user: User.ID) {
        if users.insert(user).inserted { waiting.append(user) }
    }

    /// The store has answered.
    mutating func remove(_ user: User.ID) {
        users.remove(user)
        guard asked.remove(user) != nil, asked.isEmpty else { return }
        due = nil
        count = min(count * 2, Self.usersMax)
    }

    /// Another node has told something that an answer under way may not have.
    mutating func doubt(_ signal: Signal) {
        switch signal {
        case .relation(let one, let other, _): doubted.formUnion(asked.intersection([one, other]))
        case .discretion(let user, _): doubted.formUnion(asked.intersection([user]))
        default: break
        }
    }

    /// Whether the answer about a user may be older than what is known.
    func doubts(_ user: User.ID) -> Bool { doubted.contains(user) }

    /// The same, and it counts no more.
    mutating func takeDoubt(of user: User.ID) -> Bool { doubted.remove(user) != nil }

    /// Whom to ask about now; nobody while an answer is due.
    mutating func next(at now: Duration) -> [User.ID] {
        while asked.isEmpty, !waiting.isEmpty {
            // Who was answered late need not be asked about again.
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

    /// Takes the question back whose answer is overdue; others come first.
    mutating func giveUp(at now: Duration) {
        guard let due, due <= now else { return }
        waiting += asked.sorted()
        (asked, self.due, count) = ([], nil, 1)
    }
}

extension HubCore {
    /// The store is to say who the friends of a user are, and what they may know.
    mutating func askForFriends(of user: User.ID) {
        inquiry.add(user)
        ask()
    }

    /// The store has said who the friends of a user are.
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

    /// Asks once more for the friends of those of whom the store has not said them.
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
