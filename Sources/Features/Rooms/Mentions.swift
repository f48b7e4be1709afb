import Accounts
import Kernel
import Wire

/// Members of a group whom the text of a message names: `@ben`.
///
/// The server finds them, from what the members of the group know anyway: a name that is none of a
/// member stays text, whether there is such a user or not. No block changes what is found, or the
/// author could tell who has blocked them. Source: docs/decisions/0069.
enum Mentions {
    /// Most members whom a message mentions.
    static let countMax = 20
    /// Most names of a text that are looked up.
    private static let namesMax = 64

    // is_new: it was in the message when that was sent, and may notify its user.
    static let migration = Migration(
        "rooms.mentions",
        """
        CREATE TABLE room_mention (
            user_id BIGINT NOT NULL,
            room_id BIGINT NOT NULL,
            seq BIGINT NOT NULL,
            is_new BIGINT NOT NULL,
            PRIMARY KEY (user_id, room_id, seq)
        ) {clustered};
        CREATE INDEX room_mention_message ON room_mention (room_id, seq);
        """)

    /// The members that a text names, in its order, without its author.
    ///
    /// - Parameter seq: the seq of a message that is there: only members who may read it.
    static func found(
        in text: String, of author: User.ID, in conversation: Conversation,
        at seq: UInt32 = .max, _ snapshot: Snapshot
    ) throws(Refusal) -> [String] {
        guard case .group(let group, _) = conversation.party else { return [] }
        let names = names(in: text)
        guard !names.isEmpty else { return [] }
        let members = Set(
            try snapshot.all(.members(names, of: group.room, but: author, at: seq)))
        return Array(names.filter(members.contains).prefix(countMax))
    }

    /// A message was sent, or edited.
    ///
    /// - Parameter isNew: whether those who were not mentioned before are notified.
    static func keep(
        _ message: RoomMessage, in room: Room.ID, isNew: Bool, _ transaction: Transaction
    ) throws(Refusal) {
        guard !message.mentions.isEmpty else { return }
        try transaction.run(
            """
            INSERT INTO room_mention (user_id, room_id, seq, is_new)
            SELECT p.id, \(room), \(message.seq), \(isNew) FROM person p
            WHERE p.username IN (\(list(message.mentions)))
            ON CONFLICT (user_id, room_id, seq) DO NOTHING
            """)
    }

    /// A message says something else now, or nothing.
    static func replace(
        of said: SaidMessage, by changed: RoomMessage, in transaction: Transaction
    ) throws(Refusal) {
        guard changed.mentions != said.message.mentions else { return }
        let left = said.message.mentions.filter { !changed.mentions.contains($0) }
        if !left.isEmpty {
            try transaction.run(
                """
                DELETE FROM room_mention WHERE room_id = \(said.room) AND seq = \(said.message.seq)
                    AND user_id IN (SELECT a.id FROM account a WHERE a.username IN (\(list(left))))
                """)
        }
        try keep(changed, in: said.room, isNew: false, transaction)
    }

    /// A message is taken out of its room.
    static func remove(of said: SaidMessage, in transaction: Transaction) throws(Refusal) {
        guard !said.message.mentions.isEmpty else { return }
        try transaction.run(
            """
            DELETE FROM room_mention
            WHERE room_id = \(said.room) AND seq = \(said.message.seq)
            """)
    }

    /// Whether a message mentioned a user when it was sent, and still does.
    static func isNew(
        for user: User.ID, _ seq: UInt32, in room: Room.ID, _ snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        let query = Query<Bool>(
            """
            SELECT is_new FROM room_mention
            WHERE user_id = \(user) AND room_id = \(room) AND seq = \(seq)
            """
        ) { columns throws(StoreError) in try columns.flag() }
        return try snapshot.first(query) == true
    }

    /// The names behind each "@" that begins a word, each once: at most `namesMax`.
    static func names(in text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
        var (names, before): ([String], Unicode.Scalar?) = ([], nil)
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst(), names.count < namesMax {
            defer { before = scalar }
            guard scalar == "@", before.map(isPartOfWord) != true else { continue }
            let word = rest.prefix(while: isPartOfWord)
            guard word.allSatisfy(\.isASCII), let name = Username(String(word).lowercased()),
                !names.contains(name.description)
            else { continue }
            names.append(name.description)
        }
        return names
    }

    /// Whether "@" belongs to the word that such a letter ends, as in a mail address.
    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "@" || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil
    }

    /// Names with commas between, for `IN`. The last is repeated up to a power of two, so that
    /// there are few different statements.
    fileprivate static func list(_ names: [String]) -> SQL {
        guard let first = names.first, let last = names.last else { return "NULL" }
        var (list, count): (SQL, Int) = ("\(first)", 1)
        for name in names.dropFirst() {
            list = "\(list), \(name)"
            count += 1
        }
        while count & (count - 1) != 0 {
            list = "\(list), \(last)"
            count += 1
        }
        return list
    }
}

extension Query where Row == String {
    /// Those of these users who are members of a group and may read a message, except its author.
    fileprivate static func members(
        _ names: [String], of room: Room.ID, but author: User.ID, at seq: UInt32
    ) -> Self {
        Query(
            """
            SELECT p.username FROM person p JOIN room_member k
                ON k.room_id = \(room) AND k.user_id = p.id AND k.is_in = 1 AND k.since < \(seq)
            WHERE p.username IN (\(Mentions.list(names))) AND p.id <> \(author)
            """
        ) { columns throws(StoreError) in try columns.text() }
    }
}
