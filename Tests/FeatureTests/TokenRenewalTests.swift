import Accounts
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z3: a device gets another token in place of its own, without a password.
@Suite struct `A token that is renewed` {
    @Test func `is good, and so is the one before until the new one was used`() throws {
        let world = try World()
        let old = try world.token(of: "ana")
        let new = try world.ana.renew()
        #expect(new != old && new.count == 43)
        try world.ana.openSession(token: old)
        #expect(try world.noteTokens() == [])
        let grant = try world.ana.openSession(token: new).grant
        #expect(grant.caller == world.callers["ana"], "it is the same log-in")
        let uses = try world.noteTokens()
        #expect(uses.count == 1 && uses[0].token == grant.caller.token)
        try world.ana.openSession(token: new)
        #expect(try world.noteTokens() == [], "from now on it is the log-in's own")
    }

    @Test func `does no harm when the answer is lost`() throws {
        let world = try World()
        let old = try world.token(of: "ana")
        for _ in 1...3 { _ = try world.ana.renew() }
        try world.ana.openSession(token: old)
        let new = try world.ana.renew()
        try world.ana.openSession(token: new)
        try world.noteTokens()
        try world.ana.openSession(token: new)
    }

    @Test func `may take the place of the old one while that is on its way`() throws {
        let world = try World()
        let old = try world.token(of: "ana")
        try world.ana.openSession(token: try world.ana.renew())
        try world.noteTokens()
        try world.pass(.seconds(59))
        try world.ana.openSession(token: old)
        #expect(try world.noteTokens() == [])
    }

    @Test func `ends the log-in when the old one comes after it, with an event to its owner`()
        throws
    {
        let world = try World()
        let old = try world.token(of: "ana")
        let new = try world.ana.renew()
        let caller = try world.ana.openSession(token: new).grant.caller
        try world.noteTokens()
        try world.pass(.seconds(61))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: old) }
        #expect(try world.noteTokens().map(\.kind) == [.reused])
        #expect(world.signals.last == .signedOut(caller))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: new) }
        let told = AccountChanged.with { ($0.change, $0.device) = (.tokenReused, "laptop") }
        #expect(world.ana.inbox == [.accountChanged(told)])
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: old) }
        #expect(try world.noteTokens() == [], "once")
    }

    @Test func `by a thief shows when its owner renews it, too`() throws {
        let world = try World()
        let thiefs = try world.ana.renew()
        let owners = try world.ana.renew()
        try world.ana.openSession(token: owners)
        try world.noteTokens()
        try world.pass(.seconds(61))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: thiefs) }
        #expect(try world.noteTokens().map(\.kind) == [.reused])
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: owners) }
    }

    @Test func `by a thief who is faster shows when its owner comes`() throws {
        let world = try World()
        let owners = try world.ana.renew()
        let thiefs = try world.ana.renew()
        for token in [owners, thiefs] {
            try world.ana.openSession(token: token)
            try world.noteTokens()
        }
        try world.pass(.seconds(61))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: owners) }
        #expect(try world.noteTokens().map(\.kind) == [.reused])
    }

    @Test func `is the later of two, whatever the clocks of nodes say`() throws {
        let world = try World()
        let thiefs = try world.ana.renew()
        // As by a node whose clock is ahead.
        let ahead = IdentifierSource.distance(.seconds(5))
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE spare_token SET id = id + \(ahead)")
        }
        let owners = try world.ana.renew()
        try world.ana.openSession(token: owners)
        try world.noteTokens()
        try world.pass(.seconds(61))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: thiefs) }
        #expect(try world.noteTokens().map(\.kind) == [.reused])
    }

    @Test func `again before its use was noted, is not left behind`() throws {
        let world = try World()
        let first = try world.ana.renew()
        try world.ana.openSession(token: first)
        let second = try world.ana.renew()
        try world.noteTokens()
        try world.pass(.seconds(61))
        try world.ana.openSession(token: first)
        try world.ana.openSession(token: second)
        try world.noteTokens()
        try world.ana.openSession(token: second)
    }

    @Test func `lives as long as a new one, and its log-in with it`() throws {
        let world = try World()
        let old = try world.token(of: "ana")
        try world.pass(.seconds(89 * 86_400))
        let new = try world.ana.renew()
        try world.ana.openSession(token: new)
        try world.noteTokens()
        try world.pass(.seconds(89 * 86_400))
        try world.ana.openSession(token: new)
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: old) }
    }

    @Test func `gives no longer life before it is used`() throws {
        let world = try World()
        try world.pass(.seconds(89 * 86_400))
        let new = try world.ana.renew()
        try world.pass(.seconds(86_400))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: new) }
    }

    @Test func `is void with its log-in`() throws {
        let world = try World()
        let phone = try world.ana.signIn(on: "phone")
        let (new, newest) = (try world.ana.renew(as: phone), try world.ana.renew(as: phone))
        try world.ana.openSession(token: new)
        try world.noteTokens()
        _ = try world.call(.accountLogout(AccountLogout()), by: "ana", as: phone)
        for token in [new, newest] {
            expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
        }
        #expect(try world.noteTokens() == [], "no thief, only the past")
        expectRefusal(.notSignedIn) { _ = try world.ana.renew(as: phone) }
    }

    @Test func `is void when the password is changed on another device`() throws {
        let world = try World()
        let phone = try world.ana.signIn(on: "phone")
        let new = try world.ana.renew(as: phone)
        try world.ana.call(
            .passwordChange(
                .with { ($0.proof.password, $0.password) = (Person.password, "a new one") }))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: new) }
    }

    @Test func `is so eight times a day at most`() throws {
        let world = try World()
        for _ in 1...8 {
            try world.ana.openSession(token: try world.ana.renew())
            try world.noteTokens()
        }
        expectRefusal(.rateLimited) { _ = try world.ana.renew() }
        _ = try world.ben.renew()
        try world.pass(.seconds(86_400))
        _ = try world.ana.renew()
    }

    @Test func `costs a second look only before it was used, and afterwards none`() throws {
        let world = try World()
        let (old, new) = (try world.token(of: "ana"), try world.ana.renew())
        #expect(try looks(for: old, in: world) == 1)
        #expect(try looks(for: new, in: world) == 2)
        try world.ana.openSession(token: new)
        try world.noteTokens()
        #expect(try looks(for: new, in: world) == 1)
    }

    /// How often the store is asked whose token it is.
    private func looks(for token: String, in world: World) throws -> Int {
        let chore = Chore(name: "test", interval: .zero) { (transaction) throws(Refusal) in
            _ = try AccountsFeature.caller(token: token, in: transaction)
            return false
        }
        return try world.work(of: chore).count { $0.contains("secret_hash") }
    }

    @Test func `is nowhere in the data`() throws {
        let world = try World()
        let secrets = try [world.token(of: "ana"), world.ana.renew()]
        try world.ana.openSession(token: secrets[1])
        try world.noteTokens()
        let values = try world.allValues()
        for secret in secrets {
            #expect(!values.contains { String(decoding: $0.bytes, as: UTF8.self).contains(secret) })
        }
    }
}

/// Z3: a token that nobody uses is void.
@Suite struct `A token's idle time` {
    private static let terms = TokenTerms(
        lifetime: .seconds(90 * 86_400), idle: .seconds(30 * 86_400))
    private static let day = Duration.seconds(86_400)

    @Test func `ends it, a day late at most`() throws {
        let world = try World(tokens: Self.terms)
        let token = try world.token(of: "ana")
        try world.pass(Self.day * 30)
        try world.ana.openSession(token: token)
        try world.noteTokens()
        try world.pass(Self.day * 31)
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
    }

    @Test func `begins anew whenever it is used, until its life is over`() throws {
        let world = try World(tokens: Self.terms)
        let token = try world.token(of: "ana")
        for _ in 1...8 {
            try world.pass(Self.day * 11)
            try world.ana.openSession(token: token)
            try world.noteTokens()
        }
        try world.pass(Self.day * 2)
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
    }

    @Test func `costs one note a day, however often it is used`() throws {
        let world = try World(tokens: Self.terms)
        let token = try world.token(of: "ana")
        for _ in 1...3 { try world.ana.openSession(token: token) }
        #expect(try world.noteTokens() == [])
        try world.pass(Self.day)
        try world.ana.openSession(token: token)
        #expect(try world.noteTokens().map(\.kind) == [.seen])
        for _ in 1...3 { try world.ana.openSession(token: token) }
        #expect(try world.noteTokens() == [])
    }

    @Test func `does not pass while its session is open`() throws {
        let world = try World(tokens: Self.terms)
        let (token, caller) = (try world.token(of: "ana"), try #require(world.callers["ana"]))
        world.devices.set(caller.token, .online)
        try world.pass(Self.day * 60)
        world.devices.set(caller.token, .offline(lastSeen: nil))
        try world.pass(Self.day * 29)
        try world.ana.openSession(token: token)
        world.devices.set(caller.token, .online)
        try world.pass(Self.day)
        #expect(world.signals.contains(.signedOut(caller)), "but its life is over then")
    }

    @Test func `that is new counts from the start that brings it`() throws {
        let world = try World()
        let token = try world.token(of: "ana")
        try world.pass(Self.day * 50)
        try world.restart(tokens: Self.terms)
        try world.pass(Self.day * 30)
        try world.ana.openSession(token: token)
        try world.pass(Self.day)
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
    }

    @Test func `is seen in the list of devices, to the day`() throws {
        let world = try World(tokens: Self.terms)
        let token = try world.token(of: "ana")
        #expect(try !world.ana.devices()[0].hasLastSeen)
        try world.pass(Self.day * 2)
        try world.ana.openSession(token: token)
        try world.noteTokens()
        #expect(try world.ana.devices()[0].lastSeen == world.clock.now.timestamp)
    }
}
