import Glibc
import Promises
import SplitMix
import SwiftProtobuf
import WebSocket
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

/// Brings a population to a server that runs already, over the wire: accounts, friendships, and
/// what somebody is up for.
struct Settlement: Sendable {
    private static let atOnceMax = 64

    /// Those who are to come; their usernames are chosen anew.
    let population: Population

    /// - Returns: the same people, with what they are called there, and what opens their sessions.
    /// - Throws: also when the server refuses something, with what to set.
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

/// Somebody who has an account, asks all friends-to-be for friendship, turns on what is to be on
/// from the beginning, and leaves. Of two friends each asks, and the second makes it one.
struct Settler: CrowdMember {
    /// What all of them count together.
    struct Tally: Sendable {
        /// In words, if there was one.
        var firstRefusal: String?
    }

    private let token: String
    /// What is still to be said, the last first.
    private var rest: [ClientMessage.OneOf_Command]
    private var speech = Speech(.json)
    private(set) var isLeaving = false

    /// - Parameter population: with tokens.
    init(_ number: Int, of population: Population) {
        token = population.tokens[number] ?? ""
        rest = Self.wishes(of: number, in: population).reversed()
    }

    /// What a user says there.
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
        // Events of friends come meanwhile, too.
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
    /// `upford serve` on data that a population is in already.
    ///
    /// - Parameters:
    ///   - folder: for the data; nothing may be in it.
    ///   - more: writes what else is in the data.
    static func serve(
        _ program: String, _ population: Population, in folder: String, _ progress: Progress,
        _ more: (borrowing SQLiteFile, Progress) throws(LoadFailure) -> Void = { _, _ in }
    ) async throws(LoadFailure) -> SubjectServer {
        // It has ended when the model is there.
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

    /// The schema is there, and makes an account to copy.
    ///
    /// - Returns: its username.
    func makeModel(_ progress: Progress) async throws(LoadFailure) -> String {
        var generator = SystemRandomNumberGenerator()
        let name = ChatPerson.makeCrowd(using: &generator)
        _ = try await RegistrationRun(count: 1, crowd: name).tokens(self, progress)
        return ChatPerson(0, of: name).name
    }
}
