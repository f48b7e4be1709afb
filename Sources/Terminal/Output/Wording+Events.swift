import SwiftProtobuf
import Wire

extension Wording {
    /// The lines about an event, with its time when it is known.
    func event(_ body: ServerMessage.OneOf_Body, at: Google_Protobuf_Timestamp?) -> [String] {
        switch body {
        case .roomMessage(let message): arrival(message)
        case .roomMessageChanged(let change): changed(change.message)
        case .session(let session): stamped(at, [reset(session)])
        case .circleChanged(let change): news(change)
        case .placeChanged(let change): placeNews(change)
        case .presenceDigest(let digest): stamped(at, digest.presences.map { sentence($0) })
        default: sentence(body).map { stamped(at, [$0]) } ?? []
        }
    }

    /// An event as one sentence; nil for another message, or one of a newer server.
    private func sentence(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .profileChanged(let changed): profile(changed.user, before: nil)
        case .accountChanged(let change): changed(change)
        case .friendRequested(let request): asked(request)
        case .friendRequestClosed(let closed): self.closed(closed)
        case .friendAdded(let added): "\(person(added.friend)) is your friend now"
        case .friendRemoved(let removed): "\(safe(removed.friend)) is no longer your friend"
        case .moderationWarned(let warned): "an administrator warns you: \(safe(warned.text))"
        case .roomBadge(let badge): marked(badge.mark)
        case .roomExpiryChanged(let changed): expiry(changed.expiry)
        case .blockChanged(let change):
            "\(person(change.user)) is \(change.blocked ? "blocked" : "no longer blocked")"
        case .activityChanged(let change): changed(change)
        case .match(let match): matched(match)
        case .matchChanged(let changed):
            "\(safe(changed.with)), up for \(palette.bold(safe(changed.activity)))"
                + (changed.room.isEmpty ? "" : " in \(safe(changed.room))")
                + (changed.hasDetails ? details(changed.details) : ", says nothing more about it")
        case .matchEnded(let ended):
            "you and \(safe(ended.with)) are no longer up for \(safe(ended.activity)) together"
        case .activityEnding(let ending):
            "your time for \(palette.bold(safe(ending.activity))) is over at "
                + "\(times.text(ending.expiresAt)) (`up \(safe(ending.activity))` to go on)"
        case .audienceChanged(let change): changed(change)
        case .circleCommented(let commented): self.commented(commented)
        case .circleAsked(let asked): self.asked(asked)
        case .privacyChanged(let change): changed(change)
        case .presence(let presence): sentence(presence)
        case .notice(let notice): "the server says: \(safe(notice.text))"
        case .bye(let bye):
            "the server hangs up" + (bye.reason.isEmpty ? "" : ": \(safe(bye.reason))")
        default:
            planNews(body) ?? partnerNews(body) ?? groupNews(body) ?? teamNews(body)
                ?? wordNews(body)
        }
    }

    /// A match has ended, and the other user did not leave it.
    func endedByMe(_ ended: MatchEnded) -> String {
        "you are no longer up for \(safe(ended.activity)) with \(safe(ended.with))"
    }

    /// A user has a new name or picture; the event does not say which.
    ///
    /// - Parameter before: the previous display name; nil when it is unknown.
    func profile(_ user: UserProfile, before: String?) -> String {
        let isMe = user.username == me
        let has = isMe ? "you have" : "\(person(user)) has"
        return switch before {
        case nil: "\(has) another name or picture"
        case user.displayName: "\(has) another picture"
        default:
            "\(isMe ? "you are" : "\(safe(user.username)) is") shown as"
                + " \(safe(user.displayName)) now"
        }
    }

    private func asked(_ request: FriendRequested) -> String {
        let hint = palette.dim(" (accept \(safe(request.from.username)), or decline)")
        return "\(person(request.from)) asks to be your friend\(quoted(request.message))\(hint)"
    }

    private func closed(_ closed: FriendRequestClosed) -> String {
        closed.from == me
            ? "your request to \(safe(closed.to)) is withdrawn"
            : "the request of \(safe(closed.from)) is closed"
    }

    private func changed(_ change: ActivityChanged) -> String {
        let what = palette.bold(safe(change.activity))
        if change.on {
            let until = change.hasExpiresAt ? " until \(times.text(change.expiresAt))" : ""
            return "you are up for \(what)\(until)"
        }
        return change.expired
            ? "your time for \(what) is over" : "you are no longer up for \(what)"
    }

    private func changed(_ change: AudienceChanged) -> String {
        let what = safe(change.activity)
        return "for whom \(palette.bold(what)) is meant was changed (`audience \(what)` shows it)"
    }

    private func changed(_ change: AccountChanged) -> String {
        let issuer = safe(change.issuer)
        let what =
            switch change.change {
            case .passwordChanged: "your password was changed"
            case .emailChanged: "your e-mail address was changed"
            case .passwordRecovered: "your password was set anew, with a mailed code"
            case .emailVerified: "your e-mail address was confirmed"
            case .identityLinked: "an identity of \(issuer) opens your account now"
            case .identityUnlinked: "no identity of \(issuer) opens your account any more"
            case .newNetwork: "there was a log-in to your account from a new network"
            case .failedAttempts: "there were many wrong passwords for your account"
            case .secondFactorSet: "log-ins to your account need a second factor from now on"
            case .secondFactorDropped: "log-ins to your account need no second factor any more"
            case .recoveryCodesRenewed: "you have new recovery codes"
            case .recoveryCodeUsed: "one of your recovery codes was used"
            case .wrongCodes:
                "there were many wrong codes for your account, after the right password"
            case .passkeyAdded: "the passkey \(safe(change.passkey)) opens your account now"
            case .passkeyDeleted:
                "the passkey \(safe(change.passkey)) opens your account no longer"
            case .passkeyCopied:
                "the passkey \(safe(change.passkey)) was refused: there may be a copy of it"
            case .tokenReused:
                "an old key of a device was used: there is a copy, and the device is signed out"
            case .tooManyLogins:
                "there were too many log-ins to your account: the one that was unused longest ended"
            case .unspecified, .UNRECOGNIZED: "something about your account was changed"
            }
        return palette.yellow("!") + " \(what) (\(safe(change.device)))"
    }

    private func matched(_ match: Match) -> String {
        let activity = palette.bold(safe(match.activity))
        let said = match.hasDetails ? details(match.details) : ""
        return "\(palette.yellow("★")) \(person(match.with)) is up for \(activity) too\(said)"
    }

    private func reset(_ session: SessionOpened) -> String {
        palette.yellow("some of what happened while you were away is gone; ask again for the lists")
    }
}
