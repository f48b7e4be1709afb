import ArgumentParser
import Glibc
import SwiftProtobuf
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Terminal

/// The key in a profile is replaced by another now and then, without anybody's doing.
@Suite struct `A profile's key` {
    private let folder: TemporaryFolder
    private let choice: ProfileChoice
    private let asked = Asked()
    private static let week = 7 * 86_400

    init() throws {
        folder = try TemporaryFolder()
        choice = try ProfileChoice(named: nil, in: ProfileFolder(path: folder.path))
    }

    @Test(arguments: [nil, 0, 1_000_000 - Self.week, 2_000_000])
    func `is renewed when it is a week old, or nobody knows how old`(since: Int?) async throws {
        try keep("old", since: since)
        await renew(answering: "new")
        let profile = try #require(try choice.load())
        #expect(profile.token == "new" && profile.tokenSince == 1_000_000)
        #expect(profile.position?.seq == 917, "and nothing else has changed")
    }

    @Test(arguments: [1_000_000, 1_000_001 - Self.week])
    func `is left alone while it is young`(since: Int) async throws {
        try keep("old", since: since)
        await renew(answering: "new")
        #expect(try choice.load()?.token == "old")
        #expect(asked.count == 0)
    }

    @Test func `stays when the server does not do it`() async throws {
        try keep("old", since: nil)
        await renew(answering: nil)
        await renew(answering: "")
        await renew(answering: "new", of: "ben")
        #expect(try choice.load()?.token == "old")
        #expect(asked.count == 3)
    }

    @Test func `is renewed by one program at a time`() async throws {
        try keep("old", since: nil)
        await beside()
        #expect(asked.count == 0)
        await renew(answering: "new")
        #expect(asked.count == 1)
    }

    @Test func `is on the disk when the next one is asked for`() async throws {
        try keep("old", since: nil)
        await renew(answering: "new")
        await renew(answering: "newest")
        #expect(asked.count == 1, "the second program reads what the first has written")
        #expect(try choice.load()?.token == "new")
    }

    @Test func `is read again each time it is needed, as long as the profile is the same person's`()
        throws
    {
        let environment = ["XDG_CONFIG_HOME": folder.path]
        let choice = try ProfileChoice(asked: nil, environment: environment)
        var profile = `A profile`.ana
        try choice.save(profile)
        let options = try #require(UpforCommand.parseAsRoot(["logout"]) as? LogoutCommand).options
        let opening = try SessionOpening(options, environment: environment)
        let line = try #require(opening.pictures)
        #expect(line.token() == "secret")
        profile.token = "new"
        try choice.save(profile)
        #expect(line.token() == "new")
        (profile.username, profile.token) = ("ben", "bens")
        try choice.save(profile)
        #expect(line.token() == "secret", "never another user's")
    }

    /// While another program is at it.
    private func beside() async {
        guard let turn = ProfileTurn(in: choice.folder, waits: false) else {
            Issue.record("nobody else is there")
            return
        }
        await renew(answering: "new")
        withExtendedLifetime(turn) {}
    }

    private func keep(_ token: String, since: Int?) throws {
        var profile = `A profile`.ana
        (profile.token, profile.tokenSince) = (token, since)
        try choice.save(profile)
    }

    /// - Parameter token: nil: the server refuses.
    private func renew(answering token: String?, of user: String = "ana") async {
        let asked = asked
        await TokenRenewal(choice: choice, now: { 1_000_000 }).renewIfDue {
            command throws(Failure) in
            asked.note(command)
            guard let token else { throw .refused(CommandError()) }
            return .account(.with { ($0.user.username, $0.token) = (user, token) })
        }
    }
}

/// How often a server was asked for another key.
private final class Asked: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func note(_ command: ClientMessage.OneOf_Command) {
        if case .tokenRenew = command { state.withLock { $0 += 1 } }
    }
}
