import Wire

@testable import Load

/// A day of four people, as each of them and the server tell it: true, until a test changes it.
///
/// 0 and 1 are friends and write to one another; 0 and 2 were friends once; 0 and 3 are strangers.
struct CheckerWorld {
    static let roster = Roster(crowd: "t")
    static let neighbourhood = Neighbourhood(4)
    static let room = PersonPair(0, 1)

    /// The inboxes, by person.
    var inboxes: [[InboxEntry]]
    /// The rooms as read back, by person and friend.
    var rooms: [[Int: [Saying]]]
    var friends: [Set<Int>] = [[1], [0], [3], [2]]
    var toggles: [Set<String>] = [["gym"], ["gym"], [], []]
    var matches: [[Statement.Tie]] = [[.init("gym", with: 1)], [.init("gym", with: 0)], [], []]
    /// What came of the messages of 0 to 1, by number.
    var sendings: [Int: Sending] = [
        1: Sending(to: 1, acknowledgedAt: 1), 2: Sending(to: 1, acknowledgedAt: 3),
        3: Sending(to: 1),
    ]
    /// What else the first device of 0 was told, after everything else.
    var asides: [ServerMessage] = []
    /// How many of its events 0 was shown.
    var shownCount: Int?

    init() {
        let sayings = [
            Saying(author: 0, number: 1, room: Self.room, seq: 1),
            Saying(author: 1, number: 1, room: Self.room, seq: 2),
            Saying(author: 0, number: 2, room: Self.room, seq: 3),
        ]
        let talk = sayings.map { InboxEntry.message($0) }
        inboxes = [
            [.befriended(1), .befriended(2), .match("gym", with: 1), .parted(2)] + talk,
            [.befriended(0), .match("gym", with: 0)] + talk,
            [.befriended(3), .befriended(0), .parted(0)], [.befriended(2)],
        ]
        rooms = [[1: sayings], [0: sayings], [:], [:]]
    }

    /// What the checker finds.
    var violations: [Violation] {
        let statements = (0..<4).map { person in
            var statement = Statement(person: person)
            statement.inbox = inboxes[person]
            statement.rooms = rooms[person]
            statement.friends = friends[person]
            statement.toggles = toggles[person]
            statement.matches = matches[person]
            statement.devices = [device(of: person)]
            return statement
        }
        return Checker.violations(statements, Self.neighbourhood, Self.roster)
    }

    var kinds: Set<Violation.Kind> { Set(violations.map(\.kind)) }

    private func device(of person: Int) -> Testimony {
        var script = TestimonyScript(person: person)
        script.open(after: 0)
        if person == 0 {
            for (number, sending) in sendings.sorted(by: { $0.key < $1.key }) {
                script.send(number, to: sending.to, acknowledgedAt: sending.acknowledgedAt)
            }
        } else if person == 1 {
            script.send(1, to: 0, acknowledgedAt: 2)
        }
        let count = person == 0 ? shownCount ?? inboxes[0].count : inboxes[person].count
        for (index, entry) in inboxes[person].prefix(count).enumerated() {
            script.show(UInt32(index + 1), entry)
        }
        if person == 0 { for aside in asides { script.testimony.received(aside, at: 1) } }
        return script.testimony
    }
}

/// What happens to one device, message by message.
struct TestimonyScript {
    var testimony: Testimony
    private var id: UInt32 = 0

    init(person: Int) {
        testimony = Testimony(person: person, roster: CheckerWorld.roster)
    }

    /// Connects, and opens a session behind an event.
    mutating func open(after: UInt32, epoch: String = "e", reset: Bool = false) {
        testimony.connecting()
        var open = SessionOpen()
        open.after = after
        say(.sessionOpen(open))
        var session = SessionOpened()
        session.epoch = epoch
        session.reset = reset
        answer(.session(session))
    }

    mutating func send(
        _ number: Int, to friend: Int, text: String? = nil, acknowledgedAt place: UInt32? = nil,
        refused: ErrorCode? = nil
    ) {
        var send = RoomSend()
        send.to = CheckerWorld.roster.name(friend)
        send.text = text ?? Saying.text(number, characters: 10)
        send.cid = Saying.cid(number)
        say(.roomSend(send))
        if let place {
            var sent = RoomSent()
            sent.seq = place
            answer(.roomSent(sent))
        } else if let refused {
            var error = CommandError()
            error.code = refused
            answer(.error(error))
        }
    }

    mutating func show(_ seq: UInt32, _ entry: InboxEntry) {
        var message = ServerMessage()
        message.seq = seq
        message.body = Self.body(entry)
        testimony.received(message, at: 1)
    }

    private mutating func say(_ command: ClientMessage.OneOf_Command) {
        id += 1
        var message = ClientMessage()
        message.id = id
        message.command = command
        testimony.sent(message)
    }

    private mutating func answer(_ body: ServerMessage.OneOf_Body) {
        var message = ServerMessage()
        message.id = id
        message.body = body
        testimony.received(message, at: 1)
    }

    private static func body(_ entry: InboxEntry) -> ServerMessage.OneOf_Body {
        let name = CheckerWorld.roster.name
        switch entry {
        case .message(let saying):
            var message = RoomMessage()
            message.room = "\(name(saying.room.low)):\(name(saying.room.high))"
            message.seq = saying.seq
            message.from = name(saying.author)
            message.text = Saying.text(saying.number, characters: 10)
            return .roomMessage(message)
        case .match(let activity, let friend):
            var match = Match()
            match.activity = activity
            match.with.username = name(friend)
            return .match(match)
        case .matchEnded(let activity, let friend):
            var end = MatchEnded()
            end.activity = activity
            end.with = name(friend)
            return .matchEnded(end)
        case .requested(let asker):
            var request = FriendRequested()
            request.from.username = name(asker)
            return .friendRequested(request)
        case .befriended(let friend):
            var added = FriendAdded()
            added.friend.username = name(friend)
            return .friendAdded(added)
        case .parted(let friend):
            var removed = FriendRemoved()
            removed.friend = name(friend)
            return .friendRemoved(removed)
        case .other: return .roomBadge(RoomBadge())
        }
    }
}
