import Kernel
import SwiftProtobuf
import TestAuthenticator
import Testing
import Wire

extension Person {
    /// Requests a challenge for a log-in.
    func passkeyChallenge(
        login: String = "", secondFactor: Bool = false
    ) throws -> PasskeyChallenge {
        let command = PasskeyBegin.with { ($0.login, $0.secondFactor) = (login, secondFactor) }
        return try challenge(by: .passkeyBegin(command), as: nil)
    }

    /// Requests a challenge for a proof.
    func proofChallenge(as caller: Caller? = nil) throws -> PasskeyChallenge {
        try challenge(
            by: .passkeyProveBegin(PasskeyProveBegin()), as: caller ?? world.callers[name])
    }

    private func challenge(
        by command: ClientMessage.OneOf_Command, as caller: Caller?
    ) throws -> PasskeyChallenge {
        let body = try world.call(command, by: name, as: caller).result.get()
        guard case .passkeyChallenge(let challenge) = body else {
            throw NotThatKind(what: "a challenge")
        }
        return challenge
    }

    /// Begins to register with a passkey.
    func beginRegistration(
        as username: String? = nil, invitation: String = ""
    ) throws -> PasskeyCreation {
        let command = PasskeyRegisterBegin.with {
            ($0.username, $0.invitation) = (username ?? name, invitation)
        }
        let body = try world.call(.passkeyRegisterBegin(command), by: name, as: nil).result.get()
        guard case .passkeyCreation(let creation) = body else {
            throw NotThatKind(what: "a creation")
        }
        return creation
    }

    /// Makes an account that is opened by a passkey, and signs its owner in.
    ///
    /// - Parameter creation: nil: it is requested first.
    @discardableResult
    func register(
        with passkey: SoftPasskey, invitation: String = "", _ creation: PasskeyCreation? = nil
    ) throws -> AccountOpened {
        let creation = try creation ?? beginRegistration(invitation: invitation)
        let command = PasskeyRegister.with {
            ($0.username, $0.email) = (name, "\(name)@example.org")
            ($0.device, $0.invitation) = ("laptop", invitation)
            $0.passkey = PasskeyAttestation(passkey.create(creation.challenge))
        }
        return try opened(by: .passkeyRegister(command))
    }

    /// Logs in with a passkey.
    ///
    /// - Parameter challenge: nil: one is requested first.
    @discardableResult
    func logIn(
        with passkey: SoftPasskey, login: String = "", _ challenge: PasskeyChallenge? = nil
    ) throws -> AccountOpened {
        let challenge = try challenge ?? passkeyChallenge(login: login)
        let answer = try PasskeyAssertion(passkey, challenge)
        return try opened(
            by: .passkeyLogin(
                .with { ($0.passkey, $0.device, $0.login) = (answer, "phone", login) }))
    }

    /// Logs in with the password, and a passkey as the second factor.
    @discardableResult
    func logIn(
        password: String = Person.password, and passkey: SoftPasskey,
        _ challenge: PasskeyChallenge? = nil
    ) throws -> AccountOpened {
        let challenge = try challenge ?? passkeyChallenge(login: name, secondFactor: true)
        let answer = try PasskeyAssertion(passkey, challenge)
        return try opened(
            by: .accountLogin(
                .with {
                    ($0.login, $0.password, $0.device) = (name, password, "phone")
                    $0.passkey = answer
                }))
    }

    /// A proof by a passkey.
    func proof(with passkey: SoftPasskey, as caller: Caller? = nil) throws -> Proof {
        let answer = try PasskeyAssertion(passkey, proofChallenge(as: caller))
        return .with { $0.passkey = answer }
    }

    /// Begins to add a passkey.
    func beginAdding() throws -> PasskeyCreation {
        try ask(.passkeyAddBegin(PasskeyAddBegin())) { answer in
            guard case .passkeyCreation(let creation) = answer else { return nil }
            return creation
        }
    }

    /// Adds a passkey to the account.
    @discardableResult
    func add(
        _ passkey: SoftPasskey, named name: String = "", proof: Proof = .password(),
        _ creation: PasskeyCreation? = nil
    ) throws -> [Passkey] {
        let creation = try creation ?? beginAdding()
        let command = PasskeyAdd.with {
            ($0.proof, $0.name) = (proof, name)
            $0.passkey = PasskeyAttestation(passkey.create(creation.challenge))
        }
        return try passkeys(by: .passkeyAdd(command))
    }

    /// One's own passkeys.
    func passkeys(
        by command: ClientMessage.OneOf_Command = .passkeyList(PasskeyList())
    ) throws -> [Passkey] {
        try ask(command) { answer in
            guard case .passkeys(let list) = answer else { return nil }
            return list.passkeys
        }
    }

    @discardableResult
    func delete(_ passkey: SoftPasskey) throws -> [Passkey] {
        try passkeys(by: .passkeyDelete(.with { $0.id = SoftPasskey.text(passkey.id) }))
    }

    private func opened(by command: ClientMessage.OneOf_Command) throws -> AccountOpened {
        let body = try world.call(command, by: name, as: nil).result.get()
        guard case .account(let account) = body else { throw NotThatKind(what: "an account") }
        return account
    }
}

extension PasskeyAttestation {
    init(_ creation: SoftPasskey.Creation) {
        self.init()
        clientData = SoftPasskey.text(creation.clientData)
        attestation = SoftPasskey.text(creation.attestation)
        transports = ["hybrid", "internal", "carrier pigeon", "internal"]
    }
}

extension PasskeyAssertion {
    /// The answer of a passkey to a challenge.
    init(_ passkey: SoftPasskey, _ challenge: PasskeyChallenge) throws {
        let answer = try passkey.sign(challenge.challenge)
        self.init()
        (id, userHandle) = (SoftPasskey.text(passkey.id), SoftPasskey.text(passkey.userHandle))
        clientData = SoftPasskey.text(answer.clientData)
        authenticatorData = SoftPasskey.text(answer.authenticatorData)
        signature = SoftPasskey.text(answer.signature)
    }
}
