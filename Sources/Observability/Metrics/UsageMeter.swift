package import Kernel
import Metering
import Synchronization

/// Counts what users do, by activity. It has no user.
package final class UsageMeter: Sendable {
    /// What users did with one activity.
    struct Tally: Equatable, Sendable {
        var turnedOn = 0
        var turnedOff = 0
        var expired = 0
        /// Matches: one for each pair.
        var matched = 0
        /// Users whom a match reached on a connection.
        var told = 0
        var planned = 0
        /// From the older toggle to the match, of all matches.
        var wait = Duration.zero
    }

    /// What users did so far.
    struct Counts: Equatable, Sendable {
        var tallies: [String: Tally] = [:]
        /// Friendships that began.
        var friendships = 0
    }

    private let state = Mutex(Counts())

    /// Nothing has happened yet.
    package init() {}

    var counts: Counts { state.withLock { $0 } }

    /// Counts from 0 on for these activities: a counter is there before it rises.
    package func begin(with activities: [String]) {
        state.withLock { counts in
            for name in activities { counts.tallies[name] = counts.tallies[name] ?? Tally() }
        }
    }

    /// Counts what is committed.
    package func note(_ record: UsageRecord) {
        state.withLock { counts in
            guard record.kind != .befriended else { return counts.friendships += 1 }
            var tally = counts.tallies[record.activity] ?? Tally()
            switch record.kind {
            case .turnedOn: tally.turnedOn += 1
            case .turnedOff: tally.turnedOff += 1
            case .expired: tally.expired += 1
            case .matched:
                tally.matched += 1
                tally.wait += max(.zero, record.wait)
            case .planned: tally.planned += 1
            case .befriended: break
            }
            counts.tallies[record.activity] = tally
        }
    }

    /// Counts users whom a match for an activity has reached.
    package func told(_ activity: String, _ count: Int) {
        guard count > 0 else { return }
        state.withLock { $0.tallies[activity, default: Tally()].told += count }
    }
}

/// What users have done until a moment; the events `activity.tally` and `social.tally` have the
/// difference between two of them.
package struct UsageMark {
    private let counts: UsageMeter.Counts
    private let messages: Int

    /// The counts now.
    package init(_ instruments: Instruments) {
        counts = instruments.hub.usage.counts
        messages =
            instruments.commandNames.firstIndex(of: "roomSend").map {
                instruments.commands.count($0, .done)
            } ?? 0
    }

    /// The fields of one event for each activity with which users did something.
    package func activities(since before: UsageMark) -> [[EventField]] {
        counts.tallies.sorted { $0.key < $1.key }.compactMap { activity, tally in
            let old = before.counts.tallies[activity] ?? UsageMeter.Tally()
            guard tally != old else { return nil }
            return [
                .activity(activity), .figure(.on, tally.turnedOn - old.turnedOn),
                .figure(.off, tally.turnedOff - old.turnedOff),
                .figure(.expired, tally.expired - old.expired),
                .figure(.matched, tally.matched - old.matched),
                .figure(.told, tally.told - old.told),
                .figure(.plans, tally.planned - old.planned),
            ]
        }
    }

    /// The fields of the event about friends and messages; nil: there was nothing.
    package func friends(since before: UsageMark) -> [EventField]? {
        let friends = counts.friendships - before.counts.friendships
        let sent = messages - before.messages
        guard friends > 0 || sent > 0 else { return nil }
        return [.figure(.friends, friends), .figure(.messages, sent)]
    }
}
