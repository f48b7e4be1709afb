import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What others may know of a person.
@Suite struct `What others may know` {
    private static func privacy(
        invisible: Bool = false, typing: Bool = true, receipts: Bool = true
    ) -> Privacy {
        .with {
            ($0.invisible, $0.typing, $0.receipts) = (invisible, typing, receipts)
            ($0.circle, $0.listed, $0.invitations) = (true, false, true)
        }
    }

    @Test func `is at first: visible, and telling friends`() throws {
        let world = try World()
        #expect(try world.ana.privacy() == Self.privacy())
    }

    @Test func `changes by what is named, tells one's own devices, and the hub`() throws {
        let world = try World(friends: [("ana", "ben")])
        let ben = world.ben.trace
        #expect(try world.ana.tell(invisible: true) == Self.privacy(invisible: true))
        #expect(try world.ana.tell(typing: false).invisible)
        let privacy = Self.privacy(invisible: true, typing: false)
        #expect(try world.ana.privacy() == privacy)
        #expect(world.ana.inbox.last == .privacyChanged(.with { $0.privacy = privacy }))
        #expect(
            world.signals.last
                == .discretion(world.ana.id, Discretion(isInvisible: true, sharesTyping: false)))
        #expect(world.ben.trace == ben)
        #expect(try world.ben.privacy() == Self.privacy())
    }

    @Test func `that does not change says nothing`() throws {
        let world = try World()
        try world.ana.tell()
        try world.ana.tell(invisible: false, typing: true, receipts: true)
        #expect(world.ana.inbox == [])
        #expect(world.signals == [])
    }

    @Test func `is with every session that opens, and in its snapshot`() throws {
        let world = try World()
        try world.ana.tell(invisible: true, receipts: false)
        try world.restart()
        let session = try world.ana.openSession(token: world.token(of: "ana"), after: .max)
        #expect(
            session.grant.discretion == Discretion(isInvisible: true, sharesReceipts: false))
        #expect(
            session.answer.snapshot.privacy == Self.privacy(invisible: true, receipts: false))
    }
}
