import Dispatch
import EventLoop
import Glibc
import Promises

/// A daemon of our own, a town that it serves, and what becomes of them.
final class Scene {
    let victim: Victim
    let town: Town
    let route: Route
    let extent: Extent
    let seed: UInt64
    let progress: Progress
    var dice: Dice
    var outcome: FaultOutcome

    init(
        _ victim: Victim, _ town: Town, _ route: Route, _ stage: Stage, _ outcome: FaultOutcome
    ) {
        (self.victim, self.town, self.route) = (victim, town, route)
        (extent, seed, progress) = (stage.extent, stage.seed, stage.progress)
        dice = Dice(seed: stage.seed, of: -1)
        self.outcome = outcome
    }

    /// Returns how long after `start` the first session was opened, in milliseconds.
    func firstSession(after start: UInt64) async throws(LoadFailure) -> Double {
        for _ in 0..<15_000 {
            let times = town.devices.map { $0.witness.ask { $0.sessionAt } }
            if let first = times.filter({ $0 > start }).min() {
                return Double(first - start) / 1e6
            }
            await MonotonicClock.pass(2)
        }
        throw LoadFailure("nobody has come back within 30 s")
    }
}

extension Scene {
    /// Milliseconds between two deeds of a person.
    static let pauseMilliseconds = 300

    /// Life without a fault.
    func calm() async throws(LoadFailure) {
        let milliseconds = extent.seconds * 1000
        try await live { () throws(LoadFailure) in
            progress.begin("living")
            await MonotonicClock.pass(milliseconds)
        }
    }

    /// kill -9 at random moments under load.
    func kill() async throws(LoadFailure) {
        var returns: [Double] = []
        try await live { () throws(LoadFailure) in
            for round in 1...extent.rounds {
                progress.update("kill -9, round \(round)/\(extent.rounds)")
                await MonotonicClock.pass(dice.roll(100...700))
                let start = MonotonicClock.nanoseconds()
                try await victim.kill()
                try await victim.start()
                returns.append(try await firstSession(after: start))
                try await town.gather(withinSeconds: 30)
            }
        }
        outcome.rounds = extent.rounds
        note(returns, since: "kill")
    }

    /// SIGTERM under load: each client learns when to come back.
    func stop() async throws(LoadFailure) {
        var returns: [Double] = []
        let rounds = max(1, extent.rounds / 5)
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("SIGTERM, round \(round)/\(rounds)")
                await MonotonicClock.pass(dice.roll(100...700))
                try await stopOnce()
                let start = MonotonicClock.nanoseconds()
                try await victim.start()
                returns.append(try await firstSession(after: start))
                try await town.gather(withinSeconds: 40)
            }
        }
        outcome.rounds = rounds
        note(returns, since: "start")
    }

    private func stopOnce() async throws(LoadFailure) {
        let before = town.devices.map { $0.witness.ask { ($0.isSignedIn, $0.restartGoodbyeCount) } }
        let code = try await victim.stop()
        if code != 0 { outcome.complaints.append("upford ended with \(code) after SIGTERM") }
        let after = town.devices.map { $0.witness.ask { $0.restartGoodbyeCount } }
        let untold = zip(before, after).count { $0.0 && $0.1 == $1 }
        guard untold > 0 else { return }
        outcome.complaints.append("\(untold) clients were not told when to come back")
    }

    /// Lets the town live meanwhile.
    func live(
        _ body: () async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) {
        try await town.live(
            seed: seed, pauseMilliseconds: Self.pauseMilliseconds, while: body)
        try await town.gather(withinSeconds: 40)
    }

    private func note(_ returns: [Double], since what: String) {
        let sorted = returns.sorted()
        guard let max = sorted.last else { return }
        let median = sorted[sorted.count / 2]
        outcome.figures.append(
            "first session after \(what): p50 \(median.digits(0)) ms, max \(max.digits(0)) ms")
        if max > extent.upMilliseconds {
            outcome.complaints.append(
                "up again after \(max.digits(0)) ms, \(extent.upMilliseconds.digits(0)) allowed")
        }
    }
}

extension DeviceTrace {
    /// How often the server said that it restarts and when to come back.
    var restartGoodbyeCount: Int { goodbyes[1012] ?? 0 }
}

/// A file that takes whatever room is left.
struct Ballast: Sendable {
    let path: String

    /// Fills the file system, to the last byte.
    func fill() {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        let block = [UInt8](repeating: 0, count: 65_536)
        // Smaller and smaller pieces, since a large one that does not fit may not fit at all.
        for size in [65_536, 4096, 1] {
            while write(file, block, size) == size {}
        }
    }

    /// Makes room again.
    func remove() { unlink(path) }
}

/// Work that waits for the system, on a thread of its own.
enum Blocking {
    static func run<Outcome: Sendable>(
        _ work: @escaping @Sendable () -> Outcome
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }
}

/// How much is done.
struct Extent: Sendable {
    /// Rounds of kills; the other faults have a share of them.
    var rounds = 100
    /// Devices of the usual town.
    var clients = 200
    /// Devices in the reconnect storm.
    var stormClients = 10_000
    /// Readers that stop.
    var stoppedReaders = 500
    /// How often they do, and how often the same is measured while they read.
    var stoppedRounds = 3
    /// How long the daemon bears one who does not read.
    var stallSeconds = 10
    /// How much later than that one may be cut off: pages are asked for in the first two seconds,
    /// and are made before anything stalls.
    var cutSlackSeconds = 5
    /// Pairs that toggle at once.
    var togglePairs = 10_000
    /// How long a fault of the network lasts.
    var seconds = 10

    /// How long a daemon may take until it serves again.
    var upMilliseconds = 1_000.0

    /// Everything, in the time that a change may take, on a machine that may be busy with others.
    static let quick = Extent(
        rounds: 6, clients: 40, stormClients: 400, stoppedReaders: 20, stoppedRounds: 1,
        stallSeconds: 2, cutSlackSeconds: 28, togglePairs: 140, seconds: 2, upMilliseconds: 10_000)
}

/// Ports that a server can have again after a restart.
enum FreePort {
    /// A port below those that the system gives to clients.
    ///
    /// While the server is away a client that tries to reach it must not be given its port: over
    /// loopback it would be connected to itself, and the server could not come back.
    ///
    /// - Source: net.ipv4.ip_local_port_range, 32768 by default
    static func find(using dice: inout Dice) throws(LoadFailure) -> UInt16 {
        for _ in 0..<100 {
            guard let port = UInt16(exactly: dice.roll(10_000...32_000)) else { continue }
            if (try? Listener(host: "127.0.0.1", port: port)) != nil { return port }
        }
        throw LoadFailure("no port is left between 10000 and 32000")
    }
}

/// A small file system in memory, gone when this value is.
struct MountedMemory: ~Copyable {
    let path: String

    /// - Parameters:
    ///   - path: of a folder that is not there yet.
    ///   - bytes: how much fits.
    /// - Throws: when this user may not mount, in a few words.
    init(at path: String, bytes: Int) throws(LoadFailure) {
        guard mkdir(path, 0o700) == 0 else { throw LoadFailure("cannot make \(path)") }
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else {
            let reason = String(cString: strerror(errno))
            throw LoadFailure("a small file system cannot be mounted here (\(reason)): run as root")
        }
        self.path = path
        Leftovers.add(mount: path)
    }

    deinit {
        Leftovers.remove(mount: path)
        _ = umount2(path, Int32(MNT_DETACH))
    }
}
