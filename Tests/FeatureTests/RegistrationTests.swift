import Kernel
import SwiftProtobuf
import TestAuthenticator
import Testing
import Wire

/// Z51: whom a server takes, by every way to make an account.
@Suite struct `Registration` {
    /// Every way for a visitor to make an account.
    enum Way: String, CaseIterable, Sendable {
        case command, identity, passkey, register, profiles, users

        /// Makes an account for a person.
        func take(_ invitation: String, by person: Person) throws {
            switch self {
            case .command: try person.register(invitation: invitation)
            case .identity:
                let token = try person.idToken(person.name, email: "\(person.name)@example.org")
                try person.enter(by: token, as: person.name, invitation: invitation)
            case .passkey: try person.register(with: SoftPasskey(), invitation: invitation)
            case .register, .profiles:
                try person.register(
                    at: "/\(rawValue)/", of: "wordup",
                    WordupRegistration.with {
                        ($0.username, $0.password) = (person.name, Person.password)
                        ($0.firstName, $0.lastName) = ("Dora", "D")
                        ($0.knownLang, $0.learnLang, $0.invitation) = ("en", "zh", invitation)
                    })
            case .users:
                try person.register(
                    at: "/users/", of: "wordbuzz",
                    WordbuzzRegistration.with {
                        ($0.username, $0.password) = (person.name, Person.password)
                        $0.email = "\(person.name)@example.org"
                        $0.invitation = invitation
                    })
            }
        }
    }

    /// What a visitor brings.
    enum Key: String, CaseIterable, Sendable {
        case none, wrong, personal, operators
    }

    private static func world(_ mode: String, usersInvite: Bool = true) throws -> World {
        var settings = SettingValues()
        settings[text: "registration", default: "open"] = mode
        settings[boolean: "invitations.register", default: true] = usersInvite
        let world = try World()
        try world.restart(settings: settings, issuers: WordOfMouth())
        return world
    }

    private static func code(_ key: Key, in world: World) throws -> String {
        switch key {
        case .none: return ""
        case .wrong: return String(repeating: "x", count: 22)
        case .personal: return try world.ana.invite().code
        case .operators:
            return try PersonalInvitation(jsonString: world.order("invite", "{}")).code
        }
    }

    @Test(arguments: Way.allCases, Key.allCases)
    func `takes everyone who is not mistaken, where it is open`(way: Way, key: Key) throws {
        let world = try Self.world("open")
        let code = try Self.code(key, in: world)
        if key == .wrong {
            expectRefusal(.notFound, "invitation") { try way.take(code, by: world.dora) }
        } else {
            try way.take(code, by: world.dora)
        }
        #expect(try world.ana.friendNames() == (key == .personal ? ["dora"] : []))
    }

    @Test(arguments: Way.allCases, Key.allCases)
    func `takes those who are invited, where it is by invitation`(way: Way, key: Key) throws {
        let world = try Self.world("invite")
        let code = try Self.code(key, in: world)
        if [.none, .wrong].contains(key) {
            expectRefusal(.invitationNeeded, "invitation") { try way.take(code, by: world.dora) }
            expectRefusal(.notFound, "username") { _ = try world.ana.lookUp("dora") }
            return
        }
        try way.take(code, by: world.dora)
        #expect(try world.ana.friendNames() == (key == .personal ? ["dora"] : []))
        // It was good for one.
        expectRefusal(.invitationNeeded, "invitation") { try way.take(code, by: world.emil) }
    }

    @Test(arguments: Way.allCases)
    func `may be by the operator's invitation alone`(way: Way) throws {
        let world = try Self.world("invite", usersInvite: false)
        let personal = try world.ana.invite().code
        #expect(try !world.dora.preview(personal).registers)
        expectRefusal(.invitationNeeded, "invitation") { try way.take(personal, by: world.dora) }
        let operators = try Self.code(.operators, in: world)
        let preview = try world.dora.preview(operators)
        #expect(preview.registers && preview.operator && preview.displayName.isEmpty)
        try way.take(operators, by: world.dora)
    }

    @Test(arguments: Way.allCases, Key.allCases)
    func `takes nobody, where it is closed`(way: Way, key: Key) throws {
        let world = try Self.world("closed")
        let code = try Self.code(key, in: world)
        expectRefusal(.registrationClosed) { try way.take(code, by: world.dora) }
        expectRefusal(.notFound, "username") { _ = try world.ana.lookUp("dora") }
    }

    @Test(arguments: ["open", "invite", "closed"])
    func `is always possible for an administrator`(mode: String) throws {
        let world = try Self.world(mode)
        let order = #"{"user":"dora","displayName":"Dora D.","email":"dora@example.org"}"#
        let made = try AdminUserCreated(jsonString: world.order("create-user", order))
        #expect(try world.dora.logIn(password: made.password).user.displayName == "Dora D.")
        expectRefusal(.usernameTaken, "username") { _ = try world.order("create-user", order) }
        let bare = try AdminUserCreated(jsonString: world.order("create-user", #"{"user":"emil"}"#))
        #expect(try world.emil.logIn(password: bare.password).email.isEmpty)
    }

    @Test func `has no other way than these`() throws {
        let catalog = try World(issuers: WordOfMouth()).catalog
        // Whatever opens an account for a visitor; three of them make one.
        let opening = catalog.entries.filter {
            $0.access == .anyone && $0.message?.reply == "account"
        }
        #expect(
            Set(opening.map(\.name)) == [
                "accountRegister", "accountLogin", "identityLogin", "passkeyRegister",
                "passkeyLogin",
            ])
        let making: Set = ["accountRegister", "identityLogin", "passkeyRegister"]
        let routes = catalog.routes.filter { route in
            route.form.entries.contains { making.contains($0.name) }
        }
        #expect(Set(routes.map(\.pattern)) == ["/register/", "/profiles/", "/users/"])
    }

    @Test func `by an invitation that asks sends the request`() throws {
        let world = try Self.world("invite")
        let code = try world.ana.invite(request: true).code
        try world.dora.register(invitation: code)
        #expect(world.ana.inbox == [.requested(by: "dora")])
        #expect(try world.ana.friendNames() == [])
    }

    @Test func `that is refused leaves the invitation unused`() throws {
        let world = try Self.world("invite")
        let code = try world.ana.invite().code
        expectRefusal(.usernameTaken, "username") {
            try world.dora.register(as: "ben", invitation: code)
        }
        #expect(try world.ana.madeInvitations().map(\.used) == [0])
        try world.dora.register(invitation: code)
    }

    @Test func `closes without a word about who is here`() throws {
        let world = try Self.world("closed")
        expectRefusal(.registrationClosed) { try world.dora.register(as: "ana") }
    }

    @Test func `by invitations of the operator is listed, and can be revoked`() throws {
        let world = try Self.world("invite")
        let made = try PersonalInvitation(
            jsonString: world.order("invite", #"{"uses":3,"hours":24}"#))
        try world.dora.register(invitation: made.code)
        let listed = try PersonalInvitations(jsonString: world.order("invitations", "{}"))
        #expect(listed.invitations.map(\.number) == [made.number])
        #expect(listed.invitations.map(\.used) == [1])
        expectRefusal(.notFound, "code") { try world.ana.accept(code: made.code) }
        try world.order("revoke-invitation", #"{"number":\#(made.number)}"#)
        expectRefusal(.invitationNeeded, "invitation") {
            try world.emil.register(invitation: made.code)
        }
        for order in [#"{"uses":0}"#, #"{"uses":1001}"#] {
            expectRefusal(.invalidField, "uses") { _ = try world.order("invite", order) }
        }
        expectRefusal(.invalidField, "hours") { _ = try world.order("invite", #"{"hours":0}"#) }
    }
}

extension Person {
    /// Makes an account by a document of a REST interface.
    fileprivate func register(
        at pattern: String, of interface: String, _ document: some Message
    ) throws {
        let route = world.catalog.routes.first {
            $0.pattern == pattern && $0.method == .post && $0.interface == interface
        }
        guard case .fields(let read)? = route?.form.reader else {
            throw NotThatKind(what: "a document: \(pattern)")
        }
        let body: [UInt8] = try document.jsonUTF8Bytes()
        let (entry, content) = try read(RequestFields(body: body))
        _ = try world.finish(try entry.read(.request(content), for: nil).work)
    }
}
