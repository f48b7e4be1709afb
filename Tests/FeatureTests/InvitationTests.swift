import Accounts
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z51: a code that leads to friendship.
@Suite struct `A personal invitation` {
    @Test func `makes both friends when it is accepted, and not before`() throws {
        let world = try World()
        try world.signUp("dora")
        let code = try world.ana.invite().code
        #expect(code.utf8.count == 22)
        let commits = world.commits.count
        for _ in 1...3 { _ = try world.dora.preview(code) }
        #expect(world.commits.count == commits)
        #expect(world.ana.inbox.isEmpty && world.dora.told.isEmpty)
        #expect(try world.ana.madeInvitations().map(\.used) == [0])
        #expect(try world.dora.accept(code: code))
        #expect(world.ana.inbox == [.befriended("dora")])
        #expect(world.dora.told == [.befriended("ana")])
        #expect(try world.ana.friendNames() == ["dora"])
        #expect(try world.ana.madeInvitations().map(\.used) == [1])
    }

    @Test func `runs what every other friendship runs`() throws {
        let world = try World()
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        try world.ben.accept(code: world.ana.invite().code)
        #expect(try world.ana.matches() == ["coffee with ben"])
        #expect(world.signals.contains(.relation(world.ana.id, world.ben.id, exists: true)))
    }

    @Test func `shows of the inviter only what the inviter chose`() throws {
        let world = try World()
        try world.ana.rename(to: "Ana Lima")
        let week = Duration.seconds(7 * 86_400)
        let plain = try world.dora.preview(world.ana.invite().code)
        #expect(
            plain
                == .with {
                    $0.displayName = "Ana Lima"
                    $0.expiresAt = world.clock.now.advanced(by: week).timestamp
                    ($0.request, $0.registers, $0.operator) = (false, true, false)
                })
        let nothing = try world.dora.preview(world.ana.invite(shows: InvitationShows()).code)
        #expect(nothing.displayName.isEmpty && nothing.avatar.isEmpty && nothing.username.isEmpty)
        let name = try world.dora.preview(
            world.ana.invite(request: true, activity: "coffee", shows: .with { $0.username = true })
                .code)
        #expect(name.username == "ana" && name.displayName.isEmpty)
        #expect(name.request && name.activity == "coffee")
    }

    @Test func `shows a picture that was uploaded, and none that is made of the name`() throws {
        let world = try World()
        let code = try world.ana.invite().code
        #expect(try world.dora.preview(code).avatar.isEmpty)
        let ana = world.ana.id
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE account SET avatar = 'x.webp' WHERE id = \(ana)")
        }
        #expect(try world.dora.preview(code).avatar == "/avatars/x.webp")
    }

    @Test func `asks the inviter who wants to decide`() throws {
        let world = try World()
        let code = try world.ana.invite(uses: 3, request: true).code
        #expect(try !world.ben.accept(code: code))
        #expect(world.ana.inbox == [.requested(by: "ben")])
        #expect(try world.ana.friendNames() == [])
        try world.ana.decline("ben")
        // As while it was pending.
        #expect(try !world.ben.accept(code: code))
        #expect(try world.ana.mailbox().incoming.isEmpty)
        #expect(try world.ana.madeInvitations().map(\.used) == [1])
        try world.ana.request("cleo")
        #expect(try world.cleo.accept(code: code))
        #expect(try world.ana.friendNames() == ["cleo"])
    }

    @Test func `counts a user once, and nobody beyond its uses`() throws {
        let world = try World()
        try world.signUp("dora")
        let code = try world.ana.invite(uses: 2).code
        for _ in 1...2 { #expect(try world.ben.accept(code: code)) }
        #expect(try world.ana.madeInvitations().map(\.used) == [1])
        try world.cleo.accept(code: code)
        expectRefusal(.notFound, "code") { try world.dora.accept(code: code) }
        expectRefusal(.notFound, "code") { _ = try world.dora.preview(code) }
        // Those who have used it are done.
        #expect(try world.cleo.accept(code: code))
        #expect(try world.ana.friendNames() == ["ben", "cleo"])
    }

    @Test func `is used no more often when several accept at once`() throws {
        let world = try World()
        let names = (1...8).map { "guest\($0)" }
        for name in names { try world.signUp(name) }
        let code = try world.ana.invite(uses: 3).code
        let results = try world.atOnce(
            names.map { ($0, .invitationAccept(.with { $0.code = code })) })
        #expect(results.filter { (try? $0.result.get()) != nil }.count == 3)
        #expect(try world.ana.friendNames().count == 3)
        #expect(try world.ana.madeInvitations().map(\.used) == [3])
    }

    @Test func `has no use for a friend, and none for its inviter`() throws {
        let world = try World(friends: [("ana", "ben")])
        let code = try world.ana.invite().code
        #expect(try world.ben.accept(code: code))
        #expect(try world.ana.madeInvitations().map(\.used) == [0])
        expectRefusal(.oneself, "code") { try world.ana.accept(code: code) }
    }

    @Test func `lets nobody back whom the inviter has removed`() throws {
        let world = try World()
        let code = try world.ana.invite(uses: 5).code
        try world.ben.accept(code: code)
        try world.ana.remove("ben")
        expectRefusal(.notFound, "code") { try world.ben.accept(code: code) }
        #expect(try world.ana.friendNames() == [])
    }

    @Test func `is listed without its code until it expires, and can be revoked`() throws {
        let world = try World()
        let first = try world.ana.invite(hours: 1)
        try world.pass(.seconds(60))
        let second = try world.ana.invite(uses: 100, hours: 720)
        #expect(
            try world.ana.madeInvitations()
                == [second, first].map { invitation in
                    var listed = invitation
                    listed.code = ""
                    return listed
                })
        #expect(try world.ben.madeInvitations().isEmpty)
        expectRefusal(.notFound, "number") { try world.ben.revoke(second) }
        try world.ana.revoke(second)
        expectRefusal(.notFound, "code") { try world.ben.accept(code: second.code) }
        expectRefusal(.notFound, "number") { try world.ana.revoke(second) }
        world.clock.advance(by: .seconds(3_600))
        expectRefusal(.notFound, "code") { try world.ben.accept(code: first.code) }
        #expect(try world.ana.madeInvitations().isEmpty)
        try world.pass(.seconds(10))
        #expect(try world.count(of: "invitation") == 0)
    }

    @Test func `is within its limits`() throws {
        let world = try World()
        for uses: UInt32 in [0, 101, .max] {
            expectRefusal(.invalidField, "uses") { try world.ana.invite(uses: uses) }
        }
        for hours: UInt32 in [0, 721, .max] {
            expectRefusal(.invalidField, "hours") { try world.ana.invite(hours: hours) }
        }
        expectRefusal(.notFound, "activity") { try world.ana.invite(activity: "chess") }
        for _ in 1...50 { try world.ana.invite() }
        expectRefusal(.listFull) { try world.ana.invite() }
    }

    @Test func `has a code that is nowhere in the data`() throws {
        let world = try World()
        let code = try world.ana.invite().code
        try world.ben.accept(code: code)
        #expect(try world.places(of: code) == [])
    }

    @Test func `is in the export of its inviter, and of the guest who accepted`() throws {
        let world = try World()
        let made = try world.ana.invite(uses: 2, activity: "gym")
        try world.ben.accept(code: made.code)
        let own = try world.ana.export().map(\.invitation).filter { $0.number > 0 }
        #expect(own.map(\.number) == [made.number])
        #expect(own.map(\.used) == [1] && own.allSatisfy { $0.code.isEmpty })
        let accepted = try world.ben.export().map(\.invitationAccepted.user.username)
        #expect(accepted.filter { !$0.isEmpty } == ["ana"])
        #expect(try world.cleo.export().allSatisfy { $0.invitation == PersonalInvitation() })
    }

    @Test func `ends with its inviter, and forgets a guest who leaves`() throws {
        let world = try World()
        let code = try world.ana.invite(uses: 5).code
        for person in [world.ben, world.cleo] { try person.accept(code: code) }
        try world.ben.deleteAccount()
        try world.pass(.seconds(3_600))
        #expect(try world.count(of: "invitation_use") == 1)
        #expect(try world.ana.madeInvitations().map(\.used) == [2])
        try world.ana.deleteAccount()
        expectRefusal(.notFound, "code") { _ = try world.cleo.preview(code) }
        try world.pass(.seconds(3_600))
        #expect(try world.count(of: "invitation_use") == 0)
        #expect(try world.count(of: "invitation") == 0)
    }
}

/// Whatever a code is not good for, it is answered as one that there never was.
@Suite struct `A code that is not valid` {
    /// Why it is not.
    enum Flaw: String, CaseIterable, Sendable {
        case unknown, malformed, expired, usedUp, revoked, blocked, blocking, banned

        /// A world with such a code, for ben.
        func world() throws -> (World, code: String) {
            let world = try World()
            let invitation = try world.ana.invite(hours: 1)
            var code = invitation.code
            switch self {
            case .unknown: code = String(code.reversed())
            case .malformed: code = "no such thing"
            case .expired: world.clock.advance(by: .seconds(3_600))
            case .usedUp: try world.cleo.accept(code: code)
            case .revoked: try world.ana.revoke(invitation)
            case .blocked: try world.ana.block("ben")
            case .blocking: try world.ben.block("ana")
            case .banned: try world.ban("ana")
            }
            return (world, code)
        }
    }

    @Test(arguments: Flaw.allCases)
    func `is refused alike, by the same statements`(flaw: Flaw) throws {
        let (stranger, unknown) = try Flaw.unknown.world()
        let (world, code) = try flaw.world()
        #expect(
            try world.look(.reading(code), by: "ben")
                == stranger.look(.reading(unknown), by: "ben"))
        #expect(
            try world.work(of: .accepting(code), by: "ben")
                == stranger.work(of: .accepting(unknown), by: "ben"))
        for (one, command) in [(world, code), (stranger, unknown)] {
            expectRefusal(.notFound, "code") { _ = try one.ben.call(.reading(command)) }
            expectRefusal(.notFound, "code") { _ = try one.ben.call(.accepting(command)) }
        }
        #expect(world.answers["ben"]?.suffix(4) == stranger.answers["ben"]?.suffix(4))
    }

    @Test func `is one of 10,000, none of which is answered otherwise`() throws {
        let (world, code) = try Flaw.blocked.world()
        let statements = try world.look(.reading(code), by: "ben")
        var source = SystemRandomNumberGenerator()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        for _ in 1...10_000 {
            let guess = String((1...22).compactMap { _ in letters.randomElement(using: &source) })
            #expect(try world.look(.reading(guess), by: "ben") == statements)
        }
    }

    @Test func `begins with no sign that a shell's command takes for an option`() {
        let secret = SecretText(randomBytes: [0xFB] + Array(repeating: 7, count: 15))
        #expect(secret.text.utf8.count == 22 && secret.text.hasPrefix("Awc"))
        let other = SecretText(randomBytes: [0xFF] + Array(repeating: 7, count: 15))
        #expect(other.text.hasPrefix("_"))
    }

    @Test func `may be mistyped often, and not be guessed`() throws {
        let catalog = try World().catalog
        let looks = try #require(catalog[.json("invitationRead")]?.rate)
        let accepts = try #require(catalog[.json("invitationAccept")]?.rate)
        for rate in [looks, accepts] {
            guard case .integer(let count, _, _) = rate.count.form else {
                Issue.record("no number")
                continue
            }
            #expect((21...999).contains(count), "\(rate.name)")
        }
        #expect(looks.isOfVisitors && !accepts.isOfVisitors)
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func reading(_ code: String) -> Self {
        .invitationRead(.with { $0.code = code })
    }

    fileprivate static func accepting(_ code: String) -> Self {
        .invitationAccept(.with { $0.code = code })
    }
}
