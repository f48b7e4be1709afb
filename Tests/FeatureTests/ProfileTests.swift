import Accounts
import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import Wire

/// Z5: one's own name, password and address.
@Suite struct `A person's own data` {
    @Test func `a new display name reaches one's own devices and all friends, and nobody else`()
        throws
    {
        let world = try World(friends: [("ana", "ben")])
        let cleo = world.cleo.trace
        #expect(try world.ana.rename(to: "Ana Lima").user.displayName == "Ana Lima")
        let profile = UserProfile(username: "ana", displayName: "Ana Lima")
        let changed = Event.profileChanged(.with { $0.user = profile })
        #expect(world.ana.inbox == [changed])
        #expect(world.ben.inbox == [changed])
        #expect(world.cleo.trace == cleo)
        #expect(try world.ben.friends().map(\.user) == [profile])
    }

    @Test func `no name, and the same name, change nothing and reach nobody`() throws {
        let world = try World(friends: [("ana", "ben")])
        #expect(try world.ana.rename(to: nil).user == .named("ana"))
        #expect(try world.ana.rename(to: "ana").user == .named("ana"))
        #expect(world.ben.inbox.isEmpty)
    }

    @Test(arguments: ["", " ", "a\u{202E}b", "a\nb", String(repeating: "x", count: 41)])
    func `no display name that cannot be shown`(name: String) throws {
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "displayName") { try world.ana.rename(to: name) }
        #expect(world.ben.inbox.isEmpty)
    }

    @Test func `a new password opens the account, and the old one does not`() throws {
        let world = try World()
        try world.ana.changePassword(to: "battery staple")
        expectRefusal(.wrongCredentials) { try world.ana.logIn() }
        try world.ana.logIn(password: "battery staple")
    }

    @Test func `a new password voids every other token, and this session goes on`() throws {
        let world = try World()
        let phone = try world.ana.logIn().token
        let caller = try world.ana.openSession(token: phone).grant.caller
        let ben = try world.token(of: "ben")
        try world.ana.changePassword(to: "battery staple")
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: phone) }
        #expect(world.signals.contains(.signedOut(caller)))
        #expect(world.recorded(.passwordChanged, of: "ana"))
        try world.ana.openSession(token: world.token(of: "ana"))
        try world.ben.openSession(token: ben)
    }

    @Test func `a new password reaches one's own devices, also those that log in later`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.changePassword(to: "battery staple")
        #expect(world.ana.inbox == [.accountChanged(.passwordChanged)])
        #expect(world.ben.inbox.isEmpty)
        let token = try world.ana.logIn(password: "battery staple").token
        let seen = world.beginning(of: "ana")
        let later = try world.ana.openSession(token: token, after: seen).grant
        #expect(later.cursor == seen)
        #expect(world.ana.numberedInbox.last?.seq == seen + 1)
    }

    @Test func `a new address opens the account, and only one's own devices receive it`() throws {
        let world = try World(friends: [("ana", "ben")])
        #expect(try world.ana.changeEmail(to: "New@Example.org").email == "new@example.org")
        try world.ana.logIn("new@example.org")
        expectRefusal(.wrongCredentials) { try world.ana.logIn("ana@example.org") }
        #expect(world.ben.inbox.isEmpty)
        #expect(world.ana.inbox == [.accountChanged(.emailChanged)])
        #expect(world.recorded(.emailChanged, of: "ana"))
        try world.ana.changeEmail(to: "new@example.org")
        #expect(world.ana.inbox.count == 1)
    }

    @Test func `another user's address is taken, and one's own is not`() throws {
        let world = try World()
        expectRefusal(.emailTaken, "email") { try world.ana.changeEmail(to: "BEN@example.org") }
        try world.ana.changeEmail(to: "ana@example.org")
        expectRefusal(.invalidField, "email") { try world.ana.changeEmail(to: "nowhere") }
    }

    @Test(arguments: ["wrong horse", "12345678"])
    func `nothing of it without the password`(password: String) throws {
        let world = try World()
        let proof = Proof.password(password)
        expectRefusal(.wrongCredentials, "proof") {
            try world.ana.changePassword(to: "battery staple", proof: proof)
        }
        expectRefusal(.wrongCredentials, "proof") {
            try world.ana.changeEmail(to: "x@example.org", proof: proof)
        }
        expectRefusal(.wrongCredentials, "proof") { try world.ana.deleteAccount(proof: proof) }
        #expect(try world.ana.logIn().email == "ana@example.org")
    }

    @Test func `a proof is one of two, and of the form that it must have`() throws {
        let world = try World()
        let both = Proof.with { ($0.password, $0.idToken) = (Person.password, "x") }
        for proof in [Proof(), both] {
            expectRefusal(.invalidField, "proof") {
                try world.ana.changeEmail(to: "x@example.org", proof: proof)
            }
        }
        expectRefusal(.invalidField, "proof.password") {
            try world.ana.deleteAccount(proof: .password("short"))
        }
        expectRefusal(.notFound, "proof.issuer") {
            try world.ana.deleteAccount(proof: .token("x.y.z", of: "nowhere"))
        }
        expectRefusal(.invalidField, "password") { try world.ana.changePassword(to: "short") }
    }

    @Test func `attempts at a proof count like log-ins, and then the right one is wrong, too`()
        throws
    {
        let world = try World()
        let command = ClientMessage.OneOf_Command.emailChange(
            .with { ($0.proof, $0.email) = (.password(), "x@example.org") })
        let (entry, work) = try world.decoded(command, as: world.callers["ana"], .json)
        #expect(entry.rate == .proofs && entry.verb == .prepare && entry.access == .user)
        guard case .prepare(let prepare) = work else { throw NotThatKind(what: "work") }
        let ana = world.ana.id
        expectRefusal(.wrongCredentials, "proof") {
            let limit = AttemptLimit { user in
                #expect(user == ana)
                return false
            }
            _ = try prepare(try world.store, limit)
        }
    }

    @Test func `a right proof is no attempt, a wrong one is`() throws {
        let world = try World()
        let taken = Mutex(0)
        let given = Mutex(0)
        let limit = AttemptLimit { _ in
            taken.withLock { $0 += 1 }
            return true
        } giveBack: { _ in
            given.withLock { $0 += 1 }
        }
        for (password, wanted) in [(Person.password, 1), ("wrong horse", 1)] {
            let command = ClientMessage.OneOf_Command.emailChange(
                .with { ($0.proof, $0.email) = (.password(password), "x@example.org") })
            let (_, work) = try world.decoded(command, as: world.callers["ana"], .json)
            guard case .prepare(let prepare) = work else { throw NotThatKind(what: "work") }
            _ = try? prepare(try world.store, limit)
            #expect(given.withLock { $0 } == wanted)
        }
        #expect(taken.withLock { $0 } == 2)
    }

    @Test func `a proof that was right when it was looked at must still be right`() throws {
        try Self.expectStaleProof(.wrongCredentials, "proof") { world in
            try world.ana.changePassword(to: "battery staple")
        }
    }

    @Test func `a proof that was looked at before a ban is none behind it`() throws {
        try Self.expectStaleProof(.banned) { world in try world.ban("ana") }
    }

    /// Another address is refused, though the password was right when it was looked at.
    private static func expectStaleProof(
        _ code: ErrorCode, _ field: String = "", after change: (World) throws -> Void
    ) throws {
        let world = try World()
        let command = ClientMessage.OneOf_Command.emailChange(
            .with { ($0.proof, $0.email) = (.password(), "x@example.org") })
        let (_, work) = try world.decoded(command, as: world.callers["ana"], .json)
        guard case .prepare(let prepare) = work,
            case .write(let run) = try prepare(world.store, .none)
        else { throw NotThatKind(what: "work") }
        try change(world)
        try world.store.write([WriteJob.command(run, replyTo: .test)])
        expectRefusal(code, field) { _ = try world.results.next().result.get() }
    }

    @Test func `a log-in of a user who is banned meanwhile is refused`() throws {
        let world = try World()
        let command = ClientMessage.OneOf_Command.accountLogin(
            .with { ($0.login, $0.password, $0.device) = ("ana", Person.password, "phone") })
        let (_, work) = try world.decoded(command, as: nil, .json)
        guard case .prepare(let prepare) = work,
            case .write(let run) = try prepare(world.store, .none)
        else { throw NotThatKind(what: "work") }
        try world.ban("ana")
        try world.store.write([WriteJob.command(run, replyTo: .test)])
        expectRefusal(.banned) { _ = try world.results.next().result.get() }
    }

    @Test func `a log-in with a password that is changed meanwhile is refused`() throws {
        let world = try World()
        let command = ClientMessage.OneOf_Command.accountLogin(
            .with { ($0.login, $0.password, $0.device) = ("ana", Person.password, "phone") })
        let (_, work) = try world.decoded(command, as: nil, .json)
        guard case .prepare(let prepare) = work,
            case .write(let run) = try prepare(world.store, .none)
        else { throw NotThatKind(what: "work") }
        try world.ana.changePassword(to: "battery staple")
        try world.store.write([WriteJob.command(run, replyTo: .test)])
        expectRefusal(.wrongCredentials) { _ = try world.results.next().result.get() }
    }
}
