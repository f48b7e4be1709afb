import Glibc
import Promises
import SplitMix
import SwiftProtobuf
import WebSocket
import Wire

/// A generated population, determined by its figures: who is a friend of whom, and who is up for
/// which activity.
///
/// Users stand in a circle. Each is a friend of those at certain distances, which are spread over
/// half of it: so each has exactly `friendCount` friends, far apart in the data, and no table is
/// needed to find them. With one friend each, neighbours are friends: 0 and 1, 2 and 3 …
struct Population: Equatable, Sendable {
    /// The default activities of a server, except the wildcard.
    static let activities = ["gym", "coffee", "eat", "study", "movie", "shopping"]

    /// The number of users.
    let size: Int
    /// How many friends each user has: an even number, or one.
    let friendCount: Int
    /// The percentage of users who are up for an activity, one each.
    let activePercent: Int
    /// The users who toggle during the measurement: the first ones of the circle. They begin with
    /// nothing on.
    let togglerCount: Int
    /// The beginning of all usernames.
    var crowd = Population.usualCrowd
    /// The session tokens of users who registered over the wire, by number; all others log in by
    /// password.
    var tokens: [Int: String] = [:]

    /// The command by which a user gets a token.
    static func login(as name: String, device: String = "load") -> ClientMessage.OneOf_Command {
        var login = AccountLogin()
        login.login = name
        login.password = ChatPerson.password
        login.device = device
        return .accountLogin(login)
    }

    /// The beginning of usernames created in bulk.
    static let usualCrowd = "u"

    /// The usernames created in bulk, by number.
    static let usualNames = Roster(crowd: usualCrowd)

    /// The usernames by the numbers, 0 up to `size` - 1.
    var names: Roster { Roster(crowd: crowd) }

    /// A device that has not connected yet.
    func diary(of person: Int, device: String = "load", token: String? = nil) -> Diary {
        Diary(
            person: person, device: device, token: token ?? tokens[person] ?? "", names: names)
    }

    /// A population in pairs, with one friend each, and up for nothing.
    static func pairs(_ size: Int) -> Population {
        Population(size: size, friendCount: 1, activePercent: 0, togglerCount: 0)
    }

    private var isPairs: Bool { friendCount == 1 }

    /// The friendships, each of them once, as SQL conditions: what holds for the smaller number
    /// `i`, and the distances of the larger ones.
    var lowerSide: (condition: String, distances: [Int]) {
        isPairs ? ("i % 2 = 0", [1]) : ("TRUE", distances)
    }

    /// The distances of friends, ascending.
    private var distances: [Int] {
        let near = (1...friendCount / 2).map { $0 * step }
        return near + near.reversed().map { size - $0 }
    }

    /// The friends of `number`.
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

    /// The activity that a user has on from the beginning, by its index in `activities`.
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

/// Brings a population to a running server over the wire: accounts, friendships and activities.
struct Settlement: Sendable {
    private static let atOnceMax = 64

    /// The users to create; their usernames are chosen anew.
    let population: Population

    /// - Returns: the same users, with their usernames and session tokens on the server.
    /// - Throws: also when the server refuses something, with the settings to change.
    func settle(
        on server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> Population {
        var generator = SystemRandomNumberGenerator()
        var settled = population
        settled.crowd = ChatPerson.makeCrowd(using: &generator)
        settled.tokens = try await RegistrationRun(count: population.size, crowd: settled.crowd)
            .tokens(server, progress)
        let (people, size) = (settled, settled.size)
        try await CrowdLoop(
            size, atOnceMax: Self.atOnceMax, to: Target(server), tally: Settler.Tally()
        ) { Settler($0, of: people) }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("making friends", size, progress) {
                $0.tally.firstRefusal == nil ? $0.leftCount : size
            }
            guard let refusal = await crowd.ask({ crowd, _ in crowd.tally.firstRefusal }) else {
                return
            }
            throw LoadFailure("the server refused a command: \(refusal)\n\(RegistrationRun.advice)")
        }
        return people
    }
}

/// A user with an account who sends a friend request to each future friend, turns their activities
/// on, and leaves. Both of two friends send a request, and the second makes them friends.
struct Settler: CrowdMember {
    /// What all settlers count together.
    struct Tally: Sendable {
        /// In words, if there was one.
        var firstRefusal: String?
    }

    private let token: String
    /// The commands still to send, the last first.
    private var rest: [ClientMessage.OneOf_Command]
    private var speech = Speech(.json)
    private(set) var isLeaving = false

    /// - Parameter population: with tokens.
    init(_ number: Int, of population: Population) {
        token = population.tokens[number] ?? ""
        rest = Self.wishes(of: number, in: population).reversed()
    }

    /// The commands that a user sends.
    static func wishes(
        of number: Int, in population: Population
    ) -> [ClientMessage.OneOf_Command] {
        let friends = population.friends(of: number).map { friend in
            ClientMessage.OneOf_Command.friendRequest(
                .with { $0.to = population.names.name(friend) })
        }
        let activity = population.activity(of: number).map { Population.activities[$0] }
        let toggles = [activity].compactMap(\.self).map { name in
            ClientMessage.OneOf_Command.activitySet(.with { ($0.activity, $0.on) = (name, true) })
        }
        return friends + toggles
    }

    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8]) {
        speech.signIn(token: token, isSilent: true, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Tally,
        _ output: inout [UInt8]
    ) {
        guard !isLeaving else { return }
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return refused("with a message that cannot be read", &tally, &output)
        }
        if case .error(let error) = message.body {
            return refused("\(error.code.wireName): \(error.message)", &tally, &output)
        }
        // Events of friends arrive in between, too.
        guard message.id == speech.lastCommand else { return }
        guard let next = rest.popLast() else { return leave(&output) }
        speech.say(next, &output)
    }

    private mutating func refused(
        _ reason: String, _ tally: inout Tally, _ output: inout [UInt8]
    ) {
        if tally.firstRefusal == nil { tally.firstRefusal = reason }
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}

extension SubjectServer {
    /// `upford serve` on data that contains a population.
    ///
    /// - Parameters:
    ///   - folder: an empty one, for the data.
    ///   - more: writes further data.
    static func serve(
        _ program: String, _ population: Population, in folder: String, _ progress: Progress,
        _ more: (borrowing SQLiteFile, Progress) throws(LoadFailure) -> Void = { _, _ in }
    ) async throws(LoadFailure) -> SubjectServer {
        // The process ends when the model exists.
        let model = try await serve(program, data: folder).makeModel(progress)
        let now = Int64(time(nil)) * 1000
        let file = try SQLiteFile("\(folder)/store/upfor.sqlite")
        try PopulationData(population: population, model: model, now: now)
            .write(to: file, progress)
        try more(file, progress)
        close(file)
        return try serve(program, data: folder)
    }

    /// The server opens it next.
    private static func close(_ file: consuming SQLiteFile) {}

    /// Creates the schema, and an account to copy.
    ///
    /// - Returns: its username.
    func makeModel(_ progress: Progress) async throws(LoadFailure) -> String {
        var generator = SystemRandomNumberGenerator()
        let name = ChatPerson.makeCrowd(using: &generator)
        _ = try await RegistrationRun(count: 1, crowd: name).tokens(self, progress)
        return ChatPerson(0, of: name).name
    }
}
