import Client
import Lexicon
import Promises
import SplitMix
import Synchronization
import Wire

/// People with their devices, all connected to one server.
final class Town: Sendable {
    /// How many people register, or send a request, at a time.
    private static let width = 64

    let setting: Player.Setting
    /// The first device of each person, by number.
    let people: [Player]
    /// Second devices of some people.
    let seconds: [Player]
    let progress: Progress

    var devices: [Player] { people + seconds }
    var neighbourhood: Neighbourhood { setting.neighbourhood }

    /// People who have not registered yet.
    ///
    /// - Parameter secondDevices: how many people have a second device.
    init(_ setting: Player.Setting, secondDevices: Int, _ progress: Progress) {
        self.setting = setting
        self.progress = progress
        let people = (0..<setting.neighbourhood.count).map { Player($0, setting) }
        self.people = people
        seconds = (0..<min(secondDevices, people.count)).map { Player($0, device: 1, setting) }
    }

    /// Returns when all people have registered and made friends.
    func moveIn() async throws(LoadFailure) {
        let people = people
        progress.begin("making \(people.count) accounts")
        try await Self.each(people) { player throws(ClientError) in try await player.register() }
        try await Self.each(seconds) { player throws(ClientError) in
            try await player.signIn(people[player.person].key)
        }
        progress.begin("making friends")
        try await befriend()
    }

    private func befriend() async throws(LoadFailure) {
        let people = people
        let pairs = neighbourhood.pairs
        try await Parallel.each(people, width: Self.width) { player throws(LoadFailure) in
            guard await player.setPrivacy() else {
                throw LoadFailure("the server refused to keep something private")
            }
            guard await player.introduce() else {
                throw LoadFailure("the server refused a language partner")
            }
        }
        try await Parallel.each(pairs, width: Self.width) { pair throws(LoadFailure) in
            for (one, other) in [(pair.low, pair.high), (pair.high, pair.low)] {
                guard await people[one].befriend(other) else {
                    throw LoadFailure("the server refused a friendship")
                }
            }
        }
        try await foundCommons()
        let secrets = pairs.filter {
            neighbourhood.isSecret(Neighbourhood.secretActivity, between: $0.low, and: $0.high)
        }
        try await Parallel.each(secrets, width: Self.width) { pair throws(LoadFailure) in
            for person in [pair.low, pair.high] {
                guard await people[person].exclude(pair.friend(of: person)) else {
                    throw LoadFailure("the server refused a selection")
                }
            }
        }
    }

    /// A group for each four, a gathering for each pair of permanent friends.
    private func foundCommons() async throws(LoadFailure) {
        let people = people
        try await Parallel.each(people, width: Self.width) { player throws(LoadFailure) in
            if player.person % 4 == 0, await !player.foundGroup() {
                throw LoadFailure("the server refused a group")
            }
            if player.person % 2 == 0, await !player.plan() {
                throw LoadFailure("the server refused a gathering")
            }
        }
        try await Parallel.each(people, width: Self.width) { player throws(LoadFailure) in
            if player.person % 4 == 1, await !player.enterGroup() {
                throw LoadFailure("the server refused an invitation to a group")
            }
            if player.person % 2 == 1, await !player.attend() {
                throw LoadFailure("the server refused an attendance at a gathering")
            }
        }
    }

    private static func each(
        _ players: [Player], _ body: @escaping @Sendable (Player) async throws(ClientError) -> Void
    ) async throws(LoadFailure) {
        try await Parallel.each(players, width: width) { player throws(LoadFailure) in
            do throws(ClientError) {
                try await body(player)
            } catch {
                throw LoadFailure("\(player.name) cannot come: \(error)")
            }
        }
    }

    /// Stops all scripts, and closes all connections.
    func leave() async {
        for device in devices { device.talk(false) }
        await withDiscardingTaskGroup { group in
            for device in devices { group.addTask { await device.leave() } }
        }
    }
}

// MARK: - Life

extension Town {
    /// Runs all scripts while `body` runs. Returns when the last command is answered or given up;
    /// which devices are connected by then, and what they have seen, is up to the fault.
    func live<Outcome: Sendable>(
        seed: UInt64, pauseMilliseconds: Int,
        while body: () async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        for device in devices { device.talk(true) }
        let lives = devices.map { device in
            let dice = Dice(seed: seed, of: device.person * 2 + device.device)
            return Task { await device.live(dice, pauseMilliseconds: pauseMilliseconds) }
        }
        let result: Result<Outcome, LoadFailure>
        do throws(LoadFailure) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        for device in devices { device.talk(false) }
        progress.begin("waiting for the last words")
        for life in lives { await life.value }
        return try result.get()
    }

    /// Devices that have a session now.
    var signedInCount: Int { devices.count { $0.witness.ask { $0.isSignedIn } } }

    /// Returns when all devices have a session.
    func gather(withinSeconds seconds: Int) async throws(LoadFailure) {
        let end = MonotonicClock.nanoseconds() + UInt64(seconds) * 1_000_000_000
        while true {
            let count = signedInCount
            progress.update("coming back \(count)/\(devices.count)")
            if count == devices.count { return }
            guard MonotonicClock.nanoseconds() < end else {
                throw LoadFailure("\(devices.count - count) clients did not come back")
            }
            await MonotonicClock.pass(5)
        }
    }

    /// Cuts devices off, and returns when each has another session.
    func reconnect(_ devices: [Player], withinSeconds seconds: Int) async throws(LoadFailure) {
        let before = devices.map { $0.witness.ask { $0.sessionCount } }
        for device in devices { device.witness.cut() }
        for _ in 0..<seconds * 100 {
            let now = devices.map { $0.witness.ask { $0.isSignedIn ? $0.sessionCount : 0 } }
            if zip(before, now).allSatisfy(<) { return }
            await MonotonicClock.pass(10)
        }
        throw LoadFailure("not everybody who was cut off came back")
    }

    /// Messages that were acknowledged so far.
    var acknowledgedCount: Int {
        devices.reduce(0) { $0 + $1.witness.ask { $0.acknowledgedCount } }
    }
}

extension Town {
    private static let auditWidth = 16

    /// Waits until all devices have seen everything, and reads back what the server has: each
    /// person's statement, for the checker.
    func statements() async throws(LoadFailure) -> [Statement] {
        await passMeetups()
        await settle()
        let people = people
        let seconds = Dictionary(grouping: seconds, by: \.person)
        let setting = setting
        return try await Parallel.map(
            people, width: Self.auditWidth
        ) { person throws(LoadFailure) in
            let devices = [person] + (seconds[person.person] ?? [])
            return try await Self.audited(devices, setting)
        }
    }

    /// How long after its time a meetup is waited for.
    private static let meetupMilliseconds: Int64 = 8_000

    /// Returns when all meetups, which are due soon, have passed and their members have received
    /// the event. So none passes while the audit reads one person after the other.
    private func passMeetups() async {
        progress.update("waiting for the last meetups")
        while true {
            let latest = devices.compactMap { $0.witness.ask { $0.meetups.values.max() } }.max()
            let now = MonotonicClock.wallMilliseconds()
            guard let latest, latest > now - Self.meetupMilliseconds else { return }
            await MonotonicClock.pass(50)
        }
    }

    /// Devices that lag behind catch up within seconds, or have lost something.
    private func settle() async {
        var (sum, idleMilliseconds) = (-1, 0)
        while idleMilliseconds < 600 {
            let now = devices.reduce(0) { $0 + Int($1.witness.ask { $0.inboxTop }) }
            (sum, idleMilliseconds) = now == sum ? (sum, idleMilliseconds + 50) : (now, 0)
            await MonotonicClock.pass(50)
        }
    }

    private static func audited(
        _ devices: [Player], _ setting: Player.Setting
    ) async throws(LoadFailure) -> Statement {
        let person = devices[0].person
        var auditors: [Player] = []
        var after: UInt32 = 0
        // Twice, if the server has pruned the beginning; more often if it keeps pruning.
        while auditors.count < 5 {
            // In the binary format, which is read in a fifth of the time.
            let auditor = Player(person, device: person % 2 == 0 ? 9 : 8, setting, isSilent: true)
            auditor.adopt(devices[0].key)
            auditors.append(auditor)
            if var statement = try await read(after: after, by: auditor, devices) {
                statement.devices = (devices + auditors).map(\.witness.trace)
                statement.gatherInbox(isWhole: after == 0)
                return statement
            }
            after = max(1, auditor.witness.ask { $0.floor }) - 1
        }
        throw LoadFailure("\(devices[0].name) cannot be audited: the inbox is always cut")
    }

    private static func read(
        after: UInt32, by auditor: Player, _ devices: [Player]
    ) async throws(LoadFailure) -> Statement? {
        let result: Result<Statement?, ClientError>
        do throws(ClientError) {
            result = .success(try await auditor.audit(after: after, devices))
        } catch {
            result = .failure(error)
        }
        await auditor.leave()
        return try result.mapError {
            LoadFailure("\(auditor.name) cannot be audited: \($0)")
        }.get()
    }
}

/// Where people meet: a group for each four, and a gathering for each pair of permanent friends.
final class Commons: Sendable {
    struct Group: Sendable {
        /// "#17"
        let room: String
        /// The code by which others join.
        let code: String
    }

    private let groups = Mutex<[Int: Group]>([:])
    private let gatherings = Mutex<[Int: UInt32]>([:])

    /// The group of four that a person belongs to; nil before it is made.
    func group(of person: Int) -> Group? { groups.withLock { $0[person / 4] } }

    func found(_ group: Group, of person: Int) { groups.withLock { $0[person / 4] = group } }

    /// The number of the gathering that a person attends; nil before it is made.
    func gathering(of person: Int) -> UInt32? { gatherings.withLock { $0[person / 2] } }

    func plan(_ gathering: UInt32, of person: Int) {
        gatherings.withLock { $0[person / 2] = gathering }
    }
}

/// Randomness from a seed: the same seed gives the same run of faults.
struct Dice: RandomNumberGenerator, Sendable {
    private var source: SplitMix64

    init(seed: UInt64) { source = SplitMix64(seed: seed) }

    /// Dice of one of many, so that none depends on how fast the others roll.
    init(seed: UInt64, of number: Int) {
        self.init(seed: seed ^ (UInt64(truncatingIfNeeded: number) &+ 1) &* 0xD1B5_4A32_D192_ED03)
    }

    mutating func next() -> UInt64 { source.next() }

    /// A number of that range.
    mutating func roll(_ range: ClosedRange<Int>) -> Int { source.number(range) }

    /// True in `percent` of a hundred cases.
    mutating func happens(percent: Int) -> Bool { source.percent(percent) }
}

/// The address of the server, shared by all clients; each new connection uses the present one.
final class Route: Sendable {
    private let current: Mutex<ServerAddress>

    init(port: UInt16) throws(LoadFailure) {
        current = Mutex(try Self.address(port))
    }

    var address: ServerAddress { current.withLock { $0 } }

    /// Directs new connections to that port: the server's, or a proxy's.
    func lead(to port: UInt16) throws(LoadFailure) {
        let address = try Self.address(port)
        current.withLock { $0 = address }
    }

    private static func address(_ port: UInt16) throws(LoadFailure) -> ServerAddress {
        guard let address = ServerAddress("ws://127.0.0.1:\(port)") else {
            throw LoadFailure("port \(port) is none")
        }
        return address
    }
}

/// The dictionary of all daemons under verification, with made-up words.
enum TownWords {
    /// Writes it into a folder.
    ///
    /// - Returns: the setting that names the folder.
    static func write(in folder: String) throws(LoadFailure) -> String {
        do throws(SourceFailure) {
            try SampleDictionary.write(to: "\(folder)/words-en.db")
        } catch {
            throw LoadFailure("\(error)")
        }
        return "words.folder=\(folder)"
    }
}
