public import Kernel
import Wire

/// Whom a server takes: the one check of every way to make an account.
///
/// `Registration.store` needs a ``Pass``, and only the gate issues them: a new way to register
/// cannot leave the check out.
public struct RegistrationGate: Sendable {
    /// Whom a server takes.
    public enum Mode: String, CaseIterable, Sendable {
        /// Everyone.
        case open
        /// Those who have an invitation.
        case invite
        /// Nobody. An administrator may still create accounts.
        case closed
    }

    /// Admits one new account.
    struct Pass: Sendable {
        /// For an account that an administrator creates.
        static let administrators = Pass { (_, _) throws(Refusal) in }

        /// Does what the invitation leads to, in the transaction that makes the account.
        let redeem: @Sendable (Account, Transaction) throws(Refusal) -> Void

        fileprivate init(
            redeem: @escaping @Sendable (Account, Transaction) throws(Refusal) -> Void
        ) {
            self.redeem = redeem
        }
    }

    private let mode: @Sendable () -> Mode
    private let invitations: InvitationDesk

    /// - Parameters:
    ///   - mode: asked each time, since it may change while the server runs.
    ///   - invitations: those of the server.
    public init(
        _ mode: @escaping @Sendable () -> Mode = { .open }, invitations: InvitationDesk = .none
    ) {
        (self.mode, self.invitations) = (mode, invitations)
    }

    /// Whether a visitor needs an invitation, or has no use of one.
    static let setting = Setting(
        "registration", .choice(Mode.open.rawValue, of: Mode.allCases.map(\.rawValue)),
        "Who may create an account: everyone (open), those who have an invitation (invite), or"
            + " nobody (closed); `upford ctl create-user` always works.",
        .reload)

    /// Reads the mode from the settings.
    public static func mode(_ settings: SettingValues) -> Mode {
        Mode(rawValue: settings.text(setting)) ?? .open
    }

    /// Admits a visitor who registers.
    ///
    /// - Parameter code: of an invitation; empty: the visitor has none.
    /// - Throws: `.registrationClosed`; `.invitationNeeded` without an invitation that opens an
    ///   account, where one is needed; `.notFound` for one that is not valid, elsewhere.
    func admit(_ code: String, in snapshot: Snapshot) throws(Refusal) -> Pass {
        let mode = mode()
        guard mode != .closed else {
            throw Refusal(.registrationClosed, "this server takes no new people")
        }
        guard !code.isEmpty else {
            guard mode == .open else {
                throw .invitationNeeded("this server takes new people by invitation only")
            }
            return Pass { (_, _) throws(Refusal) in }
        }
        guard try invitations.isValid(code, mode == .invite, snapshot) else {
            guard mode == .open else {
                throw .invitationNeeded(
                    "this server takes new people by invitation only, and this one is not valid"
                        + " here, or no longer")
            }
            throw Refusal(
                .notFound, field: "invitation", "this invitation is not valid, or no longer")
        }
        let redeem = invitations.redeem
        return Pass { (account, transaction) throws(Refusal) in
            try redeem(code, account, transaction)
        }
    }
}

/// The invitations of a server, as far as registration has to know them: another feature has them.
public struct InvitationDesk: Sendable {
    /// Whether a visitor may use the invitation with this code now; with `opens`, only if it opens
    /// an account.
    public typealias Look =
        @Sendable (_ code: String, _ opens: Bool, Snapshot) throws(Refusal) -> Bool
    /// Counts a use by a new user, and does what the invitation leads to.
    public typealias Redemption =
        @Sendable (_ code: String, Account, Transaction) throws(Refusal) -> Void

    let isValid: Look
    let redeem: Redemption

    /// - Parameters: as the types say.
    public init(isValid: @escaping Look, redeem: @escaping Redemption) {
        (self.isValid, self.redeem) = (isValid, redeem)
    }

    /// Of a server without invitations: none is valid.
    public static let none = InvitationDesk(
        isValid: { (_, _, _) throws(Refusal) in false },
        redeem: { (_, _, _) throws(Refusal) in })
}

extension Refusal {
    fileprivate static func invitationNeeded(_ message: String) -> Refusal {
        Refusal(.invitationNeeded, field: "invitation", message)
    }
}
