import Promises
import SplitMix
import Wire

/// A made-up world of friends, the same for the same numbers: who is whose friend, and who is up
/// for what.
///
/// People stand in a circle, and everybody is a friend of those at the same distances, which are
/// spread over half of it: so everybody has exactly `friendCount` friends, far apart in the data,
/// and nothing has to be remembered to know them. Who has one friend alone has a neighbour: 0 and
/// 1, 2 and 3 …
struct Population: Equatable, Sendable {
    /// The activities of a server that nobody has configured.
    static let activities = ["gym", "coffee", "eat", "study", "movie", "shopping", "anything"]

    /// How many people there are.
    let size: Int
    /// How many friends each of them has: an even number, or one.
    let friendCount: Int
    /// How many of a hundred are up for something, one activity each.
    let activePercent: Int
    /// Those who toggle while it is measured: the first ones of the circle. They begin with
    /// nothing on.
    let togglerCount: Int
    /// What all their usernames begin with.
    var crowd = Population.usualCrowd
    /// What opens the sessions of those who made their accounts over the wire, by their numbers;
    /// everybody else comes by password.
    var tokens: [Int: String] = [:]

    /// The command by which somebody gets a token.
    static func login(as name: String, device: String = "load") -> ClientMessage.OneOf_Command {
        var login = AccountLogin()
        login.login = name
        login.password = ChatPerson.password
        login.device = device
        return .accountLogin(login)
    }

    /// What the usernames begin with of those who are made in bulk.
    static let usualCrowd = "u"

    /// The usernames of those, by their numbers.
    static let usualNames = Roster(crowd: usualCrowd)

    /// The usernames by the numbers, 0 up to `size` - 1.
    var names: Roster { Roster(crowd: crowd) }

    /// A device that has not been there yet.
    func diary(of person: Int, device: String = "load", token: String? = nil) -> Diary {
        Diary(
            person: person, device: device, token: token ?? tokens[person] ?? "", names: names)
    }

    /// The people who have one friend each, and are up for nothing.
    static func pairs(_ size: Int) -> Population {
        Population(size: size, friendCount: 1, activePercent: 0, togglerCount: 0)
    }

    private var isPairs: Bool { friendCount == 1 }

    /// The friendships, each of them once, as SQLite asks for them: what is true of the smaller
    /// number `i`, and at which distances the larger ones are.
    var lowerSide: (condition: String, distances: [Int]) {
        isPairs ? ("i % 2 = 0", [1]) : ("TRUE", distances)
    }

    /// The distances at which one has friends, ascending.
    private var distances: [Int] {
        let near = (1...friendCount / 2).map { $0 * step }
        return near + near.reversed().map { size - $0 }
    }

    /// Everybody who is a friend of `number`.
    func friends(of number: Int) -> [Int] {
        isPairs ? [number ^ 1] : distances.map { (number + $0) % size }
    }

    /// Whether two are friends.
    func areFriends(_ one: Int, _ other: Int) -> Bool {
        guard !isPairs else { return one ^ 1 == other }
        let apart = abs(one - other)
        let distance = min(apart, size - apart)
        return distance > 0 && distance % step == 0 && distance / step <= friendCount / 2
    }

    /// The activity that somebody has on from the beginning, by its place in `activities`.
    func activity(of number: Int) -> Int? {
        guard number >= togglerCount else { return nil }
        var chance = SplitMix64(seed: UInt64(truncatingIfNeeded: number))
        guard chance.percent(activePercent) else { return nil }
        return chance.below(Self.activities.count)
    }

    /// The friends of a toggler who have that activity on from the beginning.
    func matches(of toggler: Int, for activity: Int) -> [Int] {
        friends(of: toggler).filter { self.activity(of: $0) == activity }
    }

    private var step: Int { (size / 2 - 1) / (friendCount / 2) }
}
