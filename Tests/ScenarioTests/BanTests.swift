import Client
import Foundation
import SwiftProtobuf
import Testing
import Wire

@testable import Server

/// What `upford ctl` does to accounts.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `An account that an administrator` {
    private static func logIn(_ person: Participant, _ password: String) async -> ErrorCode? {
        var login = AccountLogin()
        (login.login, login.password, login.device) = (person.name, password, "other")
        return await refusal { try await person.call(.accountLogin(login)) }
    }

    private static func refusal(_ act: () async throws -> Void) async -> ErrorCode? {
        do {
            try await act()
        } catch ClientError.refused(let error) {
            return error.code
        } catch {
            return .internal
        }
        return nil
    }

    @Test func `bans is put out, stays out over a restart, and comes back when it may`()
        async throws
    {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        let banned = try site.order("ban", #"{"user":"ana","reason":"spam"}"#)
        #expect(banned.status == 200)
        #expect(try AdminUser(jsonString: banned.answer).ban.reason == "spam")
        // The hub has the signal by now.
        #expect(try AdminSessions(jsonString: site.order("sessions").answer).sessions.isEmpty)
        try await site.restart()
        let other = try await site.person("ana")
        #expect(await Self.logIn(other, "correct horse") == .banned)
        #expect(await Self.logIn(other, "wrong horse") == .wrongCredentials)
        let token = await ana.token
        #expect(await Self.refusal { try await other.signIn(with: token) } == .banned)
        #expect(try site.order("unban", #"{"user":"ana"}"#).status == 200)
        #expect(try site.order("unban", #"{"user":"ana"}"#).status == 200)
        #expect(await Self.refusal { try await other.signIn(with: token) } == nil)
        await ana.close()
        await other.close()
        await site.stop()
    }

    @Test func `bans for a time says so, and only for a time to come`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        let (wrong, _) = try site.order("ban", #"{"user":"ana","until":"2020-01-01T00:00:00Z"}"#)
        #expect(wrong == 400)
        let order = #"{"user":"ana","until":"2999-01-01T00:00:00Z"}"#
        let user = try AdminUser(jsonString: try site.order("ban", order).answer)
        #expect(user.ban.until.seconds == 32_472_144_000)
        let users = try AdminUsers(jsonString: try site.order("users").answer).users
        #expect(users.map(\.user) == ["ana"])
        #expect(users.map(\.banned) == [true])
        let long = String(repeating: "x", count: 201)
        #expect(try site.order("ban", #"{"user":"ana","reason":"\#(long)"}"#).status == 400)
        await ana.close()
        await site.stop()
    }

    @Test func `gives a new password opens with that alone, and its owner learns of it`()
        async throws
    {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        let answer = try site.order("reset-password", #"{"user":"ana"}"#).answer
        let password = try AdminPassword(jsonString: answer).password
        #expect(password.count == 19)
        #expect(
            try AdminUser(jsonString: site.order("user", #"{"user":"ana"}"#).answer).logins == [])
        let other = try await site.person("ana")
        #expect(await Self.logIn(other, "correct horse") == .wrongCredentials)
        var login = AccountLogin()
        (login.login, login.password, login.device) = ("ana", password, "other")
        guard case .account(let account) = try await other.call(.accountLogin(login)) else {
            Issue.record("no account")
            return
        }
        try await other.signIn(with: account.token)
        let change = try await other.next {
            if case .accountChanged(let changed) = $0 { changed.change } else { nil }
        }
        #expect(change == .passwordChanged)
        await ana.close()
        await other.close()
        await site.stop()
        #expect(!site.endLog().contains(password))
    }

    @Test func `ends is gone at once, and the event log says by whom`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        #expect(try site.order("erase", #"{"user":"ana"}"#).status == 200)
        #expect(try site.order("erase", #"{"user":"ana"}"#).status == 404)
        #expect(try AdminSessions(jsonString: site.order("sessions").answer).sessions.isEmpty)
        let other = try await site.person("ana")
        #expect(await Self.logIn(other, "correct horse") == .wrongCredentials)
        await ana.close()
        await other.close()
        await site.stop()
        let log = site.endLog()
        #expect(log.contains(#""ev":"admin.done","peer_uid":"#) && log.contains(#""cmd":"erase""#))
        #expect(log.contains(#""ev":"account.deleted""#))
    }

    @Test func `asks for and that there is none of is said to be none`() async throws {
        let site = try Site()
        for order in ["user", "ban", "unban", "reset-password", "erase"] {
            let (status, answer) = try site.order(order, #"{"user":"nobody"}"#)
            #expect(status == 404, "\(order)")
            #expect(answer.contains("NOT_FOUND"), "\(order)")
        }
        await site.stop()
    }
}
