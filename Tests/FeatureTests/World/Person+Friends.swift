import SwiftProtobuf
import Wire

extension Person {
    /// Sends a friend request.
    ///
    /// - Returns: whether that made them friends at once.
    @discardableResult
    func request(_ other: String, _ message: String = "") throws -> Bool {
        let command = FriendRequest.with {
            $0.to = other
            $0.message = message
        }
        return try ask(.friendRequest(command)) { answer in
            guard case .friendRequestSent(let sent) = answer else { return nil }
            return sent.friends
        }
    }

    func accept(_ other: String) throws {
        try call(.friendAccept(.with { $0.from = other }))
    }

    func decline(_ other: String) throws {
        try call(.friendDecline(.with { $0.from = other }))
    }

    func withdraw(_ other: String) throws {
        try call(.friendWithdraw(.with { $0.to = other }))
    }

    func remove(_ other: String) throws {
        try call(.friendRemove(.with { $0.friend = other }))
    }

    func block(_ other: String) throws {
        try call(.userBlock(.with { $0.user = other }))
    }

    func report(
        _ other: String, _ reason: ReportReason = .harassment, _ text: String = "",
        message: UInt32? = nil, in room: String = "", post: String? = nil
    ) throws {
        var command = UserReport()
        (command.user, command.reason, command.text) = (other, reason, text)
        command.room = room
        if let message { command.message = message }
        if let post { command.post = post }
        try call(.userReport(command))
    }

    func unblock(_ other: String) throws {
        try call(.userUnblock(.with { $0.user = other }))
    }

    /// The usernames of the users whom this person has blocked.
    func blocked() throws -> [String] {
        try ask(.blockList(BlockList())) { answer in
            guard case .blocks(let blocks) = answer else { return nil }
            return blocks.users.map(\.username)
        }
    }

    /// Looks up a user, and their relation to this person.
    func lookUp(_ other: String) throws -> UserFound {
        try ask(.userLookup(.with { $0.username = other })) { answer in
            guard case .user(let found) = answer else { return nil }
            return found
        }
    }

    /// The mailbox of pending requests.
    func mailbox() throws -> Mailbox {
        try ask(.mailboxList(MailboxList())) { answer in
            guard case .mailbox(let mailbox) = answer else { return nil }
            return mailbox
        }
    }

    /// The friends list.
    func friends() throws -> [Friend] {
        try ask(.friendList(FriendList())) { answer in
            guard case .friends(let friends) = answer else { return nil }
            return friends.friends
        }
    }

    /// The usernames of the friends list.
    func friendNames() throws -> [String] { try friends().map(\.user.username) }
}
