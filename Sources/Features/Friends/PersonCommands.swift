import Accounts
import Kernel
import Wire

/// Commands about several users at once: the list of people, adding and removing friends, and
/// finding the users of a list (U10, U11, U15).
struct PersonCommands: Sendable {
    /// Most names in one change.
    static let changesMax = 20
    /// Most entries of a list that is looked up.
    static let importMax = 100
    /// Most bytes of a name or an address.
    private static let addressMax = 254

    let friends: FriendCommands
    let requests: RequestCommands
    let listing: FriendTerms.Listing

    /// Each user is listed with the relation to the caller, as a look-up shows it.
    func list(
        _ command: PersonList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> People {
        guard listing != .off else {
            throw Refusal(.notFound, "there is no list of people on this server")
        }
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 50)
        for (field, text) in [("prefix", command.prefix), ("after", command.after)] {
            guard Self.isPartOfName(text) else {
                throw Refusal(
                    .invalidField, field: field, "expected lower-case letters, digits or _")
            }
        }
        let page = try snapshot.all(
            ListedPeople.page(
                all: listing == .all, prefix: command.prefix, after: command.after,
                limit: limit + 1))
        var people = People()
        for (id, profile) in page.prefix(limit) {
            people.people.append(try found(id, profile, by: caller, in: snapshot))
        }
        if page.count > limit { people.next = people.people.last?.user.username ?? "" }
        return people
    }

    /// Adds and removes friends. A refusal for one name does not affect the others.
    func change(
        _ command: FriendsChange, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> FriendsChanged {
        let count = command.add.count + command.drop.count
        guard (1...Self.changesMax).contains(count) else {
            throw Refusal(
                .invalidField, field: "add", "expected 1 to \(Self.changesMax) usernames")
        }
        guard Set(command.add + command.drop).count == count else {
            throw Refusal(.invalidField, field: "drop", "expected each username once")
        }
        for name in command.add { _ = try Username(name, field: "add") }
        for name in command.drop { _ = try Username(name, field: "drop") }
        var changed = FriendsChanged()
        for name in command.add {
            changed.changes.append(
                try one(name, caller, in: transaction) { () throws(Refusal) in
                    var request = FriendRequest()
                    request.to = name
                    _ = try requests.request(request, caller, transaction)
                })
        }
        for name in command.drop {
            changed.changes.append(
                try one(name, caller, in: transaction) { () throws(Refusal) in
                    var removal = FriendRemove()
                    removal.friend = name
                    _ = try friends.remove(removal, caller, transaction)
                })
        }
        return changed
    }

    /// - Parameter run: refuses before it writes, or not at all.
    private func one(
        _ name: String, _ caller: Caller, in transaction: Transaction,
        _ run: () throws(Refusal) -> Void
    ) throws(Refusal) -> FriendChange {
        var change = FriendChange()
        change.username = name
        do throws(Refusal) {
            try run()
        } catch {
            guard Self.isAboutOne(error.code) else { throw error }
            change.error = error.code
        }
        // For a name without an account, this reads the same as for a stranger's.
        let other = try transaction.first(.account(named: name))?.id ?? .nobody
        change.relation = try friends.relation(of: caller.user, to: other, in: transaction)
        return change
    }

    /// Whether a refusal is about one name, and not about the store.
    private static func isAboutOne(_ code: ErrorCode) -> Bool {
        switch code {
        case .notFound, .oneself, .alreadyFriends, .notFriends, .blockedByYou, .listFull: true
        default: false
        }
    }

    /// The users of a list who have an account here. A username is found as by a look-up. An
    /// address is found only if its owner has confirmed it and has chosen to be listed: an unknown
    /// address, one that is not confirmed and one of a user who is not listed look alike.
    func find(
        _ command: FriendImport, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> People {
        guard (1...Self.importMax).contains(command.people.count),
            command.people.allSatisfy({ $0.utf8.count <= Self.addressMax })
        else {
            throw Refusal(
                .invalidField, field: "people",
                "expected 1 to \(Self.importMax) usernames or addresses")
        }
        var people = People()
        var seen: Set<User.ID> = []
        for text in command.people where Self.isPlain(text) {
            let person: (id: User.ID, profile: UserProfile)?
            if text.contains("@") {
                person = try snapshot.first(ListedPeople.owner(of: text.lowercased()))
            } else {
                person = try snapshot.first(.account(named: text)).map { ($0.id, $0.profile) }
            }
            guard let person, seen.insert(person.id).inserted else { continue }
            people.people.append(
                try found(person.id, person.profile, by: caller, in: snapshot))
        }
        return people
    }

    private func found(
        _ id: User.ID, _ profile: UserProfile, by caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> UserFound {
        var found = UserFound()
        found.user = profile
        found.relation = try friends.relation(of: caller.user, to: id, in: snapshot)
        return found
    }

    /// Whether it can be a username or an address at all.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func isPartOfName(_ text: String) -> Bool {
        PersonList.prefixLength.contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
            }
    }
}
