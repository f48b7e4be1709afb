import Accounts
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// A thief who was in an account is out of it after a reset, with everything that was left behind.
@Suite struct `A reset of the password` {
    private let world: World

    /// The thief has signed in as ana on a device of his own, has himself notified there, and has
    /// put his own identity and address to the account.
    init() throws {
        world = try World(issuers: WordOfMouth(names: ["home"]))
        let thief = try world.ana.signIn(on: "thief's")
        _ = try world.call(.pushSubscribe(.subscribing("thief")), by: "ana", as: thief)
        let nonce = try challenge()
        let link = IdentityLink.with {
            ($0.proof, $0.issuer, $0.idToken) = (.password(), "home", "thief|\(nonce)||")
        }
        _ = try world.call(.identityLink(link), by: "ana", as: thief).result.get()
        try world.ana.changeEmail(to: "thief@example.com")
    }

    @Test func `takes away identities, address, log-ins and subscriptions, and says so`() throws {
        #expect(try world.ana.endpoints.count == 1)
        let token = try world.token(of: "ana")
        let answer = try reset()
        #expect(answer.dropped.identities == ["home"])
        #expect(answer.dropped.email == "thief@example.com")
        #expect(answer.dropped.logins.map(\.device) == ["laptop", "thief's"])
        #expect(answer.dropped.subscriptions.map(\.host) == ["push.example.org"])
        #expect(answer.kept == AdminWaysIn())
        #expect(try world.ana.endpoints.isEmpty)
        #expect(try world.count(of: "outside_identity") == 0)
        #expect(try world.count(of: "push_subscription") == 0)
        expectRefusal(.invalidToken, "token") { try world.ana.openSession(token: token) }
        expectRefusal(.wrongCredentials) { try world.ana.logIn() }
        expectRefusal(.wrongCredentials) {
            try world.ana.logIn("thief@example.com", password: answer.password)
        }
        expectRefusal(.usernameNeeded, "username") { try enterByIdentity() }
        let account = try world.ana.logIn(password: answer.password)
        #expect(account.email.isEmpty)
        #expect(world.ana.inbox.last == .accountChanged(.passwordChanged, on: ""))
        // What was taken away is free for its owner.
        try world.dora.register(email: "thief@example.com")
    }

    @Test func `keeps what the administrator wants kept`() throws {
        let answer = try reset(
            #","keepIdentities":true,"keepEmail":true,"keepLogins":true,"#
                + #""keepSubscriptions":true"#)
        #expect(answer.dropped == AdminWaysIn())
        #expect(answer.kept.identities == ["home"] && answer.kept.email == "thief@example.com")
        #expect(answer.kept.logins.count == 2 && answer.kept.subscriptions.count == 1)
        try world.ana.openSession(token: try world.token(of: "ana"))
        #expect(try world.ana.endpoints.count == 1)
        let next = try reset(#","keepLogins":true"#)
        #expect(next.dropped.subscriptions.count == 1 && next.dropped.logins.isEmpty)
        #expect(try world.ana.endpoints.isEmpty)
        expectRefusal(.invalidField, "keepSubscriptions") {
            _ = try reset(#","keepSubscriptions":true"#)
        }
    }

    @Test func `voids mailed codes, and is mailed to a confirmed address`() throws {
        try world.restart(mail: MailTerms())
        try world.signUp("dora")
        try world.confirm("dora")
        try world.emil.forget("dora")
        let code = try world.mailedCode(to: "dora@example.org")
        try world.dora.changeEmail(to: "thief2@example.com")
        _ = try world.order("reset-password", #"{"user":"dora"}"#)
        #expect(try world.post().map(\.address) == ["dora@example.org"])
        expectRefusal(.wrongCredentials, "code") { try world.emil.recover("dora", code: code) }
    }

    @Test func `is not needed to unlink an identity, unless nothing else opens the account`()
        throws
    {
        try world.order("unlink", #"{"user":"ana","issuer":"home"}"#)
        #expect(try world.count(of: "outside_identity") == 0)
        #expect(world.ana.inbox.last == .accountChanged(.identityUnlinked, on: "", issuer: "home"))
        expectRefusal(.notFound, "issuer") {
            try world.order("unlink", #"{"user":"ana","issuer":"home"}"#)
        }
        try enterByIdentity(as: "dora")
        expectRefusal(.lastWayIn, "issuer") {
            try world.order("unlink", #"{"user":"dora","issuer":"home"}"#)
        }
    }

    @Test func `is not needed to set the address, which counts as confirmed`() throws {
        try world.restart(mail: MailTerms())
        let answer = try world.order("set-email", #"{"user":"ana","email":"Ana@example.net"}"#)
        #expect(answer.contains(#""email":"ana@example.net""#))
        #expect(answer.contains(#""emailVerified":true"#))
        try world.emil.forget("ana")
        try world.emil.recover("ana", code: try world.mailedCode(to: "ana@example.net"))
        expectRefusal(.emailTaken, "email") {
            try world.order("set-email", #"{"user":"ben","email":"ana@example.net"}"#)
        }
        try world.order("set-email", #"{"user":"ana"}"#)
        // The letter about the reset, and that about the change: both to the address before.
        #expect(try world.post().map(\.address) == ["ana@example.net", "ana@example.net"])
        try world.order("set-email", #"{"user":"ben","email":"ana@example.net"}"#)
    }

    private func reset(_ flags: String = "") throws -> AdminPassword {
        try AdminPassword(
            jsonString: try world.order("reset-password", #"{"user":"ana"\#(flags)}"#))
    }

    private func challenge() throws -> String {
        let command = ClientMessage.OneOf_Command.identityBegin(.with { $0.issuer = "home" })
        let body = try world.call(command, by: "ana", as: nil).result.get()
        guard case .identityChallenge(let challenge) = body else { throw NotThatKind(what: "it") }
        return challenge.nonce
    }

    private func enterByIdentity(as username: String = "") throws {
        let nonce = try challenge()
        let login = IdentityLogin.with {
            ($0.issuer, $0.device, $0.username) = ("home", "theirs", username)
            $0.idToken = "thief|\(nonce)|new@example.org|"
        }
        _ = try world.call(.identityLogin(login), by: "ana", as: nil).result.get()
    }
}
