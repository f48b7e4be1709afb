import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z1, Z3, Z4, Z6: sign up, log in, log out.
@Suite struct `An account` {
    @Test func `is made by username, e-mail and password, and signed in at once`() throws {
        let world = try World()
        let token = try world.dora.register(displayName: "Dora the 1st")
        #expect(token.utf8.count == 43)
        let session = try world.dora.openSession(token: token)
        #expect(session.answer.user.username == "dora")
        #expect(session.answer.user.displayName == "Dora the 1st")
        #expect(session.grant.caller.username == "dora")
    }

    @Test func `shows its e-mail and no token to its owner`() throws {
        let world = try World()
        let account = try world.ana.account()
        #expect(account.email == "ana@example.org")
        #expect(account.user == .named("ana"))
        #expect(account.token == "")
    }

    @Test func `has a username of its own`() throws {
        let world = try World()
        expectRefusal(.usernameTaken, "username") {
            try world.dora.register(as: "ana", email: "other@example.org")
        }
    }

    @Test(arguments: ["ana@example.org", "ANA@Example.ORG"])
    func `has an e-mail of its own, whatever the case`(email: String) throws {
        let world = try World()
        expectRefusal(.emailTaken, "email") { try world.dora.register(email: email) }
    }

    @Test func `is one, when two ask for the same name at the same time`() throws {
        let world = try World()
        let jobs = try ["first", "second"].map { try world.registration(of: "dora", email: $0) }
        try world.store.write(jobs)
        let results = try world.results.next(2).map(\.result)
        #expect((try? results[0].get()) != nil)
        expectRefusal(.usernameTaken, "username") { _ = try results[1].get() }
    }

    @Test(arguments: [
        "", "ab", "Ana", "1abc", "_abc", "a:b", "a b", "ana\u{0}", "änne", "a-b-c", "ana\n",
        String(repeating: "a", count: 21), "ＡＮＡ",
    ])
    func `takes no username that could be mistaken`(username: String) throws {
        let world = try World()
        expectRefusal(.invalidField, "username") { try world.dora.register(as: username) }
    }

    @Test(arguments: ["abc", "a_1", "a__", String(repeating: "z", count: 20)])
    func `takes a username of 3 to 20 letters, digits and underlines`(username: String) throws {
        let world = try World()
        try world.dora.register(as: username)
        #expect(try world.ana.lookUp(username).user.username == username)
    }

    @Test(arguments: [
        "", "dora", "@example.org", "dora@", "dora@org", "a@b@example.org", "do ra@example.org",
        "dora@.org", "dora@example.", "dora\u{0}@example.org", "döra@example.org",
    ])
    func `takes no address that cannot exist`(email: String) throws {
        let world = try World()
        expectRefusal(.invalidField, "email") { try world.dora.register(email: email) }
    }

    @Test(arguments: ["", "1234567", String(repeating: "x", count: 129)])
    func `takes no password of less than 8 or more than 128 bytes`(password: String) throws {
        let world = try World()
        expectRefusal(.invalidField, "password") { try world.dora.register(password: password) }
        expectRefusal(.invalidField, "password") { try world.ana.logIn(password: password) }
    }

    @Test(arguments: [
        "   ", "a\u{7}", "a\u{202E}b", "a\nb", String(repeating: "x", count: 41), "\u{3164}",
        "\u{2800}",
        "\u{200B}\u{200D}", "\u{1F3F4}\u{E0061}\u{E007F}", "ana\u{200E}", "\u{FE0F} \u{301}",
    ])
    func `takes no display name that would confuse`(name: String) throws {
        let world = try World()
        expectRefusal(.invalidField, "displayName") { try world.dora.register(displayName: name) }
    }

    @Test(arguments: ["", "   ", "a\u{7}", String(repeating: "x", count: 65)])
    func `is opened on no device without a name`(device: String) throws {
        let world = try World()
        expectRefusal(.invalidField, "device") { try world.dora.register(device: device) }
    }

    @Test func `is refused for its form before anything is looked up or hashed`() throws {
        let world = try World()
        expectRefusal(.invalidField, "device") { try world.dora.register(as: "ana", device: "") }
    }

    @Test(arguments: ["ana", "ana@example.org", "Ana@EXAMPLE.org"])
    func `is opened by username or e-mail`(login: String) throws {
        let world = try World()
        let account = try world.ana.logIn(login)
        #expect(account.user.username == "ana")
        let session = try world.ana.openSession(token: account.token)
        #expect(session.grant.caller.user == world.ana.id)
    }

    @Test func `is as closed to a wrong password as to a wrong name`() throws {
        let world = try World()
        let refusals = [("ana", "wrong horse"), ("nobody", "wrong horse"), ("", "wrong horse")]
            .map { login, password in
                #expect(throws: Refusal.self) { try world.dora.logIn(login, password: password) }
            }
        #expect(refusals.allSatisfy { $0?.code == .wrongCredentials })
        #expect(Set(refusals.map { $0?.message }).count == 1)
        let answers = try #require(world.answers["dora"])
        #expect(answers.count == 6)
        #expect(Set(answers).count == 2)
    }

    @Test(arguments: ["correct horse\u{0}", "correct horse ", "Correct horse", "correct\u{0}horse"])
    func `is opened by nothing near its password`(password: String) throws {
        let world = try World()
        expectRefusal(.wrongCredentials) { try world.ana.logIn(password: password) }
    }

    @Test func `may have a password with any bytes in it`() throws {
        let world = try World()
        let password = "\u{0}pässwörd\u{0}\u{202E}"
        try world.dora.register(password: password)
        #expect(try world.dora.logIn(password: password).user.username == "dora")
        expectRefusal(.wrongCredentials) { try world.dora.logIn(password: "\u{0}pässwörd") }
    }

    @Test func `keeps no password and no token in its file`() throws {
        let world = try World()
        let token = try world.dora.register()
        let stored = try world.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(.everyAccountAndToken)
        }
        #expect(stored.count >= 4)
        #expect(stored.allSatisfy { $0.hasPrefix("$argon2id$") })
        #expect(!stored.contains { $0.contains(Person.password) || $0.contains(token) })
    }
}

extension World {
    /// A registration whose slow part is done, ready for the writer.
    fileprivate func registration(of username: String, email: String) throws -> WriteJob {
        let command = AccountRegister.with {
            $0.username = username
            $0.email = "\(email)@example.org"
            $0.password = Person.password
            $0.device = "laptop"
        }
        guard
            case .prepare(let prepare) = try decoded(
                .accountRegister(command), as: nil, .json
            ).work, case .write(let run) = try prepare(store, .none)
        else { throw NotThatKind(what: "a registration") }
        return WriteJob.command(run, replyTo: .test)
    }
}

extension Query where Row == String {
    /// Each token's account hash with the token's own hash, as text.
    fileprivate static var everyAccountAndToken: Self {
        Query(
            """
            SELECT a.password_hash, t.secret_hash, a.display_name
            FROM token t JOIN account a ON a.id = t.user_id
            """
        ) { columns throws(StoreError) in
            let hash = try columns.text()
            let secret = String(decoding: try columns.blob(), as: UTF8.self)
            return "\(hash) \(secret) \(try columns.text())"
        }
    }
}
