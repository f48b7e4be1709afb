import Client
import Promises
import Wire

/// Where faults are tried: each on its own daemon, data and people.
struct Stage: Sendable {
    /// The program upford.
    let program: String
    let extent: Extent
    let seed: UInt64
    let progress: Progress
    /// Settings of every daemon.
    let usual: [String]
    /// `Tests/WallClock`, compiled, by its absolute path; nil leaves the clock alone.
    var clockLibrary: String?

    /// Tries one fault; a failure that ends it early is among the complaints.
    func outcome(of fault: Fault) async -> FaultOutcome {
        do throws(LoadFailure) {
            return try await perform(fault)
        } catch {
            var outcome = FaultOutcome(fault)
            outcome.complaints.append("came to no end: \(error)")
            return outcome
        }
    }

    /// Tries one fault, and checks its outcome against the promises.
    private func perform(_ fault: Fault) async throws(LoadFailure) -> FaultOutcome {
        switch fault {
        case .none: try await play(fault) { scene throws(LoadFailure) in try await scene.calm() }
        case .kill: try await play(fault) { scene throws(LoadFailure) in try await scene.kill() }
        case .term: try await play(fault) { scene throws(LoadFailure) in try await scene.stop() }
        case .storm: try await storm()
        case .toggles: try await toggles()
        case .stopped: try await stopped()
        case .slow, .halfOpen, .reset: try await badNetwork(fault)
        case .disk: try await fullDisk()
        case .clock: try await jumpingClock()
        case .descriptors: try await noDescriptors()
        case .memory: try await noMemory()
        case .floor: try await shortMemory()
        case .rates: try await limitedRates()
        }
    }

    /// Sets a scene up, plays it, and audits it.
    ///
    /// - Parameters:
    ///   - settings: of the daemon, besides the usual.
    ///   - play: the events, from first to last.
    func play(
        _ fault: Fault, settings: [String] = [], environment: [String] = [],
        _ play: (Scene) async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        return try await self.play(
            fault, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", settings: settings, environment: environment, play)
    }

    /// People for as many clients as were asked for: a tenth of them have a second device.
    var neighbourhood: Neighbourhood { Neighbourhood(extent.clients * 10 / 11 / 4 * 4) }

    func play(
        _ fault: Fault, _ neighbourhood: Neighbourhood, data: String, log: String,
        secondDevices: Int? = nil, settings: [String] = [], environment: [String] = [],
        _ play: (Scene) async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) -> FaultOutcome {
        var dice = Dice(seed: seed, of: 0)
        let victim = try Victim(
            program, data: data, log: log, settings: usual + settings, environment: environment,
            using: &dice)
        try await victim.start()
        let route = try Route(port: victim.port)
        // One loop for each person of a group, so that heavy readers do not share a loop with those
        // whose latencies are taken.
        let loops = (0..<4).map { ClientLoop(name: "upfor-load-\($0)") }
        let setting = Player.Setting(
            neighbourhood: neighbourhood,
            roster: Roster(crowd: ChatPerson.makeCrowd(using: &dice)), route: route,
            loops: loops)
        let town = Town(
            setting, secondDevices: secondDevices ?? neighbourhood.count / 10, progress)
        let scene = Scene(victim, town, route, self, FaultOutcome(fault))
        scene.outcome.clients = town.devices.count
        let failure: LoadFailure?
        do throws(LoadFailure) {
            try await town.moveIn()
            try await play(scene)
            try await audit(scene)
            failure = nil
        } catch {
            failure = error
        }
        await town.leave()
        for loop in loops { await loop.stop() }
        if let failure { throw failure }
        _ = try await victim.stop()
        return scene.outcome
    }

    /// Reads everything back, and finds broken promises.
    private func audit(_ scene: Scene) async throws(LoadFailure) {
        progress.begin("auditing \(scene.town.people.count) people")
        let statements = try await scene.town.statements()
        scene.outcome.acknowledged = scene.town.acknowledgedCount
        scene.outcome.violations = Checker.violations(
            statements, scene.town.neighbourhood, scene.town.setting.roster,
            hasTrueClock: scene.outcome.fault != .clock)
        let news = Set(statements.flatMap(\.partnerNews))
        let (scheduled, passed) = (
            news.count { $0.kind == .accepted }, news.count { $0.kind == .expired }
        )
        if !news.isEmpty {
            scene.outcome.figures.append("\(scheduled) meetups scheduled, \(passed) passed")
        }
        let group = statements.flatMap(\.groupSendings.values)
        let joins = Set(statements.flatMap(\.joins)).count
        if !group.isEmpty {
            scene.outcome.figures.append(
                "\(group.count { $0.acknowledgedAt != nil }) messages in groups, "
                    + "\(joins) joined a project")
        }
        let words = statements.flatMap(\.wordNews)
        let duels = Set(words.map(\.number).filter { $0 > 0 }).count
        if !words.isEmpty {
            scene.outcome.figures.append(
                "\(words.count { $0.played != nil }) rounds of word games, \(duels) duels")
        }
        for device in scene.town.devices {
            scene.outcome.complaints += device.surrenders.map {
                "\(device.name) was sent away for good: \($0)"
            }
        }
    }
}

extension Stage {
    /// As many as may register within an hour from one address.
    private static let peopleMax = 52

    /// All people are in a hurry, under the daemon's default rate limits.
    func limitedRates() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        return try await play(
            .rates, Neighbourhood(min(Self.peopleMax, neighbourhood.count)),
            data: "\(folder.path)/store", log: "\(folder.path)/events.log",
            settings: ["rates.enabled=true"]
        ) { scene throws(LoadFailure) in
            try await scene.hurry()
        }
    }
}

extension Scene {
    /// More than the thirty that are allowed at once.
    private static let salvoCount = 40

    fileprivate func hurry() async throws(LoadFailure) {
        let rounds = max(1, extent.rounds / 20)
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("everybody in a hurry, round \(round)/\(rounds)")
                try await Parallel.each(town.people, width: 64) { person throws(LoadFailure) in
                    await person.write(Self.salvoCount, to: person.person ^ 1)
                }
                await MonotonicClock.pass(extent.seconds * 1000 / rounds)
            }
        }
        outcome.rounds = rounds
        let refusals = town.devices.reduce(0) { $0 + $1.witness.ask { $0.limitedCount } }
        let late = town.devices.flatMap { $0.witness.ask { $0.limitedSendings } }
        let accepted = late.count { $0.acknowledgedAt != nil }
        let lost = late.count { $0.acknowledgedAt == nil && $0.refusal == .rateLimited }
        let others = late.count - accepted - lost
        outcome.figures.append(
            "\(refusals) refusals; \(late.count) messages came too often: \(accepted) accepted in "
                + "the end, \(others) refused for other reasons")
        if late.isEmpty { outcome.complaints.append("no message came too often") }
        if lost > 0 { outcome.complaints.append("\(lost) messages were never allowed again") }
    }
}

extension DeviceTrace {
    /// Messages that the rate limit refused at first.
    fileprivate var limitedSendings: [Sending] {
        sendings.values.filter(\.wasLimited)
    }
}

extension Stage {
    /// How many events an inbox keeps meanwhile.
    fileprivate static let eventsKept = 100
    private static let returningMax = 40

    /// Devices that return after the inbox has pruned events they have not seen.
    func shortMemory() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        let neighbourhood = Neighbourhood(min(Self.returningMax, self.neighbourhood.count))
        return try await play(
            .floor, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", secondDevices: neighbourhood.count,
            settings: ["inbox.events=\(Self.eventsKept)"]
        ) { scene throws(LoadFailure) in
            try await scene.outlastInboxes()
        }
    }
}

extension Scene {
    fileprivate func outlastInboxes() async throws(LoadFailure) {
        let rounds = max(2, extent.rounds / 20)
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("away for too long, round \(round)/\(rounds)")
                for device in town.seconds { device.witness.stayAway(true) }
                // Some are away for less than the inbox keeps, and must not be reset.
                let counts = town.people.map { _ in dice.roll(5...90) }
                try await Parallel.each(town.people, width: 64) { person throws(LoadFailure) in
                    await person.write(counts[person.person], to: person.person ^ 1)
                }
                // The daemon prunes in the background.
                await MonotonicClock.pass(dice.roll(500...1500))
                for device in town.seconds { device.witness.stayAway(false) }
                try await town.gather(withinSeconds: 40)
            }
        }
        outcome.rounds = rounds
        let resets = town.seconds.reduce(0) { $0 + $1.witness.ask { $0.snapshots.count } }
        let kept = town.seconds.map { $0.witness.ask { $0.keptMin } }.min() ?? .max
        outcome.figures.append(
            "\(resets) of \(rounds * town.seconds.count) returns received a snapshot")
        if resets == 0 { outcome.complaints.append("nobody was away for too long") }
        if kept < Stage.eventsKept {
            outcome.complaints.append("only \(kept) events were kept, \(Stage.eventsKept) are due")
        }
    }
}

extension Stage {
    private static let secondsMax = 8.0

    /// All devices reconnect at once.
    func storm() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        return try await play(
            .storm, Neighbourhood(extent.stormClients / 4 * 4), data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", secondDevices: 0
        ) { scene throws(LoadFailure) in
            try await scene.storm(secondsMax: Self.secondsMax)
        }
    }
}

extension Scene {
    fileprivate func storm(secondsMax: Double) async throws(LoadFailure) {
        progress.begin("writing")
        try await Parallel.each(town.people, width: 256) { person throws(LoadFailure) in
            await person.write(1, to: person.person ^ 1)
        }
        // Some have no reply yet when the daemon dies.
        let town = town
        let last = Task { await town.writeAll() }
        await MonotonicClock.pass(20)
        progress.begin("the storm")
        try await victim.kill()
        let start = MonotonicClock.nanoseconds()
        try await victim.start()
        let first = try await firstSession(after: start)
        try await town.gather(withinSeconds: 60)
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        await last.value
        outcome.rounds = 1
        let count = town.devices.count
        outcome.figures.append(
            "\(count) resumed \(seconds.digits(2)) s after the start, "
                + "the first after \(first.digits(0)) ms")
        if seconds > secondsMax {
            outcome.complaints.append(
                "\(count) took \(seconds.digits(2)) s to resume, \(secondsMax.digits(0)) allowed")
        }
    }
}

extension Town {
    /// Every person sends one message to a friend; returns when all are answered or given up.
    fileprivate func writeAll() async {
        await withDiscardingTaskGroup { group in
            for person in people { group.addTask { await person.write(1, to: person.person ^ 1) } }
        }
    }
}
