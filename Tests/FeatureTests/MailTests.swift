import Accounts
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Addresses are confirmed by codes that are mailed, and then belong to one account.
@Suite struct `An address where mail is sent` {
    @Test func `is confirmed by the code that signing up mails there`() throws {
        let world = try World(mail: MailTerms())
        #expect(try world.ana.account().hasEmailVerified)
        #expect(try !world.ana.account().emailVerified)
        // Those of one moment leave in any order, if several nodes have made them.
        let letters = try world.post().sorted { $0.address < $1.address }
        #expect(letters.map(\.address) == World.cast.map { "\($0)@example.org" })
        let code = try #require(letters[0].code)
        #expect(try world.ana.confirm(code: code.uppercased()).verified)
        #expect(try world.ana.account().emailVerified)
        #expect(world.ana.inbox.last == .accountChanged(.emailVerified))
        #expect(world.recorded(.emailVerified, of: "ana"))
        #expect(try world.post().isEmpty)
    }

    @Test func `opens the account once it is confirmed, and not before`() throws {
        let world = try World(mail: MailTerms())
        expectRefusal(.wrongCredentials) { try world.ana.logIn("ana@example.org") }
        try world.ana.logIn("ana")
        try world.confirm("cleo")
        try world.cleo.logIn("Cleo@example.org")
    }

    @Test func `that another user has named is not kept from its owner`() throws {
        let world = try World(mail: MailTerms())
        _ = try world.post()
        try world.dora.register(email: "ana@example.org")
        let code = try world.mailedCode(to: "ana@example.org")
        try world.ana.prove()
        try world.ana.confirm(code: try world.mailedCode(to: "ana@example.org"))
        expectRefusal(.emailTaken, "email") { try world.emil.register(email: "ANA@example.org") }
        try world.signIn("dora", by: try world.dora.logIn().token)
        expectRefusal(.emailTaken, "email") { try world.dora.confirm(code: code) }
        #expect(try !world.dora.account().emailVerified)
    }

    @Test func `named while no mail was sent goes to the user who confirms it`() throws {
        let world = try World()
        try world.restart(mail: MailTerms())
        expectRefusal(.wrongCredentials) { try world.ana.logIn("ana@example.org") }
        try world.signUp("dora")
        _ = try world.post()
        try world.dora.changeEmail(to: "ana@example.org")
        try world.dora.confirm(code: try world.mailedCode(to: "ana@example.org"))
        #expect(try world.dora.logIn("ana@example.org").user.username == "dora")
        try world.ana.logIn("ana")
        try world.restart(mail: nil)
        expectRefusal(.emailTaken, "email") { try world.emil.register(email: "ana@example.org") }
    }

    @Test func `that was confirmed stays until the new one is, and gets a letter then`() throws {
        let world = try World(mail: MailTerms())
        try world.confirm("cleo")
        #expect(try world.cleo.changeEmail(to: "new@example.org").email == "cleo@example.org")
        let code = try world.mailedCode(to: "new@example.org")
        try world.cleo.logIn("cleo@example.org")
        #expect(try world.cleo.confirm(code: code).email == "new@example.org")
        let letters = try world.post()
        #expect(letters.map(\.address) == ["cleo@example.org"])
        #expect(letters[0].text.contains("The e-mail address of your account cleo was changed."))
        #expect(world.cleo.inbox.last == .accountChanged(.emailChanged))
        #expect(world.recorded(.emailChanged, of: "cleo"))
        try world.cleo.logIn("new@example.org")
        expectRefusal(.wrongCredentials) { try world.cleo.logIn("cleo@example.org") }
    }

    @Test func `that is about to become another is asked to confirm, and a third in its place`()
        throws
    {
        let world = try World(mail: MailTerms())
        try world.confirm("cleo")
        try world.cleo.changeEmail(to: "one@example.org")
        let first = try world.mailedCode(to: "one@example.org")
        #expect(try world.cleo.prove().email == "one@example.org")
        _ = try world.mailedCode(to: "one@example.org")
        try world.cleo.changeEmail(to: "two@example.org")
        let second = try world.mailedCode(to: "two@example.org")
        expectRefusal(.wrongCredentials, "code") { try world.cleo.confirm(code: first) }
        try world.cleo.confirm(code: second)
        #expect(try world.cleo.account().email == "two@example.org")
    }

    @Test func `is not confirmed by a code that is another's, used, over or nonsense`() throws {
        let world = try World(mail: MailTerms())
        let letters = try world.post()
        let (anas, bens) = (try #require(letters[0].code), try #require(letters[1].code))
        for code in [bens, "abcde-fghjk"] {
            expectRefusal(.wrongCredentials, "code") { try world.ana.confirm(code: code) }
        }
        for code in ["", "äöü", "abcde-fghj0", String(repeating: "a", count: 1_000)] {
            expectRefusal(.invalidField, "code") { try world.ana.confirm(code: code) }
        }
        try world.ana.confirm(code: anas)
        expectRefusal(.wrongCredentials, "code") { try world.ana.confirm(code: anas) }
        world.clock.advance(by: .seconds(900))
        expectRefusal(.wrongCredentials, "code") { try world.ben.confirm(code: bens) }
    }

    @Test func `is mailed codes only so often, by all users together`() throws {
        let world = try World(mail: MailTerms(codesPerHour: 3))
        for _ in 0..<2 { try world.ana.prove() }
        expectRefusal(.rateLimited) { try world.ana.prove() }
        // The rest of the hour is known after a restart, too.
        try world.restart()
        expectRefusal(.rateLimited) { try world.ana.prove() }
        let before = try world.post().count
        #expect(before == 5)
        for name in ["dora", "emil"] {
            try self.register(name, at: "ben@example.org", in: world)
        }
        #expect(try world.post().count == 2)
        try self.register("fritz", at: "ben@example.org", in: world)
        #expect(try world.post().isEmpty)
        try world.pass(.seconds(3_601))
        try world.ana.prove()
    }

    @Test func `that an issuer vouches for needs no code`() throws {
        let world = try World(issuers: WordOfMouth(names: ["home"]), mail: MailTerms())
        _ = try world.post()
        let command = ClientMessage.OneOf_Command.identityBegin(.with { $0.issuer = "home" })
        let body = try world.call(command, by: "dora", as: nil).result.get()
        guard case .identityChallenge(let challenge) = body else { throw NotThatKind(what: "it") }
        let login = IdentityLogin.with {
            ($0.issuer, $0.device, $0.username) = ("home", "laptop", "dora")
            $0.idToken = "d1|\(challenge.nonce)|dora@example.org|Dora"
        }
        let answer = try world.call(.identityLogin(login), by: "dora", as: nil).result.get()
        guard case .account(let account) = answer else { throw NotThatKind(what: "an account") }
        #expect(account.emailVerified)
        #expect(try world.post().isEmpty)
    }

    @Test(arguments: ["a>b@example.org", "a,b@example.org", "\"a\"@example.org", "a@exa mple.org"])
    func `cannot be one that ends a line to a mail server before its time`(email: String) throws {
        let world = try World(mail: MailTerms())
        expectRefusal(.invalidField, "email") { try world.dora.register(email: email) }
    }

    private func register(_ name: String, at address: String, in world: World) throws {
        try world[dynamicMember: name].register(email: address)
    }
}
