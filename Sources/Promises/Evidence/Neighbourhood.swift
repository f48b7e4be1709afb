/// Who can ever be whose friend. Anything else that people learn about each other is a leak.
///
/// People live in fours: 0 and 1 are friends for good, so are 2 and 3; 0 and 2, and 1 and 3, fall
/// out and make it up again; 0 and 3, and 1 and 2, never meet, nor do people of different fours.
package struct Neighbourhood: Sendable {
    /// The relation of two people.
    package enum Relation: Sendable {
        case friend, fickle, stranger
    }

    package let count: Int
    /// How many people live together. People of different groups never meet.
    private let groupSize: Int
    private let isClique: Bool
    /// Whether friendships for good, and what people share with others, never change.
    package let isSteady: Bool
    /// Pairs that were ever teammates: they may see each other's presence without being friends.
    package var teammates: Set<PersonPair> = []

    /// People who live in fours.
    package init(_ count: Int) {
        (self.count, groupSize, isClique, isSteady) = (count, 4, false, true)
    }

    /// People any two of whom may become friends, and part again.
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

    /// A person's friends for good.
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

    /// The friend with whom a person falls out and makes up again.
    package func fickleFriend(of person: Int) -> Int? {
        guard !isClique, person ^ 2 < count else { return nil }
        return person ^ 2
    }

    /// Whether a person shares with friends how far they have read.
    package func sharesReceipts(_ person: Int) -> Bool { isClique || !isSteady || person % 4 != 3 }

    /// Whether a person lets friends see that they type.
    package func tellsTyping(_ person: Int) -> Bool { isClique || !isSteady || person % 4 != 2 }

    /// An activity that friends for good do not share: each has excluded the other.
    package static let secretActivity = "movie"

    /// Whether two people have excluded each other from an activity.
    package func isSecret(_ activity: String, between one: Int, and other: Int) -> Bool {
        activity == Self.secretActivity && !isClique && relation(one, other) == .friend
    }
}
