import Kernel
import SwiftProtobuf
import Testing
import Wire

/// What Unicode takes for the same name is the same name, and has the same bytes.
@Suite struct `A name in two spellings` {
    private static let composed = "Zo\u{E9}"
    private static let decomposed = "Zoe\u{301}"

    @Test(arguments: [(composed, decomposed), (decomposed, composed)])
    func `is one device`(one: String, other: String) throws {
        let world = try World()
        let first = try world.ana.signIn(on: one)
        let second = try world.ana.signIn(on: other)
        let devices = try world.ana.devices().map(\.device).filter { $0 != "laptop" }
        #expect(devices.map { Array($0.utf8) } == [Array(Self.composed.utf8)])
        let completion = try world.call(
            .deviceRevoke(.with { $0.device = one }), by: "ana", as: world.callers["ana"])
        #expect(completion.signals == [.signedOut(first), .signedOut(second)])
        #expect(try world.ana.devices().map(\.device) == ["laptop"])
    }

    @Test func `is one device of a session, too`() throws {
        let world = try World()
        let token = try world.token(of: "ana")
        for device in [Self.composed, Self.decomposed] {
            let open = SessionOpen.with { ($0.token, $0.device) = (token, device) }
            let completion = try world.call(.sessionOpen(open), by: "ana", as: nil)
            let granted = completion.signals.compactMap { signal -> [UInt8]? in
                if case .signedIn(let grant) = signal { Array(grant.device.utf8) } else { nil }
            }
            #expect(granted == [Array(Self.composed.utf8)])
        }
    }

    @Test func `is one cid`() throws {
        let world = try World(friends: [("ana", "ben")])
        let cid = { (end: String) in
            ClientMessage.OneOf_Command.saying("hi", to: "ben", cid: "k\(end)")
        }
        let first = try world.ana.call(cid("\u{1112}\u{1161}\u{11AB}"))
        #expect(try world.ana.call(cid("\u{D55C}")) == first)
        #expect(try world.ana.call(cid("\u{D55D}")) != first)
    }

    @Test func `is one name of a person and of a group`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.call(.accountUpdate(.with { $0.displayName = Self.decomposed }))
        guard
            case .user(let found) = try world.ben.call(.userLookup(.with { $0.username = "ana" }))
        else { throw NotThatKind(what: "a user") }
        #expect(found.user.displayName.isSame(as: Self.composed))
        let group = try world.ana.call(
            .groupCreate(.with { ($0.name, $0.cid) = (Self.decomposed, "g") }))
        guard case .group(let group) = group else { throw NotThatKind(what: "a group") }
        #expect(group.name.isSame(as: Self.composed))
    }
}

/// What a person wrote is kept as it was sent.
@Suite struct `A text in two spellings` {
    @Test func `stays as it is, and may be changed from one to the other`() throws {
        let world = try World(friends: [("ana", "ben")])
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let sent = try world.ana.call(.saying(decomposed, to: "ben", cid: "1"))
        guard case .roomSent(let sent) = sent else { throw NotThatKind(what: "an answer") }
        let history = {
            let answer = try world.ben.call(.roomHistory(.with { $0.with = "ana" }))
            guard case .roomPage(let page) = answer else { throw NotThatKind(what: "a page") }
            return page.messages.map { Array($0.text.utf8) }
        }
        #expect(try history() == [Array(decomposed.utf8)])
        try world.ana.call(
            .roomEdit(
                .with { ($0.with, $0.seq, $0.text, $0.cid) = ("ben", sent.seq, composed, "2") }))
        #expect(try history() == [Array(composed.utf8)])
    }
}
