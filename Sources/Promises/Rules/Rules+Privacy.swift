import Kernel
package import Wire

extension Rules {
    mutating func set(_ command: PrivacySet, by user: String) -> Outcome {
        var new = privacy(of: user)
        if command.hasInvisible { new.invisible = command.invisible }
        if command.hasTyping { new.typing = command.typing }
        if command.hasReceipts { new.receipts = command.receipts }
        if command.hasCircle { new.circle = command.circle }
        if command.hasListed { new.listed = command.listed }
        if command.hasInvitations { new.invitations = command.invitations }
        guard new != privacy(of: user) else { return Outcome(.privacy(new)) }
        privacy[user] = new
        var changed = PrivacyChanged()
        changed.privacy = new
        return Outcome(.privacy(new), [(user, .privacyChanged(changed))])
    }

    package func privacy(of user: String) -> Privacy {
        if let chosen = privacy[user] { return chosen }
        var usual = Privacy()
        usual.invisible = false
        usual.typing = true
        usual.receipts = true
        usual.circle = true
        usual.listed = false
        usual.invitations = true
        return usual
    }

    /// The users who let friends see that they type.
    package var typists: Set<String> {
        Set(users.filter { privacy(of: $0).typing && !isInvisible($0) })
    }

    /// Revokes a token.
    package mutating func void(_ token: String) -> Outcome {
        voided.insert(token)
        return Outcome(.done(Done()))
    }

    package func isInvisible(_ user: String) -> Bool { privacy(of: user).invisible }

    mutating func block(_ other: String, by user: String, at now: Moment) -> Outcome {
        if let refusal = obstacle(to: other, by: user) { return Outcome(refusal) }
        guard blocks.insert(Way(from: user, to: other)).inserted else {
            return Outcome(.done(Done()))
        }
        hideMessages(from: user)
        teammates.remove(Pair(user, other))
        teams.takeSwipesBack(user, other)
        var events = areFriends(user, other) ? part(user, other) : []
        events += blockPlans(user, other, at: now)
        events += retract(from: user, to: other) ?? []
        if isAsking(other, user) { events += hide(from: other, to: user) }
        if let number = partners.number(of: Pair(user, other)) {
            events += endPartnership(number, at: now)
        }
        return Outcome(.done(Done()), events + [(user, changed(other, blocked: true))])
    }

    mutating func unblock(_ other: String, by user: String) -> Outcome {
        guard user != other else { return Outcome(.oneself) }
        guard blocks.remove(Way(from: user, to: other)) != nil else {
            return Outcome(.done(Done()))
        }
        hideMessages(from: user)
        return Outcome(.done(Done()), [(user, changed(other, blocked: false))])
    }

    package func blocked(by user: String) -> [String] {
        blocks.filter { $0.from == user }.map(\.to).sorted()
    }

    private func changed(_ user: String, blocked: Bool) -> Body {
        var changed = BlockChanged()
        changed.user = profile(of: user)
        changed.blocked = blocked
        return .blockChanged(changed)
    }
}
