public import Accounts
import Avatars
public import Friends
public import Kernel
import Wire

/// What users may demand of the data that are kept of them: all of it, and its end (Z5).
public struct OwnDataFeature: Sendable {
    private let proofs: Proofs
    private let friends: FriendsFeature

    /// - Parameters:
    ///   - accounts: verifies that the caller is the owner.
    ///   - friends: ends the user's relations to others.
    public init(accounts: AccountsFeature, friends: FriendsFeature) {
        proofs = accounts.proofs
        self.friends = friends
    }

    /// Names on the wire -> functions: after all other features, whose parts it goes through.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(ErasureSchema.migrations)
        catalog.onErase(Inbox.erase)
        let erasure = Erasure(steps: catalog.erasures)
        let sweep = ErasureSweep(events: catalog.events)
        let end = departure(after: catalog.departures)
        catalog.prepare(
            Command.accountDelete, reply: { .done($0) }, rate: .proofs, endsSession: true,
            awaiting: { [proofs] in proofs.awaited($0.proof) }
        ) { (command, caller, store, admits) throws(Refusal) in
            try delete(command, caller, store, admits, by: end)
        }
        catalog.read(
            Command.accountExport, reply: { .export($0) }, rate: .exports,
            next: { body in
                guard case .export(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            },
            Export(parts: catalog.disclosures).page)
        catalog.onDeparture(self.end)
        catalog.adminWrite("erase") { (order: AdminErase, transaction) throws(Refusal) in
            let account = try AccountsFeature.account(
                named: order.user, field: "user", in: transaction)
            try end(account.id, transaction)
            return try AdminReply(AdminErased(), about: account.id)
        }
        catalog.backlog("account.erase", every: .seconds(1), erasure.advance)
        catalog.backlog("account.sweep", every: .seconds(1), sweep.advance)
    }

    /// At once the account cannot be found, and it has no sessions, no friends and no requests of
    /// its own. The rest is erased step by step: also requests to it, beyond the 500 that end at
    /// once, and blocks of it, once the content that they hide is gone.
    private func delete(
        _ command: AccountDelete, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit,
        by end: @escaping Departure
    ) throws(Refusal) -> Inquiry<Transaction, Done> {
        let proven = try proofs.check(command.proof, of: caller, store, admits)
        return proven.then { (transaction) throws(Refusal) in
            try end(caller.user, transaction)
            return Done()
        }
    }

    private typealias Departure = @Sendable (User.ID, Transaction) throws(Refusal) -> Void

    /// How an account ends: first the steps of other features, then the account itself.
    private func departure(after steps: [Departure]) -> Departure {
        { (user, transaction) throws(Refusal) in
            for step in steps { try step(user, transaction) }
            try end(user, transaction)
        }
    }

    private func end(_ user: User.ID, _ transaction: Transaction) throws(Refusal) {
        guard let account = try transaction.first(.account(of: user)) else { throw .notSignedIn }
        try friends.end(account, in: transaction)
        try AvatarsFeature.end(account, in: transaction)
        try AccountsFeature.end(account, in: transaction)
        try Erasure.begin(of: account, in: transaction)
    }
}

extension Rate {
    /// Pages of a user's own data.
    public static let exports = Rate(
        "exports", of: .user, unit: "pages",
        burst: (60, 10_000, "Pages of a user's own data export at once (burst)."),
        perMinute: (60, 1_000_000, "Pages of a user's own data export per minute, after the burst.")
    )
}

extension OwnDataFeature: Feature {
    /// What it is called in the settings.
    public static let name = "ownData"
    /// Pages.
    public static let rates: [Rate] = [.exports]
}
