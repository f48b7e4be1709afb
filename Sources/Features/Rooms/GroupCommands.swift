import Accounts
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// Named groups of friends: their members, their names, and how users join.
struct GroupCommands: Sendable {
    let presence: any PresenceView

    func create(
        _ command: GroupCreate, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Group {
        let name = try PlainText(command.name, .init(GroupCreate.nameLength), field: "name").text
        let me = try Self.me(caller, in: transaction)
        try Groups.requireRoomForGroup(of: me.id, field: "", in: transaction)
        let friends = try friends(command.members, caller, in: transaction)
        let group = try Groups.make(
            name, owner: me.id, members: [me], by: me.username, in: transaction)
        try Invitations.send(to: friends, of: group, by: me, in: transaction)
        return try group.shown(in: transaction)
    }

    func read(
        _ command: GroupRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> GroupPage {
        let (group, _) = try own(command.room, caller, in: snapshot)
        var page = GroupPage()
        page.group = try group.shown(in: snapshot)
        page.code = group.code
        if let expiry = try group.life.shown(RoomKey(group: group.number), in: snapshot) {
            page.expiry = expiry
        }
        page.invited = try snapshot.all(.invited(to: group.room, by: caller.user))
        let seen = Set(try Bonds.ids(of: caller.user, allowing: .presence, in: snapshot))
        page.members = try snapshot.all(.listed(of: group.room)).map { listed in
            var member = GroupMember()
            if seen.contains(listed.user) {
                switch presence.standing(of: listed.user) {
                case .online: member.online = true
                case .offline: member.online = false
                case .unknown: break
                }
            }
            member.user = listed.profile
            member.owner = listed.user == group.owner
            member.since = listed.joined.timestamp
            return member
        }
        return page
    }

    /// Invites friends of the caller; current members stay.
    func add(
        _ command: GroupAdd, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Group {
        let group = try ofFriends(command.room, caller, in: transaction)
        guard !command.members.isEmpty else {
            throw Refusal(.invalidField, field: "members", "expected usernames of friends")
        }
        let friends = try friends(command.members, caller, in: transaction)
        let me = try Self.me(caller, in: transaction)
        try Invitations.send(to: friends, of: group, by: me, in: transaction)
        return try group.shown(in: transaction)
    }

    func remove(
        _ command: GroupRemove, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Group {
        let all = try ofFriends(command.room, caller, in: transaction)
        if let invited = try transaction.first(.account(named: command.member)),
            try Invitations.withdraw(
                from: invited.id, to: all.room, by: caller.user, in: transaction)
        {
            return try all.shown(in: transaction)
        }
        let group = try ofOwner(command.room, caller, in: transaction)
        let member = try member(command.member, field: "member", of: group, in: transaction)
        guard member.id != caller.user else {
            throw Refusal(.oneself, field: "member", "use groupLeave to leave a group")
        }
        try Groups.remove(
            member.id, named: member.username, from: group.room, by: caller.username,
            isBarred: true, in: transaction)
        return try shown(group, in: transaction)
    }

    func leave(
        _ command: GroupLeave, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        if let number = RoomKey.number(in: command.room),
            let invited = try transaction.first(.group(number: number)),
            try Invitations.decline(caller.user, invited.room, in: transaction)
        {
            return Done()
        }
        let group = try ofFriends(command.room, caller, in: transaction)
        try Groups.remove(
            caller.user, named: caller.username, from: group.room, by: caller.username,
            in: transaction)
        return Done()
    }

    func rename(
        _ command: GroupRename, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Group {
        let name = try PlainText(command.name, .init(GroupRename.nameLength), field: "name").text
        let group = try ofOwner(command.room, caller, in: transaction)
        guard name != group.name else { return try group.shown(in: transaction) }
        try Groups.rename(group.room, to: name, by: caller.username, in: transaction)
        return try shown(group, in: transaction)
    }

    func pass(
        _ command: GroupPass, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Group {
        let group = try ofOwner(command.room, caller, in: transaction)
        let member = try member(command.to, field: "to", of: group, in: transaction)
        guard member.id != group.owner else { return try group.shown(in: transaction) }
        try transaction.run(
            "UPDATE room_group SET owner = \(member.id) WHERE room_id = \(group.room)")
        try Groups.announce(group.room, by: caller.username, in: transaction)
        return try shown(group, in: transaction)
    }

    func invite(
        _ command: GroupInvite, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> GroupPage {
        guard command.hasOn else {
            throw Refusal(.invalidField, field: "on", "expected true or false")
        }
        let group = try ofOwner(command.room, caller, in: transaction)
        let code = command.on ? SecretText(randomBytes: transaction.randomBytes(16)).text : ""
        _ = try transaction.rowsChanged(
            """
            UPDATE room_group SET code = \(code)
            WHERE room_id = \(group.room) AND code <> \(code)
            """)
        var read = GroupRead()
        read.room = command.room
        return try self.read(read, caller, transaction)
    }

    /// By its code, or by an invitation.
    func join(
        _ command: GroupJoin, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Group {
        let me = try Self.me(caller, in: transaction)
        let field = command.room.isEmpty ? "code" : "room"
        let group =
            command.room.isEmpty
            ? try opened(by: command.code, me, in: transaction)
            : try invited(to: command.room, me, in: transaction)
        guard try transaction.first(.membership(of: me.id, in: group.room))?.isIn != true else {
            return try group.shown(in: transaction)
        }
        guard group.memberCount < Groups.membersMax else { throw Groups.full(field) }
        try Groups.requireRoomForGroup(of: me.id, field: field, in: transaction)
        try Groups.add([me], to: group.room, by: me.username, in: transaction)
        return try shown(group, in: transaction)
    }

    /// The group with this code. For users whom the owner has removed or blocked, the code is as
    /// unknown as any other.
    private func opened(
        by code: String, _ me: Account, in transaction: Transaction
    ) throws(Refusal) -> StoredGroup {
        guard JoinCode.isCode(code), let group = try transaction.first(.group(code: code)),
            try transaction.first(.membership(of: me.id, in: group.room))?.isBarred != true,
            try !BlockRules.exists(by: group.owner, of: me.id, in: transaction)
        else { throw Refusal(.notFound, field: "code", "no group has this code") }
        return group
    }

    private func invited(
        to room: String, _ me: Account, in transaction: Transaction
    ) throws(Refusal) -> StoredGroup {
        if let number = RoomKey.number(in: room),
            let group = try transaction.first(.group(number: number))
        {
            let isIn = try transaction.first(.membership(of: me.id, in: group.room))?.isIn == true
            if isIn { return group }
            if try Invitations.isOpen(for: me.id, group.room, in: transaction) { return group }
        }
        throw Refusal(.notFound, field: "room", "you are not invited to this group")
    }

    /// The groups that the caller and another user are members of.
    func common(
        _ command: GroupCommon, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> GroupList {
        let name = try Username(command.user, field: "user").description
        var list = GroupList()
        let other = try snapshot.first(.account(named: name)) ?? .nobody
        guard other.id != caller.user else { return list }
        for group in try snapshot.all(.groups(of: caller.user, and: other.id)) {
            list.groups.append(try group.shown(in: snapshot))
        }
        return list
    }
}

extension GroupCommands {
    private static func me(
        _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Account {
        guard let me = try snapshot.first(.account(of: caller.user)) else { throw .notSignedIn }
        return me
    }

    private func own(
        _ room: String, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> (StoredGroup, Membership) {
        try StoredGroup.own(room, field: "room", of: caller.user, in: snapshot)
    }

    /// A group of the caller that is not the team of a project or plan.
    private func ofFriends(
        _ room: String, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> StoredGroup {
        let (group, _) = try own(room, caller, in: snapshot)
        guard !group.isTeam else {
            throw Refusal(
                .conflict, field: "room", "the members of a team are those of its project or plan")
        }
        return group
    }

    private func ofOwner(
        _ room: String, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> StoredGroup {
        let group = try ofFriends(room, caller, in: snapshot)
        guard group.owner == caller.user else {
            throw Refusal(.notMember, field: "room", "only the owner may do this")
        }
        return group
    }

    private func member(
        _ username: String, field: String, of group: StoredGroup, in snapshot: Snapshot
    ) throws(Refusal) -> Account {
        guard let account = try snapshot.first(.account(named: username)),
            try snapshot.first(.membership(of: account.id, in: group.room))?.isIn == true
        else { throw Refusal(.notFound, field: field, "not a member of this group") }
        return account
    }

    /// Friends of the caller, each once.
    private func friends(
        _ names: [String], _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> [Account] {
        guard names.count < Groups.membersMax else { throw Groups.full("members") }
        var friends: [Account] = []
        for name in names where !friends.contains(where: { $0.username == name }) {
            let (friend, _) = try Friendships.friend(
                named: name, field: "members", of: caller.user, in: snapshot)
            friends.append(friend)
        }
        return friends
    }

    private func shown(
        _ group: StoredGroup, in snapshot: Snapshot
    ) throws(Refusal) -> Group {
        try Groups.stored(group.room, in: snapshot).shown(in: snapshot)
    }
}

/// What a group is joined by: 128 random bits, as 22 letters and digits of URL-safe base64.
enum JoinCode {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func isCode(_ text: String) -> Bool {
        text.utf8.count == 22 && text.utf8.allSatisfy(alphabet.contains)
    }
}
