import Hub
import Kernel
import Observability
import Promises
import Sessions
import Settings
import Synchronization
import Wire

/// The online users, according to the hub of the daemon's present life.
final class PresenceRelay: PresenceView {
    private let current = Mutex<PresenceBoard?>(nil)

    var board: PresenceBoard? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func standing(of user: User.ID) -> Standing { board?.standing(of: user) ?? .unknown }
}

/// What a daemon leaves beside its data.
final class RunBox: Sendable {
    fileprivate let marks = Mutex<[RunMark]>([])
}

extension RunMemory {
    /// Remembers in `box`, which survives the daemon.
    init(_ box: RunBox) {
        self.init {
            box.marks.withLock { $0 }
        } remember: { marks in
            box.marks.withLock { $0 = marks }
        }
    }
}

/// An event log that discards everything.
struct NoEvents: EventRecorder {
    func write(_ event: EventName, fields: [EventField]) {}
}

extension Configuration {
    /// A small daemon in a hurry: activities last a minute, and little may wait.
    static func simulated(_ plan: WorldPlan? = nil, _ mutant: Mutant? = nil) -> Configuration {
        var configuration = Configuration()
        configuration.presence.graceMilliseconds = mutant?.graceMilliseconds ?? 1000
        configuration.features[integer: "rooms.editMinutes"] = 1
        configuration.features[integer: "rooms.deleteMinutes"] = 2
        configuration.features[integer: "rooms.expireMinutes"] = 1
        configuration.rates.enabled = plan?.isLimited == true
        configuration.rates.messagesBurst = 4
        configuration.rates.messagesPerMinute = 20
        configuration.rates.togglesPerMinute = 6
        configuration.rates.lookupsBurst = 2
        configuration.rates.blocksBurst = 2
        configuration.rates.commandsPerMinute = 0
        configuration.passwords.memoryKiB = 8
        configuration.passwords.passes = 1
        configuration.limits.outboxBytes = plan?.outboxBytes ?? 262_144
        configuration.inbox.events = plan?.inboxEvents ?? 10_000
        configuration.features[integer: "circle.minutes"] = 0
        configuration.activities = ["anything", "coffee", "gym", Rules.wordGame].map { name in
            Activity(
                name: name, title: name, expiryMinutes: name == Rules.wordGame ? 2 : 1,
                wildcard: name == "anything" && plan?.hasWildcard == true)
        }
        return configuration
    }
}
