import Accounts
import Kernel
import SwiftProtobuf
import Wire

/// Everything that the server keeps of a user, page by page, part by part (Z5).
struct Export: Sendable {
    /// The features' parts, in order.
    let parts: [Disclosure]

    /// A page, from where the last one said. Empty parts are passed over; a page may be empty, and
    /// others follow.
    func page(
        _ command: AccountExport, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> ExportPage {
        try RecentProof.demand(of: caller, in: snapshot)
        var (index, after) = try place(command.after)
        var answer = ExportPage()
        while index < parts.count, answer.records.isEmpty {
            let page = try parts[index].page(caller, after, snapshot)
            answer.records = page.records
            if let next = page.next {
                answer.next = "\(parts[index].name):\(next)"
            } else {
                index += 1
                answer.next = index < parts.count ? "\(parts[index].name):" : ""
            }
            after = ""
            if page.next != nil { break }
        }
        return answer
    }

    /// Most bytes of a place: the name of a part and of a device, and numbers.
    private static let afterMax = 512

    /// A part, and where in it.
    private func place(_ after: String) throws(Refusal) -> (index: Int, after: String) {
        guard !after.isEmpty else { return (0, "") }
        guard after.utf8.count <= Self.afterMax, let colon = after.firstIndex(of: ":"),
            let index = parts.firstIndex(where: { $0.name == after[..<colon] })
        else {
            throw Refusal(.invalidField, field: "after", "expected `next` of the page before")
        }
        return (index, String(after[after.index(after: colon)...]))
    }
}
