import Glibc
import Promises

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
