import Kernel
import Wire

extension Rules {
    /// Whether two users may talk, and see each other's presence: friends and teammates may.
    package func mayTalk(_ one: String, _ other: String) -> Bool {
        areFriends(one, other) || teammates.contains(Pair(one, other))
    }

    /// Whether two are friends.
    package func areFriends(_ one: String, _ other: String) -> Bool {
        friends.contains(Pair(one, other))
    }

    mutating func request(
        _ command: FriendRequest, by user: String, at now: Moment
    ) -> Outcome {
        let other = command.to
        guard let refusal = obstacle(to: other, by: user) else {
            guard !areFriends(user, other) else { return Outcome(.alreadyFriends) }
            guard !blocks.contains(Way(from: user, to: other)) else {
                return Outcome(.blockedByYou)
            }
            var sent = FriendRequestSent()
            sent.to = other
            sent.friends = requests[Way(from: other, to: user)] != nil
            guard !sent.friends else {
                return Outcome(.friendRequestSent(sent), befriend(user, other, at: now))
            }
            let way = Way(from: user, to: other)
            guard requests[way] == nil else { return Outcome(.friendRequestSent(sent)) }
            let isUnwanted = blocks.contains(Way(from: other, to: user))
            requests[way] = Request(message: command.message, isDeclined: isUnwanted)
            guard !isUnwanted else { return Outcome(.friendRequestSent(sent)) }
            var requested = FriendRequested()
            requested.from = profile(of: user)
            requested.message = command.message
            return Outcome(.friendRequestSent(sent), [(other, .friendRequested(requested))])
        }
        return Outcome(refusal)
    }

    mutating func accept(_ other: String, by user: String, at now: Moment) -> Outcome {
        guard user != other else { return Outcome(.oneself) }
        guard !areFriends(user, other) else { return Outcome(.alreadyFriends) }
        guard isAsking(other, user) else { return Outcome(.noSuchRequest) }
        return Outcome(.done(Done()), befriend(user, other, at: now))
    }

    mutating func decline(_ other: String, by user: String) -> Outcome {
        guard user != other else { return Outcome(.oneself) }
        guard isAsking(other, user) else { return Outcome(.noSuchRequest) }
        return Outcome(.done(Done()), hide(from: other, to: user))
    }

    mutating func withdraw(_ other: String, by user: String) -> Outcome {
        guard user != other else { return Outcome(.oneself) }
        guard let events = retract(from: user, to: other) else { return Outcome(.noSuchRequest) }
        return Outcome(.done(Done()), events)
    }

    /// Declines a request, unknown to its sender.
    mutating func hide(from sender: String, to receiver: String) -> [(to: String, body: Body)] {
        requests[Way(from: sender, to: receiver)]?.isDeclined = true
        return [(receiver, Self.closed(from: sender, to: receiver))]
    }

    /// Withdraws a request. A recipient who declined it has received its end before.
    mutating func retract(from sender: String, to receiver: String) -> [(to: String, body: Body)]? {
        guard let request = requests.removeValue(forKey: Way(from: sender, to: receiver)) else {
            return nil
        }
        let closed = Self.closed(from: sender, to: receiver)
        return request.isDeclined ? [(sender, closed)] : [(sender, closed), (receiver, closed)]
    }

    mutating func remove(_ other: String, by user: String) -> Outcome {
        guard areFriends(user, other) else { return Outcome(.notFriends) }
        return Outcome(.done(Done()), part(user, other))
    }

    /// The relation to another user that `user` sees.
    func relation(of user: String, to other: String) -> Relation {
        if user == other { return .yourself }
        if areFriends(user, other) { return .friend }
        if blocks.contains(Way(from: user, to: other)) { return .blocked }
        if requests[Way(from: user, to: other)] != nil { return .requested }
        return isAsking(other, user) ? .asking : .stranger
    }

    /// Whether the recipient of a request sees it.
    package func isAsking(_ sender: String, _ receiver: String) -> Bool {
        requests[Way(from: sender, to: receiver)].map { !$0.isDeclined } ?? false
    }

    package func friends(of user: String) -> [String] {
        users.filter { areFriends(user, $0) }.sorted()
    }

    func obstacle(to other: String, by user: String) -> ErrorCode? {
        if !users.contains(other) { return .notFound }
        return user == other ? .oneself : nil
    }

    private mutating func befriend(
        _ one: String, _ other: String, at now: Moment
    ) -> [(to: String, body: Body)] {
        let pair = Pair(one, other)
        friends.insert(pair)
        for (user, newcomer) in [(one, other), (other, one)] {
            for (activity, users) in closed where users.contains(user) {
                exclusions[activity, default: []].insert(Way(from: user, to: newcomer))
            }
        }
        requests[Way(from: one, to: other)] = nil
        requests[Way(from: other, to: one)] = nil
        let events = [(one, other), (other, one)].map { user, friend in
            var added = FriendAdded()
            added.friend = profile(of: friend)
            return (to: user, body: Body.friendAdded(added))
        }
        return events + settle(pair, at: now)
    }

    mutating func part(_ one: String, _ other: String) -> [(to: String, body: Body)] {
        friends.remove(Pair(one, other))
        overlaps[Pair(one, other)] = nil
        let ended =
            partPlans(one, other) + callOffDuels(of: Pair(one, other))
            + endInvitations(between: one, other)
        return ended
            + [(one, other), (other, one)].map { user, friend in
                var removed = FriendRemoved()
                removed.friend = friend
                return (user, .friendRemoved(removed))
            }
    }

    private static func closed(from sender: String, to receiver: String) -> Body {
        var closed = FriendRequestClosed()
        closed.from = sender
        closed.to = receiver
        return .friendRequestClosed(closed)
    }
}
