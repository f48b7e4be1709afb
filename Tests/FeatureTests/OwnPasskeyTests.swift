import Kernel
import SwiftProtobuf
import TestAuthenticator
import Testing
import Wire

/// The passkeys of an account, and a passkey as its second factor.
@Suite struct `An owner of passkeys` {
    private let world: World
    private let passkey: SoftPasskey

    init() throws {
        world = try World(issuers: WordOfMouth(names: ["home"]))
        passkey = try SoftPasskey()
    }

    private func id(_ passkey: SoftPasskey) -> String { SoftPasskey.text(passkey.id) }

    private func changed(_ change: AccountChange, _ passkey: String) -> Event {
        .accountChanged(
            .with { ($0.change, $0.device, $0.passkey) = (change, "laptop", passkey) })
    }

    /// A person with a passkey, and nothing else.
    private func holder() throws -> Person {
        let opened = try world.dora.register(with: passkey)
        try world.signIn("dora", by: opened.token)
        return world.dora
    }

    @Test func `adds passkeys, with a proof, and is notified on all devices`() throws {
        expectRefusal(.wrongCredentials, "proof") {
            try world.ana.add(passkey, proof: .password("battery staple"))
        }
        expectRefusal(.invalidField, "proof") { try world.ana.add(passkey, proof: Proof()) }
        #expect(try world.ana.passkeys().isEmpty)
        let list = try world.ana.add(passkey, named: "key ring")
        #expect(list.map(\.name) == ["key ring"] && list.map(\.id) == [id(passkey)])
        #expect(list[0].created == world.clock.now.timestamp && !list[0].hasLastUsed)
        #expect(list[0].transports == ["internal", "hybrid"] && !list[0].backedUp)
        #expect(list[0].publicKey.isEmpty && !list[0].hasCounter)
        #expect(world.ana.inbox == [changed(.passkeyAdded, "key ring")])
        let other = try SoftPasskey(.edDSA)
        other.flags |= SoftPasskey.Flag.mayBackUp | SoftPasskey.Flag.backedUp
        try world.pass(.seconds(1))
        let both = try world.ana.add(other)
        #expect(
            both.map(\.name) == ["key ring", "laptop"] && both.map(\.backedUp) == [false, true])
        try world.ana.logIn(with: other)
        #expect(try world.ana.passkeys().map(\.hasLastUsed) == [false, true])
        #expect(try world.ben.passkeys().isEmpty)
    }

    @Test func `adds a passkey once, to one account`() throws {
        let creation = try world.ana.beginAdding()
        try world.ana.add(passkey, creation)
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.add(SoftPasskey(), creation) }
        expectRefusal(.conflict, "passkey") { try world.ana.add(passkey) }
        expectRefusal(.conflict, "passkey") { try world.ben.add(passkey) }
        #expect(try world.ana.passkeys().count == 1)
    }

    @Test func `has at most 20`() throws {
        for _ in 0..<19 { try world.ana.add(SoftPasskey()) }
        let creation = try world.ana.beginAdding()
        try world.ana.add(passkey)
        expectRefusal(.listFull) { try world.ana.add(SoftPasskey(), creation) }
        expectRefusal(.listFull) { _ = try world.ana.beginAdding() }
        try world.ana.delete(passkey)
        try world.ana.add(passkey)
    }

    @Test func `renames and deletes own passkeys alone`() throws {
        try world.ana.add(passkey)
        let renamed = try world.ana.passkeys(
            by: .passkeyRename(.with { ($0.id, $0.name) = (id(passkey), "blue key") }))
        #expect(renamed.map(\.name) == ["blue key"])
        for name in ["", " ", String(repeating: "x", count: 65), "a\u{202E}b"] {
            expectRefusal(.invalidField, "name") {
                try world.ana.call(
                    .passkeyRename(.with { ($0.id, $0.name) = (id(passkey), name) }))
            }
        }
        expectRefusal(.notFound, "id") {
            try world.ben.call(.passkeyRename(.with { ($0.id, $0.name) = (id(passkey), "x") }))
        }
        expectRefusal(.notFound, "id") { try world.ben.delete(passkey) }
        expectRefusal(.invalidField, "id") {
            try world.ana.call(.passkeyDelete(.with { $0.id = "a+b/" }))
        }
        let session = try world.ana.logIn(with: passkey).token
        #expect(try world.ana.delete(passkey).isEmpty)
        #expect(world.ana.inbox.last == changed(.passkeyDeleted, "blue key"))
        #expect(world.recorded(.passkey(isAdded: false), of: "ana"))
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(with: passkey) }
        try world.ana.openSession(token: session)
        expectRefusal(.notFound, "id") { try world.ana.delete(passkey) }
    }

    @Test func `renames and deletes with a recent proof only`() throws {
        try world.ana.add(passkey)
        try world.pass(.seconds(900))
        expectRefusal(.proofNeeded) {
            try world.ana.call(
                .passkeyRename(.with { ($0.id, $0.name) = (id(passkey), "blue key") }))
        }
        expectRefusal(.proofNeeded) { try world.ana.delete(passkey) }
        try world.ana.proveOwnership(by: world.ana.proof(with: passkey))
        try world.ana.delete(passkey)
    }

    @Test func `keeps the last way in`() throws {
        let dora = try holder()
        expectRefusal(.lastWayIn, "id") { try dora.delete(passkey) }
        let other = try SoftPasskey()
        try dora.add(other, proof: dora.proof(with: passkey))
        try dora.delete(passkey)
        expectRefusal(.lastWayIn, "id") { try dora.delete(other) }
        try dora.changePassword(to: "battery staple", proof: dora.proof(with: other))
        try dora.delete(other)
        try dora.logIn(password: "battery staple")
    }

    @Test func `keeps an identity or a passkey`() throws {
        let dora = try holder()
        let link = try IdentityLink.with {
            ($0.issuer, $0.idToken) = ("home", try dora.idToken("d1"))
            $0.proof = try dora.proof(with: passkey)
        }
        _ = try dora.identities(from: .identityLink(link))
        try dora.delete(passkey)
        let unlink = IdentityUnlink.with { $0.issuer = "home" }
        expectRefusal(.lastWayIn, "issuer") {
            var command = unlink
            command.proof = .token(try dora.idToken("d1"))
            _ = try dora.identities(from: .identityUnlink(command))
        }
        try dora.add(passkey, proof: .token(dora.idToken("d1")))
        var command = unlink
        command.proof = try dora.proof(with: passkey)
        #expect(try dora.identities(from: .identityUnlink(command)).identities.isEmpty)
        try dora.logIn(with: passkey)
    }

    @Test func `uses a passkey in place of a code of the authenticator`() throws {
        try world.ana.add(passkey)
        _ = try world.ana.setSecondFactor()
        expectRefusal(.secondFactorNeeded, "code") { try world.ana.logIn() }
        try world.ana.logIn(and: passkey)
        // A person must be there; the password has said who it is.
        passkey.flags = SoftPasskey.Flag.present
        try world.ana.logIn(and: passkey)
        passkey.flags = 0
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(and: passkey) }
        passkey.flags = SoftPasskey.Flag.present
        expectRefusal(.wrongCredentials) {
            try world.ana.logIn(password: "battery staple", and: passkey)
        }
        let others = try SoftPasskey()
        try world.ben.add(others)
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(and: others) }
        let challenge = try world.ana.passkeyChallenge(login: "ana", secondFactor: true)
        try world.ana.logIn(and: passkey, challenge)
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(and: passkey, challenge) }
        for other in [
            try world.ana.passkeyChallenge(login: "ben", secondFactor: true),
            try world.ana.passkeyChallenge(login: "ana"), try world.ana.proofChallenge(),
        ] {
            expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(and: passkey, other) }
        }
        passkey.counter = 1
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(and: passkey) }
        #expect(world.recorded(.passkeyCopied, of: "ana"))
    }

    @Test func `uses a passkey as the second factor without an authenticator`() throws {
        expectRefusal(.notFound) { _ = try world.ana.demandPasskeys() }
        try world.ana.add(passkey)
        let codes = try world.ana.demandPasskeys()
        #expect(codes.count == 10)
        #expect(world.ana.inbox.contains(.accountChanged(.secondFactorSet, on: "laptop")))
        let factor = try world.ana.secondFactor()
        #expect(factor.on && factor.passkeys && factor.recoveryCodes == 10)
        expectRefusal(.secondFactorNeeded, "code") { try world.ana.logIn() }
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: "123456") }
        try world.ana.logIn(and: passkey)
        try world.ana.logIn(code: codes[0])
        expectRefusal(.secondFactorNeeded, "proof.code") { try world.ana.proveOwnership() }
        expectRefusal(.conflict) {
            _ = try world.ana.demandPasskeys(proof: world.ana.proof(with: passkey))
        }
        // The second factor cannot be locked away.
        expectRefusal(.lastWayIn, "id") { try world.ana.delete(passkey) }
        let other = try SoftPasskey()
        try world.ana.add(other, proof: world.ana.proof(with: passkey))
        try world.ana.delete(passkey)
        try world.ana.dropSecondFactor(proof: world.ana.proof(with: other))
        #expect(try !world.ana.secondFactor().on)
        try world.ana.logIn()
        try world.ana.delete(other)
    }

    @Test func `may set up an authenticator beside the passkeys`() throws {
        try world.ana.add(passkey)
        _ = try world.ana.demandPasskeys()
        let secret = try world.ana.beginSecondFactor(proof: world.ana.proof(with: passkey)).secret
        let app = try Authenticator(secret)
        _ = try world.ana.confirmSecondFactor(app.code(at: world.clock.now))
        try world.pass(.seconds(30))
        try world.ana.logIn(code: app.code(at: world.clock.now))
        try world.ana.logIn(and: passkey)
        try world.ana.delete(passkey)
        expectRefusal(.secondFactorNeeded, "code") { try world.ana.logIn() }
    }

    @Test func `uses a passkey beside an outside identity`() throws {
        let link = try IdentityLink.with {
            ($0.proof, $0.issuer, $0.idToken) = (.password(), "home", try world.ana.idToken("a1"))
        }
        _ = try world.ana.identities(from: .identityLink(link))
        try world.ana.add(passkey)
        _ = try world.ana.demandPasskeys()
        let token = try world.ana.idToken("a1")
        expectRefusal(.secondFactorNeeded, "code") { try world.ana.enter(by: token) }
        let challenge = try world.ana.passkeyChallenge(secondFactor: true)
        let answer = try PasskeyAssertion(passkey, challenge)
        let command = IdentityLogin.with {
            ($0.issuer, $0.idToken, $0.device) = ("home", token, "phone")
            $0.passkey = answer
        }
        _ = try world.call(.identityLogin(command), by: "ana", as: nil).result.get()
        var both = command
        both.code = "123456"
        expectRefusal(.invalidField, "passkey") {
            _ = try world.call(.identityLogin(both), by: "ana", as: nil).result.get()
        }
    }

    @Test func `exports public keys and counters, and leaves nothing behind`() throws {
        try world.ana.add(passkey, named: "key ring")
        try world.ana.logIn(with: passkey)
        let exported = try world.ana.export().filter { $0.passkey != Passkey() }.map(\.passkey)
        #expect(exported.map(\.id) == [id(passkey)] && exported.map(\.counter) == [2])
        #expect(exported.map(\.rpID) == ["upfor.example"] && exported.map(\.name) == ["key ring"])
        let data = passkey.authenticatorData(isNew: true)
        let key = Array(data.dropFirst(37 + 16 + 2 + passkey.id.count))
        #expect(exported.map(\.publicKey) == [SoftPasskey.text(key)])
        try world.ana.deleteAccount()
        #expect(try world.count(of: "passkey") == 0)
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(with: passkey) }
    }

    @Test func `is shown to the administrator with the passkeys that open the account`() throws {
        try world.ana.add(passkey, named: "key ring")
        func shown() throws -> AdminUser {
            try AdminUser(jsonString: world.order("user", #"{"user":"ana"}"#))
        }
        #expect(try shown().passkeys == ["key ring"])
        try world.restart(origins: ["https://other.example"])
        #expect(try shown().passkeys.isEmpty)
        #expect(try world.ana.passkeys().map(\.rpID) == ["upfor.example"])
    }

    @Test func `loses passkeys by a reset of the password, unless they are kept`() throws {
        try world.ana.add(passkey, named: "thief's")
        _ = try world.ana.demandPasskeys()
        func reset(_ more: String) throws -> AdminPassword {
            try AdminPassword(
                jsonString: world.order("reset-password", #"{"user":"ana"\#(more)}"#))
        }
        let kept = try reset(#","keepPasskeys":true,"keepSecondFactor":true"#)
        #expect(kept.kept.passkeys == ["thief's"] && kept.dropped.passkeys.isEmpty)
        try world.ana.logIn(password: kept.password, and: passkey)
        // Without passkeys there is nothing that could be the second factor.
        let dropped = try reset(#","keepSecondFactor":true"#)
        #expect(dropped.dropped.passkeys == ["thief's"] && dropped.kept.passkeys.isEmpty)
        #expect(dropped.dropped.hasSecondFactorSince)
        #expect(world.recorded(.passkey(isAdded: false), of: "ana"))
        expectRefusal(.wrongCredentials, "passkey") { try world.ana.logIn(with: passkey) }
        try world.ana.logIn(password: dropped.password)
    }
}

extension Person {
    /// Turns the second factor on for passkeys.
    fileprivate func demandPasskeys(proof: Proof = .password()) throws -> [String] {
        try ask(.secondFactorPasskeys(.with { $0.proof = proof })) { answer in
            guard case .recoveryCodes(let codes) = answer else { return nil }
            return codes.codes
        }
    }
}
