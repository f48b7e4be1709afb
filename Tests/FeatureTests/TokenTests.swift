import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z3, Z4: a token stands for one log-in on one device.
@Suite struct `A token` {
    @Test func `is dead after log-out, and the others live`() throws {
        let world = try World()
        let phone = try world.ana.logIn().token
        let laptop = try world.token(of: "ana")
        let caller = try world.ana.openSession(token: phone).grant.caller
        let loggedOut = try world.call(.accountLogout(AccountLogout()), by: "ana", as: caller)
        #expect(loggedOut.signals == [.signedOut(caller)])
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: phone) }
        #expect(try world.ana.openSession(token: laptop).grant.caller.user == world.ana.id)
    }

    @Test func `of another user may follow on the same device`() throws {
        let world = try World()
        try world.ana.call(.accountLogout(AccountLogout()))
        let token = try world.ben.logIn().token
        #expect(try world.ana.openSession(token: token).grant.caller.user == world.ben.id)
    }

    @Test func `of another server is not valid`() throws {
        let here = try World()
        let there = try World()
        let foreign = try there.token(of: "ana")
        let stranger = try here.dora.register()
        expectRefusal(.invalidToken, "token") {
            try there.ana.openSession(token: stranger)
        }
        #expect(try there.ana.openSession(token: foreign).answer.user.username == "ana")
    }

    @Test(arguments: ["", "x", "\u{0}", String(repeating: "A", count: 43), "' OR 1=1 --"])
    func `that was never given is not valid`(token: String) throws {
        let world = try World()
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
    }

    @Test func `expires`() throws {
        let world = try World()
        let token = try world.token(of: "ana")
        try world.pass(.seconds(90 * 86_400 - 1))
        try world.ana.openSession(token: token)
        try world.pass(.seconds(1))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
    }

    @Test func `that has expired is deleted, and closes what it had opened`() throws {
        let world = try World()
        let caller = try #require(world.callers["ana"])
        try world.pass(.seconds(90 * 86_400 - 1))
        #expect(world.signals == [])
        try world.pass(.seconds(1))
        #expect(Set(world.signals.map { "\($0)" }).contains("\(Signal.signedOut(caller))"))
        #expect(world.signals.count == World.cast.count)
        try world.pass(.seconds(1))
        #expect(world.signals.count == World.cast.count)
    }

    @Test func `is different each time, and outlives a restart`() throws {
        let world = try World()
        let tokens = try (1...5).map { _ in try world.ana.logIn().token }
        #expect(Set(tokens).count == 5)
        try world.restart()
        for token in tokens { try world.ana.openSession(token: token) }
    }

    @Test func `opens no second session on a connection that has one`() throws {
        let world = try World()
        let token = try world.token(of: "ben")
        let completion = try world.call(
            .sessionOpen(
                .with {
                    $0.token = token
                    $0.device = "laptop"
                }), by: "ana", as: world.callers["ana"])
        expectRefusal(.alreadySignedIn) { _ = try completion.result.get() }
    }
}
