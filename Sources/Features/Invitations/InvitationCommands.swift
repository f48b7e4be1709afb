import Accounts
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// Personal invitations (Z51): how users make them, and how others accept.
struct InvitationCommands: Sendable {
    /// Most invitations of one user that have not expired.
    static let countMax = 50
    /// How many users may accept one.
    static let usesRange: ClosedRange<UInt32> = 1...100
    /// How long one is valid, in hours: 30 days at most.
    static let hoursRange: ClosedRange<UInt32> = 1...720

    let friends: FriendsFeature
    let terms: InvitationTerms

    func create(
        _ command: InvitationCreate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> PersonalInvitation {
        let uses = command.hasUses ? command.uses : 1
        let hours = command.hasHours ? command.hours : InvitationDraft.hoursStandard
        try Self.require(uses, in: Self.usesRange, field: "uses")
        try Self.require(hours, in: Self.hoursRange, field: "hours")
        guard command.activity.isEmpty || terms.activities.contains(command.activity) else {
            throw Refusal(.notFound, field: "activity", "no such activity")
        }
        guard try transaction.all(.invitations(by: caller.user)).count < Self.countMax else {
            throw Refusal(.listFull, "limit reached: \(Self.countMax) invitations")
        }
        var draft = InvitationDraft(inviter: caller.user, uses: uses, hours: hours)
        (draft.asks, draft.activity) = (command.request, command.activity)
        if command.hasShows { draft.shows = command.shows }
        return try draft.store(in: transaction)
    }

    func list(
        _ command: InvitationList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> PersonalInvitations {
        var list = PersonalInvitations()
        list.invitations = try snapshot.all(.invitations(by: caller.user))
            .filter { $0.expires > snapshot.now }.map(\.shown)
        return list
    }

    func revoke(
        _ command: InvitationRevoke, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        try IssuedInvitation.revoke(command.number, of: caller.user, in: transaction)
        return Done()
    }

    /// What the holder of a code sees, with or without an account.
    func read(
        _ command: InvitationRead, _ caller: Caller?, _ snapshot: Snapshot
    ) throws(Refusal) -> InvitationPreview {
        let found = try ValidInvitation(command.code, for: caller?.user, in: snapshot)
        guard let found else { throw .noSuchInvitation(field: "code") }
        return found.preview(registers: terms.opens(found))
    }

    /// Makes the caller a friend of the inviter, or sends the inviter a request.
    ///
    /// An invitation works once for each user: a friend who was removed cannot come back by it.
    func accept(
        _ command: InvitationAccept, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> InvitationAccepted {
        let found = try ValidInvitation(command.code, for: caller.user, in: transaction)
        guard let found, let host = found.issued.inviter else {
            throw .noSuchInvitation(field: "code")
        }
        guard let pair = UserPair(caller.user, host) else {
            throw Refusal(.oneself, field: "code", "this is your own invitation")
        }
        var accepted = InvitationAccepted()
        accepted.user = found.inviter.profile
        accepted.friends = try Friendships.exists(pair, in: transaction)
        if accepted.friends { return accepted }
        if found.isUsed {
            guard try FriendsFeature.hasAsked(host, by: caller.user, in: transaction) else {
                throw .noSuchInvitation(field: "code")
            }
            return accepted
        }
        guard let guest = try transaction.first(.account(of: caller.user)) else {
            throw .notSignedIn
        }
        accepted.friends = try redeem(found, for: guest, field: "code", in: transaction)
        return accepted
    }

    /// Counts a use, and makes the guest a friend of the inviter or sends the inviter a request.
    ///
    /// - Returns: whether they are friends.
    func redeem(
        _ invitation: ValidInvitation, for guest: Account, field: String,
        in transaction: Transaction
    ) throws(Refusal) -> Bool {
        // First, since it refuses before it writes.
        let areFriends =
            invitation.issued.inviter == nil
            ? false
            : try friends.welcome(
                guest, by: invitation.inviter, asks: invitation.issued.asks, field: field,
                in: transaction)
        try invitation.use(by: guest.id, field: field, in: transaction)
        return areFriends
    }

    static func require(
        _ value: UInt32, in range: ClosedRange<UInt32>, field: String
    ) throws(Refusal) {
        guard range.contains(value) else {
            throw Refusal(
                .invalidField, field: field,
                "expected \(range.lowerBound) to \(range.upperBound)")
        }
    }
}

extension ValidInvitation {
    /// What everyone who has the code may see. A picture made of the name would show a part of the
    /// username: only one that the inviter has uploaded is shown.
    func preview(registers: Bool) -> InvitationPreview {
        var preview = InvitationPreview()
        preview.expiresAt = issued.expires.timestamp
        (preview.registers, preview.operator) = (registers, issued.inviter == nil)
        guard issued.inviter != nil else { return preview }
        (preview.request, preview.activity) = (issued.asks, issued.activity)
        let profile = inviter.profile
        if issued.shows.name { preview.displayName = profile.displayName }
        if issued.shows.picture, !inviter.avatar.isEmpty { preview.avatar = profile.avatar }
        if issued.shows.username { preview.username = profile.username }
        return preview
    }
}

/// An invitation before it is stored.
struct InvitationDraft: Sendable {
    /// A week.
    static let hoursStandard: UInt32 = 168
    /// 128 bits.
    private static let codeByteCount = 16

    /// Nil: the server's operator.
    let inviter: User.ID?
    let uses: UInt32
    let hours: UInt32
    var asks = false
    var activity = ""
    var shows = InvitationShows.with { ($0.name, $0.picture) = (true, true) }

    /// Stores the invitation.
    ///
    /// - Returns: it, with its code, which is not stored.
    func store(in transaction: Transaction) throws(Refusal) -> PersonalInvitation {
        let number = try transaction.drawNumber { (number) throws(Refusal) in
            try transaction.first(.isTaken(number)) != nil
        }
        let code = SecretText(randomBytes: transaction.randomBytes(Self.codeByteCount))
        let issued = IssuedInvitation(
            id: transaction.makeID(), number: number, inviter: inviter, made: transaction.now,
            expires: transaction.now.advanced(by: .seconds(Int64(hours) * 3_600)), usesMax: uses,
            used: 0, asks: asks, activity: activity, shows: shows)
        let host: SQL = inviter.map { "\($0)" } ?? "NULL"
        try transaction.run(
            """
            INSERT INTO invitation
                (id, number, inviter, code_hash, made_ms, expires_ms, uses_max, used, asks,
                    activity, shows_name, shows_picture, shows_username)
            VALUES (\(issued.id), \(number), \(host), \(code.hash), \(issued.made),
                \(issued.expires), \(uses), 0, \(asks), \(activity), \(shows.name),
                \(shows.picture), \(shows.username))
            """)
        var shown = issued.shown
        shown.code = code.text
        return shown
    }
}

extension Query where Row == UInt32 {
    fileprivate static func isTaken(_ number: UInt32) -> Self {
        Query("SELECT number FROM invitation WHERE number = \(number)") {
            columns throws(StoreError) in try columns.count()
        }
    }
}
