import Client
import Settings
import Testing
import Wire

@testable import Server

/// Guessing passwords over a socket.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A guess at a password` {
    @Test func `counts for its account, by whichever of its names`() async throws {
        let site = try Site {
            $0.rates.enabled = true
            $0.rates.loginsPerQuarterHour = 3
        }
        let ana = try await site.person("ana")
        try await ana.signUp()
        let eve = try await site.person("eve")
        let attempts = [
            ("ana", "wrong horse"), ("ana", "wrong horse"), ("Ana@example.org", "wrong horse"),
            ("ana@example.org", "correct horse"), ("nobody@example.org", "correct horse"),
        ]
        var refusals: [CommandError] = []
        for (login, password) in attempts {
            refusals += await eve.refusal(ofLogin: login, password)
        }
        // One answer to all: it does not say which names belong together, or to whom.
        #expect(refusals.count == 5)
        #expect(Set(refusals).count == 1)
        #expect(refusals.first?.code == .wrongCredentials)
        await ana.close()
        await eve.close()
        await site.stop()
    }

    @Test(
        arguments: [
            (AddressDetail.full, "", "127.0.0.1"), (.network, "", "127.0.0.0/24"), (.none, "", nil),
            (.full, "127.0.0.1", "203.0.113.8"), (.full, "::", "2001:db8:1:2::/64"),
            (.network, "::", "2001:db8:1::/48"),
        ] as [(AddressDetail, String, String?)])
    func `is in the event log with as much of its address as may be`(
        detail: AddressDetail, proxied: String, expected: String?
    ) async throws {
        let client = proxied == "::" ? "2001:db8:1:2::3" : "203.0.113.8"
        let site = try Site {
            $0.http.trustedProxies = proxied.isEmpty ? "" : "127.0.0.1"
            $0.log.addresses = detail
        }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade(fields: "X-Forwarded-For: \(client)\r\n")
        peer.say(
            #"{"id":1,"accountLogin":{"login":"nobody","password":"wrong horse","device":"x"}}"#)
        #expect(try peer.next().contains("WRONG_CREDENTIALS"))
        await site.stop()
        let events = try `The event log of a daemon`.events(in: site.endLog())
        let failed = events.filter { $0["ev"] as? String == "account.login_failed" }
        #expect(failed.count == 1)
        #expect(failed.first?["addr"] as? String == expected)
        #expect(failed.first?["lvl"] as? String == "warn")
    }

    @Test func `that is right opens the account by either name`() async throws {
        let site = try Site { $0.rates.enabled = true }
        let ana = try await site.person("ana")
        try await ana.signUp()
        for login in ["ana", "ana@example.org", "ana"] {
            #expect(await ana.refusal(ofLogin: login, "correct horse").isEmpty)
        }
        await ana.close()
        await site.stop()
    }
}

extension Participant {
    /// Why a log-in is refused; nothing when it is not.
    fileprivate func refusal(ofLogin login: String, _ password: String) async -> [CommandError] {
        var command = AccountLogin()
        command.login = login
        command.password = password
        command.device = "test"
        do {
            try await call(.accountLogin(command))
            return []
        } catch ClientError.refused(let error) {
            return [error]
        } catch {
            Issue.record(error)
            return []
        }
    }
}
