import Kernel
import Wire

/// The owners of e-mail addresses.
///
/// On a server that sends mail, an address belongs to the account that has confirmed it, and only
/// then opens that account: a user who merely names it keeps no other from it. On a server that
/// sends none, nothing can be confirmed, and an address belongs to the account that named it first.
///
/// `account.email` is unique: the address that the account owns, or a word that is no address. The
/// address that its owner named is in `account.address`.
///
/// - Source: docs/decisions/0020.
struct Addresses: Sendable {
    /// Nil: no mail is sent.
    let mail: MailTerms?

    var areProven: Bool { mail != nil }

    /// The steps of the schema: addresses named before are owned, and not confirmed.
    static let migration = Migration(
        "accounts.addresses",
        """
        ALTER TABLE account ADD COLUMN address TEXT NOT NULL DEFAULT '';
        ALTER TABLE account ADD COLUMN verified_ms BIGINT;
        UPDATE account SET address = email WHERE display_name <> '';
        """)

    /// The value of `account.email` for an account without an address: no username begins so, and
    /// every address has an @.
    static func none(of user: User.ID) -> String { "-\(user.rawValue)" }

    /// - Throws: `.emailTaken` if the address belongs to another account.
    func refuseTaken(
        _ email: EmailAddress, by user: User.ID? = nil, in snapshot: Snapshot
    ) throws(Refusal) {
        let owner = try snapshot.first(areProven ? .prover(of: email) : .owner(of: email))
        if let owner, owner != user { throw .emailTaken }
    }

    /// The data that a log-in by username or e-mail is checked against.
    func credentials(login: String, in snapshot: Snapshot) throws(Refusal) -> Credentials? {
        try snapshot.first(
            areProven ? .credentials(provenLogin: login) : .credentials(login: login))
    }

    /// Mails a code to an account's address, unless too many were mailed: then its owner requests
    /// one later.
    func sendCode(to account: Account, in transaction: Transaction) throws(Refusal) {
        try sendCode(to: account.email, of: account.id, in: transaction)
    }

    /// The same to another address, which becomes the account's when it is confirmed.
    func sendCode(
        to address: String, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        guard let mail else { return }
        do throws(Refusal) {
            try StoredCode.request(.verify, of: user, to: address, mail, in: transaction)
        } catch  where error.code == .rateLimited {
            return
        }
    }

    /// The account has this address from now on.
    ///
    /// An account that owned it without confirmation loses it to one that has confirmed it.
    ///
    /// - Parameters:
    ///   - email: nil: none.
    ///   - isVerified: whether the address was proven to be its owner's.
    func set(
        _ email: EmailAddress?, isVerified: Bool, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        var owned = Self.none(of: user)
        if let email, isVerified || !areProven {
            owned = email.text
            try transaction.run(
                """
                UPDATE account SET email = '-' || CAST(id AS TEXT)
                WHERE email = \(owned) AND id <> \(user) AND verified_ms IS NULL
                """)
        }
        let since: Moment? = isVerified && email != nil ? transaction.now : nil
        try transaction.run(
            """
            UPDATE account SET email = \(owned), address = \(email?.text ?? ""),
                verified_ms = \(since)
            WHERE id = \(user)
            """)
    }
}

extension Query where Row == User.ID {
    /// The owner of an address, where none can be confirmed.
    fileprivate static func owner(of email: EmailAddress) -> Self {
        Query("SELECT id FROM account WHERE email = \(email.text)") {
            columns throws(StoreError) in try columns.id()
        }
    }

    /// The user who has confirmed an address.
    fileprivate static func prover(of email: EmailAddress) -> Self {
        Query(
            "SELECT id FROM account WHERE email = \(email.text) AND verified_ms IS NOT NULL"
        ) { columns throws(StoreError) in try columns.id() }
    }
}

extension Query where Row == String {
    /// The address that a user has confirmed.
    static func verifiedAddress(of user: User.ID) -> Self {
        Query("SELECT address FROM account WHERE id = \(user) AND verified_ms IS NOT NULL") {
            columns throws(StoreError) in try columns.text()
        }
    }
}

/// An address that could exist: `local@domain`, compared without regard to case.
///
/// Only a message sent there could prove that it does exist.
struct EmailAddress: Hashable, Sendable {
    /// Lower case.
    let text: String

    init(_ text: String, field: String) throws(Refusal) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let local = parts.first, let domain = parts.last,
            (1...64).contains(local.utf8.count), (3...190).contains(domain.utf8.count),
            domain.contains("."), !domain.hasPrefix("."), !domain.hasSuffix("."),
            text.utf8.allSatisfy({ $0 == 0x40 || Self.isPlain($0) })
        else {
            throw Refusal(.invalidField, field: field, "expected an e-mail address")
        }
        self.text = text.lowercased()
    }

    /// What needs no quotes, and so can stand in a letter's head and in a command to a mail server.
    ///
    /// - Source: RFC 5322 §3.2.3, `dot-atom-text`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
    }
}
