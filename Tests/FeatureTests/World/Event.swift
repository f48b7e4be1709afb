import Accounts
import Kernel
import SwiftProtobuf
import Wire

/// What an inbox or an answer holds; here with the words for what a story expects.
typealias Event = ServerMessage.OneOf_Body

extension ServerMessage.OneOf_Body {
    static func match(_ activity: String, with friend: String) -> Self {
        .match(
            .with {
                $0.activity = activity
                $0.with = .named(friend)
            })
    }

    /// - Parameter details: nil: the friend says nothing.
    static func matchChanged(
        _ activity: String, with friend: String, _ details: ActivityDetails?
    ) -> Self {
        .matchChanged(
            .with {
                ($0.activity, $0.with) = (activity, friend)
                if let details { $0.details = details }
            })
    }

    static func matchEnded(_ activity: String, with friend: String) -> Self {
        .matchEnded(
            .with {
                $0.activity = activity
                $0.with = friend
            })
    }

    static func turnedOn(_ activity: String, until: Moment) -> Self {
        .activityChanged(
            .with {
                $0.activity = activity
                $0.on = true
                $0.expiresAt = until.timestamp
            })
    }

    static func turnedOff(_ activity: String, expired: Bool = false) -> Self {
        .activityChanged(
            .with {
                $0.activity = activity
                $0.on = false
                $0.expired = expired
            })
    }

    static func ending(_ activity: String, at end: Moment) -> Self {
        .activityEnding(
            .with {
                $0.activity = activity
                $0.expiresAt = end.timestamp
            })
    }

    static func audienceChanged(_ activity: String) -> Self {
        .audienceChanged(.with { $0.activity = activity })
    }

    static func requested(by sender: String, _ message: String = "") -> Self {
        .friendRequested(
            .with {
                $0.from = .named(sender)
                $0.message = message
            })
    }

    static func requestClosed(from sender: String, to receiver: String) -> Self {
        .friendRequestClosed(
            .with {
                $0.from = sender
                $0.to = receiver
            })
    }

    static func befriended(_ friend: String) -> Self {
        .friendAdded(.with { $0.friend = .named(friend) })
    }

    static func unfriended(_ friend: String) -> Self {
        .friendRemoved(.with { $0.friend = friend })
    }

    static func accountChanged(
        _ change: AccountChange, on device: String = "laptop", issuer: String = ""
    ) -> Self {
        .accountChanged(.with { ($0.change, $0.device, $0.issuer) = (change, device, issuer) })
    }

    static func badge(_ room: String, seq: UInt32, unread: UInt32) -> Self {
        .roomBadge(
            .with {
                $0.mark.room = room
                $0.mark.seq = seq
                $0.mark.unread = unread
            })
    }
}

extension UserProfile {
    /// A user without a display name of their own.
    static func named(_ username: String) -> Self {
        UserProfile(username: username, displayName: username)
    }
}
