import Kernel
import Metering
import Observability
import Wire

extension HubCore {
    /// A user's presence has changed: friends receive it in a moment, together with other changes.
    mutating func note(_ user: User.ID, was: Bool) {
        changes.note(user, was: was, due: now.uptime + terms.digest)
    }

    /// Sends each connected user, in one message, what has changed among friends. A friend who is
    /// back in the former state has only flapped, and is left out.
    mutating func tellChanges() {
        guard let due = changes.due, due <= now.uptime else { return }
        let changed = changes.takeAll()
        var news = PresenceNews()
        for (user, was) in changed {
            guard isShown(user) != was, let presence = presence(of: user) else { continue }
            neighbours?.left[user] = nil
            news.add(presence, of: user, for: listeners(of: user))
        }
        tell(&news)
        for (user, _) in changed { forgetIfGone(user) }
    }

    mutating func tell(_ news: inout PresenceNews) {
        for recipient in news.recipients {
            meter.notices.add(news.withHint(for: recipient) { hint in tellHere(recipient, &hint) })
        }
    }

    /// The users connected here who have a user as a friend. If that user is on another node alone,
    /// they are found by their own lists of friends.
    private func listeners(of user: User.ID) -> [User.ID] {
        if let friends = users[user]?.friends {
            return friends.all.filter { users[$0]?.sessions.isEmpty == false }
        }
        guard neighbours != nil else { return [] }
        return users.filter { $0.value.friends?.contains(user) == true }.keys.sorted()
    }

    /// Sends a hint to all devices of a user that have a topic open.
    ///
    /// - Parameter transaction: the one that it reports, if it shows a current state.
    mutating func tell(
        _ user: User.ID, _ hint: inout SharedHint, on topic: Topic? = nil,
        of transaction: Int64? = nil
    ) {
        relay(hint, on: topic, of: transaction, to: user)
        tellHere(user, &hint, on: topic, of: transaction)
    }

    /// Sends a hint to all devices of a user that are connected to this node and want it.
    @discardableResult
    mutating func tellHere(
        _ user: User.ID, _ hint: inout SharedHint, if isWanted: (HubSession) -> Bool = { _ in true }
    ) -> Int {
        let keys = users[user]?.sessions ?? []
        for key in keys {
            guard let session = sessions[key], isWanted(session) else { continue }
            send(hint.action(session.format), to: key)
        }
        return keys.count
    }
}

/// The recipients of changes of presence. Those who receive the same changes share the bytes.
struct PresenceNews {
    /// In the order in which they were first named.
    private(set) var recipients: [User.ID] = []
    private var presences: [(user: User.ID, presence: Presence)] = []
    private var concerns: [User.ID: [Int]] = [:]
    private var hints: [[Int]: SharedHint] = [:]

    mutating func add(_ presence: Presence, of user: User.ID, for friends: [User.ID]) {
        for friend in friends {
            if concerns[friend] == nil { recipients.append(friend) }
            concerns[friend, default: []].append(presences.count)
        }
        presences.append((user, presence))
    }

    mutating func withHint(for recipient: User.ID, _ body: (inout SharedHint) -> Int) -> Int {
        guard let indices = concerns[recipient] else { return 0 }
        return body(&hints[indices, default: SharedHint(indices.map { presences[$0] })])
    }
}
