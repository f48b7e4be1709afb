import Kernel
import SwiftProtobuf
import Testing
import Wire

extension Person {
    /// The password of everybody who does not choose one.
    static let password = "correct horse"

    /// Makes an account.
    ///
    /// - Returns: the token.
    @discardableResult
    func register(
        as username: String? = nil, email: String? = nil, password: String = Person.password,
        displayName: String = "", device: String = "laptop", invitation: String = ""
    ) throws -> String {
        let command = AccountRegister.with {
            $0.username = username ?? name
            $0.email = email ?? "\(name)@example.org"
            $0.password = password
            $0.displayName = displayName
            ($0.device, $0.invitation) = (device, invitation)
        }
        return try opened(by: .accountRegister(command)).token
    }

    /// Logs in by username or e-mail.
    @discardableResult
    func logIn(
        _ login: String? = nil, password: String = Person.password, code: String = ""
    ) throws -> AccountOpened {
        let command = AccountLogin.with {
            $0.login = login ?? name
            $0.password = password
            $0.device = "phone"
            $0.code = code
        }
        return try opened(by: .accountLogin(command))
    }

    /// Asks for another token, on one's device.
    ///
    /// - Parameter caller: nil: on the one signed in from the start.
    func renew(as caller: Caller? = nil) throws -> String {
        let body = try world.call(
            .tokenRenew(TokenRenew()), by: name, as: caller ?? world.callers[name]
        ).result.get()
        guard case .account(let account) = body else { throw NotThatKind(what: "an account") }
        return account.token
    }

    /// One's own account.
    func account() throws -> AccountOpened {
        try ask(.accountRead(AccountRead())) { answer in
            guard case .account(let account) = answer else { return nil }
            return account
        }
    }

    /// What others may know.
    func privacy() throws -> Privacy { try privacy(by: .privacyRead(PrivacyRead())) }

    /// Lets others know less, or more; nil leaves it as it is.
    @discardableResult
    func tell(
        invisible: Bool? = nil, typing: Bool? = nil, receipts: Bool? = nil, circle: Bool? = nil,
        listed: Bool? = nil
    ) throws -> Privacy {
        let command = PrivacySet.with {
            if let invisible { $0.invisible = invisible }
            if let typing { $0.typing = typing }
            if let receipts { $0.receipts = receipts }
            if let circle { $0.circle = circle }
            if let listed { $0.listed = listed }
        }
        return try privacy(by: .privacySet(command))
    }

    private func privacy(by command: ClientMessage.OneOf_Command) throws -> Privacy {
        try ask(command) { answer in
            guard case .privacy(let privacy) = answer else { return nil }
            return privacy
        }
    }

    /// Opens a session, as a device that connects does.
    @discardableResult
    func openSession(
        token: String, after: UInt32? = nil, epoch: String = ""
    ) throws -> (answer: SessionOpened, grant: SessionGrant) {
        let command = SessionOpen.with {
            $0.token = token
            $0.device = "laptop"
            $0.epoch = epoch
            if let after { $0.after = after }
        }
        let completion = try world.call(.sessionOpen(command), by: name, as: nil)
        guard case .session(let answer) = try completion.result.get(),
            case .signedIn(let grant)? = completion.signals.last
        else { throw NotThatKind(what: "a session") }
        return (answer, grant)
    }

    private func opened(by command: ClientMessage.OneOf_Command) throws -> AccountOpened {
        let body = try world.call(command, by: name, as: nil).result.get()
        guard case .account(let account) = body else { throw NotThatKind(what: "an account") }
        return account
    }
}
