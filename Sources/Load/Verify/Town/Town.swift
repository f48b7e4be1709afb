import Client
import Promises
import Wire

/// People with their devices, all connected to one server.
final class Town: Sendable {
    /// How many sign up, or are asked for something, at a time.
    private static let width = 64

    let setting: Player.Setting
    /// The first device of each person, by number.
    let people: [Player]
    /// Second devices of some.
    let seconds: [Player]
    let progress: Progress

    var devices: [Player] { people + seconds }
    var neighbourhood: Neighbourhood { setting.neighbourhood }

    /// People who are still to come.
    ///
    /// - Parameter secondDevices: how many people have one.
    init(_ setting: Player.Setting, secondDevices: Int, _ progress: Progress) {
        self.setting = setting
        self.progress = progress
        let people = (0..<setting.neighbourhood.count).map { Player($0, setting) }
        self.people = people
        seconds = (0..<min(secondDevices, people.count)).map { Player($0, device: 1, setting) }
    }

    /// Returns when everybody has signed up and has made friends.
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

    /// A group for each four, a gathering for each pair of friends for good.
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
                throw LoadFailure("the server refused somebody at a gathering")
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

    /// Nobody does anything any more, and all connections end.
    func leave() async {
        for device in devices { device.talk(false) }
        await withDiscardingTaskGroup { group in
            for device in devices { group.addTask { await device.leave() } }
        }
    }
}

// MARK: - Life

extension Town {
    /// Lets everybody live while `body` runs, and returns when the last word is answered or given
    /// up; who is there by then, and what they have seen, is up to the fault.
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

    /// Returns when everybody has a session.
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
