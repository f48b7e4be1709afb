import Accounts
import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import Wire

/// A user who has forgotten the password sets another one with a code that is mailed.
@Suite struct `A forgotten password` {
    private let world: World

    init() throws {
        world = try World(mail: MailTerms())
        try world.confirm("cleo")
    }

    @Test(arguments: ["cleo", "Cleo@Example.org"])
    func `is set anew with a mailed code, which voids every token`(login: String) throws {
        let token = try world.token(of: "cleo")
        try world.dora.forget(login)
        let code = try world.mailedCode(to: "cleo@example.org")
        try world.dora.recover(login, code: code)
        expectRefusal(.wrongCredentials) { try world.cleo.logIn() }
        try world.cleo.logIn(password: "battery staple")
        expectRefusal(.invalidToken, "token") { try world.cleo.openSession(token: token) }
        #expect(world.cleo.inbox.last == .accountChanged(.passwordRecovered, on: ""))
        #expect(world.recorded(.passwordRecovered, of: "cleo"))
        let letters = try world.post()
        #expect(letters.map(\.address) == ["cleo@example.org"])
        #expect(letters[0].text.contains("set anew with a mailed code"))
        expectRefusal(.wrongCredentials, "code") { try world.dora.recover(login, code: code) }
    }

    @Test func `is not set with a code that is over, another's, or to confirm an address`() throws {
        try world.dora.forget("cleo")
        let code = try world.mailedCode(to: "cleo@example.org")
        expectRefusal(.wrongCredentials, "code") { try world.dora.recover("ana", code: code) }
        expectRefusal(.wrongCredentials, "code") { try world.dora.recover("nobody", code: code) }
        try world.ana.prove()
        let other = try world.mailedCode(to: "ana@example.org")
        expectRefusal(.wrongCredentials, "code") { try world.dora.recover("ana", code: other) }
        expectRefusal(.invalidField, "password") {
            try world.dora.recover("cleo", code: code, password: "short")
        }
        world.clock.advance(by: .seconds(900))
        expectRefusal(.wrongCredentials, "code") { try world.dora.recover("cleo", code: code) }
        try world.cleo.logIn()
    }

    @Test func `sends nothing to an address that nobody has confirmed, or to nobody`() throws {
        for login in ["ana", "ana@example.org", "nobody", "nobody@example.org"] {
            try world.dora.forget(login)
        }
        #expect(try world.post().isEmpty)
        expectRefusal(.invalidField, "login") { try world.dora.forget("") }
        expectRefusal(.invalidField, "login") { try world.dora.forget("' OR 1=1 --") }
        expectRefusal(.invalidField, "login") {
            try world.dora.forget(String(repeating: "a", count: 255))
        }
    }

    @Test func `gets the same answer with and without an account, at the same cost`() throws {
        let answers = try ["cleo", "nobody"].map { login in
            let completion = try world.call(
                .passwordForgot(.with { $0.login = login }), by: login, as: nil)
            #expect(completion.deliveries.isEmpty && completion.signals.isEmpty)
            return try completion.result.get()
        }
        #expect(answers[0] == answers[1])
        // Both have left one row behind, and nothing else, before the account is looked up.
        #expect(try world.count(of: "mail_wish") == 2)
        #expect(try world.count(of: "letter") == 0)
        for login in ["cleo", "nobody"] {
            let before = try world.count(of: "mail_count")
            expectRefusal(.wrongCredentials, "code") {
                try world.dora.recover(login, code: "abcde-fghjk")
            }
            #expect(try world.count(of: "mail_count") == before + 1)
        }
    }

    @Test func `is tried so often, whatever is right afterwards, and after a restart`() throws {
        try world.dora.forget("cleo")
        let code = try world.mailedCode(to: "cleo@example.org")
        for _ in 0..<100 {
            expectRefusal(.wrongCredentials, "code") {
                try world.dora.recover("cleo", code: "abcde-fghjk")
            }
        }
        try world.restart()
        expectRefusal(.wrongCredentials, "code") { try world.dora.recover("cleo", code: code) }
    }

    @Test func `is not kept from its owner by others who ask for codes`() throws {
        try world.dora.forget("cleo")
        let code = try world.mailedCode(to: "cleo@example.org")
        try world.dora.forget("cleo")
        _ = try world.mailedCode(to: "cleo@example.org")
        try world.dora.recover("cleo", code: code)
    }

    @Test func `leaves no code in the data, and no address in what is counted`() throws {
        try world.dora.forget("cleo")
        let before = try world.allValues()
        let code = try world.mailedCode(to: "cleo@example.org")
        let plain = Array(code.replacing("-", with: "").utf8)
        for value in try before + world.allValues() {
            #expect(!value.bytes.contains(plain), "\(value.table).\(value.column)")
            #expect(
                value.table != "mail_count" || !value.bytes.contains(Array("cleo".utf8)),
                "\(value.column)")
        }
    }
}

/// Letters wait in the store until a mail server has taken them.
@Suite struct `A letter` {
    @Test func `waits through a restart, and is sent again if its outcome is unknown`() throws {
        let world = try World(mail: MailTerms())
        try world.restart()
        #expect(try taken(in: world).count == 3)
        #expect(try taken(in: world).isEmpty)
        // The daemon is killed here.
        try world.restart()
        #expect(try taken(in: world).isEmpty)
        try world.pass(LetterSpool.lease)
        let again = try taken(in: world)
        #expect(again.map(\.attemptCount) == [1, 1, 1])
        // The code of the second attempt is another, and good.
        try world.ana.confirm(code: try #require(again[0].code))
    }

    @Test func `is given up after a time, and its code with it`() throws {
        let world = try World(mail: MailTerms())
        try world.pass(.seconds(3_600))
        #expect(try world.post().isEmpty)
        #expect(try world.count(of: "letter") == 0)
        #expect(try world.count(of: "mail_code") == 0)
    }

    @Test func `tells the owner of every change of the ways in, at the confirmed address alone`()
        throws
    {
        let world = try World(mail: MailTerms())
        try world.confirm("cleo")
        try world.ana.changePassword(to: "battery staple")
        #expect(try world.post().isEmpty)
        try world.cleo.changePassword(to: "battery staple")
        let letters = try world.post()
        #expect(letters.map(\.address) == ["cleo@example.org"])
        #expect(letters[0].text.contains("The password of your account cleo was changed."))
        #expect(letters[0].text.contains(#"on the device "laptop""#))
    }

    @Test func `holds no link, even when a device is named like one`() throws {
        let world = try World(mail: MailTerms())
        try world.confirm("cleo")
        let caller = try world.cleo.signIn(on: "https://evil.example/ pay\u{A0}now")
        let proof = Proof.password()
        let command = PasswordChange.with {
            ($0.proof, $0.password) = (proof, "battery staple")
        }
        _ = try world.call(.passwordChange(command), by: "cleo", as: caller)
        let text = try #require(try world.post().first?.text)
        #expect(text.contains(#"on the device "httpsevilexample paynow""#))
        #expect(!text.contains("://") && text.utf8.allSatisfy { $0 < 0x7F })
    }

    @Test func `about changes comes only so often`() throws {
        let world = try World(mail: MailTerms())
        try world.confirm("cleo")
        var password = Person.password
        for number in 0..<25 {
            let next = "battery staple \(number)"
            try world.cleo.changePassword(to: next, proof: .password(password))
            password = next
        }
        #expect(try world.post().count == 20)
        #expect(world.cleo.inbox.count == 26)
    }

    @Test func `that has not left goes with the account, and is in what one can take along`()
        throws
    {
        let world = try World(mail: MailTerms())
        func exported() throws -> [String] {
            try world.ana.export().compactMap { record in
                guard case .letter(let letter) = record.record else { return nil }
                return "\(letter.topic) \(letter.address)"
            }
        }
        #expect(try exported() == ["verify ana@example.org"])
        _ = try world.post()
        #expect(try exported() == ["verify ana@example.org"])
        try world.pass(.seconds(901))
        try world.ana.proveOwnership()
        #expect(try exported() == [])
        try world.ana.changeEmail(to: "new@example.org")
        try world.ana.deleteAccount()
        #expect(try world.post().isEmpty)
    }

    private func taken(in world: World) throws -> [MailLetter] {
        let taken = Mutex<[MailLetter]>([])
        try world.daemon { (transaction) throws(Refusal) in
            let letters = try LetterSpool.take(
                atMost: 100, patience: .seconds(3_600), in: transaction
            ).letters
            taken.withLock { $0 = letters }
        }
        return taken.withLock { $0 }
    }
}
