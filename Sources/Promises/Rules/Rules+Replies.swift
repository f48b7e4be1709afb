import SwiftProtobuf
import Wire

// Messages that others reply to.
extension Rules {
    /// Most messages that are quoted beside a page.
    private static let quotedMax = 50

    /// The messages that a user may read in a room by the clock that was looked at last, deleted
    /// ones included.
    private func readable(of user: String, in name: String) -> [RoomMessage] {
        guard !name.hasPrefix("#") else { return messages(of: user, in: name) }
        return mayTalk(user, name) ? (rooms[Pair(user, name)] ?? []).filter(isThere) : []
    }

    /// The members of a group whom a text of the simulation names, who may read the message.
    func mentions(
        in text: String, by user: String, of company: Company, at seq: UInt32
    ) -> [String] {
        let names = text.split(separator: " ").filter { $0.hasPrefix("@") }.map { $0.dropFirst() }
        return names.map(String.init).filter { name in
            name != user && company.members.contains(name) && seq > company.since[name] ?? 0
        }
    }

    /// Whether a user may reply to a message; 0: to none.
    func mayReply(to seq: UInt32, by user: String, in name: String) -> Bool {
        seq == 0 || readable(of: user, in: name).contains { $0.seq == seq && !$0.deleted }
    }

    /// What a reader may see of messages that are named by their seqs.
    func quotes(_ seqs: Set<UInt32>, of user: String, in name: String) -> [RoomMessage] {
        readable(of: user, in: name).filter { seqs.contains($0.seq) }.map { message in
            var quote = message
            quote.reactions = []
            quote.clearPinned()
            if quote.hasPoll { quote.poll.options = [] }
            quote.attachments = Array(quote.attachments.prefix(1))
            return quote
        }
    }

    /// What is quoted beside a page.
    func quoted(by page: [RoomMessage], of user: String, in name: String) -> [RoomMessage] {
        var seqs: [UInt32] = []
        for seq in page.reversed().map(\.replyTo)
        where seq != 0 && !seqs.contains(seq) && !page.contains(where: { $0.seq == seq }) {
            seqs.append(seq)
        }
        return quotes(Set(seqs.prefix(Self.quotedMax)), of: user, in: name)
    }
}
