import Wire

extension Dialogue {
    /// Looks around: learns the words for completion, and says what waits for the person.
    func begin(on server: String) async throws(Failure) {
        vocabulary.commands = Self.commandNames
        if case .friends(let list) = try await session.call(.friendList(FriendList())) {
            vocabulary.friends = Set(list.friends.map(\.user.username))
            formatter.know(list)
        }
        let me = SafeText(session.me).line
        var lines = ["\(me) on \(server); `help` lists the commands, ^D ends"]
        lines += try await waiting()
        lines += try await active()
        screen.know(vocabulary)
        lines.forEach { output.remark($0) }
    }

    /// Unread messages, and requests without an answer.
    private func waiting() async throws(Failure) -> [String] {
        var lines: [String] = []
        if case .rooms(let list) = try await session.call(.roomList(RoomList())) {
            formatter.know(list)
            let unread = list.rooms.filter { $0.mark.badge > 0 }
                .map { "\(SafeText($0.with).line) (\($0.mark.badge))" }
            if !unread.isEmpty { lines.append("unread: " + unread.joined(separator: ", ")) }
        }
        if case .mailbox(let mailbox) = try await session.call(.mailboxList(MailboxList())) {
            vocabulary.askers = Set(mailbox.incoming.map(\.user.username))
            let askers = mailbox.incoming.sorted { $0.user.username < $1.user.username }
                .map(Self.asker)
            if !askers.isEmpty {
                lines.append("would be your friend: " + askers.joined(separator: ", "))
            }
        }
        return lines
    }

    /// `ben “it is me”`.
    private static func asker(_ request: PendingRequest) -> String {
        let message = SafeText(request.message).line
        return SafeText(request.user.username).line + (message.isEmpty ? "" : " “\(message)”")
    }

    private func active() async throws(Failure) -> [String] {
        guard case .activities(let list) = try await session.call(.activityList(ActivityList()))
        else { return [] }
        formatter.know(list)
        vocabulary.activities = list.activities.map(\.activity)
        let on = list.activities.filter(\.on).map { SafeText($0.activity).line }
        return on.isEmpty ? [] : ["you are up for " + on.joined(separator: ", ")]
    }
}
