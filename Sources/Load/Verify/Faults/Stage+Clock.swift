import Client
import Glibc
import Promises
import Wire

extension Stage {
    /// A wall clock that jumps, both ways, while the daemon runs.
    func jumpingClock() async throws(LoadFailure) -> FaultOutcome {
        guard let library = clockLibrary, access(library, R_OK) == 0 else {
            var outcome = FaultOutcome(.clock)
            outcome.skipped = "no --clock-library: make .build/wallclock.so"
            return outcome
        }
        let folder = try TemporaryFolder()
        let clock = try WallClock(path: "\(folder.path)/clock")
        return try await play(
            .clock, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", environment: clock.environment(library)
        ) { scene throws(LoadFailure) in
            try await scene.jump(clock)
        }
    }
}

extension Scene {
    private static let hour = 3600
    private static let togglesPerPerson = 4

    /// Toggles expire after two hours, tokens after ninety days, inbox rows after thirty.
    fileprivate func jump(_ clock: WallClock) async throws(LoadFailure) {
        let hours = [3, -3, 26, 1, -30, 240, -1, 0]
        try await live { () throws(LoadFailure) in
            for offset in hours {
                progress.update("the clock jumps to \(offset) h")
                try clock.jump(to: offset * Self.hour)
                await MonotonicClock.pass(max(400, extent.seconds * 1000 / hours.count))
            }
        }
        // What has expired by the last jump is swept, two hundred toggles a second.
        await MonotonicClock.pass(town.people.count * Self.togglesPerPerson * 5 + 2000)
        outcome.rounds = hours.count
        guard !victim.isRunning else { return }
        outcome.complaints.append("the daemon ended when the clock jumped")
        try await victim.start()
    }
}

/// The wall clock of a daemon, as `Tests/WallClock` reads it from a file.
struct WallClock: Sendable {
    let path: String

    /// A clock that shows what ours does.
    init(path: String) throws(LoadFailure) {
        self.path = path
        try jump(to: 0)
    }

    /// From now on the daemon's clock is that far from ours.
    func jump(to seconds: Int) throws(LoadFailure) {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw LoadFailure("cannot write \(path)") }
        defer { close(file) }
        var offset = Int64(seconds)
        let size = MemoryLayout.size(ofValue: offset)
        guard pwrite(file, &offset, size, 0) == size else {
            throw LoadFailure("cannot write \(path)")
        }
    }

    func environment(_ library: String) -> [String] {
        ["LD_PRELOAD=\(library)", "UPFOR_WALL_CLOCK=\(path)"]
    }
}

extension Stage {
    private static let diskBytes = 48 * 1_048_576

    /// A disk that is full for a while.
    func fullDisk() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        let mounted: MountedMemory
        do throws(LoadFailure) {
            mounted = try MountedMemory(at: "\(folder.path)/disk", bytes: Self.diskBytes)
        } catch {
            var outcome = FaultOutcome(.disk)
            outcome.skipped = error.description
            return outcome
        }
        let path = mounted.path
        return try await play(
            .disk, neighbourhood, data: "\(path)/store", log: "\(folder.path)/events.log"
        ) { scene throws(LoadFailure) in
            try await scene.fill(Ballast(path: "\(path)/ballast"))
        }
    }
}

extension Scene {
    private static let returnSecondsMax = 10

    fileprivate func fill(_ ballast: Ballast) async throws(LoadFailure) {
        let rounds = max(1, extent.rounds / 20)
        var returns: [Double] = []
        var reasons: [String: Int] = [:]
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("full disk, round \(round)/\(rounds)")
                await MonotonicClock.pass(dice.roll(300...900))
                ballast.fill()
                reasons.merge(await refuse(), uniquingKeysWith: +)
                ballast.remove()
                returns.append(try await acknowledge())
                if !victim.isRunning {
                    outcome.complaints.append("the daemon ended on a full disk")
                    try await victim.start()
                }
                try await town.gather(withinSeconds: 40)
            }
        }
        outcome.rounds = rounds
        for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
            outcome.figures.append("\(count) commands refused: \(reason)")
        }
        let slowest = returns.max() ?? 0
        outcome.figures.append(
            "acknowledges again \((slowest * 1000).digits(0)) ms after there is room, at most")
    }

    /// Waits until commands are refused, and sees that what was written can be read.
    ///
    /// - Returns: the reasons, and how often each was given.
    private func refuse() async -> [String: Int] {
        var reasons: [String: Int] = [:]
        for _ in 0..<100 where reasons.values.reduce(0, +) < 20 {
            for person in town.people.prefix(20) {
                guard let reason = await person.refusal(ofSetting: "study", on: true) else {
                    continue
                }
                reasons[reason, default: 0] += 1
            }
        }
        if reasons.isEmpty { outcome.complaints.append("nothing was refused on a full disk") }
        var unreadCount = 0
        for person in town.people.prefix(20) where await !person.say(person.newestPage) {
            unreadCount += 1
        }
        if unreadCount > 0 {
            outcome.complaints.append("\(unreadCount) of 20 could not read on a full disk")
        }
        return reasons
    }

    /// Returns after how many seconds a user's command is accepted again.
    private func acknowledge() async throws(LoadFailure) -> Double {
        let start = MonotonicClock.nanoseconds()
        while true {
            let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
            if await town.people[0].set("study", on: false) { return seconds }
            guard seconds < Double(Self.returnSecondsMax) else {
                outcome.complaints.append("nothing is accepted 10 s after the disk had room again")
                return seconds
            }
            await MonotonicClock.pass(20)
        }
    }
}

extension Player {
    /// Sets an activity; returns in a word why that was refused, nil if it was not.
    fileprivate func refusal(ofSetting activity: String, on: Bool) async -> String? {
        var set = ActivitySet()
        set.activity = activity
        set.on = on
        do throws(ClientError) {
            _ = try await client.call(.activitySet(set))
            return nil
        } catch {
            guard case .refused(let refusal) = error else { return "no answer" }
            return refusal.code.wireName + (refusal.temporary ? ", temporary" : "")
        }
    }
}
