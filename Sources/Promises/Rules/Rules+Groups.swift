import Kernel
import SwiftProtobuf
package import Wire

/// A group, in the model.
package struct Company {
    package var group: Group
    /// How many groups were made before.
    var order = 0
    /// Ordered by join time.
    package var members: [String]
    package var messages: [RoomMessage] = []
    /// The newest message when a member joined.
    package var since: [String: UInt32] = [:]
    package var reads: [String: UInt32] = [:]
    /// How much of that the others may know.
    package var told: [String: UInt32] = [:]

    /// Whether the last member has left, and the messages are deleted.
    package var isSwept = false

    package var newest: UInt32 { UInt32(messages.count) }
}

extension Rules {
    typealias Events = [(to: String, body: Body)]

    /// The messages that a member may read.
    package func messages(of user: String, in room: String) -> [RoomMessage] {
        guard let company = company(room, of: user) else { return [] }
        return company.messages.filter { $0.seq > company.since[user] ?? 0 && reads($0, user) }
    }

    package func company(_ room: String, of user: String) -> Company? {
        companies[room].flatMap { $0.members.contains(user) ? $0 : nil }
    }

    /// The rooms of a user's groups.
    package func groups(of user: String) -> [String] {
        companies.filter { $0.value.members.contains(user) }.keys.sorted()
    }

    mutating func create(_ command: GroupCreate, by user: String, at now: Moment) -> Outcome {
        guard command.members.allSatisfy({ areFriends(user, $0) }) else {
            return Outcome(.notFriends)
        }
        var group = Group()
        group.room = "#\(draw())"
        group.name = command.name
        group.owner = user
        group.madeAt = now.timestamp
        open(group)
        var outcome = join([user], group.room, by: user)
        outcome.events += invite(command.members, to: group.room, by: user, at: now)
        return outcome
    }

    mutating func add(_ command: GroupAdd, by user: String, at now: Moment) -> Outcome {
        guard let company = company(command.room, of: user) else { return Outcome(.notMember) }
        guard !company.group.team else { return Outcome(.conflict) }
        guard !command.members.isEmpty else { return Outcome(.invalidField) }
        guard command.members.allSatisfy({ areFriends(user, $0) }) else {
            return Outcome(.notFriends)
        }
        let events = invite(command.members, to: command.room, by: user, at: now)
        return Outcome(.group(company.group), events)
    }

    mutating func join(_ command: GroupJoin, by user: String) -> Outcome {
        if let company = company(command.room, of: user) { return Outcome(.group(company.group)) }
        guard isInvited(user, to: command.room) else { return Outcome(.notFound) }
        return join([user], command.room, by: user)
    }

    mutating func remove(_ command: GroupRemove, by user: String) -> Outcome {
        guard let company = company(command.room, of: user) else { return Outcome(.notMember) }
        guard !company.group.team else { return Outcome(.conflict) }
        if let events = withdraw(command.member, command.room, by: user) {
            return Outcome(.group(company.group), events)
        }
        guard company.group.owner == user else { return Outcome(.notMember) }
        guard company.members.contains(command.member) else { return Outcome(.notFound) }
        guard command.member != user else { return Outcome(.oneself) }
        let events = drop(command.member, command.room, by: user)
        return Outcome(.group(companies[command.room]?.group ?? Group()), events)
    }

    mutating func leave(_ command: GroupLeave, by user: String) -> Outcome {
        if let events = decline(command.room, by: user) { return Outcome(.done(Done()), events) }
        guard let company = company(command.room, of: user) else { return Outcome(.notMember) }
        guard !company.group.team else { return Outcome(.conflict) }
        return Outcome(.done(Done()), drop(user, command.room, by: user))
    }

    mutating func send(
        _ command: RoomSend, toGroupBy user: String, at now: Moment
    ) -> Outcome {
        guard let company = company(command.to, of: user) else { return Outcome(.notMember) }
        guard mayReply(to: command.replyTo, by: user, in: command.to) else {
            return Outcome(.notFound)
        }
        guard let attachments = unsent(command.attachments, of: user) else {
            return Outcome(.notFound)
        }
        var message = RoomMessage()
        message.attachments = attachments
        message.room = command.to
        message.seq = company.newest + 1
        (message.from, message.displayName, message.text) = (user, user, command.text)
        message.at = now.timestamp
        if command.hasPoll { message.poll = Self.poll(command.poll) }
        message.replyTo = command.replyTo
        message.mentions = mentions(in: command.text, by: user, of: company, at: message.seq)
        companies[command.to]?.messages.append(message)
        send(filesOf: message)
        var sent = RoomSent()
        (sent.room, sent.seq, sent.at) = (message.room, message.seq, message.at)
        return Outcome(
            .roomSent(sent),
            company.members.filter { reads(message, $0) }.map { ($0, .roomMessage(message)) })
    }

    mutating func mark(_ command: RoomMark, inGroupBy user: String) -> Outcome {
        guard let company = company(command.with, of: user) else { return Outcome(.notMember) }
        let seq = min(command.seq, company.newest)
        guard seq > company.reads[user] ?? 0 else {
            return Outcome(.roomMarked(marked(user, in: command.with)))
        }
        companies[command.with]?.reads[user] = seq
        if privacy(of: user).receipts, !isInvisible(user) {
            companies[command.with]?.told[user] = max(company.told[user] ?? 0, seq)
        }
        var badge = RoomBadge()
        badge.mark = marked(user, in: command.with)
        return Outcome(.roomMarked(badge.mark), [(user, .roomBadge(badge))])
    }

    /// How far a member has read, and what is left.
    func marked(_ user: String, in room: String) -> RoomMarked {
        let company = companies[room]
        let seq = company?.reads[user] ?? 0
        var marked = RoomMarked()
        (marked.room, marked.seq) = (room, seq)
        marked.unread = UInt32(
            company?.messages.count { $0.seq > seq && $0.from != user && reads($0, user) } ?? 0)
        marked.mentioned =
            company?.messages.contains { message in
                message.seq > seq && message.mentions.contains(user) && reads(message, user)
            } ?? false
        return marked
    }

    /// Deletes the messages of a group whose last member has left, one group at a time.
    mutating func sweepGroup() -> Events {
        let empty = companies.filter { $0.value.members.isEmpty && !$0.value.isSwept }
        let oldest = empty.min { $0.value.order < $1.value.order }
        guard let room = oldest?.key else { return [] }
        companies[room]?.isSwept = true
        for user in users {
            for index in (inboxes[user] ?? []).indices {
                guard case .roomMessage(let message)? = inboxes[user]?[index].body,
                    message.room == room
                else { continue }
                inboxes[user]?[index].say(nil)
            }
        }
        return []
    }

    /// Opens the room of a team, without members yet.
    mutating func openTeam(_ title: String, at now: Moment) -> String {
        var group = Group()
        (group.room, group.name, group.team) = ("#\(draw())", title, true)
        group.madeAt = now.timestamp
        open(group)
        return group.room
    }

    /// A team becomes a group.
    mutating func release(_ room: String, to owner: String) -> Events {
        companies[room]?.group.team = false
        companies[room]?.group.owner = owner
        return changed(room, by: "") { _ in }
    }

    private mutating func open(_ group: Group) {
        companies[group.room] = Company(group: group, order: companyCount, members: [])
        companyCount += 1
    }

    mutating func join(
        _ users: [String], _ room: String, by user: String
    ) -> Outcome {
        var joined: [String] = []
        let newest = companies[room]?.newest ?? 0
        for newcomer in users
        where companies[room]?.members.contains(newcomer) == false && !joined.contains(newcomer) {
            companies[room]?.members.append(newcomer)
            companies[room]?.since[newcomer] = newest
            companies[room]?.reads[newcomer] = newest
            joined.append(newcomer)
            invitations[room] = invitations[room]?.filter { $0.key.to != newcomer }
        }
        let profiles = joined.map(profile)
        let events = joined.isEmpty ? [] : changed(room, by: user) { $0.joined = profiles }
        return Outcome(.group(companies[room]?.group ?? Group()), events)
    }

    mutating func drop(_ member: String, _ room: String, by user: String) -> Events {
        companies[room]?.members.removeAll { $0 == member }
        hideMessages(from: member)
        let ended = endInvitations(to: room, by: member)
        if companies[room]?.group.owner == member {
            let oldest = companies[room]?.members.first
            companies[room]?.group.owner = oldest ?? ""
        }
        return changed(room, by: user, beside: [member]) { $0.left = [member] } + ended
    }

    private mutating func changed(
        _ room: String, by user: String, beside others: [String] = [],
        _ fill: (inout GroupChanged) -> Void
    ) -> Events {
        let count = companies[room]?.members.count ?? 0
        companies[room]?.group.members = UInt32(count)
        var changed = GroupChanged()
        changed.group = companies[room]?.group ?? Group()
        changed.by = user
        fill(&changed)
        return ((companies[room]?.members ?? []) + others).map { ($0, .groupChanged(changed)) }
    }
}

// Reads about groups.
extension Rules {
    func complaint(about page: RoomPage, of user: String, _ command: RoomHistory) -> String? {
        let before = command.before == 0 ? UInt32.max : command.before
        let all = messages(of: user, in: command.with).filter { $0.seq < before }
        let limit = command.hasLimit ? Int(command.limit) : 50
        let told = companies[command.with]?.told ?? [:]
        let members = companies[command.with]?.members ?? []
        let others =
            command.before == 0
            ? members.filter { $0 != user && !blocks.contains(Way(from: user, to: $0)) }.sorted()
            : []
        return differ(page.messages, Array(all.suffix(limit)))
            ?? differ(page.quoted, quoted(by: all.suffix(limit), of: user, in: command.with))
            ?? differ(page.mark, marked(user, in: command.with))
            ?? differ(page.receipts.map(\.user), others)
            ?? differ(
                page.receipts.filter(\.hasRead).map(\.read),
                others.filter { privacy(of: $0).receipts && !isBarred(user, $0) }.map {
                    told[$0] ?? 0
                })
    }

    /// A list shows neither reactions nor pins nor options.
    private func newest(of user: String, in room: String) -> RoomMessage? {
        var newest = messages(of: user, in: room).last
        newest?.reactions = []
        newest?.clearPinned()
        if newest?.hasPoll == true { newest?.poll.options = [] }
        return newest
    }

    func complaint(aboutGroups list: [RoomSummary], of user: String) -> String? {
        let problem = differ(list.map(\.with).sorted(), groups(of: user))
        return list.reduce(problem) { problem, summary in
            problem ?? differ(summary.mark, marked(user, in: summary.with))
                ?? differ(summary.group, companies[summary.with]?.group)
                ?? differ(
                    summary.hasNewest ? summary.newest : nil,
                    newest(of: user, in: summary.with))
        }
    }
}
