import CSodium
public import Kernel
import Wire

/// What an administrator does for the owner of an account that a thief has entered: another
/// password, and no way left by which the thief returns or receives anything.
struct Evictions: Sendable {
    let hasher: PasswordHasher
    let identities: IdentityCommands
    let subscriptions: DeviceSubscriptions
    private var addresses: Addresses { identities.addresses }

    func install(in catalog: inout Catalog, reply: @escaping Reply) {
        let evictions = self
        catalog.admin("reset-password") { (order: AdminPasswordReset) throws(Refusal) in
            guard order.keepLogins || !order.keepSubscriptions else {
                throw Refusal(
                    .invalidField, field: "keepSubscriptions",
                    "a subscription goes with its log-in: keep log-ins, too")
            }
            let password = Self.newPassword()
            let hash = try evictions.hasher.hash(password)
            return .write { (transaction) throws(Refusal) in
                try evictions.reset(order, to: password, hash, in: transaction)
            }
        }
        catalog.adminWrite("unlink") { (order: AdminUnlink, transaction) throws(Refusal) in
            try reply(try evictions.unlink(order, in: transaction), transaction)
        }
        catalog.adminWrite("drop-second-factor") {
            (order: AdminSecondFactorDrop, transaction) throws(Refusal) in
            let account = try AccountsFeature.account(
                named: order.user, field: "user", in: transaction)
            try SecondFactorCommands.drop(of: account.id, in: transaction) {
                () throws(Refusal) in
                try AccountNotice.tell(.secondFactorDropped, to: account.id, in: transaction)
            }
            return try reply(account, transaction)
        }
        catalog.adminWrite("set-email") { (order: AdminEmailSet, transaction) throws(Refusal) in
            try reply(try evictions.setEmail(order, in: transaction), transaction)
        }
    }

    /// Whether an address has to be confirmed.
    var areAddressesProven: Bool { addresses.areProven }

    /// The number of a user's push subscriptions.
    func subscriptionCount(of user: User.ID, in snapshot: Snapshot) throws(Refusal) -> Int32 {
        Int32(clamping: try subscriptions.list(user, snapshot).count)
    }

    /// Shows an account to the administrator.
    typealias Reply = @Sendable (Account, Snapshot) throws(Refusal) -> AdminReply

    private func reset(
        _ order: AdminPasswordReset, to password: String, _ hash: String,
        in transaction: Transaction
    ) throws(Refusal) -> AdminReply {
        let account = try AccountsFeature.account(
            named: order.user, field: "user", in: transaction)
        let before = try ways(into: account, in: transaction)
        // First, so that a confirmed address receives the notice.
        try AccountNotice.tell(.passwordChanged, to: account.id, in: transaction)
        try transaction.run(
            "UPDATE account SET password_hash = \(hash) WHERE id = \(account.id)")
        try MailSchema.void(of: account.id, in: transaction)
        if !order.keepIdentities {
            try identities.unlinkAll(of: account.id, in: transaction)
        }
        if !order.keepEmail {
            try addresses.set(nil, isVerified: false, of: account.id, in: transaction)
        }
        if !order.keepSubscriptions { try subscriptions.drop(account.id, transaction) }
        if !order.keepPasskeys {
            for _ in try transaction.all(.passkeys(of: account.id)) {
                transaction.record(.passkey(isAdded: false), of: account.id)
            }
            try StoredPasskey.forget(account.id, in: transaction)
        }
        let factor = try transaction.first(.secondFactor(of: account.id))
        let isLost = !order.keepPasskeys && factor?.secret == nil
        if !order.keepSecondFactor || isLost {
            try SecondFactorCommands.drop(of: account.id, in: transaction) {}
        }
        try StoredSecondFactor.dropDraft(of: account.id, in: transaction)
        if order.keepLogins {
            // Earlier proofs were given with the old password.
            try transaction.run("UPDATE token SET proven_ms = 0 WHERE user_id = \(account.id)")
        } else {
            try Tokens.void(of: account.id, except: nil, in: transaction)
        }
        let after = try ways(into: try account.again(in: transaction), in: transaction)
        var answer = AdminPassword()
        answer.password = password
        answer.dropped = before.without(after)
        answer.kept = after
        return try AdminReply(answer, about: account.id)
    }

    /// - Throws: `.notFound` when there is no such identity; `.lastWayIn` when nothing else opens
    ///   the account.
    private func unlink(
        _ order: AdminUnlink, in transaction: Transaction
    ) throws(Refusal) -> Account {
        let account = try AccountsFeature.account(
            named: order.user, field: "user", in: transaction)
        try identities.unlink(order.issuer, of: account.id, in: transaction)
        try AccountNotice.tell(
            .identityUnlinked, issuer: order.issuer, to: account.id, in: transaction)
        return account
    }

    /// The administrator vouches for the address: it counts as confirmed where mail is sent.
    private func setEmail(
        _ order: AdminEmailSet, in transaction: Transaction
    ) throws(Refusal) -> Account {
        let account = try AccountsFeature.account(
            named: order.user, field: "user", in: transaction)
        let email = order.email.isEmpty ? nil : try EmailAddress(order.email, field: "email")
        if let email {
            try addresses.refuseTaken(email, by: account.id, in: transaction)
        }
        if (email?.text ?? "") != account.email {
            try AccountNotice.tell(.emailChanged, to: account.id, in: transaction)
        }
        try MailSchema.void(of: account.id, in: transaction)
        try addresses.set(
            email, isVerified: addresses.areProven, of: account.id, in: transaction)
        return try account.again(in: transaction)
    }

    private func ways(
        into account: Account, in snapshot: Snapshot
    ) throws(Refusal) -> AdminWaysIn {
        var ways = AdminWaysIn()
        ways.identities = try snapshot.all(.identities(of: account.id)).map(\.issuer)
        ways.passkeys = try snapshot.all(.passkeys(of: account.id)).map(\.name)
        ways.email = account.email
        ways.logins = try snapshot.all(.logins(of: account.id))
        ways.subscriptions = try subscriptions.list(account.id, snapshot).map { entry in
            var subscription = AdminSubscription()
            (subscription.device, subscription.host) = (entry.device, entry.host)
            return subscription
        }
        let factor = try SecondFactor(of: account.id, in: snapshot)
        if factor.on { ways.secondFactorSince = factor.since }
        return ways
    }

    /// 79 bits, of letters and digits that are not taken for others.
    static func newPassword() -> String {
        let count = UInt32(CodeWord.letters.count)
        let characters = (0..<16).map { _ in CodeWord.letters[Int(randombytes_uniform(count))] }
        return CodeWord.shown(String(decoding: characters, as: UTF8.self), by: 4)
    }
}

extension Account {
    /// As it is now.
    fileprivate func again(in snapshot: Snapshot) throws(Refusal) -> Account {
        guard let account = try snapshot.first(.account(of: id)) else { throw .fault }
        return account
    }
}

extension AdminWaysIn {
    /// What was here and is not in `rest`.
    fileprivate func without(_ rest: AdminWaysIn) -> AdminWaysIn {
        var gone = AdminWaysIn()
        gone.identities = identities.filter { !rest.identities.contains($0) }
        gone.passkeys = rest.passkeys.isEmpty ? passkeys : []
        gone.email = rest.email == email ? "" : email
        gone.logins = logins.filter { !rest.logins.contains($0) }
        gone.subscriptions = subscriptions.filter { !rest.subscriptions.contains($0) }
        if hasSecondFactorSince, !rest.hasSecondFactorSince {
            gone.secondFactorSince = secondFactorSince
        }
        return gone
    }
}

extension Query where Row == AdminLogin {
    /// The devices on which a user is logged in.
    static func logins(of user: User.ID) -> Self {
        Query("SELECT device, created_ms FROM token WHERE user_id = \(user) ORDER BY id") {
            columns throws(StoreError) in
            var login = AdminLogin()
            login.device = try columns.text()
            login.since = try columns.moment().timestamp
            return login
        }
    }
}

/// The push subscriptions of a user's devices: kept by another feature, and deleted with the ways
/// into an account.
public struct DeviceSubscriptions: Sendable {
    /// One of them: the log-in's device, and the host that is asked.
    public typealias Entry = (device: String, host: String)

    let list: @Sendable (User.ID, Snapshot) throws(Refusal) -> [Entry]
    let drop: @Sendable (User.ID, Transaction) throws(Refusal) -> Void

    /// None.
    public init() {
        let list: @Sendable (User.ID, Snapshot) throws(Refusal) -> [Entry] = { _, _ in [] }
        self.init(list: list, drop: { _, _ in })
    }

    /// - Parameters:
    ///   - list: those of a user.
    ///   - drop: forgets them.
    public init(
        list: @escaping @Sendable (User.ID, Snapshot) throws(Refusal) -> [Entry],
        drop: @escaping @Sendable (User.ID, Transaction) throws(Refusal) -> Void
    ) {
        (self.list, self.drop) = (list, drop)
    }
}
