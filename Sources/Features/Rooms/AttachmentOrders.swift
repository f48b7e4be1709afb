import Accounts
import Files
import FoundationEssentials
import Kernel
import SwiftProtobuf
import Wire

/// What an administrator may do about attachments: look at one, and remove it everywhere.
struct AttachmentOrders: Sendable {
    /// Bytes of a part.
    private static let partBytes = 49_152
    /// Most attachments that one order removes.
    private static let removedMax = 20

    let files: StoredFiles

    func install(in catalog: inout Catalog) {
        catalog.adminRead("attachment", read)
        catalog.adminWrite("remove-attachment", remove)
    }

    private func read(
        _ order: AdminAttachmentRead, _ snapshot: Snapshot
    ) throws(Refusal) -> AdminReply {
        let (stored, digest) = try find(order.id, in: snapshot)
        guard stored.isHeld else {
            throw Refusal(.notFound, field: "id", "no report is about its message")
        }
        let offset = Int(order.offset)
        let bytes = try files.bytes(of: order.id, in: offset..<offset + Self.partBytes)
        var shown = AdminAttachment()
        shown.attachment = stored.shown
        shown.user = try snapshot.first(.account(of: stored.owner))?.username ?? ""
        shown.at = stored.at.timestamp
        shown.digest = digest.hexadecimal
        shown.copies = Int32(clamping: try count(digest, in: snapshot))
        shown.deleted = stored.isGone
        shown.bytes = .init(bytes ?? [])
        return try AdminReply(shown, about: stored.owner)
    }

    /// The attachment that the order names goes last: until then the order can be sent again.
    private func remove(
        _ order: AdminAttachmentRemove, _ transaction: Transaction
    ) throws(Refusal) -> AdminReply {
        let (stored, digest) = try find(order.id, in: transaction)
        var removed = try transaction.all(
            StoredAttachment.copies(of: digest, but: order.id, limit: Self.removedMax))
        if removed.count < Self.removedMax { removed.append(stored) }
        for attachment in removed { try RoomsFeature.remove(attachment, in: transaction) }
        var answer = AdminAttachmentRemoved()
        answer.removed = Int32(clamping: removed.count)
        answer.left = Int32(clamping: try count(digest, in: transaction))
        return try AdminReply(answer, about: stored.owner, count: removed.count)
    }

    private func find(
        _ id: String, in snapshot: Snapshot
    ) throws(Refusal) -> (StoredAttachment, digest: [UInt8]) {
        let digests = Query<[UInt8]>("SELECT digest FROM file WHERE name = \(id)") {
            columns throws(StoreError) in try columns.blob()
        }
        guard FileName(id) != nil, let stored = try snapshot.first(StoredAttachment.named(id)),
            let digest = try snapshot.first(digests)
        else { throw Refusal(.notFound, field: "id", "there is no such attachment") }
        return (stored, digest)
    }

    /// How many attachments have these bytes.
    private func count(_ digest: [UInt8], in snapshot: Snapshot) throws(Refusal) -> Int64 {
        let count = Query<Int64>(
            """
            SELECT count(*) FROM file s JOIN room_file f ON f.file = s.name
            WHERE s.digest = \(digest)
            """
        ) { columns throws(StoreError) in try columns.integer() }
        return try snapshot.first(count) ?? 0
    }
}
