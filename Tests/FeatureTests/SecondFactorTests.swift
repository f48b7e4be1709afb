import Accounts
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// An authenticator as the second factor of log-ins and proofs.
@Suite struct `A second factor` {
    private let world: World
    private let app: Authenticator
    private let codes: [String]

    init() throws {
        world = try World(issuers: WordOfMouth(names: ["home"]))
        (app, codes) = try world.ana.setSecondFactor()
        try world.pass(.seconds(30))
    }

    private var code: String { app.code(at: world.clock.now) }

    @Test func `is asked for when the password was right, and not before`() throws {
        expectRefusal(.secondFactorNeeded, "code") { try world.ana.logIn() }
        expectRefusal(.wrongCredentials) { try world.ana.logIn(password: "battery staple") }
        expectRefusal(.wrongCredentials) {
            try world.ana.logIn(password: "battery staple", code: code)
        }
        let opened = try world.ana.logIn(code: code)
        try world.ana.openSession(token: opened.token)
        try world.ben.logIn()
        try world.ben.logIn(code: "123456")
    }

    @Test func `takes a code once, and none older than that, also after a restart`() throws {
        let first = code
        try world.ana.logIn(code: first)
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: first) }
        try world.restart()
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: first) }
        try world.pass(.seconds(30))
        try world.ana.logIn(code: code)
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: first) }
    }

    @Test func `cannot be set with the code that is spent, nor logged in with it`() throws {
        let world = try World()
        let app = try Authenticator(try world.ana.beginSecondFactor().secret)
        let code = app.code(at: world.clock.now)
        _ = try world.ana.confirmSecondFactor(code)
        expectRefusal(.tooLate) { _ = try world.ana.confirmSecondFactor(code) }
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: code) }
    }

    @Test func `looks at ten wrong codes an hour, and tells the owner`() throws {
        for _ in 0..<10 {
            expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: wrong) }
        }
        expectRefusal(.rateLimited, "code") { try world.ana.logIn(code: code) }
        try world.restart()
        expectRefusal(.rateLimited, "code") { try world.ana.logIn(code: code) }
        #expect(world.ana.inbox.last == .accountChanged(.wrongCodes, on: ""))
        #expect(world.ana.inbox.filter { $0 == .accountChanged(.wrongCodes, on: "") }.count == 1)
        try world.pass(.seconds(3_600))
        try world.ana.logIn(code: code)
    }

    @Test func `leaves the owner's sessions and recovery codes alone while an attacker guesses`()
        throws
    {
        for _ in 0..<11 { _ = try? world.ana.logIn(code: wrong) }
        try world.ana.proveOwnership(by: .password(code: code))
        try world.ana.logIn(code: codes[0])
    }

    @Test func `counts wrong codes of a session by its log-in`() throws {
        let other = try world.ana.logIn(code: code)
        let thief = try world.ana.openSession(token: other.token).grant.caller
        let prove = AccountProve.with { $0.proof = .password(code: wrong) }
        for _ in 0..<11 { _ = try world.call(.accountProve(prove), by: "ana", as: thief) }
        let last = try world.call(.accountProve(prove), by: "ana", as: thief).result
        #expect(throws: Refusal.self) { try last.get() }
        try world.pass(.seconds(30))
        try world.ana.proveOwnership(by: .password(code: code))
    }

    @Test func `gives way to a recovery code, once each, and tells the owner`() throws {
        #expect(codes.count == 10 && Set(codes).count == 10)
        #expect(try world.ana.secondFactor().recoveryCodes == 10)
        try world.ana.logIn(code: codes[3])
        #expect(world.ana.inbox.contains(.accountChanged(.recoveryCodeUsed, on: "")))
        #expect(try world.ana.secondFactor().recoveryCodes == 9)
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: codes[3]) }
        let typed = codes[4].uppercased().replacing("-", with: " ")
        try world.ana.logIn(code: typed)
        expectRefusal(.wrongCredentials, "code") { try world.ben.useCode(of: "ana", codes[3]) }
    }

    @Test func `has new recovery codes when they are wanted, and the old ones are void`() throws {
        expectRefusal(.secondFactorNeeded, "proof.code") {
            _ = try world.ana.renewRecoveryCodes(proof: .password())
        }
        let new = try world.ana.renewRecoveryCodes(proof: .password(code: code))
        #expect(Set(new).isDisjoint(with: codes))
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: codes[0]) }
        try world.ana.logIn(code: new[0])
        expectRefusal(.notFound) { _ = try world.ben.renewRecoveryCodes(proof: .password()) }
    }

    @Test func `is asked for with every proof`() throws {
        expectRefusal(.secondFactorNeeded, "proof.code") {
            try world.ana.changePassword(to: "battery staple")
        }
        expectRefusal(.wrongCredentials, "proof.code") {
            try world.ana.deleteAccount(proof: .password(code: wrong))
        }
        try world.ana.changePassword(to: "battery staple", proof: .password(code: code))
        expectRefusal(.secondFactorNeeded, "code") {
            try world.ana.logIn(password: "battery staple")
        }
    }

    @Test func `is asked for when an outside identity opens the account, and the token stays good`()
        throws
    {
        let link = try world.ana.idToken("a1")
        let proof = Proof.password(code: code)
        _ = try world.ana.identities(
            from: .identityLink(.with { ($0.proof, $0.issuer, $0.idToken) = (proof, "home", link) })
        )
        try world.pass(.seconds(30))
        let token = try world.ana.idToken("a1")
        expectRefusal(.secondFactorNeeded, "code") { try world.ana.enter(by: token) }
        expectRefusal(.wrongCredentials, "code") { try world.ana.enter(by: token, code: wrong) }
        try world.ana.enter(by: token, code: code)
        try world.pass(.seconds(30))
        expectRefusal(.wrongCredentials, "idToken") {
            try world.ana.enter(by: token, code: code)
        }
    }

    @Test func `is not asked for with an ID token that is used up or over`() throws {
        let link = try world.ana.idToken("a1")
        let proof = Proof.password(code: code)
        _ = try world.ana.identities(
            from: .identityLink(.with { ($0.proof, $0.issuer, $0.idToken) = (proof, "home", link) })
        )
        try world.pass(.seconds(30))
        for _ in 0..<11 {
            expectRefusal(.wrongCredentials, "idToken") {
                try world.ana.enter(by: link, code: wrong)
            }
        }
        expectRefusal(.wrongCredentials, "idToken") { try world.ana.enter(by: link) }
        let over = try world.ana.idToken("a1")
        try world.pass(.seconds(600))
        expectRefusal(.wrongCredentials, "idToken") { try world.ana.enter(by: over) }
        // None of them counted.
        try world.ana.enter(by: try world.ana.idToken("a1"), code: code)
    }

    @Test func `is not set when it was begun before the password changed`() throws {
        for change in ["password", "reset"] {
            let app = try Authenticator(try world.ben.beginSecondFactor().secret)
            if change == "password" {
                try world.ben.changePassword(to: "battery staple")
                let proof = Proof.password("battery staple")
                try world.ben.changePassword(to: Person.password, proof: proof)
            } else {
                try world.order(
                    "reset-password",
                    #"{"user":"ben","keepLogins":true,"keepSecondFactor":true}"#)
            }
            expectRefusal(.tooLate) {
                _ = try world.ben.confirmSecondFactor(app.code(at: world.clock.now))
            }
        }
    }

    @Test func `is not set by a log-in that has ended`() throws {
        let other = try world.ben.signIn(on: "phone")
        let app = try Authenticator(try world.ben.beginSecondFactor().secret)
        try world.ben.call(.deviceRevoke(.with { $0.device = "phone" }))
        let confirm = SecondFactorConfirm.with { $0.code = app.code(at: world.clock.now) }
        expectRefusal(.notSignedIn) {
            _ = try world.call(.secondFactorConfirm(confirm), by: "ben", as: other).result.get()
        }
    }

    @Test func `counts wrong codes after a rotation of the key, and a clock that was set back`()
        throws
    {
        for _ in 0..<5 { _ = try? world.ana.logIn(code: wrong) }
        try world.order("rotate-server-key", "{}")
        world.clock.advance(by: .seconds(-60))
        for _ in 0..<10 { _ = try? world.ana.logIn(code: wrong) }
        expectRefusal(.rateLimited, "code") { try world.ana.logIn(code: wrong) }
    }

    @Test func `is replaced by another only when that is confirmed`() throws {
        let next = try Authenticator(
            try world.ana.beginSecondFactor(proof: .password(code: code)).secret)
        try world.pass(.seconds(30))
        expectRefusal(.wrongCredentials, "code") {
            try world.ana.logIn(code: next.code(at: world.clock.now))
        }
        try world.ana.logIn(code: code)
        _ = try world.ana.confirmSecondFactor(next.code(at: world.clock.now))
        try world.pass(.seconds(30))
        expectRefusal(.wrongCredentials, "code") { try world.ana.logIn(code: code) }
        try world.ana.logIn(code: next.code(at: world.clock.now))
    }

    @Test func `that was begun is over after 15 minutes, or when nothing was begun`() throws {
        expectRefusal(.tooLate) { _ = try world.ben.confirmSecondFactor("123456") }
        let app = try Authenticator(try world.ben.beginSecondFactor().secret)
        try world.ben.logIn()
        #expect(try !world.ben.secondFactor().on)
        try world.pass(.seconds(900))
        expectRefusal(.tooLate) {
            _ = try world.ben.confirmSecondFactor(app.code(at: world.clock.now))
        }
    }

    @Test func `is dropped by its owner, with a code, and the codes with it`() throws {
        expectRefusal(.secondFactorNeeded, "proof.code") {
            try world.ana.dropSecondFactor(proof: .password())
        }
        try world.ana.dropSecondFactor(proof: .password(code: code))
        #expect(world.ana.inbox.last == .accountChanged(.secondFactorDropped))
        #expect(world.recorded(.secondFactor(isSet: false), of: "ana"))
        try world.ana.logIn()
        #expect(try world.count(of: "recovery_code") == 0)
        #expect(try world.count(of: "second_factor") == 0)
        try world.ana.dropSecondFactor(proof: .password())
    }

    @Test func `tells the owner when it is set, and how it stands`() throws {
        #expect(world.ana.inbox.first == .accountChanged(.secondFactorSet))
        #expect(world.recorded(.secondFactor(isSet: true), of: "ana"))
        let factor = try world.ana.secondFactor()
        #expect(factor.on && factor.recoveryCodes == 10 && factor.hasSince)
        #expect(try world.ana.export().filter(\.isSecondFactor).map(\.secondFactor) == [factor])
        #expect(try world.ben.export().filter(\.isSecondFactor).isEmpty)
    }

    @Test func `leaves no recovery code in the data`() throws {
        let words = codes.map { Array($0.replacing("-", with: "").utf8) }
        for value in try world.allValues() {
            for word in words {
                #expect(!value.bytes.contains(word), "\(value.table).\(value.column)")
            }
        }
    }

    @Test func `goes with the account`() throws {
        try world.ana.deleteAccount(proof: .password(code: code))
        #expect(try world.count(of: "recovery_code") == 0)
        #expect(try world.count(of: "second_factor") == 0)
    }

    /// Never one that is good, whatever time it is.
    private var wrong: String {
        let good = Set(
            [-30, 0, 30].map { app.code(at: world.clock.now.advanced(by: .seconds($0))) })
        return ["000000", "111111", "222222", "333333"].first { !good.contains($0) } ?? ""
    }
}

/// What an administrator does about it.
@Suite struct `A second factor that was lost` {
    @Test func `is dropped by an administrator, who sees it, with an event to the owner`() throws {
        let world = try World()
        try world.ana.setSecondFactor()
        let before = try AdminUser(jsonString: world.order("user", #"{"user":"ana"}"#))
        #expect(before.hasSecondFactorSince)
        let after = try AdminUser(
            jsonString: world.order("drop-second-factor", #"{"user":"ana"}"#))
        #expect(!after.hasSecondFactorSince)
        #expect(world.ana.inbox.last == .accountChanged(.secondFactorDropped, on: ""))
        try world.ana.logIn()
        let count = world.ana.inbox.count
        try world.order("drop-second-factor", #"{"user":"ana"}"#)
        #expect(world.ana.inbox.count == count, "there was nothing to drop, and nothing to tell")
    }

    @Test func `goes with a reset of the password, unless it is kept`() throws {
        let world = try World()
        try world.ana.setSecondFactor()
        let kept = try reset(world, #","keepSecondFactor":true"#)
        #expect(kept.kept.hasSecondFactorSince && !kept.dropped.hasSecondFactorSince)
        expectRefusal(.secondFactorNeeded, "code") {
            try world.ana.logIn(password: kept.password)
        }
        let dropped = try reset(world)
        #expect(dropped.dropped.hasSecondFactorSince && !dropped.kept.hasSecondFactorSince)
        try world.ana.logIn(password: dropped.password)
    }

    private func reset(_ world: World, _ more: String = "") throws -> AdminPassword {
        try AdminPassword(
            jsonString: world.order("reset-password", #"{"user":"ana"\#(more)}"#))
    }
}

extension Proof {
    fileprivate static func password(code: String) -> Proof {
        .with { ($0.password, $0.code) = (Person.password, code) }
    }
}

extension ExportRecord {
    fileprivate var isSecondFactor: Bool { if case .secondFactor? = record { true } else { false } }
}

extension Person {
    /// Tries to log in to another account with a code.
    fileprivate func useCode(of name: String, _ code: String) throws {
        try world[dynamicMember: name].logIn(code: code)
    }
}
