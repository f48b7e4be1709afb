import SwiftProtobuf
import Wire

@testable import Promises

/// A day of four people, as each of them and the server tell it: true, until a test changes it.
///
/// 0 and 1 are friends and write to one another; 0 and 2 were friends once; 0 and 3 are strangers.
struct CheckerWorld {
    typealias Doing = @Sendable (inout TestimonyScript) -> Void

    static let roster = Roster(crowd: "t")
    static let neighbourhood = Neighbourhood(4)
    static let room = PersonPair(0, 1)
    /// What 0 and 1 have written.
    static let sayings = [
        Saying(author: 0, number: 1, room: room, seq: 1),
        Saying(author: 1, number: 1, room: room, seq: 2),
        Saying(author: 0, number: 2, room: room, seq: 3),
    ]

    /// The inboxes, by person.
    var inboxes: [[InboxEntry]]
    /// The rooms as read back, by person and friend.
    var rooms: [[Int: [Saying]]]
    var friends: [Set<Int>] = [[1], [0], [3], [2]]
    var toggles: [Set<String>] = [["gym"], ["gym"], [], []]
    var matches: [[Statement.Tie]] = [[.init("gym", with: 1)], [.init("gym", with: 0)], [], []]
    var blocks: [Set<Int>] = [[], [], [], []]
    /// What the pages say besides the messages, by person and friend. The users who share receipts
    /// have read nothing so far; 3 does not share them.
    var pages: [[Int: Statement.Page]] = [
        [1: .init(0, 1, unread: 1)], [0: .init(0, 1, unread: 2)],
        [3: .init(2, 3, delivered: 0, read: nil)], [2: .init(2, 3, delivered: 0)],
    ]
    /// The partnerships as 0 reads them back at the end, and when; nil: nobody looked.
    var partnerships: [UInt32: PartnerNews.Meetup]?
    var readTime: Int64?
    /// Events that said nothing any more when 0 read them.
    var unreadBlanks: Set<UInt32> = []
    /// The projects of 0 as read back at the end, with their sizes; nil: nobody looked.
    var teams: [UInt32: UInt32]?
    /// How 0 stands in games of words as read back at the end; nil: nobody looked.
    var wordStanding: WordNews.Standing?
    /// Unread messages in all, by person.
    var unread: [UInt32] = [1, 2, 0, 0]
    /// What the first devices say and hear besides, by person: before everything else.
    var doings: [[Doing]] = [[], [], [], []]
    /// The same, after everything else.
    var lastDoings: [[Doing]] = [[], [], [], []]
    /// Events that a second device of 0 skipped, and the snapshot that it received in their place;
    /// nil: it received none.
    var absence: (events: ClosedRange<UInt32>, snapshot: SessionSnapshot?)?
    /// What the first device of 0 sent to group 17, and where that was acknowledged.
    var groupSendings: [Int: UInt32?] = [:]
    /// The messages of 0 to 1, by number, with the place of the acknowledgement.
    var sendings: [Int: Sending] = [
        1: Sending(to: 1, acknowledgedAt: 1), 2: Sending(to: 1, acknowledgedAt: 3),
        3: Sending(to: 1),
    ]
    /// Further messages of the server to the first device of 0, after everything else.
    var asides: [ServerMessage.OneOf_Body] = []
    /// Whether the server and the clients share one wall clock.
    var hasTrueClock = true
    /// How many of its events the device of 0 received; nil: all.
    var shownCount: Int?

    init() {
        let sayings = Self.sayings
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
            statement.blocks = blocks[person]
            statement.pages = pages[person]
            statement.unread = unread[person]
            statement.devices = [device(of: person)]
            if person == 0 {
                (statement.partnerships, statement.readTime) = (partnerships, readTime)
                (statement.teams, statement.wordStanding) = (teams, wordStanding)
                statement.unreadBlanks = unreadBlanks
            }
            if person == 0, let device = secondDevice { statement.devices.append(device) }
            return statement
        }
        return Checker.violations(
            statements, Self.neighbourhood, Self.roster, hasTrueClock: hasTrueClock)
    }

    var kinds: Set<Violation.Kind> { Set(violations.map(\.kind)) }

    private func device(of person: Int) -> DeviceTrace {
        var script = TestimonyScript(person: person)
        script.open(after: 0)
        for doing in doings[person] { doing(&script) }
        if person == 0 {
            for (number, sending) in sendings.sorted(by: { $0.key < $1.key }) {
                script.send(number, to: sending.to, acknowledgedAt: sending.acknowledgedAt)
            }
            for (number, place) in groupSendings { script.sendToGroup(number, at: place) }
        } else if person == 1 {
            script.send(1, to: 0, acknowledgedAt: 2)
        }
        let count = person == 0 ? shownCount ?? inboxes[0].count : inboxes[person].count
        for (index, entry) in inboxes[person].prefix(count).enumerated() {
            script.show(UInt32(index + 1), entry)
        }
        for doing in lastDoings[person] { doing(&script) }
        if person == 0 { for aside in asides { script.hear(aside) } }
        return script.trace
    }

    /// A device that was away for too long.
    private var secondDevice: DeviceTrace? {
        guard let absence else { return nil }
        var script = TestimonyScript(person: 0)
        script.open(after: 0)
        for (index, entry) in inboxes[0].enumerated() {
            let seq = UInt32(index + 1)
            if seq == absence.events.lowerBound, let snapshot = absence.snapshot {
                script.open(
                    after: seq - 1, reset: true, top: absence.events.upperBound,
                    floor: seq + 1, snapshot: snapshot)
            } else if seq == absence.events.lowerBound {
                script.open(after: absence.events.upperBound)
            }
            if !absence.events.contains(seq) { script.show(seq, entry) }
        }
        return script.trace
    }
}

extension Statement.Page {
    init(
        _ one: Int, _ other: Int, unread: UInt32 = 0, mark: UInt32 = 0, muted: Bool = false,
        delivered: UInt32 = 3, read: UInt32? = 0
    ) {
        self.init(
            badge: Badge(room: PersonPair(one, other), seq: mark, isMuted: muted), unread: unread,
            receipt: EphemeralTrace.Receipt(delivered: delivered, read: read))
    }
}

/// What happens to one device, message by message.
struct TestimonyScript {
    var trace: DeviceTrace
    private var id: UInt32 = 0
    /// What its clock shows.
    var now: UInt64 = 1
    /// What all wall clocks show, in milliseconds.
    var wallTime: Int64 = 1000
    /// What the server's wall clock showed when an event happened; nil: what it shows.
    var happenedAt: Int64?

    init(person: Int) {
        trace = DeviceTrace(person: person, roster: CheckerWorld.roster)
    }

    /// Connects, and opens a session behind an event.
    mutating func open(
        after: UInt32, epoch: String = "e", reset: Bool = false, top: UInt32 = 0,
        floor: UInt32 = 0, snapshot: SessionSnapshot? = nil
    ) {
        trace.connecting()
        var open = SessionOpen()
        open.after = after
        say(.sessionOpen(open))
        var session = SessionOpened()
        session.epoch = epoch
        session.reset = reset
        (session.top, session.floor) = (top, floor)
        if let snapshot { session.snapshot = snapshot }
        answer(.session(session))
    }

    mutating func send(
        _ number: Int, to friend: Int, text: String? = nil, acknowledgedAt place: UInt32? = nil,
        refused: ErrorCode? = nil, isTemporary: Bool = false
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
            (error.code, error.temporary) = (refused, isTemporary)
            answer(.error(error))
        }
    }

    mutating func sendToGroup(_ number: Int, at place: UInt32?) {
        say(
            .roomSend(
                .with {
                    ($0.to, $0.cid) = ("#17", GroupSending.cid(number))
                    $0.text = Saying.text(number, characters: 10)
                }))
        if let place { answer(.roomSent(.with { $0.seq = place })) }
    }

    /// Says something that is done.
    mutating func set(_ command: ClientMessage.OneOf_Command, _ isDone: Bool? = true) {
        say(command)
        switch isDone {
        case true?: answer(.done(Done()))
        case false?: answer(.error(CommandError()))
        case nil: break
        }
    }

    /// Says something that is answered so.
    mutating func ask(
        _ command: ClientMessage.OneOf_Command, _ body: ServerMessage.OneOf_Body
    ) {
        say(command)
        answer(body)
    }

    /// Hears something that may get lost.
    mutating func hear(_ body: ServerMessage.OneOf_Body) {
        var message = ServerMessage()
        message.body = body
        receive(message)
    }

    mutating func show(_ seq: UInt32, _ entry: InboxEntry) {
        var message = ServerMessage()
        message.seq = seq
        message.at = Google_Protobuf_Timestamp(unixMilliseconds: happenedAt ?? wallTime)
        message.body = Self.body(entry)
        receive(message)
    }

    private mutating func say(_ command: ClientMessage.OneOf_Command) {
        id += 1
        var message = ClientMessage()
        message.id = id
        message.command = command
        trace.sent(message, at: now)
    }

    mutating func answer(_ body: ServerMessage.OneOf_Body) {
        var message = ServerMessage()
        message.id = id
        message.body = body
        receive(message)
    }

    private mutating func receive(_ message: ServerMessage) {
        trace.received(message, at: now, wallTime: wallTime)
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
        case .said(let activity, let friend):
            var changed = MatchChanged()
            changed.activity = activity
            changed.with = name(friend)
            return .matchChanged(changed)
        case .plan(let number, let member):
            var changed = PlanChanged()
            (changed.plan.plan, changed.by) = (number, member)
            return .planChanged(changed)
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
        case .blocked(let other): return blockChanged(name(other), true)
        case .unblocked(let other): return blockChanged(name(other), false)
        case .badge(let badge):
            var event = RoomBadge()
            event.mark.room = "\(name(badge.room.low)):\(name(badge.room.high))"
            event.mark.seq = badge.seq
            event.mark.muted = badge.isMuted
            return .roomBadge(event)
        case .toggled(let activity, let isOn, _):
            var change = ActivityChanged()
            change.activity = activity
            change.on = isOn
            return .activityChanged(change)
        case .partners(let news): return news.body(name)
        case .team(let news): return news.body(name)
        case .group(let news): return news.body(name)
        case .words(let news): return news.body(name)
        case .waits: return .teamMatched(TeamMatched())
        case .blank, .other: return .privacyChanged(PrivacyChanged())
        }
    }

    private static func blockChanged(_ other: String, _ isOn: Bool) -> ServerMessage.OneOf_Body {
        var change = BlockChanged()
        change.user.username = other
        change.blocked = isOn
        return .blockChanged(change)
    }
}
