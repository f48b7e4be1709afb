import Friends
import Kernel
import Wire

/// What outlives the daemon: who was last seen when.
extension HubCore {
    /// After a start: these were online when the daemon ended. Until they come back, or have had
    /// the time for it, nobody can know.
    mutating func expect(_ absentees: [Absentee]) {
        for absentee in absentees where users[absentee.user]?.isShown != true {
            self.absentees[absentee.user] = absentee
        }
        board.begin(unknown: Set(self.absentees.keys))
        leaseEnd = absentees.isEmpty ? nil : now.uptime + terms.lease
    }

    /// Whoever has not come back since the start is offline.
    mutating func endLeases() {
        guard let end = leaseEnd, end <= now.uptime else { return }
        leaseEnd = nil
        let gone = absentees
        absentees = [:]
        board.endUnknown()
        output.writes.append(
            WriteJob(starter: { (transaction) throws(Refusal) in
                try LastSeen.giveUpAbsent(in: transaction)
            }))
        guard !isDraining else { return }
        var news = PresenceNews()
        // By the lists of friends: who is gone times who is here would be millions.
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

    /// Has the store note who came and went, many at a time.
    mutating func storeChanges(atOnce: Bool = false) {
        guard let due = storing.due, due <= now.uptime || atOnce else { return }
        let (batch, changes) = storing.takeAll()
        output.writes.append(
            WriteJob(origin: nil) { (transaction) throws(Refusal) in
                try LastSeen.store(changes, in: transaction)
                transaction.signal(.presenceStored(batch: batch))
                return .done(Done())
            })
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

/// Who came and went and is yet to be stored: the newest of each user, in batches.
struct StoringQueue: Sendable {
    /// How long a change may wait for others.
    private static let patience = Duration.seconds(1)

    /// The number of the batch that changes go into now.
    private(set) var batch: UInt64 = 1
    /// When the batch is to be stored; nil while it is empty.
    private(set) var due: Duration?
    private var changes: [PresenceChange] = []
    private var places: [User.ID: Int] = [:]

    mutating func put(_ change: PresenceChange, at now: Duration) {
        if let place = places[change.user] {
            changes[place] = change
        } else {
            places[change.user] = changes.count
            changes.append(change)
        }
        if due == nil { due = now + Self.patience }
    }

    mutating func takeAll() -> (UInt64, [PresenceChange]) {
        defer {
            batch += 1
            due = nil
            changes = []
            places = [:]
        }
        return (batch, changes)
    }
}
