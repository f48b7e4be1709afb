public import Accounts
public import Friends
public import Kernel
import Wire

/// Invitations by code (Z51): those of users lead to friendship, those of the operator to an
/// account.
public struct InvitationsFeature: Sendable {
    /// A record has at most 0.4 KB.
    private static let pageCount = 50

    private let commands: InvitationCommands

    /// - Parameters:
    ///   - friends: makes users friends.
    ///   - activities: the names to which an invitation may point.
    ///   - settings: asked each time, since they may change while the server runs.
    public init(
        friends: FriendsFeature, activities: Set<String>,
        settings: @escaping @Sendable () -> SettingValues
    ) {
        commands = InvitationCommands(
            friends: friends, terms: InvitationTerms(activities: activities, settings: settings))
    }

    /// Whom the server takes, by its settings and these invitations.
    public var gate: RegistrationGate {
        let (commands, settings) = (commands, commands.terms.settings)
        let desk = InvitationDesk { (code, opens, snapshot) throws(Refusal) in
            let found = try ValidInvitation(code, for: nil, in: snapshot)
            return found.map { !opens || commands.terms.opens($0) } ?? false
        } redeem: { (code, account, transaction) throws(Refusal) in
            let found = try ValidInvitation(code, for: account.id, in: transaction)
            guard let found else { throw .noSuchInvitation(field: "invitation") }
            _ = try commands.redeem(found, for: account, field: "invitation", in: transaction)
        }
        return RegistrationGate({ RegistrationGate.mode(settings()) }, invitations: desk)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(InvitationSchema.migrations)
        catalog.audit(InvitationSchema.audits)
        catalog.tally("invitations", "SELECT count(*) FROM invitation")
        // Without a cid: a stored reply would be a code in the data.
        catalog.write(
            Command.invitationCreate, reply: { .invitation($0) }, rate: .newInvitations,
            commands.create)
        catalog.read(Command.invitationList, reply: { .invitations($0) }, commands.list)
        catalog.writeOnce(
            Command.invitationRevoke, reply: { .done($0) }, rate: .settings,
            takesBack: { _ in .yes }, commands.revoke)
        catalog.readForAnyone(
            Command.invitationRead, reply: { .invitationPreview($0) }, rate: .invitationReads,
            commands.read)
        catalog.writeOnce(
            Command.invitationAccept, reply: { .invitationAccepted($0) },
            rate: .invitationAccepts, commands.accept)
        catalog.backlog("invitation.expire", every: .seconds(10), IssuedInvitation.expire)
        InvitationOrders().install(in: &catalog)
        catalog.onErase { (departed, transaction) throws(Refusal) in
            try IssuedInvitation.forget(departed.user, in: transaction)
        }
        disclose(in: &catalog)
    }

    private func disclose(in catalog: inout Catalog) {
        catalog.disclose("personalInvitations") { (caller, _, snapshot) throws(Refusal) in
            let records = try snapshot.all(.invitations(by: caller.user)).map { invitation in
                var record = ExportRecord()
                record.invitation = invitation.shown
                return record
            }
            return (records, nil)
        }
        catalog.disclose("acceptedInvitations") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .hosts(of: caller.user, after: after, limit: Self.pageCount))
            let records = page.map { profile in
                var record = ExportRecord()
                record.invitationAccepted.user = profile
                return record
            }
            return (records, page.count == Self.pageCount ? page.last?.username : nil)
        }
    }
}

extension Query where Row == UserProfile {
    /// Users whose invitations a user has accepted, by username.
    fileprivate static func hosts(of guest: User.ID, after: String, limit: Int) -> Self {
        Query(
            """
            SELECT DISTINCT a.username, a.display_name, a.avatar
            FROM invitation_use u JOIN invitation i ON i.id = u.invitation_id
            JOIN person a ON a.id = i.inviter
            WHERE u.user_id = \(guest) AND a.username > \(after)
            ORDER BY a.username LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in try UserProfile(from: &columns) }
    }
}

/// What a server's settings say of invitations.
struct InvitationTerms: Sendable {
    /// Names of the activities to which one may point.
    let activities: Set<String>
    let settings: @Sendable () -> SettingValues

    static let usersInvite = Setting(
        "invitations.register", .boolean(true),
        "With registration: invite, whether the invitations of users open accounts, too; otherwise"
            + " only those of `upford ctl invite` do.",
        .reload)

    /// Whether a visitor may create an account with an invitation.
    func opens(_ invitation: ValidInvitation) -> Bool {
        let settings = settings()
        return switch RegistrationGate.mode(settings) {
        case .open: true
        case .invite:
            invitation.issued.inviter == nil || settings.boolean(Self.usersInvite)
        case .closed: false
        }
    }
}

extension Rate {
    /// New invitations.
    public static let newInvitations = Rate(
        "newInvitations", of: .user, 20, each: .day, unit: "invitations",
        "Invitations that a user creates.")

    /// Codes that are looked at, right or wrong. A person who mistypes one has many attempts, a
    /// program that guesses has none to speak of: a code has 128 bits.
    public static let invitationReads = Rate(
        "invitationReads", of: .address, 100, each: .quarterHour, most: 1_000_000,
        unit: "attempts",
        "Invitations that are looked up by code from one IPv4 address or IPv6 /64; a /48 has four"
            + " times as many.")

    /// Codes that are accepted, right or wrong.
    public static let invitationAccepts = Rate(
        "invitationAccepts", of: .user, 60, each: .hour, unit: "attempts",
        "Invitations that a user accepts or tries to accept.")
}

extension InvitationsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "invitations"
    /// Invitations, and attempts with codes.
    public static let rates: [Rate] = [.newInvitations, .invitationReads, .invitationAccepts]
    /// Whether users' invitations open accounts.
    public static let settings = [InvitationTerms.usersInvite]
}
