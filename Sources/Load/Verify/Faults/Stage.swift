import Client
import Promises

/// Where faults are tried: each on a daemon, with data and with people of its own.
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

    /// Tries one fault; whatever kept it from its end is among the complaints.
    func outcome(of fault: Fault) async -> FaultOutcome {
        do throws(LoadFailure) {
            return try await perform(fault)
        } catch {
            var outcome = FaultOutcome(fault)
            outcome.complaints.append("came to no end: \(error)")
            return outcome
        }
    }

    /// Tries one fault, and holds what came of it against the promises.
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
    ///   - play: what happens, from first to last.
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
        // As many as there are people in a group: who reads much is on another loop than those
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

    /// Reads everything back, and finds what was not kept.
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
