import Accounts
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What an answer must not show, its time must not show either: the same statements run, and as
/// many of them, whatever is hidden.
@Suite struct `Behind the same answer is the same work` {
    @Test func `asking a stranger, and asking who has blocked me`() throws {
        let world = try World()
        try world.ana.block("ben")
        let stranger = try world.work(of: .asking("cleo"), by: "ben")
        #expect(stranger.contains { $0.hasPrefix("INSERT INTO inbox") })
        #expect(try world.work(of: .asking("ana"), by: "ben") == stranger)
    }

    @Test func `taking back a request that is pending, and one that was declined`() throws {
        let world = try World()
        try world.ben.request("cleo")
        try world.ben.request("ana")
        try world.ana.decline("ben")
        let pending = try world.work(of: .withdrawing("cleo"), by: "ben")
        #expect(try world.work(of: .withdrawing("ana"), by: "ben") == pending)
    }

    @Test func `taking a request back from a stranger, and from nobody`() throws {
        let world = try World()
        let stranger = try world.work(of: .withdrawing("cleo"), by: "ben")
        #expect(try world.work(of: .withdrawing("nobody"), by: "ben") == stranger)
    }

    @Test func `inviting a friend to a group, who takes none or has declined`() throws {
        let works = try ["", "takes none", "declined", "invited by another"].map { secret in
            let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
            let room = try world.ana.makeGroup("Lunch", with: "cleo")
            if secret == "takes none" {
                try world.ben.call(.privacySet(.with { $0.invitations = false }))
            }
            if secret == "invited by another" { try world.cleo.ask("ben", into: room) }
            let invite = ClientMessage.OneOf_Command.groupAdd(
                .with { ($0.room, $0.members) = (room, ["ben"]) })
            var work = try [world.work(of: invite, by: "ana")]
            if secret == "declined" { try world.ben.leave(room) }
            work.append(try world.work(of: invite, by: "ana"))
            let back = ClientMessage.OneOf_Command.groupRemove(
                .with { ($0.room, $0.member) = (room, "ben") })
            work.append(try world.work(of: back, by: "ana"))
            return work
        }
        #expect(works[0][0].contains { $0.hasPrefix("INSERT INTO inbox") })
        for work in works { #expect(work == works[0]) }
    }

    @Test func `speaking in a group, in which a member has blocked the author`() throws {
        let works = try [true, false].map { isBlocked in
            let (world, room) = try `A group`.world()
            try world.ben.say("before", to: room)
            if isBlocked { try world.cleo.block("ben") }
            let edit = RoomEdit.with { ($0.with, $0.seq, $0.text) = (room, 1, "edited") }
            return [
                try world.work(of: .saying("hi", to: room, cid: "k1"), by: "ben"),
                try world.work(of: .roomEdit(edit), by: "ben"),
            ]
        }
        #expect(works[0] == works[1])
    }

    /// Commands that are not counted as a look-up. Left out are commands about words that name no
    /// user, whose answers are drawn at random, and an activity, which is on already the second
    /// time.
    @Test func `anything that names a stranger, and the same that names nobody`() throws {
        var count = 0
        for (one, other) in zip(
            [ClientMessage.OneOf_Command].towards("cleo"),
            [ClientMessage.OneOf_Command].towards("nobody"))
        where `Whether a user exists`.telling[one.wireName] == nil
            && !(one == other
                && (one.wireName.hasPrefix("word") || one.wireName == "activitySet"))
        {
            let world = try World()
            let verb = world.catalog[.json(one.wireName)]?.verb
            guard verb == .read || verb == .write else { continue }
            let works = try [one, other].map { command in
                verb == .read
                    ? try world.look(command, by: "ben") : try world.work(of: command, by: "ben")
            }
            #expect(works[0] == works[1], "\(one.wireName)")
            count += 1
        }
        #expect(count > 30)
    }

    /// Ana has as many friends in both worlds, and receives the same matches.
    @Test func `turning something on beside a friend who is off, and one who leaves me out`() throws
    {
        let works = try [true, false].map { isOn in
            let world = try World(friends: [("ana", "ben")])
            try world.ben.select("ana", for: "coffee", false)
            if isOn { try world.ben.set("coffee", on: true) }
            return try world.work(
                of: .activitySet(.with { ($0.activity, $0.on) = ("coffee", true) }), by: "ana")
        }
        #expect(works[0] == works[1])
    }

    @Test func `looking for a resume that is hidden from me, and for one that is not there`() throws
    {
        let works = try [true, false].flatMap { isThere in
            let world = try World()
            try world.ana.host([world.ben, world.cleo])
            let number = try world.ana.teamProfile().number
            if isThere {
                let file = Array("resume".utf8)
                try world.putDocument("resume", file, of: number, by: "ana")
                try world.ana.openDocuments()
                try world.ana.block("cleo")
            }
            return try ["ben", "cleo"].flatMap { name in
                try [TeamDocumentList.with { $0.username = "ana" }, .with { $0.number = number }]
                    .map { try world.look(.teamDocumentList($0), by: name) }
            }
        }
        #expect(works.allSatisfy { $0.count == works[0].count })
        #expect(works.prefix(4).elementsEqual(works.suffix(4)))
    }

    @Test func `a wrong code of an account, and one of nobody`() throws {
        let world = try World(mail: MailTerms())
        let account = try world.work(of: .recovering("cleo"), by: "ben")
        #expect(account.contains { $0.contains("FROM mail_code") })
        #expect(try world.work(of: .recovering("nobody"), by: "ben") == account)
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func asking(_ other: String) -> Self {
        .friendRequest(.with { $0.to = other })
    }

    fileprivate static func withdrawing(_ other: String) -> Self {
        .friendWithdraw(.with { $0.to = other })
    }

    fileprivate static func recovering(_ login: String) -> Self {
        .passwordRecover(
            .with { ($0.login, $0.code, $0.password) = (login, "abcdefghjk", "battery staple") })
    }
}
