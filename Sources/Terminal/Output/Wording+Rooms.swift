import SwiftProtobuf
import Wire

extension Wording {
    /// A message of a conversation that is on the screen: `14:02  ben: lunch?`.
    ///
    /// - Parameters:
    ///   - quote: what it replies to; nil: only the number is known.
    ///   - isNumbered: with the number that `edit`, `react` and `pin` want: `#7 ben: …`.
    func message(
        _ message: RoomMessage, quoting quote: Quote? = nil, isNumbered: Bool = false
    ) -> [String] {
        let name = safe(message.from)
        let number = isNumbered ? palette.dim("#\(message.seq)") + " " : ""
        let isMine = message.from == me
        return spoken(
            number + (isMine ? palette.cyan(name) : palette.bold(name)), message, quote)
    }

    /// A message that comes from anywhere: `14:02  ben: lunch?`, `14:02  you → ben: sure`.
    func arrival(_ message: RoomMessage) -> [String] {
        message.from == me
            ? spoken("you → \(other(in: message.room))", message)
            : spoken(palette.bold(safe(message.from)) + place(message), message)
    }

    /// Where it was said, if that is a group.
    private func place(_ message: RoomMessage) -> String {
        message.room.hasPrefix("#") ? palette.dim(" in \(safe(message.room))") : ""
    }

    private func spoken(
        _ name: String, _ message: RoomMessage, _ quote: Quote? = nil
    ) -> [String] {
        var lines = message.deleted ? [palette.dim("(deleted)")] : text(of: message)
        if let quote, message.replyTo != 0 {
            lines.insert("\(name) \(palette.dim("↩ " + line(quote)))", at: 0)
        } else if let first = lines.first {
            lines[0] = "\(name): \(first)"
        }
        let remarks = remarks(message, isQuoting: quote != nil)
        if !remarks.isEmpty { lines[lines.count - 1] += palette.dim(" " + remarks) }
        return stamped(message.hasAt ? message.at : nil, lines)
    }

    /// The lines of its text, one for each option of a poll, and one for each attachment:
    /// `📎 plan.pdf, 48 KB`.
    private func text(of message: RoomMessage) -> [String] {
        var lines = message.text.isEmpty ? [] : SafeText.lines(message.text)
        if message.hasPoll { lines = ["📊 \(lines.first ?? "")"] + lines.dropFirst() }
        return lines + options(of: message)
            + message.attachments.map(line)
    }

    /// `1 Alien: 2 (ben, cleo)`, and how one votes.
    private func options(of message: RoomMessage) -> [String] {
        let options = message.poll.options.enumerated().map { place, option in
            let names = option.from.map(safe).joined(separator: ", ")
            return "\(place + 1) \(safe(option.text)): \(option.from.count)"
                + (names.isEmpty ? "" : " (\(names))")
        }
        guard !options.isEmpty else { return [] }
        let name = other(in: message.room)
        let place = "\(name.hasPrefix("#") ? "'\(name)'" : name) \(message.seq)"
        let end =
            message.poll.hasClosedAt
            ? "closed"
            : message.poll.multiple
                ? "vote \(place) N …: several, seen by all" : "vote \(place) N: seen by all"
        return options + [palette.dim(end)]
    }

    private func line(_ attachment: Attachment) -> String {
        let size = FileSize.text(attachment.size)
        return switch attachment.kind {
        case .picture: "📷 photo, \(size)"
        case .voice:
            "🎤 voice message, \(attachment.duration / 60_000):"
                + String(100 + attachment.duration / 1_000 % 60).dropFirst() + ", \(size)"
        case .location: "📍 place, until \(times.text(attachment.expiresAt))"
        case .link: "🔗 \(safe(attachment.name)) (\(safe(attachment.host)))"
        case .file, .unspecified, .UNRECOGNIZED: "📎 \(safe(attachment.name)), \(size)"
        }
    }

    /// `ana: lunch?`: the beginning of what a message replies to, on one line.
    private func line(_ quote: Quote) -> String {
        guard case .original(let message) = quote else { return "message not available" }
        let text = summary(message)
        let cut = text.count > Quote.lengthMax ? text.prefix(Quote.lengthMax - 1) + "…" : text[...]
        return "\(safe(message.from)): \(cut)"
    }

    /// `(reply to #12) (edited) 📌 ana 👍 ben`: what belongs to a message beside its text.
    private func remarks(_ message: RoomMessage, isQuoting: Bool) -> String {
        let reply = message.replyTo != 0 && !isQuoting ? ["(reply to #\(message.replyTo))"] : []
        let edited = message.hasEditedAt && !message.deleted ? ["(edited)"] : []
        let reactions = message.reactions.map { reaction in
            ([reaction.emoji] + reaction.from).map(safe).joined(separator: " ")
        }
        let pin =
            message.hasPinned
            ? ["📌"] + (message.pinned.by.isEmpty ? [] : [safe(message.pinned.by)]) : []
        let end = message.hasExpiresAt ? ["⏱ until \(times.text(message.expiresAt))"] : []
        return (reply + edited + pin + reactions + end).joined(separator: " ")
    }

    /// `ben has set that new messages disappear after 1 day (#17)`.
    func expiry(_ expiry: RoomExpiry) -> String {
        let life =
            expiry.minutes == 0
            ? "new messages stay"
            : "new messages disappear after \(MessageLife(minutes: expiry.minutes).text)"
        let place = expiry.room.isEmpty ? "" : " (\(other(in: expiry.room)))"
        guard !expiry.by.isEmpty else { return life + place }
        let author = expiry.by == me ? "you have" : "\(safe(expiry.by)) has"
        return "\(author) set that \(life)\(place)"
    }

    /// A message was changed: `14:02  #42 ben: dinner? (edited)`.
    func changed(_ message: RoomMessage) -> [String] {
        let name =
            message.from == me
            ? "you → \(other(in: message.room))" : safe(message.from) + place(message)
        return spoken("\(palette.dim("#\(message.seq)")) \(name)", message)
    }

    /// What was found, each with its conversation and number.
    func found(_ found: RoomFound) -> [String] {
        let older = found.next.isEmpty ? [] : [palette.dim("… older: --before \(safe(found.next))")]
        guard !found.messages.isEmpty else {
            return older.isEmpty ? [palette.dim("nothing found")] : older
        }
        return found.messages.flatMap { changed($0) } + older
    }

    /// The pinned messages, the newest pin first.
    func pinned(_ list: RoomPinList) -> [String] {
        list.messages.isEmpty
            ? [palette.dim("nothing is pinned")] : list.messages.flatMap { changed($0) }
    }

    /// How far the other has read; nothing while that is not known.
    ///
    /// - Parameters:
    ///   - own: the numbers of the messages that the other is to read; nil: some may be on another
    ///     page, and numbers are shown.
    ///   - earlier: the newest number that may be one of them and is not shown; 0 without one.
    private func receipt(
        _ receipt: RoomReceipt, own: [UInt32]?, earlier: UInt32 = 0
    ) -> [String] {
        let isRead = receipt.hasRead && receipt.read > 0
        let reached = isRead ? receipt.read : receipt.delivered
        guard reached > 0, own != [] else { return [] }
        let left = own.map { own in own.count { $0 > reached } }
        let extent =
            switch left {
            case nil: "up to #\(reached)"
            case 0: "all of it"
            // One that the other has not read may be above what is shown.
            case let left? where reached < earlier: "all but the last \(left) or more"
            case let left?: "all but the last \(left)"
            }
        let verb = isRead ? "read" : "received"
        return [palette.dim("\(safe(receipt.user)) has \(verb) \(extent)")]
    }

    /// A page of a conversation, oldest first.
    ///
    /// - Parameter isNumbered: not where one talks, and a command means the newest.
    func page(_ page: RoomPage, isNumbered: Bool = true) -> [String] {
        let life = page.expiry.minutes > 0 ? stamped(page.expiry.at, [expiry(page.expiry)]) : []
        guard let first = page.messages.first else {
            return [palette.dim("nothing said yet")] + life
        }
        let own = page.messages.filter { $0.from == me }.map(\.seq)
        let way = isNumbered ? "--before" : "/history --before"
        let older = page.more ? [palette.dim("… older: \(way) \(first.seq)")] : []
        let said = page.messages.flatMap { message in
            self.message(message, quoting: Quote(by: message, on: page), isNumbered: isNumbered)
        }
        return older + said + life
            + receipt(
                page.receipt, own: isNumbered && (page.more || !own.isEmpty) ? nil : own,
                earlier: page.more ? first.seq - 1 : 0)
    }

    /// How far one has read.
    func marked(_ mark: RoomMarked) -> String {
        let rest = mark.unread == 0 ? "nothing" : "\(mark.unread)"
        let muted = mark.muted ? ", muted" : ""
        return "read \(other(in: mark.room)) up to \(mark.seq), \(rest) unread\(muted)"
    }

    /// The conversations with the number of messages not yet read, and `@` if one of them mentions
    /// the user; a muted one has a word for it.
    func rooms(_ rooms: Rooms) -> [String] {
        let invitations = rooms.invitations.map(invited)
        guard !rooms.rooms.isEmpty else {
            return invitations.isEmpty ? [palette.dim("no conversations yet")] : invitations
        }
        return invitations
            + table(
                rooms.rooms.map { room in
                    let badge = room.mark.badge
                    return [
                        Table.Cell(
                            (badge > 0 ? "(\(badge))" : "") + (room.mark.mentioned ? "@" : ""),
                            palette.yellow),
                        Table.Cell(
                            name(of: room) + (room.mark.muted ? ", muted" : ""),
                            badge > 0 ? palette.bold : palette.bare),
                        Table.Cell(room.hasNewest ? times.text(room.newest.at) : "", palette.dim),
                        Table.Cell(room.hasNewest ? newest(room.newest) : ""),
                    ]
                })
    }

    /// `ben`, `#17 Lunch`.
    private func name(of room: RoomSummary) -> String {
        safe(room.with) + (room.hasGroup ? " \(safe(room.group.name))" : "")
    }

    private func newest(_ message: RoomMessage) -> String {
        (message.from == me ? "you: " : "") + summary(message)
    }

    /// A message on one line.
    private func summary(_ message: RoomMessage) -> String {
        (message.hasPoll ? "📊 poll: " : "")
            + (message.deleted ? "(deleted)" : safe(message.text))
            + (message.text.isEmpty ? message.attachments.first.map(line) ?? "" : "")
    }
}

extension Wording {
    /// Answers about groups; nil for anything else.
    func groupAnswer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        switch body {
        case .group(let group): [line(group)]
        case .groupPage(let page): self.page(page)
        case .groupUpState(let state): [self.state(state)]
        case .groupList(let list): list.groups.map(line)
        default: nil
        }
    }

    /// What happened in groups; nil for anything else.
    func groupNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .groupChanged(let change): changed(change)
        case .groupInvited(let invitation): invited(invitation)
        case .groupInvitationClosed(let closed):
            "you are no longer invited to \(safe(closed.room))"
        case .groupMatch(let match):
            "\(palette.yellow("★")) \(person(match.with)) is up for "
                + "\(palette.bold(safe(match.activity))), too, in \(safe(match.room))"
                + (match.hasDetails ? details(match.details) : "")
        default: nil
        }
    }

    /// `ben invites you to #17 Lunch (`group accept '#17'`)`.
    func invited(_ invitation: GroupInvitation) -> String {
        let group = "\(safe(invitation.room)) \(palette.bold(safe(invitation.name)))"
        return "\(person(invitation.by)) invites you to \(group) "
            + "(`group accept '\(safe(invitation.room))'`)"
    }

    /// `#17 Lunch, 3 members, of ana`.
    private func line(_ group: Group) -> String {
        let members = group.members == 1 ? "1 member" : "\(group.members) members"
        let owner = group.owner.isEmpty ? "" : ", of \(safe(group.owner))"
        return "\(safe(group.room)) \(palette.bold(safe(group.name))), \(members)"
            + (group.team ? ", a team" : owner)
    }

    private func page(_ page: GroupPage) -> [String] {
        let code = page.code.isEmpty ? [] : ["joined by  \(safe(page.code))"]
        let members = page.members.map { member in
            "  \(person(member.user))" + (member.owner ? palette.dim(" (owner)") : "")
        }
        let invited =
            page.invited.isEmpty
            ? [] : ["invited by you  \(page.invited.map(safe).joined(separator: ", "))"]
        return [line(page.group)] + members + invited + code
    }

    private func state(_ state: GroupUpState) -> String {
        let activity = palette.bold(safe(state.activity))
        guard state.on else { return "you are not up for \(activity) in \(safe(state.room))" }
        let others = state.with.map { safe($0.username) }.joined(separator: ", ")
        return "you are up for \(activity) in \(safe(state.room)) until \(times.text(state.until))"
            + (others.isEmpty ? "" : ", with \(others)")
    }

    private func changed(_ change: GroupChanged) -> String {
        let group = "\(safe(change.group.room)) \(palette.bold(safe(change.group.name)))"
        let (joined, left) = (change.joined.map { safe($0.username) }, change.left.map(safe))
        if !joined.isEmpty { return "\(joined.joined(separator: ", ")) joined \(group)" }
        if !left.isEmpty { return "\(left.joined(separator: ", ")) left \(group)" }
        return "\(line(change.group)): changed by \(safe(change.by))"
    }
}

/// What a message replies to, as its reader may read it.
enum Quote: Equatable, Sendable {
    /// Characters of its text that are shown.
    fileprivate static let lengthMax = 60
    /// Most of them beside a page.
    private static let countMax = 50

    case original(RoomMessage)
    /// It was deleted, or its reader may not read it.
    case gone

    /// - Parameter found: the original; nil: the reader may not read it.
    init(_ found: RoomMessage?) {
        self = if let found, !found.deleted { .original(found) } else { .gone }
    }

    /// What a message of a page replies to; nil: to nothing, or the page does not say.
    fileprivate init?(by message: RoomMessage, on page: RoomPage) {
        guard message.replyTo != 0 else { return nil }
        let found = (page.messages + page.quoted).first { $0.seq == message.replyTo }
        guard found != nil || page.quoted.count < Self.countMax else { return nil }
        self.init(found)
    }
}

/// The size of a file for people: "312 bytes", "48 KB", "2.1 MB".
private enum FileSize {
    static func text(_ bytes: UInt32) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) bytes"
        case ..<999_500: "\((bytes + 500) / 1_000) KB"
        default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
        }
    }
}
