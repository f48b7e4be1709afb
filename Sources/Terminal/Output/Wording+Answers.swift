import Wire

extension Wording {
    /// The lines that show an answer of the server.
    func answer(_ body: ServerMessage.OneOf_Body) -> [String] {
        switch body {
        case .account(let account): [self.account(account)]
        case .email(let standing): [self.standing(standing)]
        case .secondFactor(let factor): [standing(factor)]
        case .secondFactorSecret(let secret): self.secret(secret)
        case .recoveryCodes(let codes): codes.codes.map(safe)
        case .identityChallenge(let challenge): self.challenge(challenge)
        case .identities(let identities): self.identities(identities)
        case .session(let session): ["\(person(session.user))"]
        case .user(let found): [user(found)]
        case .friendRequestSent(let sent): [requested(sent)]
        case .friends(let friends): self.friends(friends)
        case .mailbox(let mailbox): self.mailbox(mailbox)
        case .roomSent(let sent): ["sent to \(other(in: sent.room))"]
        case .roomPage(let page): self.page(page)
        case .roomMessages(let list):
            list.messages.flatMap { self.message($0, isNumbered: true) }
        case .roomMarked(let mark): [marked(mark)]
        case .roomExpiry(let expiry): [self.expiry(expiry)]
        case .rooms(let rooms): self.rooms(rooms)
        case .roomFound(let found): self.found(found)
        case .roomPinList(let list): pinned(list)
        case .message(let message): changed(message)
        case .blocks(let blocks): self.blocks(blocks)
        case .activities(let activities): self.activities(activities)
        case .audience(let audience): self.audience(audience)
        case .matches(let matches): self.matches(matches)
        case .plan(let plan): self.plan(plan)
        case .plans(let list): plans(list)
        case .noticeSettings(let settings): notices(settings)
        case .calendar(let file): file.text.split(separator: "\r\n").map { safe(String($0)) }
        case .devices(let devices): self.devices(devices)
        case .matchReason(let reason): [self.reason(reason)]
        case .privacy(let privacy): self.privacy(privacy)
        case .circlePage(let page): circle(page)
        case .circlePost(let post): self.post(post, isNumbered: true)
        case .circleComments(let page): comments(page)
        case .circleLikes(let likes): [self.likes(likes)]
        case .circleConfirmed(let confirmed): [self.confirmed(confirmed)]
        case .speaker(let speaker): self.speaker(speaker)
        case .speakers(let page): speakers(page)
        case .partnership(let partnership): [self.partnership(partnership)]
        case .partnerships(let list): partnerships(list)
        case .checkin(let checkin): [self.checkin(checkin)]
        case .checkinPage(let page): checkins(page)
        case .checkinStanding(let standing): self.standing(standing)
        case .places(let places): self.places(places)
        case .placeSpot(let page): spot(page)
        case .placeFriends(let list): placeFriends(list)
        case .people(let page): people(page)
        case .friendsChanged(let changed): friendsChanged(changed)
        case .error(let error): [Failure.refused(error).line]
        case .done: ["done"]
        default:
            groupAnswer(body) ?? InvitationWording(self).answer(body)
                ?? PasskeyWording(self).answer(body) ?? teamAnswer(body)
                ?? wordAnswer(body) ?? dictionaryAnswer(body) ?? event(body, at: nil)
        }
    }

    private func account(_ account: AccountOpened) -> String {
        let mail = account.email.isEmpty ? "" : " <\(safe(account.email))>"
        let isOpen = account.hasEmailVerified && !account.emailVerified
        let remark = isOpen ? palette.dim(" (not confirmed: `verify`)") : ""
        return person(account.user) + mail + remark
    }

    /// How it is with one's address.
    private func standing(_ standing: EmailStanding) -> String {
        let address = safe(standing.email)
        return standing.verified
            ? "\(address) is confirmed, and yours alone"
            : "a code is on its way to \(address): `verify CODE`"
    }

    /// Whether log-ins need a code or a passkey.
    private func standing(_ factor: SecondFactor) -> String {
        guard factor.on else {
            return "log-ins need no second factor: `second-factor on` changes that"
        }
        let left =
            factor.recoveryCodes == 1 ? "1 recovery code" : "\(factor.recoveryCodes) recovery codes"
        let what = factor.passkeys ? "a second factor" : "a code of your authenticator"
        return "log-ins need \(what), since \(times.text(factor.since)); "
            + "\(left) left"
    }

    /// What to put into an authenticator app.
    private func secret(_ secret: SecondFactorSecret) -> [String] {
        [
            "secret  \(safe(secret.secret))", "uri     \(safe(secret.uri))",
            palette.dim("to be confirmed until \(times.text(secret.expiresAt))"),
        ]
    }

    private func identities(_ list: Identities) -> [String] {
        list.identities.isEmpty
            ? [palette.dim("no outside identity opens your account")] : linked(list)
    }

    /// The outside identities that open the account, and the issuers whose could; nothing where
    /// there is neither.
    func waysIn(_ list: Identities) -> [String] {
        let known = list.identities.map(\.issuer)
        let others = list.issuers.filter { !known.contains($0) }.map(safe)
        return linked(list)
            + others.map {
                palette.dim("you can sign in with \($0), too (`profile --link \($0)`)")
            }
    }

    private func linked(_ list: Identities) -> [String] {
        list.identities.map { identity in
            "an identity of \(safe(identity.issuer)) opens your account, "
                + "since \(times.text(identity.since))"
        }
    }

    /// What to ask an issuer for.
    private func challenge(_ challenge: IdentityChallenge) -> [String] {
        [
            "issuer     \(safe(challenge.issuer))", "client_id  \(safe(challenge.clientID))",
            "nonce      \(safe(challenge.nonce))",
            palette.dim("good until \(times.text(challenge.expiresAt)), once"),
        ]
    }

    func user(_ found: UserFound) -> String {
        let who = person(found.user)
        return switch found.relation {
        case .stranger: "\(who): you are not friends (`request \(safe(found.user.username))` asks)"
        case .yourself: "\(who): that is you"
        case .friend: "\(who): your friend"
        case .requested: "\(who): asked, no answer yet"
        case .asking: "\(who) asks to be your friend (`accept \(safe(found.user.username))`)"
        case .blocked: "\(who): you have blocked them"
        case .UNRECOGNIZED: who
        }
    }

    /// What became of a request for friendship.
    func requested(_ sent: FriendRequestSent) -> String {
        sent.friends
            ? "\(safe(sent.to)) had asked you too: you are friends now" : "asked \(safe(sent.to))"
    }

    private func friends(_ list: Friends) -> [String] {
        guard !list.friends.isEmpty else { return [palette.dim("no friends yet")] }
        return table(
            list.friends.map { friend in
                let isNamed = friend.user.displayName != friend.user.username
                return [
                    mark(Whereabouts(friend)), Table.Cell(safe(friend.user.username)),
                    Table.Cell(isNamed ? safe(friend.user.displayName) : ""),
                    Table.Cell(text(Whereabouts(friend)), palette.dim),
                    Table.Cell("friends since \(times.text(friend.since))", palette.dim),
                ]
            })
    }

    private func blocks(_ blocks: Blocks) -> [String] {
        blocks.users.isEmpty ? [palette.dim("nobody is blocked")] : blocks.users.map(person)
    }

    private func mailbox(_ mailbox: Mailbox) -> [String] {
        if mailbox.incoming.isEmpty && mailbox.outgoing.isEmpty {
            return [palette.dim("no requests are waiting")]
        }
        return table(
            mailbox.incoming.map { pending("← from", $0) }
                + mailbox.outgoing.map { pending("→ to", $0) })
    }

    private func pending(_ direction: String, _ request: PendingRequest) -> [Table.Cell] {
        [
            Table.Cell(direction), Table.Cell(person(request.user)),
            Table.Cell(times.text(request.at), palette.dim),
            Table.Cell(String(quoted(request.message).dropFirst())),
        ]
    }
}
