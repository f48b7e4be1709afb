import Accounts
import Devices
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z3: a log-in on another person's device.
@Suite struct `A guest's log-in` {
    private static let hour = Duration.seconds(3_600)

    @Test func `ends after twelve hours, also while its session is open`() throws {
        let world = try World()
        let token = try world.ana.logIn(on: "library", asGuest: true)
        let caller = try world.ana.openSession(token: token).grant.caller
        world.devices.set(caller.token, .online)
        try world.pass(Self.hour * 11)
        try world.ana.openSession(token: token)
        try world.pass(Self.hour)
        #expect(world.signals.contains(.signedOut(caller)))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
        #expect(try world.ana.devices().map(\.device) == ["laptop"])
    }

    @Test func `is as long as the server says`() throws {
        let world = try World(
            tokens: TokenTerms(lifetime: .seconds(90 * 86_400), guest: Self.hour))
        let token = try world.ana.logIn(on: "library", asGuest: true)
        try world.pass(Self.hour - .seconds(1))
        try world.ana.openSession(token: token)
        try world.pass(.seconds(1))
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
    }

    @Test func `is not prolonged by use, by a note of it, by another token or by a start`() throws {
        let terms = TokenTerms(lifetime: .seconds(90 * 86_400), idle: .seconds(30 * 86_400))
        let world = try World(tokens: terms)
        let old = try world.ana.logIn(on: "library", asGuest: true)
        let caller = try world.ana.openSession(token: old).grant.caller
        try world.pass(Self.hour * 6)
        let answer = try world.call(.tokenRenew(TokenRenew()), by: "ana", as: caller).result.get()
        guard case .account(let account) = answer else { throw NotThatKind(what: "an account") }
        try world.ana.openSession(token: account.token)
        try world.noteTokens()
        try world.restart(tokens: terms)
        try world.pass(Self.hour * 5)
        try world.ana.openSession(token: account.token)
        try world.pass(Self.hour)
        for token in [old, account.token] {
            expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
        }
    }

    @Test func `is marked in the list of devices, and its owner's others are not`() throws {
        let world = try World()
        try world.ana.signIn(on: "library", asGuest: true)
        let devices = try world.ana.devices()
        #expect(devices.map(\.device) == ["library", "laptop"])
        #expect(devices.map(\.guest) == [true, false])
        try world.ana.signIn(on: "library")
        #expect(try world.ana.devices().map(\.guest) == [false, false])
    }

    @Test func `gets no notifications`() throws {
        let world = try World()
        let guest = try world.ana.signIn(on: "library", asGuest: true)
        let completion = try world.call(
            .pushSubscribe(.subscribing("a")), by: "ana", as: guest)
        expectRefusal(.conflict, "") { _ = try completion.result.get() }
        #expect(try world.ana.endpoints.isEmpty)
    }

    @Test func `may also be the first of an account`() throws {
        let world = try World()
        let command = AccountRegister.with {
            ($0.username, $0.email, $0.password) = ("zoe", "zoe@example.org", Person.password)
            ($0.device, $0.guest) = ("library", true)
        }
        let answer = try world.call(.accountRegister(command), by: "zoe", as: nil).result.get()
        guard case .account(let account) = answer else { throw NotThatKind(what: "an account") }
        try world.ana.openSession(token: account.token)
        try world.pass(Self.hour * 12)
        expectRefusal(.invalidToken, "token") {
            try world.ana.openSession(token: account.token)
        }
    }
}

/// Z3: an account has no more log-ins than it may have.
@Suite struct `Too many log-ins of an account` {
    private static func world(max: Int = 4) throws -> World {
        try World(tokens: TokenTerms(lifetime: .seconds(90 * 86_400), logInsMax: max))
    }

    private static func told(_ devices: String...) -> [Event] {
        devices.map { device in
            .accountChanged(.with { ($0.change, $0.device) = (.tooManyLogins, device) })
        }
    }

    @Test func `end the one that was not used for the longest time, with an event to its owner`()
        throws
    {
        let world = try Self.world()
        for name in ["phone", "tablet", "tv"] {
            try world.pass(.seconds(60))
            try world.ana.signIn(on: name)
        }
        #expect(world.ana.inbox == [])
        let laptop = try #require(world.callers["ana"])
        world.devices.set(laptop.token, .offline(lastSeen: world.clock.now))
        try world.pass(.seconds(60))
        let phone = try #require(try world.ana.devices().last { $0.device == "phone" })
        #expect(phone.device == "phone")
        try world.ana.signIn(on: "watch")
        #expect(try world.ana.devices().map(\.device) == ["watch", "tv", "tablet", "laptop"])
        #expect(world.ana.inbox == Self.told("phone"))
        #expect(world.signals.count { if case .signedOut = $0 { true } else { false } } == 1)
        #expect(world.ben.inbox == [])
    }

    @Test func `end no session that is open while another is not`() throws {
        let world = try Self.world()
        let laptop = try #require(world.callers["ana"])
        world.devices.set(laptop.token, .online)
        for name in ["phone", "tablet", "tv", "watch", "car"] {
            try world.pass(.seconds(60))
            try world.ana.signIn(on: name)
        }
        #expect(try world.ana.devices().map(\.device) == ["car", "watch", "tv", "laptop"])
        #expect(world.ana.inbox == Self.told("phone", "tablet"))
    }

    @Test func `end none that is used without a session, while another is not used at all`()
        throws
    {
        let world = try Self.world()
        let token = try world.token(of: "ana")
        for name in ["phone", "tablet", "tv"] {
            try world.pass(.seconds(60))
            try world.ana.signIn(on: name)
        }
        try world.ana.openSession(token: token)
        #expect(try world.noteTokens().map(\.kind) == [.seen])
        try world.pass(.seconds(60))
        try world.ana.signIn(on: "watch")
        #expect(world.ana.inbox == Self.told("phone"))
        #expect(try world.ana.devices().map(\.device) == ["watch", "tv", "tablet", "laptop"])
    }

    @Test func `are counted with those of guests, and without those that are over`() throws {
        let world = try Self.world()
        for name in ["phone", "tablet"] { try world.ana.signIn(on: name) }
        try world.ana.signIn(on: "library", asGuest: true)
        try world.pass(.seconds(12 * 3_600))
        try world.ana.signIn(on: "library", asGuest: true)
        #expect(world.ana.inbox == [])
        try world.ana.signIn(on: "cafe", asGuest: true)
        #expect(world.ana.inbox == Self.told("laptop"))
    }

    @Test func `of data of before end a few at a time`() throws {
        let world = try Self.world(max: 1_000)
        for number in 1...19 { try world.ana.signIn(on: "device \(number)") }
        try world.restart(
            tokens: TokenTerms(lifetime: .seconds(90 * 86_400), logInsMax: 4))
        #expect(try world.ana.devices().count == 20)
        for count in [13, 6, 4, 4] {
            try world.ana.signIn(on: "new \(count) \(world.ana.inbox.count)")
            #expect(try world.ana.devices().count == count)
        }
    }
}

/// Z7: the list of devices comes in pages.
@Suite struct `A page of devices` {
    @Test(arguments: [1, 2, 3, 7, 100])
    func `follows the one before, and all together are all, each once`(limit: Int) throws {
        let world = try World()
        // Several at once, and several on one device.
        for name in ["a-b", "c", "Zoé", "d e", "c"] { try world.ana.signIn(on: name) }
        try world.pass(.seconds(1))
        try world.ana.signIn(on: "a-b")
        var (found, after) = ([String](), "")
        repeat {
            let page = try world.ana.devices(after: after, limit: UInt32(limit))
            #expect(page.devices.count <= limit && !page.devices.isEmpty)
            found += page.devices.map(\.device)
            after = page.next
        } while !after.isEmpty
        #expect(found.first == "a-b" && found.count == 5)
        #expect(Set(found) == ["a-b", "c", "Zoé", "d e", "laptop"])
        #expect(try world.ana.devices().map(\.device) == found)
    }

    @Test func `of more than fifty has the newest fifty, and the next has the others`() throws {
        let world = try World()
        for number in 1...60 { try world.ana.signIn(on: "device \(number)") }
        let first = try world.ana.devices()
        #expect(first.count == 50)
        let caller = try #require(world.callers["ana"])
        let part = try #require(world.catalog.disclosures.first { $0.name == "devices" })
        let names = try world.store.snapshot { (snapshot) throws(Refusal) in
            var (names, next): ([String], String?) = ([], "")
            while let after = next {
                let page = try part.page(caller, after, snapshot)
                names += page.records.map(\.device.device)
                next = page.next
            }
            return names
        }
        #expect(names.count == 61, "the export has all of them, too")
    }

    @Test(arguments: [(0, "", "limit"), (101, "", "limit"), (5, "x", "after"), (5, "1", "after")])
    func `is of a size that may be, from a place that is one`(
        limit: Int, after: String, field: String
    ) throws {
        let world = try World()
        expectRefusal(.invalidField, field) {
            _ = try world.ana.devices(after: after, limit: UInt32(limit))
        }
    }
}
