package import Kernel
import Wire

extension Rules {
    /// Runs a chore of the daemon, and returns the expected events.
    ///
    /// - Parameter drawn: the numbers that the product has drawn, in order.
    package mutating func chore(
        _ name: String, at now: Moment, drawn: [UInt32] = []
    ) -> [(to: String, body: Body)] {
        self.drawn = drawn
        words.showings = []
        let before = standing
        let events =
            switch name {
            case "activity.expire": expire(at: now)
            case "activity.ending": announceEndings(at: now)
            case "match.end": announceEnds(at: now)
            case "plan.pass": passPlans(at: now)
            case "meetup.pass": passMeetups(at: now)
            case "place.expire": expireMarkers(at: now)
            case "inbox.prune": prune()
            case "rooms.groups": sweepGroup()
            case "rooms.expiry": swept(at: now)
            case "word.pass": passWords(at: now)
            case "word.daily": announceDays(at: now)
            case "word.forget": forgetWords(at: now)
            default: [(to: String, body: Body)]()
            }
        deliver(events)
        hideEvents(unlike: before)
        return events
    }

    private mutating func swept(at now: Moment) -> [(to: String, body: Body)] {
        sweepExpired(at: now)
        return []
    }

    /// Only so many events of an inbox are kept.
    private mutating func prune() -> [(to: String, body: Body)] {
        for user in users where top(of: user) > inboxMax {
            floors[user] = max(floor(of: user), top(of: user) - inboxMax + 1)
        }
        return []
    }

    /// A long inbox loses at most 32 events at every sixteenth new one.
    mutating func cut(_ user: String) {
        let top = top(of: user)
        guard top > inboxMax, top % 16 == 0 else { return }
        let end = min(top - inboxMax + 1, floor(of: user) + 32)
        floors[user] = max(floor(of: user), end)
    }

    package func top(of user: String) -> UInt32 { UInt32(inboxes[user]?.count ?? 0) }

    /// Whether an event of an inbox has no content any more.
    package func isBlank(_ seq: UInt32, of user: String) -> Bool {
        guard seq >= 1, seq <= top(of: user) else { return false }
        return inboxes[user]?[Int(seq) - 1].isBlank == true
    }

    /// The events of an inbox that its owner may not read now.
    package func unreadable(by user: String) -> Set<UInt32> {
        let inbox = inboxes[user] ?? []
        return Set(inbox.indices.filter { inbox[$0].isUnreadable }.map { UInt32($0) + 1 })
    }

    package func floor(of user: String) -> UInt32 { floors[user] ?? 1 }

    /// A device of `user` has everything up to `seq`. To others, an invisible user has received
    /// nothing.
    mutating func acknowledge(_ seq: UInt32, by user: String) -> Outcome {
        guard seq <= top(of: user) else { return Outcome(.invalidField) }
        guard seq > acknowledged[user] ?? 0 else { return Outcome(.done(Done())) }
        acknowledged[user] = seq
        if !isInvisible(user), seq >= floor(of: user) { receive(upTo: seq, user) }
        return Outcome(.done(Done()))
    }

    private mutating func receive(upTo seq: UInt32, _ user: String) {
        for case .roomMessage(let message)? in (inboxes[user] ?? []).prefix(Int(seq)).map(\.body) {
            let names = message.room.split(separator: ":").map(String.init)
            guard let friend = names.first(where: { $0 != user }) else { continue }
            let way = Way(from: user, to: friend)
            delivered[way] = max(delivered[way] ?? 0, message.seq)
        }
    }
}
