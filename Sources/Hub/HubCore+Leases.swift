import Kernel
import Observability
import Wire

/// What outlives the daemon: when users were last seen, and which tokens are in use.
extension HubCore {
    /// After a start: these users were online when the daemon ended. Their presence is unknown
    /// until they come back, or have had the time for it.
    mutating func expect(_ absentees: [Absentee]) {
        for absentee in absentees where users[absentee.user]?.isShown != true {
            self.absentees[absentee.user] = absentee
        }
        board.begin(unknown: Set(self.absentees.keys))
        leaseEnd = absentees.isEmpty ? nil : now.uptime + terms.lease
    }

    /// Users who have not come back since the start are offline now.
    mutating func endLeases() {
        guard let end = leaseEnd, end <= now.uptime else { return }
        leaseEnd = nil
        let gone = absentees
        absentees = [:]
        board.endUnknown()
        storing.giveUpAbsent(at: now.uptime)
        guard !isDraining else { return }
        var news = PresenceNews()
        // By the lists of friends: all pairs of absentees and connected users would be millions.
        var listeners: [User.ID: [User.ID]] = [:]
        for (listener, connected) in users {
            for friend in connected.friends?.all ?? [] where gone[friend] != nil {
                listeners[friend, default: []].append(listener)
            }
        }
        for absentee in gone.values.sorted(by: { $0.user < $1.user }) {
            let listeners = (listeners[absentee.user] ?? []).sorted()
            news.add(absentee.presence, of: absentee.user, for: listeners)
        }
        tell(&news)
    }

    /// Has the store record arrivals and departures, many at a time, and again until it has them.
    mutating func storeChanges(atOnce: Bool = false) {
        guard let batch = storing.take(at: now.uptime, atOnce: atOnce) else { return }
        let attendance = attendance
        output.writes.append(
            WriteJob { (transaction) throws(Refusal) in
                if batch.givesUpAbsent { try attendance.giveUpAbsent(in: transaction) }
                try attendance.note(batch.changes, in: transaction)
                try attendance.note(batch.uses, in: transaction)
                transaction.signal(.presenceStored(batch: batch.number))
            })
    }

    /// Queues the use of a token for the store.
    mutating func note(_ use: TokenUse, _ origin: Origin?) {
        guard storing.put(use, at: now.uptime), use.kind == .reused else { return }
        let network = origin.map { [EventField.network($0.network)] } ?? []
        log.write(.tokenReused, fields: [.user(use.user.rawValue)] + network)
    }

    /// The store has a batch of changes, and all before it.
    mutating func stored(_ batch: UInt64) {
        board.forget(storedIn: batch)
        storing.stored(batch)
    }
}

extension Absentee {
    fileprivate var presence: Presence {
        var presence = Presence()
        presence.user = username
        presence.online = false
        presence.lastSeen = lastSeen.timestamp
        return presence
    }
}

/// Departures, and when friends learn of them, in the order of leaving.
///
/// A user who comes back stays in the queue and is skipped: the user's own state says whether a
/// departure still counts.
struct DepartureQueue: Sendable {
    private var entries: [(user: User.ID, at: Duration)] = []
    private var first = 0

    /// When the first of them is due.
    var next: Duration? { first < entries.count ? entries[first].at : nil }

    mutating func append(_ user: User.ID, at: Duration) {
        entries.append((user, at))
    }

    /// Removes the first departure that is due.
    mutating func takeDue(by now: Duration) -> (user: User.ID, at: Duration)? {
        guard first < entries.count, entries[first].at <= now else { return nil }
        defer {
            first += 1
            if first >= 256, first * 2 >= entries.count {
                entries.removeFirst(first)
                first = 0
            }
        }
        return entries[first]
    }
}
