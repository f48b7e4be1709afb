import Devices
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z7: which devices are signed in, and how one is sent away.
@Suite struct `Devices` {
    @Test func `are listed by name, the newest first, each once`() throws {
        let world = try World()
        let phone = try world.ana.signIn(on: "phone")
        try world.pass(.seconds(60))
        _ = try world.ana.signIn(on: "laptop")
        world.devices.set(phone.token, .offline(lastSeen: world.clock.now))
        let devices = try world.ana.devices()
        #expect(devices.map(\.device) == ["laptop", "phone"])
        #expect(devices.map(\.current) == [true, false])
        #expect(devices.map(\.push) == [false, false])
        #expect(devices.allSatisfy { !$0.online })
        #expect(devices[1].lastSeen == world.clock.now.timestamp && !devices[0].hasLastSeen)
        #expect(devices[0].since == devices[1].since, "since its first log-in, a minute ago")
        world.devices.set(phone.token, .online)
        #expect(try world.ana.devices()[1].online)
        #expect(try world.ben.devices().map(\.device) == ["laptop"])
    }

    @Test func `that are sent away have no token any more, and lose their sessions`() throws {
        let world = try World()
        let phones = try (1...2).map { _ in try world.ana.signIn(on: "phone") }
        let completion = try world.call(
            .deviceRevoke(.with { $0.device = "phone" }), by: "ana", as: world.callers["ana"])
        #expect(completion.signals == phones.map { .signedOut($0) })
        #expect(try world.ana.devices().map(\.device) == ["laptop"])
        expectRefusal(.notFound, "device") {
            try world.ana.call(.deviceRevoke(.with { $0.device = "phone" }))
        }
    }

    @Test func `of one's own may be sent away, and nobody else's`() throws {
        let world = try World()
        let bens = try world.token(of: "ben")
        let own = try #require(world.callers["ana"])
        let completion = try world.call(
            .deviceRevoke(.with { $0.device = "laptop" }), by: "ana", as: own)
        #expect(completion.signals == [.signedOut(own)])
        let token = try world.token(of: "ana")
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
        try world.ben.openSession(token: bens)
    }

    @Test(arguments: ["", String(repeating: "x", count: 65), "a\nb", "a\u{202E}b", "  "])
    func `have names that can be seen`(name: String) throws {
        let world = try World()
        expectRefusal(.invalidField, "device") {
            try world.ana.call(.deviceRevoke(.with { $0.device = name }))
        }
    }

    @Test func `are in the export of their owner`() throws {
        let world = try World()
        _ = try world.ana.signIn(on: "phone")
        let caller = try #require(world.callers["ana"])
        let part = try #require(world.catalog.disclosures.first { $0.name == "devices" })
        let names = try world.store.snapshot { (snapshot) throws(Refusal) in
            try part.page(caller, "", snapshot).records.map(\.device.device)
        }
        #expect(names == ["phone", "laptop"])
    }
}

/// Z7: notifications follow the device.
@Suite struct `A device that is notified while it is away` {
    @Test func `is one log-in's, and listed so`() throws {
        let world = try World()
        try world.ana.call(.pushSubscribe(.subscribing("a")))
        #expect(try world.ana.endpoints == ["https://push.example.org/a"])
        try world.ana.call(.pushSubscribe(.subscribing("b")))
        #expect(try world.ana.endpoints == ["https://push.example.org/b"])
        #expect(try world.ana.devices().map(\.push) == [true])
        try world.ana.call(.pushUnsubscribe(PushUnsubscribe()))
        #expect(try world.ana.endpoints.isEmpty)
        #expect(try world.ana.devices().map(\.push) == [false])
    }

    @Test func `is its current user's alone`() throws {
        let world = try World()
        try world.ana.call(.pushSubscribe(.subscribing("a")))
        try world.ben.call(.pushSubscribe(.subscribing("a")))
        #expect(try world.ana.endpoints.isEmpty)
        #expect(try world.ben.endpoints == ["https://push.example.org/a"])
    }

    @Test(arguments: ["log-out", "revoke", "expiry", "erasure", "any deletion"])
    func `is notified no more once its token is void`(way: String) throws {
        let world = try World()
        try world.ana.call(.pushSubscribe(.subscribing("a")))
        try world.ben.call(.pushSubscribe(.subscribing("b")))
        let (ana, ben) = (world.ana.id, world.ben.id)
        switch way {
        case "log-out": try world.ana.call(.accountLogout(AccountLogout()))
        case "revoke": try world.ana.call(.deviceRevoke(.with { $0.device = "laptop" }))
        case "expiry": try world.pass(.seconds(90 * 86_400))
        case "erasure": try world.ana.deleteAccount()
        default:
            try world.daemon { (transaction) throws(Refusal) in
                try transaction.run("DELETE FROM token WHERE user_id = \(ana)")
            }
        }
        #expect(try world.ana.endpoints.isEmpty)
        let rows = try world.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(
                Query("SELECT endpoint FROM push_subscription") { columns throws(StoreError) in
                    try columns.text()
                })
        }
        #expect(rows == (way == "expiry" ? [] : ["https://push.example.org/b"]))
        #expect(try world.ben.endpoints.count == rows.count && ben != ana)
    }

    @Test func `stays what it was over a restart`() throws {
        let world = try World()
        try world.ana.call(.pushSubscribe(.subscribing("a")))
        try world.restart()
        #expect(try world.ana.endpoints == ["https://push.example.org/a"])
    }

    @Test func `gets the server's key`() throws {
        let world = try World()
        guard case .pushKey(let key) = try world.ana.call(.pushKeyRead(PushKeyRead())) else {
            throw NotThatKind(what: "a key")
        }
        #expect(key.key == "the-server's-key")
    }

    @Test(arguments: [
        "", "http://push.example.org/a", "https://elsewhere.example.org/a", "push.example.org",
        "https://push.example.org/\(String(repeating: "a", count: 2_100))",
        "https://push.example.org/a\nb", "https://push.example.org@evil.example/",
    ])
    func `has an endpoint at a push service that is known`(endpoint: String) throws {
        let world = try World()
        var command = PushSubscribe.subscribing("a")
        command.endpoint = endpoint
        expectRefusal(.invalidField, "endpoint") { try world.ana.call(.pushSubscribe(command)) }
    }

    @Test(arguments: [
        "", "AAAA", "BCVxsr7N", String(repeating: "A", count: 87),
        String(repeating: "A", count: 4_000),
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
            + "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw5",
    ])
    func `has a key that is a point of the curve`(key: String) throws {
        let world = try World()
        var command = PushSubscribe.subscribing("a")
        command.p256Dh = key
        expectRefusal(.invalidField, "p256dh") { try world.ana.call(.pushSubscribe(command)) }
    }

    @Test(arguments: ["", "AAAA", "BTBZMqHH6r4Tts7J_aSIggAA", "BTBZMqHH6r4Tts7J/aSIgg", "\u{202E}"])
    func `has a secret of 16 bytes`(secret: String) throws {
        let world = try World()
        var command = PushSubscribe.subscribing("a")
        command.auth = secret
        expectRefusal(.invalidField, "auth") { try world.ana.call(.pushSubscribe(command)) }
    }
}
