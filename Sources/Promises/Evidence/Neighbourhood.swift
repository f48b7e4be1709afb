/// Who can ever be whose friend: what everybody else learns is a leak.
///
/// People live in fours: 0 and 1 are friends for good, so are 2 and 3; 0 and 2, and 1 and 3, fall
/// out and make it up again; 0 and 3, and 1 and 2, never meet, nor do people of different fours.
package struct Neighbourhood: Sendable {
    /// What somebody is to somebody else.
    package enum Relation: Sendable {
        case friend, fickle, stranger
    }

    package let count: Int
    /// How many live together: people of different groups never meet.
    private let groupSize: Int
    private let isClique: Bool
    /// Whether who is whose friend for good, and what they let others know, never changes.
    package let isSteady: Bool
    /// Who ever were teammates: they may know of one another's presence without being friends.
    package var teammates: Set<PersonPair> = []

    /// People who live in fours.
    package init(_ count: Int) {
        (self.count, groupSize, isClique, isSteady) = (count, 4, false, true)
    }

    /// People of whom anybody may become, and cease to be, anybody's friend.
    package init(unsteady count: Int) {
        (self.count, groupSize, isClique, isSteady) = (count, count, false, false)
    }

    /// People who live in groups in which all are friends for good.
    package init(cliques: Int, of size: Int) {
        (count, groupSize, isClique, isSteady) = (cliques * size, size, true, true)
    }

    /// - Parameters: two different people.
    package func relation(_ one: Int, _ other: Int) -> Relation {
        guard one / groupSize == other / groupSize else { return .stranger }
        guard isSteady else { return .fickle }
        guard !isClique else { return .friend }
        switch one ^ other {
        case 1: return .friend
        case 2: return .fickle
        default: return .stranger
        }
    }

    /// The friends for good of somebody.
    package func friends(of person: Int) -> [Int] {
        let start = person / groupSize * groupSize
        return (start..<min(start + groupSize, count)).filter {
            $0 != person && relation(person, $0) == .friend
        }
    }

    /// The pairs of friends for good.
    package var pairs: [PersonPair] {
        (0..<count).flatMap { one in
            friends(of: one).filter { one < $0 }.map { PersonPair(one, $0) }
        }
    }

    /// The one with whom somebody falls out and makes it up.
    package func fickleFriend(of person: Int) -> Int? {
        guard !isClique, person ^ 2 < count else { return nil }
        return person ^ 2
    }

    /// Whether somebody lets friends know how far they have read.
    package func sharesReceipts(_ person: Int) -> Bool { isClique || !isSteady || person % 4 != 3 }

    /// Whether somebody lets friends know that they are writing.
    package func tellsTyping(_ person: Int) -> Bool { isClique || !isSteady || person % 4 != 2 }

    /// What friends for good are up for, but not with one another: each has excluded the other.
    package static let secretActivity = "movie"

    /// Whether two people have excluded one another from an activity.
    package func isSecret(_ activity: String, between one: Int, and other: Int) -> Bool {
        activity == Self.secretActivity && !isClique && relation(one, other) == .friend
    }
}
