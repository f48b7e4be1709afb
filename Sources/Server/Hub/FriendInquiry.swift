import Kernel

/// Whose friends the store is asked for: one question at a time, about as many users as have come
/// meanwhile. Ten thousand who come back at once are about a hundred reads.
struct FriendInquiry: Sendable {
    /// What was committed about a user since the hub began to ask: an answer may be older.
    struct News: Sendable {
        /// An answer to this question, or to one before, may be older than what is noted here.
        fileprivate let after: UInt64
        /// Who has become a friend, or no longer is one.
        fileprivate(set) var friends: [User.ID: Bool] = [:]
        /// What others may know.
        fileprivate(set) var discretion: Discretion?
    }

    /// Most users of one question; they take a reader some milliseconds.
    static let usersMax = 100
    /// How long the store may take to answer before it is asked again: while its disk is full it
    /// says nothing.
    private static let patience = Duration.seconds(2)

    /// How many questions were asked: the number of the last one.
    private(set) var questionCount: UInt64 = 0
    /// When the store is asked again; nil while no answer is due.
    private(set) var due: Duration?
    /// Of whom the store has not said it yet.
    private var news: [User.ID: News] = [:]
    /// How many it is asked about: after a question without an answer one alone, since it may be
    /// one whose rows cannot be read; then more and more again.
    private var count = FriendInquiry.usersMax
    /// Those who have not been asked about, in the order of their coming.
    private var waiting: [User.ID] = []
    /// Those who have.
    private var asked: Set<User.ID> = []

    /// Of whom the store has not said it yet.
    var users: Set<User.ID> { Set(news.keys) }

    mutating func add(_ user: User.ID) {
        guard news[user] == nil else { return }
        news[user] = News(after: questionCount)
        waiting.append(user)
    }

    /// Two users became friends or stopped being friends.
    mutating func note(_ one: User.ID, _ other: User.ID, exists: Bool) {
        news[one]?.friends[other] = exists
        news[other]?.friends[one] = exists
    }

    /// A user lets others know less, or more.
    mutating func note(_ discretion: Discretion, of user: User.ID) {
        news[user]?.discretion = discretion
    }

    /// The store has answered.
    ///
    /// - Returns: what is newer than the answer; nil when the answer says too little, or the store
    ///   has said it before.
    mutating func take(_ user: User.ID, answering question: UInt64) -> News? {
        guard let found = news[user], found.after < question else { return nil }
        news[user] = nil
        if asked.remove(user) != nil, asked.isEmpty {
            due = nil
            count = min(count * 2, Self.usersMax)
        }
        return found
    }

    /// Whom to ask about now; nobody while an answer is due.
    mutating func next(at now: Duration) -> [User.ID] {
        while asked.isEmpty, !waiting.isEmpty {
            // Who was answered late need not be asked about again.
            let next = waiting.prefix(count).filter { news[$0] != nil }
            waiting.removeFirst(min(count, waiting.count))
            asked = Set(next)
            if !next.isEmpty {
                due = now + Self.patience
                questionCount += 1
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
