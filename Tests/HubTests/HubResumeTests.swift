import Accounts
import EventLoop
import Friends
import TestProduct
import Testing
import WebSocket
import Wire

@testable import Hub
@testable import Kernel
@testable import Settings

/// The hub's core, and what it wants to read of inboxes.
private struct Entrance {
    let key = ConnectionKey.number(1)
    var core = HubCore(
        HubTerms(Configuration()), relations: StoredRelations(),
        attendance: StoredAttendance(tokens: TokenTerms(lifetime: .seconds(365 * 86_400))),
        loopCount: 1, log: RecordedEvents())
    private let now = HubTime(uptime: .zero, moment: Moment(unixMilliseconds: 1_800_000_000_000))

    /// How many looks at inboxes the hub wants.
    mutating func looks() -> Int { core.takeOutput().pages.count }

    /// Ana's inbox is at `top`, as the snapshot shows it, and her device has it up to `cursor`.
    mutating func open(_ cursor: UInt32, of top: UInt32, era: UInt32) {
        let grant = SessionGrant(
            caller: Caller(user: 1, username: "ana", token: 1), device: "phone", cursor: cursor,
            top: top, isSilent: false, discretion: Discretion())
        let origin = Origin(
            connection: key.connection.packed, loop: 0, replyTo: .socket(command: 1, .json),
            name: "sessionOpen", changesCaller: true, era: era)
        core.completed(
            [Completion(Answer(.success(.done(Done())), to: origin), signals: [.signedIn(grant)])],
            at: now)
    }

    /// The event at `seq` of a user's inbox passes.
    mutating func pass(_ seq: UInt32, of user: User.ID = 1) {
        let event = InboxEvent(.roomMessage(RoomMessage()), atMilliseconds: 0)
        let delivery = Delivery(event: event, recipients: [.init(user: user, seq: seq)])
        core.completed([Completion(deliveries: [delivery])], at: now)
    }

    /// The first event of each of these users passes.
    mutating func passOne(_ users: ClosedRange<Int>) {
        for user in users { pass(1, of: User.ID(rawValue: Int64(user))) }
    }
}

@Suite struct `A session that opens` {
    @Test func `has no look at its inbox when it missed nothing`() {
        var hub = Entrance()
        hub.pass(5)
        hub.open(5, of: 5, era: hub.core.eras.now)
        #expect(hub.looks() == 0)
        hub.pass(6)
        #expect(hub.core.sessions[hub.key]?.cursor == 6, "it receives what follows")
        #expect(hub.looks() == 0)
    }

    @Test func `has one when it is behind`() {
        var hub = Entrance()
        hub.open(4, of: 5, era: hub.core.eras.now)
        #expect(hub.looks() == 1)
    }

    @Test func `has one when something passed while it was let in`() {
        var hub = Entrance()
        let era = hub.core.eras.now
        hub.pass(6)
        hub.open(5, of: 5, era: era)
        #expect(hub.looks() == 1)
    }

    @Test func `has one when nobody knows any more what passed`() {
        var hub = Entrance()
        let era = hub.core.eras.now
        hub.pass(6)
        hub.passOne(2...PassedEvents.inboxesMax + 1)
        #expect(hub.core.eras.now == era + 1)
        hub.open(5, of: 5, era: era)
        #expect(hub.looks() == 1, "the older half has it")
        hub = Entrance()
        hub.passOne(1...3 * PassedEvents.inboxesMax)
        #expect(hub.core.eras.now == 3)
        hub.open(5, of: 5, era: 1)
        #expect(hub.looks() == 1)
    }
}
