import Kernel
import Promises
import Wire

/// One simulated world: a daemon, or several nodes on the same data, their clients, the network
/// between them, and the oracle that judges it all.
///
/// One thread, one source of chance, one clock: a seed is the whole story.
final class World {
    let seed: UInt64
    let plan: WorldPlan
    let mutant: Mutant?
    var chance: Chance
    var trace: Trace
    /// How much time has passed.
    private(set) var now = Duration.zero
    /// What is wrong, once something is.
    private(set) var violation: Violation?
    let clock = SimulatedClock()
    private var agenda = Agenda()

    private(set) lazy var oracle = Oracle(self, names: names)
    private let names: [User.ID: String]
    private(set) lazy var network = Network(self)
    /// One, or the nodes that serve the same data.
    let daemons: [SimulatedDaemon]
    let disk: SimulatedDisk
    private(set) lazy var bus = SimulatedBus(self)
    /// All users, by number.
    let roster: Roster
    private(set) var devices: [Device] = []
    private(set) lazy var crowd = Crowd(self)
    private(set) lazy var faults = FaultInjector(self)

    init(seed: UInt64, of template: Template, mutant: Mutant? = nil, tells: Bool) throws {
        self.seed = seed
        self.mutant = mutant
        names = template.names
        var chance = Chance(seed: seed)
        plan = WorldPlan(using: &chance)
        self.chance = chance
        trace = Trace(keepsLines: tells)
        roster = Roster(names: plan.users)
        let (disk, plan) = (try SimulatedDisk(copyOf: template.image), plan)
        self.disk = disk
        let files = SimulatedFiles(seed: seed)
        daemons = try plan.clockSkews.indices.map { [clock] node in
            try SimulatedDaemon(
                on: disk, files, plan: plan, mutant, node: node, clock: clock, seed: seed)
        }
        for daemon in daemons { daemon.world = self }
        devices = template.logins(plan).map { Device($0, in: self) }
    }

    /// How much time has passed, as a clock of the clients' machine counts it.
    var nanoseconds: UInt64 { UInt64(max(1, now / .nanoseconds(1))) }

    /// Plans something to happen.
    func after(_ delay: Duration, _ happen: @escaping () -> Void) {
        agenda.add(at: now + max(.zero, delay), happen)
    }

    /// Lets time pass, until `end` or until something is wrong.
    func pass(until end: Duration) {
        while violation == nil, let next = agenda.nextTime, next <= end {
            guard let (time, happen) = agenda.takeNext() else { return }
            now = max(now, time)
            clock.passed(now)
            happen()
        }
        now = max(now, end)
        clock.passed(now)
    }

    /// Something is not as it was promised.
    func complain(_ promise: Violation.Promise, _ what: @autoclosure () -> String) {
        guard violation == nil else { return }
        let violation = Violation(promise: promise, what: what(), at: now)
        note("VIOLATION", violation.description)
        self.violation = violation
    }

    /// Notes what happens.
    func note(_ kind: StaticString, _ text: @autoclosure () -> String) {
        trace.note(now, kind, [], text())
    }
}

/// A promise that was broken.
struct Violation: Error, CustomStringConvertible {
    /// The promises, by their numbers in docs/RELIABILITY.md.
    enum Promise: String {
        case durable = "I1 (acknowledged or seen, so durable)"
        case onceOnly = "I2 (one effect for a cid)"
        case gapless = "I3 (1, 2, 3 ... n for every device)"
        case rules = "I4-I6, I8 (the rules of the product)"
        case order = "I5 (one order for everybody)"
        case discreet = "I7, I9 (nobody learns what is not meant for him)"
        case presence = "I10 (presence)"
        case limited = "how often a user may do something"
        case fenced = "one session for a device"
        case evidence = "what people saw contradicts itself"
        case converges = "everything comes right in the end"
    }

    let promise: Promise
    let what: String
    let at: Duration

    var description: String { "\(promise.rawValue): \(what)" }
}
