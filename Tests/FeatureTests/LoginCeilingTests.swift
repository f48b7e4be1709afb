import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Accounts

/// Many guessers on many networks neither get in nor keep the owner out.
@Suite struct `An account that many guess at` {
    private static let (home, elsewhere): (UInt64, UInt64) = (1, 2)

    /// Logs in as ana, from a network.
    private static func logIn(
        in world: World, from network: UInt64, _ verdict: AttemptLimit.Verdict = .admitted
    ) throws {
        let command = ClientMessage.OneOf_Command.accountLogin(
            .with { ($0.login, $0.password, $0.device) = ("ana", Person.password, "laptop") })
        let limit = AttemptLimit(from: network, { _ in true }, ofAll: { _ in verdict })
        guard case .prepare(let prepare) = try world.decoded(command, as: nil, .json).work,
            case .write(let run) = try prepare(try world.store, limit)
        else { throw NotThatKind(what: "a log-in") }
        try world.store.write([WriteJob.command(run, replyTo: .test)])
        _ = try world.results.next(1)[0].result.get()
    }

    @Test func `is closed to networks that are new to it, the right password or not`() throws {
        let world = try World()
        try Self.logIn(in: world, from: Self.home)
        expectRefusal(.wrongCredentials) {
            try Self.logIn(in: world, from: Self.elsewhere, .refused)
        }
    }

    @Test func `is open to the networks of earlier log-ins`() throws {
        let world = try World()
        try Self.logIn(in: world, from: Self.home)
        try Self.logIn(in: world, from: Self.home, .refused)
    }

    @Test func `tells its owner, once for each time that the limit says so`() throws {
        let world = try World()
        expectRefusal(.wrongCredentials) {
            try Self.logIn(in: world, from: Self.elsewhere, .refusedFirst)
        }
        _ = try world.results.next(1)
        #expect(world.ana.inbox.last == .accountChanged(.failedAttempts, on: ""))
        let count = world.ana.inbox.count
        expectRefusal(.wrongCredentials) {
            try Self.logIn(in: world, from: Self.elsewhere, .refused)
        }
        #expect(world.ana.inbox.count == count)
    }

    @Test func `tells of a log-in from a network that is new, but for the first of all`() throws {
        let world = try World()
        try Self.logIn(in: world, from: Self.home)
        let count = world.ana.inbox.count
        try Self.logIn(in: world, from: Self.home)
        #expect(world.ana.inbox.count == count)
        try Self.logIn(in: world, from: Self.elsewhere)
        #expect(world.ana.inbox.last == .accountChanged(.newNetwork, on: "laptop"))
    }

    @Test func `remembers the last eight networks, for half a year`() throws {
        let world = try World()
        for network in 1...9 {
            world.clock.advance(by: .seconds(1))
            try Self.logIn(in: world, from: UInt64(network))
        }
        for network in 2...9 { try Self.logIn(in: world, from: UInt64(network), .refused) }
        expectRefusal(.wrongCredentials) { try Self.logIn(in: world, from: 1, .refused) }
        world.clock.advance(by: .seconds(181 * 86_400))
        expectRefusal(.wrongCredentials) { try Self.logIn(in: world, from: 9, .refused) }
    }
}
