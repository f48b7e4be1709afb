import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Rooms of more than two people.
@Suite struct `A group` {
    /// Ana has made a group with ben and cleo, her friends, who are not friends of one another.
    static func world() throws -> (World, room: String) {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        return (world, try world.ana.makeGroup("Lunch", with: "ben", "cleo"))
    }

    @Test func `has its members, who receive an event`() throws {
        let (world, room) = try Self.world()
        #expect(room == "#\(UInt32.drawn(by: "ana"))")
        let page = try world.ben.group(room)
        #expect(page.group.name == "Lunch" && page.group.owner == "ana")
        #expect(page.group.members == 3 && page.code.isEmpty)
        #expect(page.members.map(\.user.username) == ["ana", "ben", "cleo"])
        #expect(page.members.map(\.owner) == [true, false, false])
        for person in [world.ana, world.ben, world.cleo] {
            guard case .groupChanged(let changed)? = person.inbox.last else {
                Issue.record("\(person.name) is not told")
                continue
            }
            #expect(changed.joined.map(\.username) == ["cleo"])
            #expect(changed.by == "cleo" && changed.group == page.group)
        }
    }

    @Test func `lets all its members talk, friends or not`() throws {
        let (world, room) = try Self.world()
        let sent = try world.ben.say("one", to: room)
        #expect(sent.room == room && sent.seq == 1)
        #expect(try world.cleo.say("two", to: room).seq == 2)
        for person in [world.ana, world.ben, world.cleo] {
            #expect(try person.texts(in: room) == ["one", "two"])
            let told = person.inbox.compactMap { event in
                if case .roomMessage(let message) = event { message.text } else { nil }
            }
            #expect(told == ["one", "two"])
        }
        let listed = try #require(try world.ana.rooms().rooms.last)
        #expect(listed.with == room && listed.newest.text == "two")
        #expect(listed.group.name == "Lunch")
    }

    @Test func `refuses others alike, whether it is there or not`() throws {
        let (world, room) = try Self.world()
        try world.signUp("dora")
        for name in [room, "#2", "#1", "#0", "#x", "#-1", "#01", "#99999999999", "#"] {
            expectRefusal(.notMember, "to") { try world.dora.say("hi", to: name) }
            expectRefusal(.notMember, "with") { _ = try world.dora.history(with: name) }
            expectRefusal(.notMember, "room") { _ = try world.dora.group(name) }
            expectRefusal(.notMember, "room") { try world.dora.set("coffee", on: true, in: name) }
        }
        #expect(try world.dora.rooms().rooms == [])
    }

    @Test func `keeps from a newcomer what was said before`() throws {
        let (world, room) = try Self.world()
        try world.signUp("dora")
        try world.ben.request("dora")
        try world.dora.accept("ben")
        try world.ana.say("old secret", to: room)
        try world.ben.add("dora", to: room)
        #expect(try world.dora.history(with: room).mark.unread == 0)
        try world.ana.say("new secret", to: room)
        #expect(try world.dora.texts(in: room) == ["new secret"])
        #expect(try world.dora.history(with: room).mark.unread == 1)
        try world.pass(.seconds(2))
        #expect(try world.dora.found("secret") == ["new secret"])
        #expect(try world.dora.found("secret", with: room) == ["new secret"])
        #expect(try world.cleo.found("secret") == ["new secret", "old secret"])
        expectRefusal(.notFound, "seq") { _ = try world.dora.react("👍", to: 1, with: room) }
        let before = world.dora.numberedInbox.count
        _ = try world.ana.edit(1, with: room, to: "other words")
        #expect(world.dora.numberedInbox.count == before)
        _ = try world.ana.edit(2, with: room, to: "newer words")
        #expect(world.dora.numberedInbox.count == before + 1)
    }

    @Test func `sends nothing more to a former member`() throws {
        let (world, room) = try Self.world()
        try world.ben.leave(room)
        guard case .groupChanged(let changed)? = world.ben.inbox.last else {
            Issue.record("ben is not told")
            return
        }
        #expect(changed.left == ["ben"] && changed.group.members == 2)
        let before = world.ben.numberedInbox.count
        try world.ana.say("without ben", to: room)
        #expect(world.ben.numberedInbox.count == before)
        expectRefusal(.notMember, "to") { try world.ben.say("hi", to: room) }
        expectRefusal(.notMember, "with") { _ = try world.ben.history(with: room) }
        #expect(try world.ben.found("without") == [])
        #expect(!(try world.ben.rooms().rooms.contains { $0.with == room }))
    }

    @Test func `gets the oldest member as its owner when its owner leaves`() throws {
        let (world, room) = try Self.world()
        try world.ana.leave(room)
        #expect(try world.ben.group(room).group.owner == "ben")
        try world.ben.pass(room, to: "cleo")
        #expect(try world.ben.group(room).group.owner == "cleo")
        expectRefusal(.notMember, "room") { try world.ben.removeMember("cleo", from: room) }
    }

    @Test func `is its owner's to change`() throws {
        let (world, room) = try Self.world()
        expectRefusal(.notMember, "room") { try world.ben.removeMember("cleo", from: room) }
        expectRefusal(.notMember, "room") { _ = try world.ben.invite(to: room) }
        expectRefusal(.notMember, "room") { try world.ben.pass(room, to: "ben") }
        let renaming = GroupRename.with { ($0.room, $0.name) = (room, "Dinner") }
        expectRefusal(.notMember, "room") { try world.ben.call(.groupRename(renaming)) }
        #expect(try world.ana.group(by: .groupRename(renaming)).name == "Dinner")
        try world.ana.removeMember("cleo", from: room)
        #expect(try world.ana.members(of: room) == ["ana", "ben"])
        expectRefusal(.notFound, "member") { try world.ana.removeMember("cleo", from: room) }
        expectRefusal(.oneself, "member") { try world.ana.removeMember("ana", from: room) }
    }

    @Test func `lets a member invite their own friends only`() throws {
        let (world, room) = try Self.world()
        try world.signUp("dora")
        expectRefusal(.notFriends, "members") { try world.ben.add("dora", to: room) }
        expectRefusal(.notFriends, "members") { _ = try world.ben.makeGroup("Two", with: "cleo") }
        expectRefusal(.invalidField, "members") { try world.ana.add(to: room) }
        expectRefusal(.invalidField, "name") { _ = try world.ana.makeGroup("  ") }
        let before = world.ben.numberedInbox.count
        try world.ana.ask("ben", into: room)
        #expect(world.ben.numberedInbox.count == before, "ben is in it already")
    }

    @Test func `is joined by its code, but not by a removed or a blocked user`() throws {
        let (world, room) = try Self.world()
        for name in ["dora", "emil"] { try world.signUp(name) }
        let code = try world.ana.invite(to: room)
        #expect(code.utf8.count == 22)
        #expect(try world.dora.join(code).members == 4)
        #expect(try world.dora.join(code).members == 4)
        try world.ana.removeMember("dora", from: room)
        try world.ana.block("emil")
        for person in [world.dora, world.emil] {
            expectRefusal(.notFound, "code") { try person.join(code) }
        }
        try world.ben.leave(room)
        #expect(try world.ben.join(code).members == 3)
        let renewed = try world.ana.invite(to: room)
        #expect(renewed != code)
        try world.ben.leave(room)
        expectRefusal(.notFound, "code") { try world.ben.join(code) }
        #expect(try world.ana.invite(to: room, false) == "")
        for wrong in [renewed, "", "x", String(repeating: "A", count: 22)] {
            expectRefusal(.notFound, "code") { try world.ben.join(wrong) }
        }
    }

    @Test func `counts for each member what others have said since the member's mark`() throws {
        let (world, room) = try Self.world()
        for (index, name) in ["ana", "ben", "ana", "cleo", "ben"].enumerated() {
            try world[dynamicMember: name].say("\(index)", to: room)
        }
        #expect(try world.ben.history(with: room).mark.unread == 3)
        #expect(try world.ben.read(room, upTo: 2).unread == 2)
        #expect(try world.ben.read(room, upTo: 1).unread == 2)
        try world.ana.say("6", to: room)
        #expect(try world.ben.history(with: room).mark.unread == 3)
        #expect(try world.ben.rooms().unread == 3)
        try world.ben.mute(room)
        #expect(try world.ben.rooms().unread == 0)
        #expect(try world.ben.read(room, upTo: 99).unread == 0)
    }

    @Test func `shows authors that their messages were read, if the reader allows it`() throws {
        let (world, room) = try Self.world()
        for (name, text) in [("ana", "1"), ("cleo", "2")] {
            try world[dynamicMember: name].say(text, to: room)
        }
        try world.ben.read(room, upTo: 1)
        #expect(world.cleo.hints == [])
        guard case .roomReceipt(let receipt)? = world.ana.hints.first else {
            Issue.record("ana is not told")
            return
        }
        #expect(receipt.room == room && receipt.user == "ben" && receipt.read == 1)
        let receipts = try world.cleo.history(with: room).receipts
        #expect(receipts.map(\.user) == ["ana", "ben"])
        #expect(receipts.map(\.read) == [0, 1])
        #expect(try world.cleo.history(with: room, before: 2).receipts == [])
        try world.ben.tell(receipts: false)
        try world.ben.read(room, upTo: 2)
        #expect(world.cleo.hints == [])
    }

    @Test func `shows only friends when a message has arrived on a device`() throws {
        let (world, room) = try Self.world()
        try world.ana.say("1", to: room)
        try world.cleo.say("2", to: room)
        try world.ben.call(.sessionAck(.with { $0.seq = world.ben.numberedInbox.last?.seq ?? 0 }))
        #expect(world.cleo.hints == [])
        let told = world.ana.hints.compactMap { hint in
            if case .roomReceipt(let receipt) = hint { receipt.delivered } else { nil }
        }
        #expect(told == [2])
        let delivered = { (name: String) in
            let page = try world[dynamicMember: name].history(with: room)
            return page.receipts.first { $0.user == "ben" }?.delivered
        }
        #expect(try delivered("ana") == 2 && delivered("cleo") == 0)
        try world.ben.read(room, upTo: 2)
        #expect(try delivered("cleo") == 2)
        guard case .roomReceipt(let receipt)? = world.cleo.hints.last else {
            Issue.record("cleo is not told")
            return
        }
        #expect(receipt.read == 2 && receipt.delivered == 2)
    }

    @Test func `shows strangers no more than what was read`() throws {
        let (world, room) = try Self.world()
        for number in 1...3 { try world.cleo.say("\(number)", to: room) }
        try world.ben.read(room, upTo: 1)
        try world.ben.call(.sessionAck(.with { $0.seq = world.ben.numberedInbox.last?.seq ?? 0 }))
        let receipt = { try world.cleo.history(with: room).receipts.first { $0.user == "ben" } }
        #expect(try receipt()?.delivered == 1 && receipt()?.read == 1)
        try world.ben.read(room, upTo: 2)
        #expect(world.cleo.hints.last == .roomReceipt(try #require(try receipt())))
        try world.ben.tell(receipts: false)
        #expect(try receipt()?.delivered == 0 && receipt()?.hasRead == false)
    }

    @Test func `shows a former member nothing of the readers of their messages`() throws {
        let (world, room) = try Self.world()
        try world.ana.say("1", to: room)
        try world.cleo.say("2", to: room)
        try world.cleo.leave(room)
        try world.ben.read(room, upTo: 2)
        #expect(world.cleo.hints == [])
        #expect(world.ana.hints.count == 1)
    }

    @Test func `has the receipts of many members for a few statements`() throws {
        let (world, room) = try Self.world()
        try world.fill(room, with: 197)
        for number in 1...20 { try world.ben.say("\(number)", to: room) }
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                INSERT INTO room_delivery (user_id, event_id)
                SELECT a.id, m.event_id FROM account a JOIN room_message m ON m.seq = a.id % 21
                WHERE a.id <= 197
                """)
            // What has arrived is for friends to see.
            try transaction.run(
                """
                INSERT INTO bond (low, kind, high, since_ms)
                SELECT a.id, 0, b.id, 0 FROM account a JOIN account b ON b.username = 'ben'
                WHERE a.id <= 197
                """)
        }
        let receipts = try world.ben.history(with: room).receipts
        #expect(receipts.count == 199)
        for receipt in receipts where receipt.user.hasPrefix("u") {
            #expect(receipt.delivered == UInt32(receipt.user.dropFirst()).map { $0 % 21 })
        }
        let statements = try world.look(.roomHistory(.with { $0.with = room }), by: "ben")
        #expect(statements.count < 20)
    }

    @Test func `is deleted with its messages when the last member leaves`() throws {
        let (world, room) = try Self.world()
        try world.ana.say("last secret", to: room)
        for person in [world.ana, world.ben, world.cleo] { try person.leave(room) }
        try world.pass(.seconds(3))
        for table in ["room_message", "room_member", "room_mark"] {
            #expect(try world.count(of: table) == 0, "\(table)")
        }
        #expect(try world.ana.makeGroup("Next") != room)
    }

    @Test func `keeps the numbering when a member deletes the account, and nothing of theirs`()
        throws
    {
        let (world, room) = try Self.world()
        try world.ben.say("a secret", to: room)
        try world.ana.say("of ana", to: room)
        _ = try world.ben.react("👍", to: 2, with: room)
        _ = try world.cleo.react("👍", to: 2, with: room)
        try world.ben.deleteAccount()
        try world.pass(.seconds(60))
        let messages = try world.cleo.history(with: room).messages
        #expect(messages.map(\.seq) == [2])
        #expect(messages.map(\.text) == ["of ana"])
        #expect(messages.last?.reactions.flatMap(\.from) == ["cleo"])
        #expect(try world.cleo.members(of: room) == ["ana", "cleo"])
        #expect(try world.cleo.found("secret") == [])
        #expect(try world.cleo.say("after", to: room).seq == 3)
        #expect(try world.ana.history(with: room).mark.unread == 1)
    }

    @Test func `is in what its members may have of their data`() throws {
        let (world, room) = try Self.world()
        for name in ["ana", "ben"] { try world[dynamicMember: name].say("by \(name)", to: room) }
        let texts = { (name: String) in
            try world[dynamicMember: name].export().map(\.message.text).filter { !$0.isEmpty }
        }
        #expect(try texts("cleo") == ["by ana", "by ben"])
        #expect(try world.cleo.export().contains { $0.group.room == room })
        try world.ben.leave(room)
        #expect(try texts("ben") == ["by ben"])
    }

    @Test func `has 200 members at most, and a user is in 50 groups at most`() throws {
        let (world, room) = try Self.world()
        try world.fill(room, with: 197)
        try world.signUp("dora")
        let code = try world.ana.invite(to: room)
        expectRefusal(.listFull, "code") { try world.dora.join(code) }
        try world.dora.request("ana")
        try world.ana.accept("dora")
        expectRefusal(.listFull, "members") { try world.ana.ask("dora", into: room) }
        #expect(try world.ana.group(room).group.members == 200)
        for number in 2...50 { try world.ana.makeGroup("Group \(number)") }
        expectRefusal(.listFull) { _ = try world.ana.makeGroup("One too many") }
    }
}

extension World {
    /// Puts people who have accounts into a group.
    func fill(_ room: String, with count: Int64) throws {
        try daemon { (transaction) throws(Refusal) in
            let now = transaction.now
            try transaction.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
                SELECT i, 'u' || i, 'u' || i, 'u' || i, '', 0 FROM n
                """)
            try transaction.run(
                """
                INSERT INTO room_member
                    (room_id, user_id, id, since, first, joined_ms, is_in, is_barred)
                SELECT g.room_id, a.id, a.id, 0, 0, \(now), 1, 0
                FROM room_group g JOIN account a ON a.id <= \(count)
                """)
            try transaction.run("UPDATE room_group SET members = members + \(count)")
        }
    }
}
