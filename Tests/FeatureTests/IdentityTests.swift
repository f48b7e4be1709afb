import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import Wire

/// Z2: sign up and log in with an outside identity.
@Suite struct `An outside identity` {
    private static func world() throws -> World { try World(issuers: WordOfMouth()) }

    @Test func `makes an account the first time, and opens it from then on`() throws {
        let world = try Self.world()
        expectRefusal(.usernameNeeded, "username") {
            try world.dora.enter(by: world.dora.idToken("d1"))
        }
        let token = try world.dora.idToken("d1", email: "Dora@Example.org", name: "Dora D.")
        let made = try world.dora.enter(by: token, as: "dora")
        #expect(made.email == "dora@example.org" && made.user.displayName == "Dora D.")
        #expect(try world.dora.openSession(token: made.token).answer.user.username == "dora")
        let again = try world.dora.enter(by: world.dora.idToken("d1"))
        #expect(again.user == made.user && again.token != made.token)
    }

    @Test func `brings what is known of its owner, to fill in a profile with`() throws {
        let world = try Self.world()
        let picture = "https://home.example.org/d1.png"
        let token = try world.dora.idToken("d1", name: "Dora D.")
        let made = try world.dora.enter(
            by: token + "|1990-01-01|+49 30 1|\(picture)", as: "dora", email: "dora@example.org")
        let age = try #require(made.identity.hasAge ? made.identity.age : nil)
        #expect((30...80).contains(age))
        #expect(made.identity.name == "Dora D." && made.identity.contact == "+49 30 1")
        #expect(made.identity.picture == picture)
    }

    @Test(arguments: [
        "1990-13-01", "0000-01-01", "1990-1-1", "9999-01-01", "+990-01-01", "x", "",
        "1700-01-01",
    ])
    func `says no age but one that can be`(birthdate: String) throws {
        let world = try Self.world()
        for picture in [
            "http://example.org/a.png", "javascript:alert(1)", "https://", "https://a b",
        ] {
            let token = try world.dora.idToken("d1", email: "dora@example.org")
            let made = try world.dora.enter(by: token + "|\(birthdate)||\(picture)", as: "dora")
            #expect(!made.identity.hasAge && made.identity.picture.isEmpty)
        }
    }

    @Test func `may come again with a username, and is used up when it was accepted`() throws {
        let world = try Self.world()
        let token = try world.dora.idToken("d1", email: "dora@example.org")
        for _ in 1...2 {
            expectRefusal(.usernameNeeded, "username") { try world.dora.enter(by: token) }
        }
        expectRefusal(.usernameTaken, "username") { try world.dora.enter(by: token, as: "ana") }
        try world.dora.enter(by: token, as: "dora")
        expectRefusal(.wrongCredentials, "idToken") { try world.dora.enter(by: token) }
        try world.restart()
        expectRefusal(.wrongCredentials, "idToken") { try world.dora.enter(by: token) }
    }

    @Test(arguments: ["", "x", "AAAA", "' OR 1=1 --", String(repeating: "A", count: 75)])
    func `with a nonce that is none of ours makes nothing`(nonce: String) throws {
        let world = try Self.world()
        expectRefusal(.wrongCredentials, "idToken") {
            try world.dora.enter(by: "d1|\(nonce)|dora@example.org|", as: "dora")
        }
        expectRefusal(.notFound, "username") { _ = try world.ana.lookUp("dora") }
    }

    @Test func `with a nonce of another server, or one that was changed, makes nothing`() throws {
        let (here, there) = (try Self.world(), try World(issuers: WordOfMouth()))
        _ = try there.ana.challenge()
        let nonce = try here.ana.challenge().nonce
        let last = nonce.last == "A" ? "Q" : "A"
        let first = nonce.first == "A" ? "B" : "A"
        for wrong in [nonce.dropLast() + last, first + nonce.dropFirst(), nonce + "A"] {
            expectRefusal(.wrongCredentials, "idToken") {
                try here.dora.enter(by: "d1|\(wrong)|dora@example.org|", as: "dora")
            }
        }
    }

    @Test func `has ten minutes`() throws {
        let world = try Self.world()
        let token = try world.dora.idToken("d1", email: "dora@example.org")
        let late = try world.emil.idToken("e1", email: "emil@example.org")
        try world.pass(.seconds(599))
        try world.dora.enter(by: token, as: "dora")
        try world.pass(.seconds(1))
        expectRefusal(.wrongCredentials, "idToken") { try world.emil.enter(by: late, as: "emil") }
        expectRefusal(.wrongCredentials, "idToken") { try world.dora.enter(by: token) }
    }

    @Test func `is known by its nonce after the server's key was replaced, and once`() throws {
        let world = try Self.world()
        let token = try world.dora.idToken("d1", email: "dora@example.org")
        try world.order("rotate-server-key", "{}")
        try world.dora.enter(by: token, as: "dora")
        expectRefusal(.wrongCredentials, "idToken") { try world.dora.enter(by: token) }
    }

    @Test func `brings an address that the issuer vouches for, or the person says one`() throws {
        let world = try Self.world()
        let token = try world.dora.idToken("d1")
        expectRefusal(.invalidField, "email") { try world.dora.enter(by: token, as: "dora") }
        expectRefusal(.emailTaken, "email") {
            try world.dora.enter(by: token, as: "dora", email: "ana@example.org")
        }
        let made = try world.dora.enter(by: token, as: "dora", email: "d@example.org")
        #expect(made.email == "d@example.org" && made.user.displayName == "dora")
    }

    @Test func `whose address is taken here is refused with advice, and may bring another`() throws
    {
        let world = try Self.world()
        let token = try world.emil.idToken("e1", email: "ana@example.org")
        let refusal = #expect(throws: Refusal.self) { try world.emil.enter(by: token, as: "emil") }
        #expect(refusal?.code == .emailTaken && refusal?.field == "email")
        #expect(refusal?.message.contains("link this identity") == true)
        expectRefusal(.invalidField, "email") {
            try world.emil.enter(by: token, as: "emil", email: "nonsense")
        }
        let made = try world.emil.enter(by: token, as: "emil", email: "E@example.org")
        #expect(made.email == "e@example.org")
    }

    @Test func `does not bring a name that nobody could choose`() throws {
        let world = try Self.world()
        let token = try world.dora.idToken("d1", email: "d@example.org", name: "a\u{202E}b")
        #expect(try world.dora.enter(by: token, as: "dora").user.displayName == "dora")
    }

    @Test func `of an issuer that is not here is not found`() throws {
        let world = try Self.world()
        expectRefusal(.notFound, "issuer") { _ = try world.dora.challenge(of: "nowhere") }
        expectRefusal(.notFound, "issuer") { try world.dora.enter(by: "x", of: "nowhere") }
        expectRefusal(.wrongCredentials, "idToken") { try world.dora.enter(by: "garbage") }
    }

    @Test func `has no password, and sets one with a fresh token`() throws {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        for password in [Person.password, "        "] {
            expectRefusal(.wrongCredentials) { try world.dora.logIn(password: password) }
        }
        expectRefusal(.wrongCredentials, "proof") {
            try world.dora.changePassword(to: "battery staple")
        }
        let token = try world.dora.idToken("dora")
        try world.dora.changePassword(to: "battery staple", proof: .token(token))
        try world.dora.logIn(password: "battery staple")
        expectRefusal(.wrongCredentials, "proof") {
            try world.dora.changePassword(to: "something else", proof: .token(token))
        }
    }

    @Test func `of another person proves nothing`() throws {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        try world.signUpByIdentity("emil")
        for proof in [
            Proof.token(try world.emil.idToken("emil")),
            .token(try world.emil.idToken("dora"), of: "work"),
        ] {
            expectRefusal(.wrongCredentials, "proof") {
                try world.dora.deleteAccount(proof: proof)
            }
        }
    }

    @Test(arguments: [("emil", 0), ("dora", 1)])
    func `proves something, or was an attempt`(subject: String, givenBack: Int) throws {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        try world.signUpByIdentity("emil")
        let proof = Proof.token(try world.dora.idToken(subject))
        let command = EmailChange.with { ($0.proof, $0.email) = (proof, "x@example.org") }
        let (_, work) = try world.decoded(
            .emailChange(command), as: world.callers["dora"], .json)
        guard case .prepare(let prepare) = work else { throw NotThatKind(what: "work") }
        let given = Mutex(0)
        let limit = AttemptLimit({ _ in true }, giveBack: { _ in given.withLock { $0 += 1 } })
        _ = try? prepare(try world.store, limit)
        #expect(given.withLock { $0 } == givenBack)
    }

    @Test func `is linked to an account, opens it, and is unlinked`() throws {
        let world = try Self.world()
        let linked = try world.ana.link(world.ana.idToken("a1"))
        #expect(linked.identities.map(\.issuer) == ["home"])
        #expect(linked.issuers == ["home", "work"])
        #expect(try world.dora.enter(by: world.ana.idToken("a1")).user == .named("ana"))
        #expect(try world.ana.unlink().identities.isEmpty)
        expectRefusal(.usernameNeeded, "username") {
            try world.dora.enter(by: world.ana.idToken("a1"))
        }
        expectRefusal(.notFound, "issuer") { try world.ana.unlink() }
    }

    @Test func `that is linked or unlinked reaches all of the owner's devices, and nobody else`()
        throws
    {
        let world = try Self.world()
        try world.ana.link(world.ana.idToken("a1"))
        try world.ana.link(world.ana.idToken("a1"))
        #expect(world.ana.inbox == [.accountChanged(.identityLinked, issuer: "home")])
        try world.ana.unlink()
        #expect(world.ana.inbox.last == .accountChanged(.identityUnlinked, issuer: "home"))
        #expect(world.ana.inbox.count == 2)
        #expect(world.ben.inbox.isEmpty)
    }

    @Test func `still opens the account after a new password, whose answer says so`() throws {
        let world = try Self.world()
        #expect(try world.ana.changePassword(to: Person.password).identities.isEmpty)
        try world.ana.link(world.ana.idToken("a1"))
        let left = try world.ana.changePassword(to: "battery staple")
        #expect(left.identities.map(\.issuer) == ["home"])
        #expect(try world.dora.enter(by: world.ana.idToken("a1")).user == .named("ana"))
    }

    @Test func `that makes an account is no news`() throws {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        #expect(world.dora.inbox.isEmpty)
    }

    @Test func `opens one account, and an account has one of each issuer`() throws {
        let world = try Self.world()
        try world.ana.link(world.ana.idToken("a1"))
        try world.ana.link(world.ana.idToken("a1"))
        expectRefusal(.identityTaken, "idToken") { try world.ben.link(world.ben.idToken("a1")) }
        expectRefusal(.conflict, "issuer") { try world.ana.link(world.ana.idToken("a2")) }
        let work = try world.ana.link(world.ana.idToken("a1"), of: "work")
        #expect(work.identities.map(\.issuer) == ["home", "work"])
    }

    @Test func `that is the last way in stays`() throws {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        expectRefusal(.lastWayIn, "issuer") {
            try world.dora.unlink(proof: .token(try world.dora.idToken("dora")))
        }
        try world.dora.link(
            world.dora.idToken("w"), of: "work", proof: .token(try world.dora.idToken("dora")))
        try world.dora.unlink(proof: .token(try world.dora.idToken("dora")))
        expectRefusal(.lastWayIn, "issuer") {
            try world.dora.unlink(
                "work", proof: .token(try world.dora.idToken("w"), of: "work"))
        }
    }

    @Test func `of an issuer that is not trusted any more is no way in`() throws {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        try world.dora.link(
            world.dora.idToken("w"), of: "work", proof: .token(try world.dora.idToken("dora")))
        try world.restart(issuers: WordOfMouth(names: ["home"]))
        expectRefusal(.lastWayIn, "issuer") {
            try world.dora.unlink(proof: .token(try world.dora.idToken("dora")))
        }
        // What is no way in may go.
        let left = try world.dora.unlink("work", proof: .token(try world.dora.idToken("dora")))
        #expect(left.identities.map(\.issuer) == ["home"])
    }

    @Test func `of another issuer under the same name opens no account, and makes its own`()
        throws
    {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        try world.restart(issuers: WordOfMouth(domain: "example.com"))
        expectRefusal(.usernameNeeded, "username") {
            try world.emil.enter(by: world.emil.idToken("dora"))
        }
        expectRefusal(.wrongCredentials, "proof") {
            try world.dora.deleteAccount(proof: .token(try world.dora.idToken("dora")))
        }
        let token = try world.emil.idToken("dora", email: "emil@example.org")
        #expect(try world.emil.enter(by: token, as: "emil").user.username == "emil")
        try world.restart(issuers: WordOfMouth())
        let back = try world.dora.enter(by: world.dora.idToken("dora"))
        #expect(back.user.username == "dora")
    }

    @Test func `that opens nothing any more gives way to one of the new issuer`() throws {
        let world = try Self.world()
        try world.ana.link(world.ana.idToken("a1"))
        try world.restart(issuers: WordOfMouth(domain: "example.com"))
        let listed = try world.ana.identities(from: .identityList(IdentityList()))
        #expect(listed.identities.isEmpty && listed.issuers == ["home", "work"])
        #expect(try world.ana.changePassword(to: Person.password).identities.isEmpty)
        #expect(try world.ana.export().map(\.identity.subject).contains("a1"))
        let linked = try world.ana.link(world.ana.idToken("new"))
        #expect(linked.identities.map(\.issuer) == ["home"])
        #expect(try world.dora.enter(by: world.ana.idToken("new")).user == .named("ana"))
        expectRefusal(.conflict, "issuer") { try world.ana.link(world.ana.idToken("a2")) }
        try world.restart(issuers: WordOfMouth())
        expectRefusal(.usernameNeeded, "username") {
            try world.dora.enter(by: world.ana.idToken("a1"))
        }
    }

    @Test func `of before addresses were stored is of the issuer that has its name at the start`()
        throws
    {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE outside_identity SET address = ''")
        }
        // While nobody says whose it is, it opens nothing.
        expectRefusal(.usernameNeeded, "username") {
            try world.dora.enter(by: world.dora.idToken("dora"))
        }
        try world.restart(issuers: WordOfMouth(names: ["work"]))
        try world.restart(issuers: WordOfMouth())
        #expect(try world.dora.enter(by: world.dora.idToken("dora")).user == .named("dora"))
        try world.restart(issuers: WordOfMouth(domain: "example.com"))
        expectRefusal(.usernameNeeded, "username") {
            try world.dora.enter(by: world.dora.idToken("dora"))
        }
    }

    @Test func `of a deleted account is free, and goes with it`() throws {
        let world = try Self.world()
        try world.signUpByIdentity("dora")
        try world.dora.deleteAccount(proof: .token(try world.dora.idToken("dora")))
        expectRefusal(.usernameTaken, "username") {
            try world.dora.enter(by: world.dora.idToken("dora"), as: "dora", email: "d@e.org")
        }
        try world.dora.enter(by: world.dora.idToken("dora"), as: "dora2", email: "d@e.org")
    }

    @Test func `is part of one's own data`() throws {
        let world = try Self.world()
        try world.ana.link(world.ana.idToken("a1"))
        let kept = try world.ana.export().filter { $0.identity != LinkedIdentity() }.map(\.identity)
        #expect(kept.map(\.issuer) == ["home"] && kept.map(\.subject) == ["a1"])
        #expect(kept.map(\.address) == ["https://home.example.org"])
        // The list names only the issuer. Subject and address are in the export.
        let listed = try world.ana.identities(from: .identityList(IdentityList())).identities
        #expect(listed.map(\.subject) == [""] && listed.map(\.address) == [""])
    }
}

extension World {
    /// Makes an account without a password: the issuer "home" knows its owner by the username.
    fileprivate func signUpByIdentity(_ name: String) throws {
        let person = self[dynamicMember: name]
        let token = try person.idToken(name, email: "\(name)@example.org")
        try signIn(name, by: try person.enter(by: token, as: name).token)
    }
}
