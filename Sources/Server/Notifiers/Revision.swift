import Accounts
import Activities
import Devices
import Friends
import Kernel
import Rooms
import WebPush
import Wire

/// What has become of a letter while it waited.
enum Revision: Sendable {
    /// It is to be sent, as it is here.
    case stands(Letter)
    /// There is nothing to be told any more.
    case settled
    /// Nobody can say for now.
    case unknown
}

extension Letter {
    /// As it is to be sent now; nil when there is nothing to be told, or nobody to tell.
    func revised(in snapshot: Snapshot) throws(Refusal) -> Letter? {
        if let subscription {
            let standing = try DevicesFeature.subscriptions(of: user, in: snapshot)
            guard standing.contains(subscription) else { return nil }
        }
        guard let event = try notification.event.revised(for: user, in: snapshot),
            let notification = notification.saying(event)
        else { return nil }
        return Letter(user: user, notification: notification, subscription: subscription)
    }
}

extension ServerMessage.OneOf_Body {
    /// What somebody is to be told of it as things stand; nil: nothing any more.
    ///
    /// Who has left, was blocked or is no friend any more is heard of no more, and who is banned
    /// hears nothing.
    func revised(for user: User.ID, in snapshot: Snapshot) throws(Refusal) -> Self? {
        guard let account = try snapshot.first(.account(of: user)), !account.displayName.isEmpty,
            try !AccountsFeature.isBanned(user, in: snapshot)
        else { return nil }
        switch self {
        case .roomMessage(let message):
            let standing = try RoomsFeature.loudMessage(
                message.seq, from: message.from, to: user, in: snapshot)
            return standing.map { .roomMessage($0) }
        case .match(let match):
            let lasts = try ActivitiesFeature.isMatched(
                user, with: match.with.username, for: match.activity, in: snapshot)
            return lasts ? self : nil
        case .friendRequested(let request):
            let isPending = try FriendsFeature.isAsked(
                user, by: request.from.username, in: snapshot)
            return isPending ? self : nil
        case .friendAdded(let added):
            return try isFriend(added.friend, of: user, in: snapshot) ? self : nil
        case .circleCommented(let said):
            return try isFriend(said.comment.from, of: user, in: snapshot) ? self : nil
        case .circleAsked(let asked):
            return try isFriend(asked.friend, of: user, in: snapshot) ? self : nil
        default: return nil
        }
    }

    private func isFriend(
        _ other: UserProfile, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: other.username)),
            let pair = UserPair(user, account.id)
        else { return false }
        return try Friendships.exists(pair, in: snapshot)
    }
}
