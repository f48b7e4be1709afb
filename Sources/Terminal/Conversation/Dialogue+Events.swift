import Client
import SwiftProtobuf
import Wire

extension Dialogue {
    /// Handles an event of the client.
    ///
    /// - Returns: `.ends` when no further event will arrive.
    func happened(_ event: ClientEvent) async -> Course {
        defer { showBoard() }
        switch event {
        case .connected: break
        case .signedIn(let opened) where opened == begun: begun = nil
        case .signedIn(let opened):
            begun = nil
            greet(opened)
            if showsCircle { await openCircle() }
        case .inbox(let seq, let at, let body):
            board.take(body, seq: seq, now: now)
            await arrived(body, seq: seq, at: at)
        case .ephemeral(let body):
            board.take(body, seq: nil, now: now)
            tell(body)
        case .signedOut(let reason):
            return .fails(.notSignedIn("\(reason); sign in with `upfor login`"))
        case .disconnected(let reason, nil): return .fails(.unreachable(reason))
        case .disconnected(let reason, _):
            board.lose()
            note { $0.lost(reason) }
        }
        return .goesOn
    }

    /// Begins with an open session, so that lines typed before its event arrives are run, too.
    func begin(with opened: SessionOpened) {
        begun = opened
        greet(opened)
        showBoard()
    }

    private func greet(_ opened: SessionOpened) {
        board.begin(opened)
        formatter.begin(opened)
        if opened.hasSnapshot { learn(opened.snapshot) }
        if opened.reset { output.event(.session(opened)) }
        let news = opened.hasSnapshot ? ": the board shows how everything stands now" : ""
        note { $0.opened().map { $0 + news } }
    }

    private func arrived(
        _ body: ServerMessage.OneOf_Body, seq: UInt32, at: Google_Protobuf_Timestamp
    ) async {
        learn(body)
        await lookAgain(after: body)
        guard case .roomMessage(let message) = body, let wording = output.wording else {
            return tell(body, seq: seq, at: at)
        }
        let name = wording.other(in: message.room)
        if opening?.name == name {
            formatter.hear(message, seq: seq)
            opening?.arrived.append(message)
        } else if case .room(name, _) = place {
            formatter.hear(message, seq: seq)
            await hear(message, with: name)
        } else {
            tell(body, seq: seq, at: at)
        }
    }

    /// Shows an event, unless it only confirms a command of this dialogue.
    func tell(
        _ body: ServerMessage.OneOf_Body, seq: UInt32? = nil, at: Google_Protobuf_Timestamp? = nil
    ) {
        guard let wording = output.wording else { return output.event(body, seq: seq, at: at) }
        var open: String?
        if case .room(let name, _) = place { open = name }
        let lines = formatter.lines(body, seq: seq, at: at, open: open, in: wording)
        if case .roomBadge = body { return }
        if !confirms(body) { screen.data(lines) }
    }

    /// Reads the lists again where events do not suffice: a new friend's presence is only announced
    /// if they are online, and a snapshot does not contain partners.
    private func lookAgain(after body: ServerMessage.OneOf_Body) async {
        guard screen.isLive else { return }
        switch body {
        case .friendAdded: board.learn(try? await session.call(.friendList(FriendList())))
        case .meetupOffered, .meetupAccepted, .meetupCleared, .meetupExpired, .partnerEnded:
            board.learn(try? await session.call(.partnerList(PartnerList())))
        default: return
        }
    }

    private func learn(_ snapshot: SessionSnapshot) {
        vocabulary.friends = Set(snapshot.friends.friends.map(\.user.username))
        vocabulary.askers = Set(snapshot.mailbox.incoming.map(\.user.username))
        vocabulary.activities = snapshot.activities.activities.map(\.activity)
        screen.know(vocabulary)
    }

    /// Updates the words for completion.
    private func learn(_ body: ServerMessage.OneOf_Body) {
        let before = vocabulary
        switch body {
        case .friendAdded(let added):
            vocabulary.friends.insert(added.friend.username)
            vocabulary.askers.remove(added.friend.username)
        case .friendRemoved(let removed): vocabulary.friends.remove(removed.friend)
        case .friendRequested(let request): vocabulary.askers.insert(request.from.username)
        case .friendRequestClosed(let closed): vocabulary.askers.remove(closed.from)
        default: return
        }
        if vocabulary != before { screen.know(vocabulary) }
    }
}
