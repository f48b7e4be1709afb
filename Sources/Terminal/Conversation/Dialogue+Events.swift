import Client
import SwiftProtobuf
import Wire

extension Dialogue {
    /// Tells what happened.
    ///
    /// - Returns: `.ends` when nothing will happen any more.
    func happened(_ event: ClientEvent) async -> Course {
        defer { showBoard() }
        switch event {
        case .connected: break
        case .signedIn(let opened):
            greet(opened)
            if showsCircle { await openCircle() }
        case .inbox(let seq, let at, let body):
            board.take(body, seq: seq, now: now)
            await arrived(body, seq: seq, at: at)
        case .ephemeral(let body):
            board.take(body, seq: nil, now: now)
            output.event(body)
        case .signedOut(let reason):
            return .fails(.notSignedIn("\(reason); sign in with `upfor login`"))
        case .disconnected(let reason, nil): return .fails(.unreachable(reason))
        case .disconnected(let reason, _):
            board.lose()
            note { $0.lost(reason) }
        }
        return .goesOn
    }

    private func greet(_ opened: SessionOpened) {
        board.begin(opened)
        if opened.hasSnapshot { learn(opened.snapshot) }
        if opened.reset { output.event(.session(opened)) }
        let news = opened.hasSnapshot ? ": the board shows how everything stands now" : ""
        note { $0.opened().map { $0 + news } }
    }

    private func arrived(
        _ body: ServerMessage.OneOf_Body, seq: UInt32, at: Google_Protobuf_Timestamp
    ) async {
        learn(body)
        if case .friendAdded = body { await lookForFriends() }
        guard let wording = output.wording else { return output.event(body, seq: seq, at: at) }
        switch body {
        case .roomBadge: break
        case _ where confirms(body): break
        case .roomMessage(let message): await said(message, wording)
        default: output.event(body, seq: seq, at: at)
        }
    }

    /// A message: part of the open conversation, or a line about another one.
    private func said(_ message: RoomMessage, _ wording: Wording) async {
        guard case .room(let name, _) = place, wording.other(in: message.room) == name else {
            return screen.data(wording.arrival(message))
        }
        guard shows(message, with: name) else { return }
        screen.data(wording.message(message))
        if message.from == name { await markRead(message.seq, with: name) }
    }

    /// Whether a new friend is here is told only if so: the list knows.
    private func lookForFriends() async {
        guard screen.isLive,
            case .friends(let list)? = try? await session.call(.friendList(FriendList()))
        else { return }
        board.know(list)
    }

    private func learn(_ snapshot: SessionSnapshot) {
        vocabulary.friends = Set(snapshot.friends.friends.map(\.user.username))
        vocabulary.askers = Set(snapshot.mailbox.incoming.map(\.user.username))
        vocabulary.activities = snapshot.activities.activities.map(\.activity)
        screen.know(vocabulary)
    }

    /// Keeps the words for completion up to date.
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
