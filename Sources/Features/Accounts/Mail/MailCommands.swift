import Kernel
import Wire

/// Proves that an address is its owner's, and lets users who have forgotten their password in
/// again, by mailed codes.
struct MailCommands: Sendable {
    /// Most requests that are handled in one transaction.
    private static let wishesMax = 50

    let addresses: Addresses
    let hasher: PasswordHasher
    let passwords: NewPasswords

    /// Sends a code to the address that is to be confirmed; to none when there is nothing to be.
    func prove(
        _ command: EmailProve, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> EmailStanding {
        let terms = try terms()
        guard let account = try transaction.first(.account(of: caller.user)) else {
            throw .notSignedIn
        }
        let wanted = try StoredCode.last(for: .verify, of: caller.user, in: transaction)?.address
        let address = wanted ?? account.email
        guard wanted != nil || !account.isEmailVerified else {
            return EmailStanding(account.email, isVerified: true)
        }
        guard !address.isEmpty else {
            throw Refusal(.notFound, "the account has no e-mail address: set one first")
        }
        try StoredCode.request(
            .verify, of: caller.user, to: address, terms, in: transaction)
        return EmailStanding(address, isVerified: false)
    }

    /// From now on the address to which the code went belongs to the account, and to no other. The
    /// previous address receives a letter, if it was confirmed.
    func confirm(
        _ command: EmailConfirm, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> EmailStanding {
        let code = try Self.code(command.code)
        _ = try terms()
        guard try isAdmitted("confirm \(caller.user.rawValue)", in: transaction),
            let stored = try StoredCode.find(
                code, for: .verify, of: caller.user, in: transaction),
            let old = try transaction.first(.account(of: caller.user))
        else {
            transaction.refuse(.wrongCode)
            return EmailStanding()
        }
        let email = try EmailAddress(stored.address, field: "code")
        try addresses.refuseTaken(email, by: caller.user, in: transaction)
        try StoredCode.void(.verify, of: caller.user, in: transaction)
        try StoredCode.void(.recover, of: caller.user, in: transaction)
        let change: AccountChange = old.email == email.text ? .emailVerified : .emailChanged
        // Before it changes: the letter about it goes to the old one.
        try AccountNotice.tell(change, by: caller, in: transaction)
        try addresses.set(email, isVerified: true, of: caller.user, in: transaction)
        transaction.record(.emailVerified, of: caller.user)
        if change == .emailChanged { transaction.record(.emailChanged, of: caller.user) }
        return EmailStanding(email.text, isVerified: true)
    }

    /// Stores a request for a code. The account is looked up later, so that neither the answer nor
    /// its time discloses whether it exists.
    func forgot(
        _ command: PasswordForgot, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Done> {
        let login = try Self.login(command.login)
        _ = try terms()
        return Inquiry { (transaction) throws(Refusal) in
            let id: Identifier<MailCode> = transaction.makeID()
            try transaction.run("INSERT INTO mail_wish (id, login) VALUES (\(id), \(login))")
            return Done()
        }
    }

    /// Sends codes for stored requests, to users who have confirmed an address.
    ///
    /// - Returns: whether more wait.
    func grant(in transaction: Transaction) throws(Refusal) -> Bool {
        let wishes = try transaction.all(.wishes(limit: Self.wishesMax))
        guard let last = wishes.last else { return false }
        try transaction.run("DELETE FROM mail_wish WHERE id <= \(last.id)")
        guard let terms = addresses.mail else { return true }
        for wish in wishes {
            guard let user = try addresses.credentials(login: wish.login, in: transaction)?.user,
                let address = try transaction.first(.verifiedAddress(of: user))
            else { continue }
            do throws(Refusal) {
                try StoredCode.request(.recover, of: user, to: address, terms, in: transaction)
            } catch  where error.code == .rateLimited {
                continue
            }
        }
        return wishes.count == Self.wishesMax
    }

    /// Sets another password, hashed before any look-up. It ends all log-ins, and this session if
    /// there is one: with the new password a client logs in like any other.
    func recover(
        _ command: PasswordRecover, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Done> {
        let (login, code) = (try Self.login(command.login), try Self.code(command.code))
        try passwords.check(command.password)
        _ = try terms()
        let hash = try hasher.hash(command.password)
        return Inquiry { (transaction) throws(Refusal) in
            // Names without an account are counted and searched for, too: the same commit and work.
            let isAdmitted = try isAdmitted("recover \(login)", in: transaction)
            let user = try addresses.credentials(login: login, in: transaction)?.user
            let stored = try StoredCode.find(
                code, for: .recover, of: user ?? .nobody, in: transaction)
            guard isAdmitted, let user, stored != nil else {
                transaction.refuse(.wrongCode)
                return Done()
            }
            // Not earlier: that would disclose the owners of addresses. The code is good for
            // another try.
            if let account = try transaction.first(.account(of: user)) {
                try passwords.check(command.password, of: .init(account))
            }
            try StoredCode.void(.recover, of: user, in: transaction)
            try transaction.run(
                "UPDATE account SET password_hash = \(hash) WHERE id = \(user)")
            try Tokens.void(of: user, except: nil, in: transaction)
            try StoredSecondFactor.dropDraft(of: user, in: transaction)
            transaction.record(.passwordRecovered, of: user)
            try AccountNotice.tell(.passwordRecovered, to: user, in: transaction)
            return Done()
        }
    }

    private func isAdmitted(
        _ words: String, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        try StoredCount.attempts(at: words).take(in: transaction) == nil
    }

    private func terms() throws(Refusal) -> MailTerms {
        guard let terms = addresses.mail else {
            throw Refusal(.notFound, "this server sends no mail: ask its administrator")
        }
        return terms
    }

    /// A username or an address, in lower case, whether an account has it or not.
    private static func login(_ text: String) throws(Refusal) -> String {
        if let username = Username(text.lowercased()) { return username.description }
        do throws(Refusal) {
            return try EmailAddress(text, field: "login").text
        } catch {
            throw Refusal(
                .invalidField, field: "login", "expected a username or an e-mail address")
        }
    }

    private static func code(_ text: String) throws(Refusal) -> MailCode {
        guard let code = MailCode(typed: text) else {
            throw Refusal(
                .invalidField, field: "code",
                "expected the ten letters and digits of a code that was mailed")
        }
        return code
    }
}

extension EmailStanding {
    fileprivate init(_ email: String, isVerified: Bool) {
        self.init()
        (self.email, verified) = (email, isVerified)
    }
}

extension Refusal {
    fileprivate static let wrongCode = Refusal(
        .wrongCredentials, field: "code",
        "the code is wrong, used or expired, or there were too many attempts")
}

/// A request for a code.
private struct Wish: Sendable {
    let id: Identifier<MailCode>
    let login: String
}

extension Query where Row == Wish {
    fileprivate static func wishes(limit: Int) -> Self {
        Query("SELECT id, login FROM mail_wish WHERE id > 0 ORDER BY id LIMIT \(Int64(limit))") {
            columns throws(StoreError) in
            Wish(id: try columns.id(), login: try columns.text())
        }
    }
}

/// What a server needs that sends mail: then addresses are proven by codes.
public struct MailTerms: Sendable {
    /// Most letters with a code in an hour, to one address and about one account.
    public let codesPerHour: Int

    /// - Parameters: as the properties.
    public init(codesPerHour: Int = 5) {
        self.codesPerHour = codesPerHour
    }

    /// Most letters in an hour to an account's owner about changes.
    static let noticesPerHour = 20
}
