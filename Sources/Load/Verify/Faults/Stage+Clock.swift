import FoundationEssentials
import Glibc

extension Stage {
    /// Debian's libfaketime, which gives a program another wall clock.
    private static let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"

    /// A wall clock that jumps, both ways, while the daemon runs.
    func jumpingClock() async throws(LoadFailure) -> FaultOutcome {
        guard access(Self.library, R_OK) == 0 else {
            var outcome = FaultOutcome(.clock)
            outcome.skipped = "libfaketime is missing: apt-get install libfaketime"
            return outcome
        }
        let folder = try TemporaryFolder()
        let clock = WallClock(path: "\(folder.path)/clock")
        try clock.jump(to: 0)
        return try await play(
            .clock, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", environment: clock.environment(Self.library)
        ) { scene throws(LoadFailure) in
            try await scene.jump(clock)
        }
    }
}

extension Scene {
    private static let hour = 3600

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
        // What has expired by the last jump is swept within a second or two.
        await MonotonicClock.pass(3000)
        outcome.rounds = hours.count
        guard !victim.isRunning else { return }
        outcome.complaints.append("the daemon ended when the clock jumped")
        try await victim.start()
    }
}

/// The wall clock of a daemon, as libfaketime reads it from a file.
struct WallClock: Sendable {
    let path: String

    /// From now on the daemon's clock is that far from ours.
    func jump(to seconds: Int) throws(LoadFailure) {
        // Read while it is written it would say something else: another file takes its place.
        let next = path + ".next"
        do {
            let sign = seconds < 0 ? "-" : "+"
            try Data("\(sign)\(abs(seconds))\n".utf8).write(to: URL(filePath: next))
        } catch {
            throw LoadFailure("cannot write \(next)")
        }
        guard rename(next, path) == 0 else { throw LoadFailure("cannot write \(path)") }
    }

    /// `FAKETIME_SHARED` names what is not there: the library, which shares time among processes,
    /// would otherwise set that variable itself, and Swift finds the arguments of a program by
    /// where its environment lies.
    ///
    /// - Source: faketime(1)
    func environment(_ library: String) -> [String] {
        [
            "LD_PRELOAD=\(library)", "FAKETIME_TIMESTAMP_FILE=\(path)", "FAKETIME_NO_CACHE=1",
            "FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_SHARED=/none /none",
        ]
    }
}
