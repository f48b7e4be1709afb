import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Nobody becomes a member of a group without agreeing to it.
@Suite struct `An invitation to a group` {
    /// Ana has a group; ben and cleo are her friends, and one another's.
    private static func world() throws -> (World, room: String) {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
        return (world, try world.ana.makeGroup("Lunch"))
    }

    private static let create = GroupCreate.with { ($0.name, $0.members) = ("Two", ["ben"]) }

    @Test func `makes nobody a member until it is accepted`() throws {
        let (world, room) = try Self.world()
        #expect(try world.ana.ask("ben", into: room).members == 1)
        #expect(try world.ana.group(by: .groupCreate(Self.create)).members == 1)
        guard case .groupInvited(let invitation)? = world.ben.inbox.first else {
            Issue.record("ben is not told")
            return
        }
        #expect(invitation.room == room && invitation.name == "Lunch")
        #expect(invitation.by.username == "ana" && world.ben.inbox.count == 2)
        #expect(try world.ben.invitations() == ["Two by ana", "Lunch by ana"])
        expectRefusal(.notMember, "to") { try world.ben.say("hi", to: room) }
        expectRefusal(.notMember, "with") { _ = try world.ben.history(with: room) }
        expectRefusal(.notMember, "room") { _ = try world.ben.group(room) }
        try world.ana.say("before", to: room)
        #expect(world.ben.inbox.count == 2)
        #expect(try world.ana.members(of: room) == ["ana"])
        #expect(try world.ana.group(room).invited == ["ben"])
        try world.ben.accept(invitationTo: room)
        #expect(try world.ana.members(of: room) == ["ana", "ben"])
        #expect(try world.ana.group(room).invited == [])
        #expect(try world.ben.texts(in: room) == [])
        #expect(try world.ben.invitations() == ["Two by ana"])
    }

    @Test func `is in the snapshot of a session`() throws {
        let (world, room) = try Self.world()
        try world.ana.ask("ben", into: room)
        let token = try world.token(of: "ben")
        // Behind the end of the inbox: a device of other data.
        let opened = try world.ben.openSession(token: token, after: 1_000).answer
        #expect(opened.snapshot.rooms.invitations.map(\.room) == [room])
    }

    @Test func `is declined without its sender learning of it`() throws {
        let (world, room) = try Self.world()
        try world.ana.ask("ben", into: room)
        let (inbox, page) = (world.ana.numberedInbox.count, try world.ana.group(room))
        try world.ben.leave(room)
        #expect(world.ben.inbox.last == .groupInvitationClosed(.with { $0.room = room }))
        #expect(try world.ben.invitations() == [])
        #expect(world.ana.numberedInbox.count == inbox)
        #expect(try world.ana.group(room) == page)
        expectRefusal(.notMember, "room") { try world.ben.leave(room) }
        expectRefusal(.notFound, "room") { try world.ben.accept(invitationTo: room) }
        // Nor is it sent anew: not by taking it back either.
        let count = world.ben.numberedInbox.count
        try world.ana.ask("ben", into: room)
        try world.ana.removeMember("ben", from: room)
        try world.ana.ask("ben", into: room)
        #expect(try world.ana.group(room) == page)
        #expect(world.ben.numberedInbox.count == count)
        #expect(try world.ben.invitations() == [])
    }

    @Test func `that was declined is not sent anew, after a parting either`() throws {
        let (world, room) = try Self.world()
        try world.ana.add("cleo", to: room)
        try world.ana.ask("ben", into: room)
        try world.ben.leave(room)
        try world.ana.remove("ben")
        try world.ana.request("ben")
        try world.ben.accept("ana")
        let count = world.ben.numberedInbox.count
        try world.ana.ask("ben", into: room)
        #expect(try world.ana.group(room).invited == ["ben"])
        try world.cleo.ask("ben", into: room)
        #expect(try world.ben.invitations() == ["Lunch by cleo"])
        try world.cleo.leave(room)
        #expect(try world.ben.invitations() == [])
        #expect(world.ben.numberedInbox.count == count + 2)
    }

    @Test func `is taken back, and ends with the friendship and with the membership`() throws {
        let (world, room) = try Self.world()
        let isClosed = { world.ben.inbox.last == .groupInvitationClosed(.with { $0.room = room }) }
        try world.ana.ask("ben", into: room)
        try world.ana.removeMember("ben", from: room)
        #expect(try isClosed() && world.ben.invitations() == [])
        #expect(try world.ana.group(room).invited == [])
        expectRefusal(.notFound, "member") { try world.ana.removeMember("ben", from: room) }
        try world.ana.ask("ben", into: room)
        try world.ben.remove("ana")
        #expect(try world.ben.invitations() == [] && world.ana.group(room).invited == [])
        expectRefusal(.notFound, "room") { try world.ben.accept(invitationTo: room) }
        try world.ana.add("cleo", to: room)
        try world.cleo.ask("ben", into: room)
        #expect(try world.ben.invitations() == ["Lunch by cleo"])
        try world.cleo.leave(room)
        #expect(try isClosed() && world.ben.invitations() == [])
    }

    @Test func `of several members is one, and stays until the last takes it back`() throws {
        let (world, room) = try Self.world()
        try world.ana.add("cleo", to: room)
        try world.ana.ask("ben", into: room)
        let count = world.ben.inbox.count
        try world.pass(.seconds(1))
        try world.cleo.ask("ben", into: room)
        #expect(try world.ben.invitations() == ["Lunch by ana"])
        #expect(try world.ana.group(room).invited == ["ben"])
        #expect(try world.cleo.group(room).invited == ["ben"])
        try world.ana.removeMember("ben", from: room)
        #expect(try world.ben.invitations() == ["Lunch by cleo"])
        guard case .groupInvited(let next)? = world.ben.inbox.last else {
            Issue.record("ben is not told of the next")
            return
        }
        #expect(next.by.username == "cleo" && next.name == "Lunch")
        #expect(world.ben.inbox.count == count, "that of ana is not read again")
        try world.cleo.removeMember("ben", from: room)
        #expect(world.ben.inbox.last == .groupInvitationClosed(.with { $0.room = room }))
    }

    @Test func `fills nothing of the invited one's groups`() throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...50 {
            _ = try world.ana.group(
                by: .groupCreate(.with { ($0.name, $0.members) = ("\(number)", ["ben"]) }))
        }
        #expect(try world.ben.rooms().invitations.count == 50)
        let first = try world.ben.makeGroup("Own 1")
        for number in 2...50 { try world.ben.makeGroup("Own \(number)") }
        let room = try #require(world.ben.rooms().invitations.first?.room)
        expectRefusal(.listFull, "room") { try world.ben.accept(invitationTo: room) }
        try world.ben.leave(first)
        try world.ben.accept(invitationTo: room)
    }

    @Test func `to a full group, and one of too many by one member, is refused`() throws {
        let (world, room) = try Self.world()
        try world.ana.ask("ben", into: room)
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE room_group SET members = 199")
        }
        expectRefusal(.listFull, "members") { try world.ana.ask("cleo", into: room) }
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE room_group SET members = 200")
        }
        expectRefusal(.listFull, "room") { try world.ben.accept(invitationTo: room) }
    }

    @Test func `is notified, while it stands`() throws {
        let (world, room) = try Self.world()
        try world.ana.ask("ben", into: room)
        let event = try #require(world.ben.numberedInbox.last?.event)
        #expect(world.catalog.events.news(of: event)?.text == "ana has invited you to Lunch")
        let stands = {
            try world.store.snapshot {
                [id = world.ben.id, events = world.catalog.events] (snapshot) throws(Refusal) in
                try events.standing(event, for: id, in: snapshot) != nil
            }
        }
        #expect(try stands())
        try world.ben.leave(room)
        #expect(try !stands())
    }

    @Test func `is in the data of both, and goes with either's account`() throws {
        let (world, room) = try Self.world()
        try world.ana.ask("ben", "cleo", into: room)
        let records = { (name: String) in
            try world[dynamicMember: name].export().map(\.groupInvitation)
                .filter { !$0.room.isEmpty }
        }
        #expect(try records("ben").map(\.by.username) == ["ana"])
        #expect(try records("ana").map(\.to) == ["ben", "cleo"])
        try world.ben.deleteAccount()
        try world.pass(.seconds(60))
        #expect(try world.count(of: "room_invitation") == 1)
        try world.ana.deleteAccount()
        #expect(try world.cleo.invitations() == [])
        expectRefusal(.notFound, "room") { try world.cleo.accept(invitationTo: room) }
        try world.pass(.seconds(60))
        #expect(try world.count(of: "room_invitation") == 0)
    }

    /// What of ben ana must not learn.
    enum Secret: CaseIterable {
        case takesNone, declines, isFriendOfCleo, isInvitedByCleo
    }

    @Test(arguments: Secret.allCases)
    func `tells its sender nothing of the invited one`(secret: Secret) throws {
        let traces = try [true, false].map { isTrue in
            let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
            let room = try world.ana.makeGroup("Lunch", with: "cleo")
            if isTrue, secret == .takesNone {
                try world.ben.call(.privacySet(.with { $0.invitations = false }))
            }
            if isTrue, [.isFriendOfCleo, .isInvitedByCleo].contains(secret) {
                try world.ben.request("cleo")
                try world.cleo.accept("ben")
            }
            if isTrue, secret == .isInvitedByCleo { try world.cleo.ask("ben", into: room) }
            try world.ana.ask("ben", into: room)
            try world.pass(.seconds(1))
            if isTrue, secret == .declines { try world.ben.leave(room) }
            for _ in 1...2 {
                _ = try world.ana.group(room)
                _ = try world.ana.rooms()
                _ = try world.ana.history(with: room)
                _ = try world.ana.export()
                try world.ana.ask("ben", into: room)
                try world.ana.removeMember("ben", from: room)
                try world.ana.ask("ben", "cleo", into: room)
            }
            return world.ana.trace
        }
        #expect(traces[0] == traces[1])
    }

    @Test func `is sent again to a user who accepts invitations from now on`() throws {
        let (world, room) = try Self.world()
        try world.ben.call(.privacySet(.with { $0.invitations = false }))
        let before = world.ben.inbox.count
        try world.ana.ask("ben", into: room)
        #expect(try world.ben.invitations() == [] && world.ben.inbox.count == before)
        expectRefusal(.notFound, "room") { try world.ben.accept(invitationTo: room) }
        try world.ben.call(.privacySet(.with { $0.invitations = true }))
        #expect(try world.ben.invitations() == [])
        try world.ana.ask("ben", into: room)
        #expect(try world.ben.invitations() == ["Lunch by ana"])
    }
}

/// Groups in which one member has blocked another.
@Suite struct `A block among members of a group` {
    private static func world() throws -> (World, room: String) {
        let (world, room) = try `A group`.world()
        try world.ben.say("of ben, before", to: room)
        try world.ana.say("of ana", to: room)
        try world.cleo.block("ben")
        return (world, room)
    }

    private static func replayed(_ person: Person) -> [String] {
        person.inbox.compactMap { event in
            switch event {
            case .roomMessage(let message): message.text
            case .roomMessageChanged(let changed): changed.message.text
            default: nil
            }
        }
    }

    @Test func `hides what the blocked one says, and nothing else`() throws {
        let (world, room) = try Self.world()
        try world.ben.say("of ben, after", to: room)
        _ = try world.ben.edit(1, with: room, to: "of ben, edited")
        #expect(try world.cleo.texts(in: room) == ["of ana"])
        #expect(Self.replayed(world.cleo) == ["of ana"])
        #expect(try world.cleo.rooms().rooms.last?.newest.text == "of ana")
        for _ in 1...2 {
            #expect(try world.cleo.found("of") == ["of ana"])
            try world.pass(.seconds(2))
        }
        #expect(try world.cleo.export().map(\.message.text).filter { !$0.isEmpty } == ["of ana"])
        expectRefusal(.notFound, "seq") { _ = try world.cleo.react("👍", to: 1, with: room) }
        #expect(try world.ana.texts(in: room).count == 3)
        #expect(try world.ben.texts(in: room).count == 3)
        try world.cleo.unblock("ben")
        #expect(
            try world.cleo.texts(in: room) == ["of ben, edited", "of ana", "of ben, after"])
    }

    @Test func `leaves nothing unread of the blocked one`() throws {
        let (world, room) = try Self.world()
        for number in 1...3 { try world.ben.say("\(number)", to: room) }
        #expect(try world.cleo.history(with: room).mark.unread == 1)
        try world.cleo.read(room, upTo: 2)
        try world.ben.say("more", to: room)
        #expect(try world.cleo.history(with: room).mark.unread == 0)
        #expect(try world.cleo.rooms().unread == 0)
        try world.ana.say("of ana", to: room)
        #expect(try world.cleo.rooms().unread == 1)
    }

    @Test func `wakes no device, and is not seen by the blocked one`() throws {
        let traces = try [true, false].map { isTrue in
            let (world, room) = try `A group`.world()
            if isTrue { try world.cleo.block("ben") }
            for number in 1...3 {
                try world.ben.say("\(number)", to: room)
                _ = try world.ben.history(with: room)
                _ = try world.ben.group(room)
                _ = try world.ben.rooms()
            }
            if isTrue {
                let event = try #require(world.ana.numberedInbox.last?.event)
                let news = try world.store.snapshot {
                    [id = world.cleo.id, events = world.catalog.events] (snapshot)
                        throws(Refusal) in try events.standing(event, for: id, in: snapshot)
                }
                #expect(news == nil)
            }
            return world.ben.trace
        }
        // The receipts of cleo are kept from the blocked one.
        #expect(traces[0].count == traces[1].count)
    }

    @Test func `shows which groups both are in, to be left`() throws {
        let (world, room) = try Self.world()
        try world.cleo.makeGroup("Own")
        let common = { (person: Person, other: String) in
            try person.ask(.groupCommon(.with { $0.user = other })) { answer in
                if case .groupList(let list) = answer { list.groups.map(\.room) } else { nil }
            }
        }
        #expect(try common(world.cleo, "ben") == [room])
        #expect(try common(world.cleo, "nobody") == [])
        try world.signUp("dora")
        #expect(try common(world.dora, "ben") == [])
        try world.cleo.leave(room)
        #expect(try common(world.cleo, "ben") == [])
    }
}
