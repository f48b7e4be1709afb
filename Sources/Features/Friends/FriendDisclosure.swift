import Accounts
import Kernel
import Wire

/// A user's friends, requests and blocks, by username: their export.
struct FriendDisclosure: Sendable {
    /// A record has at most 1.2 KB.
    private static let pageCount = 40

    let friends: FriendCommands

    func install(in catalog: inout Catalog) {
        let friends = friends
        catalog.disclose("lastSeen") { (caller, _, snapshot) throws(Refusal) in
            let records = try snapshot.all(LastSeen.moment(of: caller.user)).map { moment in
                var record = ExportRecord()
                record.lastSeen = moment.timestamp
                return record
            }
            return (records, nil)
        }
        catalog.disclose("friends") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .friends(of: caller.user, after: after, limit: Self.pageCount))
            return Self.page(page.map { .friend(friends.friend($0)) }) { $0.friend.user }
        }
        catalog.disclose("requests") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .outgoing(from: caller.user, after: after, limit: Self.pageCount))
            return Self.page(page.map { .askedByMe($0) }) { $0.askedByMe.user }
        }
        catalog.disclose("mailbox") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .incoming(to: caller.user, after: after, limit: Self.pageCount))
            return Self.page(page.map { .askedOfMe($0) }) { $0.askedOfMe.user }
        }
        catalog.disclose("blocks") { (caller, after, snapshot) throws(Refusal) in
            let page = try snapshot.all(
                .blocked(by: caller.user, after: after, limit: Self.pageCount))
            return Self.page(page.map { .blocked($0) }) { $0.blocked }
        }
    }

    private static func page(
        _ bodies: [ExportRecord.OneOf_Record], person: (ExportRecord) -> UserProfile
    ) -> (records: [ExportRecord], next: String?) {
        let records = bodies.map { body in
            var record = ExportRecord()
            record.record = body
            return record
        }
        guard records.count == pageCount, let last = records.last else { return (records, nil) }
        return (records, person(last).username)
    }
}
