import Kernel
import Wire

/// Orders of an administrator about invitations of the server's operator.
struct InvitationOrders: Sendable {
    /// How many accounts one may open.
    static let usesRange: ClosedRange<UInt32> = 1...1_000
    /// How long one is valid, in hours: a year at most.
    static let hoursRange: ClosedRange<UInt32> = 1...8_760
    /// Most of them that have not expired.
    static let countMax = 1_000

    func install(in catalog: inout Catalog) {
        catalog.adminWrite("invite") { (order: AdminInvite, transaction) throws(Refusal) in
            let uses = order.hasUses ? order.uses : 1
            let hours = order.hasHours ? order.hours : InvitationDraft.hoursStandard
            try InvitationCommands.require(uses, in: Self.usesRange, field: "uses")
            try InvitationCommands.require(hours, in: Self.hoursRange, field: "hours")
            guard try transaction.all(.invitations(by: nil)).count < Self.countMax else {
                throw Refusal(.listFull, "limit reached: \(Self.countMax) invitations")
            }
            let draft = InvitationDraft(inviter: nil, uses: uses, hours: hours)
            return try AdminReply(try draft.store(in: transaction), count: Int(uses))
        }
        catalog.adminRead("invitations") { (_: AdminInvitationsRead, snapshot) throws(Refusal) in
            var list = PersonalInvitations()
            list.invitations = try snapshot.all(.invitations(by: nil))
                .filter { $0.expires > snapshot.now }.map(\.shown)
            return try AdminReply(list, count: list.invitations.count)
        }
        catalog.adminWrite("revoke-invitation") {
            (order: AdminInvitationRevoke, transaction) throws(Refusal) in
            try IssuedInvitation.revoke(order.number, of: nil, in: transaction)
            return try AdminReply(AdminInvitationRevoked())
        }
    }
}
