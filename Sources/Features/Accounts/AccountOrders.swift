import Kernel
import Wire

/// Orders of an administrator about accounts.
struct AccountOrders: Sendable {
    /// Most that one page of users has.
    static let pageMax = 500

    let issuers: any IdentityIssuers
    let passkeys: PasskeyVerifier
    let evictions: Evictions

    func install(in catalog: inout Catalog) {
        catalog.adminRead("users", users)
        catalog.adminRead("user") { (order: AdminUserRead, snapshot) throws(Refusal) in
            guard order.user.hasPrefix("~") else {
                return try reply(
                    try AccountsFeature.account(
                        named: order.user, field: "user", in: snapshot), in: snapshot)
            }
            guard let user = try Pseudonym.user(named: order.user, in: snapshot),
                let account = try snapshot.first(.account(of: user))
            else { throw Refusal(.notFound, field: "user", "no user has this pseudonym") }
            return try reply(account, in: snapshot)
        }
        catalog.adminWrite("ban", ban)
        catalog.adminWrite("unban", unban)
        catalog.adminWrite("rotate-server-key") {
            (_: AdminServerKeyRotate, transaction) throws(Refusal) in
            var answer = AdminServerKeys()
            answer.count = UInt32(clamping: try ServerKeys.rotate(in: transaction))
            answer.most = UInt32(clamping: ServerKeys.most)
            return try AdminReply(answer, count: Int(answer.count))
        }
        evictions.install(in: &catalog, reply: reply)
        catalog.admin("create-user", create)
    }

    /// Creates an account, whatever the mode of registration.
    @Sendable private func create(_ order: AdminUserCreate) throws(Refusal) -> AdminWork {
        let registration = try Registration(order)
        let password = Evictions.newPassword()
        let hash = try evictions.hasher.hash(password)
        let addresses = evictions.identities.addresses
        return .write { (transaction) throws(Refusal) in
            try registration.refuseTaken(addresses, in: transaction)
            let account = try registration.store(
                passwordHash: hash, addresses, by: .administrators, in: transaction)
            var answer = AdminUserCreated()
            (answer.user, answer.uid) = (account.username, String(account.id.rawValue))
            answer.password = password
            return try AdminReply(answer, about: account.id)
        }
    }

    private func users(
        _ order: AdminUsersRead, _ snapshot: Snapshot
    ) throws(Refusal) -> AdminReply {
        var page = AdminUsers()
        page.users = try snapshot.all(
            .entries(after: order.after, at: snapshot.now, limit: Self.pageMax + 1))
        if page.users.count > Self.pageMax {
            page.users.removeLast()
            page.next = page.users.last?.user ?? ""
        }
        return try AdminReply(page, count: page.users.count)
    }

    private func ban(_ order: AdminBan, _ transaction: Transaction) throws(Refusal) -> AdminReply {
        let account = try AccountsFeature.account(
            named: order.user, field: "user", in: transaction)
        let reason = try PlainText(
            order.reason, .init(AdminBan.reasonLength), field: "reason"
        ).text
        let until =
            order.hasUntil ? Moment(unixMilliseconds: order.until.unixMilliseconds) : nil
        if let until, until <= transaction.now {
            throw Refusal(.invalidField, field: "until", "expected a time in the future")
        }
        try Ban.set(on: account.id, because: reason, until: until, in: transaction)
        return try reply(account, in: transaction)
    }

    private func unban(
        _ order: AdminUnban, _ transaction: Transaction
    ) throws(Refusal) -> AdminReply {
        let account = try AccountsFeature.account(
            named: order.user, field: "user", in: transaction)
        try transaction.run("DELETE FROM ban WHERE user_id = \(account.id)")
        transaction.signal(.unbanned(account.id))
        return try reply(account, in: transaction)
    }

    @Sendable private func reply(
        _ account: Account, in snapshot: Snapshot
    ) throws(Refusal) -> AdminReply {
        var user = AdminUser()
        user.user = account.username
        user.uid = String(account.id.rawValue)
        user.displayName = account.displayName
        user.email = account.email
        if evictions.areAddressesProven { user.emailVerified = account.isEmailVerified }
        user.subscriptions = try evictions.subscriptionCount(of: account.id, in: snapshot)
        user.passwordSet = try snapshot.first(.credentials(of: account.id))?.passwordHash != nil
        user.identities = try snapshot.all(.identities(of: account.id))
            .filter(issuers.isWayIn).map(\.issuer)
        user.passkeys = try snapshot.all(.passkeys(of: account.id))
            .filter { $0.domain == passkeys.domain }.map(\.name)
        user.logins = try snapshot.all(.logins(of: account.id))
        let factor = try SecondFactor(of: account.id, in: snapshot)
        if factor.on { user.secondFactorSince = factor.since }
        if let ban = try snapshot.first(.ban(of: account.id, at: snapshot.now)) {
            user.ban.reason = ban.reason
            user.ban.since = ban.since.timestamp
            if let until = ban.until { user.ban.until = until.timestamp }
        }
        return try AdminReply(user, about: account.id)
    }
}

extension Query where Row == AdminUserEntry {
    /// Those behind a username, in its order.
    fileprivate static func entries(after username: String, at now: Moment, limit: Int) -> Self {
        Query(
            """
            SELECT a.username, a.id, a.created_ms, b.user_id IS NOT NULL
            FROM account a
            LEFT JOIN ban b ON b.user_id = a.id AND (b.until_ms IS NULL OR b.until_ms > \(now))
            WHERE a.username > \(username) AND a.display_name <> ''
            ORDER BY a.username LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            var entry = AdminUserEntry()
            entry.user = try columns.text()
            entry.uid = String(try columns.integer())
            entry.since = try columns.moment().timestamp
            entry.banned = try columns.integer() != 0
            return entry
        }
    }
}
