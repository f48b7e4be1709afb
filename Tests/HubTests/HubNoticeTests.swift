import TestProduct
import Testing
import Wire

@testable import Hub
@testable import Kernel
@testable import Settings

@Suite struct `What the hub gives to notifiers` {
    private static func delivery(_ body: ServerMessage.OneOf_Body, to users: [User.ID])
        -> Completion
    {
        let event = InboxEvent(body, atMilliseconds: 0)
        let recipients = users.map { Delivery.Recipient(user: $0, seq: 1) }
        return Completion(deliveries: [Delivery(event: event, recipients: recipients)])
    }

    /// What features declare of their events.
    private static let events = Result {
        try Catalog.ofAllFeatures().events
    }

    private static func world(isOn: Bool = true) throws -> HubWorld {
        var world = HubWorld { $0.notifiers.webPush = isOn }
        world.core.events = try events.get()
        return world
    }

    @Test func `is for users without a connected device`() throws {
        var world = try Self.world()
        world.signIn(.number(1), "ana", 1)
        world.core.completed([Self.delivery(.match(Match()), to: [1, 2])], at: world.now)
        #expect(world.core.takeOutput().notices.map(\.users) == [[2]])
        world.close(.number(1))
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        #expect(world.core.takeOutput().notices.map(\.users) == [[1]])
    }

    @Test func `is also for users with silent sessions only`() throws {
        var world = try Self.world()
        world.signIn(.number(1), "ana", 1, silent: true)
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        #expect(world.core.takeOutput().notices.map(\.users) == [[1]])
    }

    @Test func `includes events that went to a device that then fell silent`() throws {
        var world = try Self.world()
        world.signIn(.number(1), "ana", 1)
        world.signIn(.number(2), "ana", 1, token: 2)
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        world.core.closed(
            .number(1), isSigningIn: false, after: .seconds(45), at: world.now)
        #expect(world.core.takeOutput().notices.isEmpty, "another device has it")
        world.core.closed(
            .number(2), isSigningIn: false, after: .seconds(45), at: world.now)
        #expect(world.core.takeOutput().notices.map(\.users) == [[1]])
    }

    @Test func `omits events that a device has received, however it left`() throws {
        var world = try Self.world()
        world.signIn(.number(1), "ana", 1)
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        world.core.closed(.number(1), isSigningIn: false, at: world.now)
        #expect(world.core.takeOutput().notices.isEmpty)
    }

    @Test func `waits for users who were asked to come back`() throws {
        var world = try Self.world()
        let absentee = Absentee(
            user: 1, username: "ana", lastSeen: Moment(unixMilliseconds: 0))
        world.complete(.absent([absentee]))
        world.core.completed([Self.delivery(.match(Match()), to: [1, 2])], at: world.now)
        let notices = world.core.takeOutput().notices
        #expect(notices.map(\.users) == [[2], [1]])
        #expect(notices.map(\.wait) == [.zero, world.core.terms.lease])
    }

    @Test func `is limited to events that notify their recipient`() throws {
        var world = try Self.world()
        for body: ServerMessage.OneOf_Body in [
            .roomBadge(RoomBadge()), .activityChanged(ActivityChanged()),
            .friendRemoved(FriendRemoved()), .privacyChanged(PrivacyChanged()),
            .audienceChanged(AudienceChanged()),
        ] {
            world.core.completed([Self.delivery(body, to: [1])], at: world.now)
        }
        #expect(world.core.takeOutput().notices.isEmpty)
    }

    @Test func `is nothing for users whom a drain disconnects, or with notifiers off`() throws {
        var world = try Self.world()
        world.signIn(.number(1), "ana", 1)
        world.core.beginDraining(at: world.now)
        world.close(.number(1))
        world.core.completed([Self.delivery(.match(Match()), to: [1, 2])], at: world.now)
        #expect(world.core.takeOutput().notices.map(\.users) == [[2]])
        world = try Self.world(isOn: false)
        world.core.completed([Self.delivery(.match(Match()), to: [1])], at: world.now)
        #expect(world.core.takeOutput().notices.isEmpty)
    }
}
