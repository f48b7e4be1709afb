import Kernel
import SwiftProtobuf
import TestAuthenticator
import Testing
import Wire

/// Log-in and registration without a password.
@Suite struct `A passkey` {
    private let world: World
    private let passkey: SoftPasskey

    init() throws {
        world = try World(issuers: WordOfMouth(names: ["home"]))
        passkey = try SoftPasskey()
    }

    /// - Parameter flaw: what is wrong, as the event log says it.
    private func expectWrong(
        _ field: String = "passkey", because flaw: String,
        at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        expectRefusal(.wrongCredentials, field, because: flaw, at: location, body)
    }

    /// The challenge of another command, as if it had been requested for a log-in.
    private func asLogin(_ challenge: String) -> PasskeyChallenge {
        .with { $0.challenge = challenge }
    }

    @Test(arguments: SoftPasskey.Algorithm.allCases)
    func `makes an account, and opens it`(algorithm: SoftPasskey.Algorithm) throws {
        let passkey = try SoftPasskey(algorithm)
        let opened = try world.dora.register(with: passkey)
        #expect(opened.user.username == "dora" && opened.email == "dora@example.org")
        try world.signIn("dora", by: opened.token)
        #expect(try world.dora.passkeys().map(\.name) == ["laptop"])
        #expect(world.recorded(.registered, of: "dora"))
        #expect(world.recorded(.passkey(isAdded: true), of: "dora"))
        try world.restart()
        let again = try world.dora.logIn(with: passkey)
        #expect(again.user.username == "dora" && again.token != opened.token)
        try world.dora.openSession(token: again.token)
        try world.dora.logIn(with: passkey, login: "dora")
        try world.dora.logIn(with: passkey, login: "dora@example.org")
        // There is no password that would do the same.
        for password in ["battery staple", Person.password] {
            expectRefusal(.wrongCredentials) { try world.dora.logIn(password: password) }
        }
    }

    @Test func `is offered with all that a browser needs`() throws {
        let creation = try world.dora.beginRegistration()
        #expect(creation.rpID == "upfor.example" && creation.username == "dora")
        #expect(creation.displayName == "dora" && creation.algorithms == [-7, -8, -257])
        #expect(creation.userHandle.utf8.count == 43 && creation.challenge.utf8.count == 96)
        #expect(creation.expiresAt == world.clock.now.advanced(by: .seconds(300)).timestamp)
        #expect(try world.dora.beginRegistration().userHandle == creation.userHandle)
        #expect(try world.emil.beginRegistration(as: "emil").userHandle != creation.userHandle)
        let challenge = try world.dora.passkeyChallenge()
        #expect(challenge.rpID == "upfor.example" && challenge.userVerification == "required")
        #expect(challenge.allow.isEmpty)
        let second = try world.dora.passkeyChallenge(secondFactor: true)
        #expect(second.userVerification == "preferred" && second.allow.isEmpty)
    }

    @Test func `is not made for a name that is taken`() throws {
        expectRefusal(.usernameTaken, "username") {
            _ = try world.dora.beginRegistration(as: "ana")
        }
        let creation = try world.dora.beginRegistration()
        try world.signUp("dora")
        expectRefusal(.usernameTaken, "username") {
            try world.dora.register(with: passkey, creation)
        }
        expectRefusal(.invalidField, "username") {
            _ = try world.dora.beginRegistration(as: "No Name")
        }
    }

    @Test func `makes an account for the name only that it was made for`() throws {
        let creation = try world.dora.beginRegistration()
        expectWrong(because: "challenge") { try world.emil.register(with: passkey, creation) }
        try world.dora.register(with: passkey, creation)
        expectRefusal(.usernameTaken, "username") {
            try world.dora.register(with: passkey, creation)
        }
    }

    @Test func `needs an invitation at both ends of a registration`() throws {
        var settings = SettingValues()
        settings[text: "registration", default: "open"] = "invite"
        try world.restart(settings: settings, issuers: WordOfMouth())
        let code = try world.ana.invite(uses: 5).code
        expectRefusal(.invitationNeeded, "invitation") { _ = try world.dora.beginRegistration() }
        let creation = try world.dora.beginRegistration(invitation: code)
        expectRefusal(.invitationNeeded, "invitation") {
            try world.dora.register(with: passkey, creation)
        }
        try world.dora.register(with: passkey, invitation: code, creation)
        #expect(try world.ana.friendNames() == ["dora"])
    }

    @Test func `is asked for alike for every login, whether there is one or not`() throws {
        try world.ana.add(passkey)
        let answers = try ["ana", "ben", "nobody", "nobody@example.org", ""].map { login in
            try world.dora.passkeyChallenge(login: login)
        }
        for answer in answers {
            var rest = answer
            #expect(rest.challenge.utf8.count == 96)
            rest.challenge = ""
            var first = answers[0]
            first.challenge = ""
            #expect(rest == first)
        }
        #expect(Set(answers.map(\.challenge)).count == answers.count)
    }

    @Test func `opens no account but its own`() throws {
        try world.ana.add(passkey)
        expectWrong(because: "owner") { try world.ben.logIn(with: passkey, login: "ben") }
        expectWrong(because: "owner") { try world.ben.logIn(with: passkey, login: "nobody") }
        // What was requested for one login is no good for another, nor without.
        let challenge = try world.ben.passkeyChallenge(login: "ben")
        expectWrong(because: "challenge") {
            try world.ana.logIn(with: passkey, login: "ana", challenge)
        }
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, challenge) }
        passkey.userHandle = [1, 2, 3]
        expectWrong(because: "owner") { try world.ana.logIn(with: passkey) }
        let other = try SoftPasskey()
        expectWrong(because: "unknown") { try world.ana.logIn(with: other) }
        let stranger = try SoftPasskey(id: passkey.id)
        expectWrong(because: "signature") { try world.ana.logIn(with: stranger) }
    }

    @Test func `says whose it is by a handle that tells nothing`() throws {
        let creation = try world.ana.beginAdding()
        #expect(creation.username == "ana")
        try world.ana.add(passkey, creation)
        passkey.userHandle = SoftPasskey.bytes(creation.userHandle)
        #expect(passkey.userHandle.count == 32)
        try world.ana.logIn(with: passkey)
        try world.order("rotate-server-key", "{}")
        try world.ana.logIn(with: passkey)
        #expect(try world.ana.beginAdding().userHandle == creation.userHandle)
        #expect(
            try world.ana.beginAdding().exclude == [SoftPasskey.text(passkey.id)])
    }

    @Test func `answers a challenge once, within five minutes, also after a restart`() throws {
        try world.ana.add(passkey)
        let challenge = try world.ana.passkeyChallenge()
        try world.ana.logIn(with: passkey, challenge)
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, challenge) }
        try world.restart()
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, challenge) }
        let slow = try world.ana.passkeyChallenge()
        try world.pass(.seconds(299))
        let late = try world.ana.passkeyChallenge()
        try world.ana.logIn(with: passkey, slow)
        try world.pass(.seconds(300))
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, late) }
        for text in ["", "AAAA", String(repeating: "A", count: 96)] {
            let forged = PasskeyChallenge.with { $0.challenge = text }
            expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, forged) }
        }
    }

    @Test func `answers a challenge for its purpose only`() throws {
        try world.ana.add(passkey)
        let proof = asLogin(try world.ana.proofChallenge().challenge)
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, proof) }
        let second = try world.ana.passkeyChallenge(secondFactor: true)
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, second) }
        let adding = asLogin(try world.ana.beginAdding().challenge)
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, adding) }
        let login = try PasskeyAssertion(passkey, world.ana.passkeyChallenge())
        expectWrong("proof.passkey", because: "challenge") {
            try world.ana.proveOwnership(by: .with { $0.passkey = login })
        }
        let nonce = asLogin(try world.ana.challenge().nonce)
        expectWrong(because: "challenge") { try world.ana.logIn(with: passkey, nonce) }
        let registration = try world.dora.beginRegistration()
        expectWrong(because: "challenge") { try world.ana.add(SoftPasskey(), registration) }
        let bens = try world.ben.beginAdding()
        expectWrong(because: "challenge") { try world.ana.add(SoftPasskey(), bens) }
    }

    @Test func `must have verified its owner, and be of this site`() throws {
        try world.ana.add(passkey)
        passkey.flags = SoftPasskey.Flag.present
        expectWrong(because: "verification") { try world.ana.logIn(with: passkey) }
        expectWrong(because: "verification") { try world.dora.register(with: passkey) }
        passkey.flags = SoftPasskey.Flag.present | SoftPasskey.Flag.verified
        passkey.origin = "https://upfor.example.net"
        expectWrong(because: "origin") { try world.ana.logIn(with: passkey) }
        (passkey.origin, passkey.domain) = ("https://upfor.example", "example")
        expectWrong(because: "relying party") { try world.ana.logIn(with: passkey) }
        passkey.domain = "upfor.example"
        try world.ana.logIn(with: passkey)
    }

    @Test func `that does not count up is refused, and its owner is notified`()
        throws
    {
        try world.ana.add(passkey, named: "key ring")
        try world.ana.logIn(with: passkey)
        passkey.counter -= 1
        expectWrong(because: "counter") { try world.ana.logIn(with: passkey) }
        #expect(world.recorded(.passkeyCopied, of: "ana"))
        let told = AccountChanged.with { ($0.change, $0.passkey) = (.passkeyCopied, "key ring") }
        #expect(world.ana.inbox.last == .accountChanged(told))
        // One that has counted never counts zero.
        passkey.counter = 0
        expectWrong(because: "counter") { try world.ana.logIn(with: passkey) }
        passkey.counter = 40
        try world.ana.logIn(with: passkey)
        let other = try SoftPasskey()
        other.counter = 0
        try world.ana.add(other)
        for _ in 0..<3 { try world.ana.logIn(with: other) }
    }

    @Test func `of a banned account opens nothing`() throws {
        try world.ana.add(passkey)
        try world.order("ban", #"{"user":"ana","reason":"spam"}"#)
        expectRefusal(.banned) { try world.ana.logIn(with: passkey) }
        try world.order("unban", #"{"user":"ana"}"#)
        try world.ana.logIn(with: passkey)
    }

    @Test func `needs no code of an authenticator`() throws {
        try world.ana.add(passkey)
        _ = try world.ana.setSecondFactor()
        expectRefusal(.secondFactorNeeded, "code") { try world.ana.logIn() }
        try world.ana.logIn(with: passkey)
        try world.ana.changePassword(
            to: "battery staple", proof: world.ana.proof(with: passkey))
    }

    @Test func `takes bytes in URL-safe base64 only, and says which field has others`() throws {
        try world.ana.add(passkey)
        let fields: [(String, WritableKeyPath<PasskeyAssertion, String>)] = [
            ("id", \.id), ("clientData", \.clientData), ("signature", \.signature),
            ("authenticatorData", \.authenticatorData), ("userHandle", \.userHandle),
        ]
        for (name, field) in fields {
            for bad in ["a+b/", "AA==", "A", "ä", String(repeating: "A", count: 20_000)] {
                var answer = try PasskeyAssertion(passkey, world.ana.passkeyChallenge())
                answer[keyPath: field] = bad
                let command = PasskeyLogin.with { ($0.passkey, $0.device) = (answer, "phone") }
                expectRefusal(.invalidField, "passkey.\(name)") {
                    _ = try world.call(.passkeyLogin(command), by: "ana", as: nil).result.get()
                }
            }
        }
        for (name, field) in fields where name.hasSuffix("Data") {
            var answer = try PasskeyAssertion(passkey, world.ana.passkeyChallenge())
            answer[keyPath: field] = "AAAA"
            expectRefusal(.invalidField, "proof.passkey.\(name)") {
                try world.ana.proveOwnership(by: .with { $0.passkey = answer })
            }
        }
    }

    @Test func `is a proof of its owner`() throws {
        try world.ana.add(passkey)
        let proof = try world.ana.proof(with: passkey)
        try world.ana.proveOwnership(by: proof)
        expectWrong("proof.passkey", because: "challenge") {
            try world.ana.proveOwnership(by: proof)
        }
        expectRefusal(.notFound) { _ = try world.ben.proofChallenge() }
        let others = try SoftPasskey()
        try world.ben.add(others)
        let answer = try PasskeyAssertion(others, world.ana.proofChallenge())
        expectWrong("proof.passkey", because: "owner") {
            try world.ana.proveOwnership(by: .with { $0.passkey = answer })
        }
        // For this log-in only.
        let phone = try world.ana.openSession(token: world.ana.logIn().token).grant.caller
        let elsewhere = try world.ana.proof(with: passkey, as: phone)
        expectWrong("proof.passkey", because: "challenge") {
            try world.ana.proveOwnership(by: elsewhere)
        }
        expectRefusal(.invalidField, "proof") {
            var both = Proof.password()
            both.passkey = try PasskeyAssertion(passkey, world.ana.proofChallenge())
            try world.ana.proveOwnership(by: both)
        }
    }

    @Test func `lets its owner set a password later`() throws {
        let opened = try world.dora.register(with: passkey)
        try world.signIn("dora", by: opened.token)
        try world.dora.changePassword(
            to: "battery staple", proof: world.dora.proof(with: passkey))
        try world.dora.logIn(password: "battery staple")
        try world.dora.logIn(with: passkey)
    }

    @Test func `opens an account on another person's device for a short time`() throws {
        try world.ana.add(passkey)
        let login = try PasskeyLogin.with {
            ($0.passkey, $0.device, $0.guest) = (
                try PasskeyAssertion(passkey, world.ana.passkeyChallenge()), "library", true
            )
        }
        let answer = try world.call(.passkeyLogin(login), by: "ana", as: nil).result.get()
        guard case .account(let opened) = answer else {
            return #expect(Bool(false), "expected an account")
        }
        try world.ana.openSession(token: opened.token)
        try world.pass(.seconds(12 * 3600))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: opened.token) }
    }

    @Test func `is not made for an address that is taken`() throws {
        let begin = PasskeyRegisterBegin.with {
            ($0.username, $0.email) = ("dora", "ana@example.org")
        }
        expectRefusal(.emailTaken, "email") {
            _ = try world.call(.passkeyRegisterBegin(begin), by: "dora", as: nil).result.get()
        }
    }

    @Test func `makes no account where registration has been closed meanwhile`() throws {
        let creation = try world.dora.beginRegistration()
        var settings = SettingValues()
        settings[text: "registration", default: "open"] = "closed"
        try world.restart(settings: settings, issuers: WordOfMouth())
        expectRefusal(.registrationClosed) {
            try world.dora.register(with: passkey, creation)
        }
    }

    @Test func `proves nothing once it is deleted`() throws {
        try world.ana.add(passkey)
        let proof = try world.ana.proof(with: passkey)
        try world.ana.delete(passkey)
        expectWrong("proof.passkey", because: "unknown") {
            try world.ana.proveOwnership(by: proof)
        }
    }

    @Test func `is unknown on a server without a page that can have it`() throws {
        try world.ana.add(passkey)
        try world.restart(origins: ["http://192.0.2.1"])
        expectRefusal(.notFound) { _ = try world.ana.passkeyChallenge() }
        expectRefusal(.notFound) { _ = try world.dora.beginRegistration() }
        expectRefusal(.notFound) { _ = try world.ana.beginAdding() }
        expectRefusal(.notFound) { _ = try world.ana.proofChallenge() }
        // Nor does it open anything on another domain; it can be seen and deleted there.
        try world.restart(origins: ["https://other.example"])
        (passkey.domain, passkey.origin) = ("other.example", "https://other.example")
        expectWrong(because: "unknown") { try world.ana.logIn(with: passkey) }
        #expect(try world.ana.passkeys().count == 1)
        #expect(try world.ana.delete(passkey).isEmpty)
    }
}
