public import Kernel
import Wire

/// A name that users type: `^[a-z][a-z0-9_]{2,19}$`. It never contains the separator of room keys.
public struct Username: Hashable, Sendable, CustomStringConvertible {
    /// The name itself.
    public let description: String

    /// Takes `text` as it is, or nothing: case and spaces are not mended.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard AccountRegister.usernameLength.contains(bytes.count), let first = bytes.first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            bytes.allSatisfy(Self.isAllowed)
        else { return nil }
        description = text
    }

    /// Takes `text`, or refuses the command for `field`.
    public init(_ text: String, field: String) throws(Refusal) {
        guard let username = Username(text) else {
            throw Refusal(
                .invalidField, field: field,
                "expected a lower-case letter and 2 to 19 lower-case letters, digits or _")
        }
        self = username
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Names of deleted accounts: they are not given again.
///
/// Of the name only a mark is stored, which cannot be made without this server's keys. A new owner
/// of the name would be taken for the former one, by friends who send their requests again.
///
/// - Source: docs/decisions/0010.
public enum FormerUsername {
    static let migration = Migration(
        "accounts.4",
        "CREATE TABLE former_username (mark {blob} NOT NULL PRIMARY KEY) {clustered};")
    private static let purpose: StaticString = "former username"

    /// This name is not given again.
    public static func retire(
        _ username: String, in transaction: Transaction
    ) throws(Refusal) {
        let mark = try ServerKeys.read(in: transaction).mark(Array(username.utf8), for: purpose)
        try transaction.run(
            "INSERT INTO former_username (mark) VALUES (\(mark)) ON CONFLICT DO NOTHING")
    }

    static func exists(_ username: String, in snapshot: Snapshot) throws(Refusal) -> Bool {
        let marks = SQL(
            listing: try ServerKeys.read(in: snapshot).marks(Array(username.utf8), for: purpose))
        let query = Query<[UInt8]>("SELECT mark FROM former_username WHERE mark IN (\(marks))") {
            columns throws(StoreError) in try columns.blob()
        }
        return try snapshot.first(query) != nil
    }
}

/// A secret word for users to type: letters and digits that are not taken for others.
enum CodeWord {
    static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)

    /// A new one, by chance: 4.95 bits for each character.
    static func make(_ count: Int, in transaction: Transaction) -> String {
        var characters: [UInt8] = []
        // Each letter is as likely as any other.
        let limit = UInt8(256 / letters.count * letters.count)
        while characters.count < count {
            characters += transaction.randomBytes(16).filter { $0 < limit }
                .map { letters[Int($0) % letters.count] }
        }
        return String(decoding: characters.prefix(count), as: UTF8.self)
    }

    /// What a user has typed, in any case of letters, with blanks or hyphens or without; nil
    /// when it cannot be such a word.
    static func typed(_ text: String, count: Int) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let characters = text.lowercased().utf8.filter { !" -\t".utf8.contains($0) }
        guard characters.count == count, characters.allSatisfy(letters.contains) else {
            return nil
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// In groups, as people read it: `abcd-efgh`.
    static func shown(_ word: String, by size: Int) -> String {
        var (rest, groups) = (word[...], [Substring]())
        while !rest.isEmpty {
            groups.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return groups.joined(separator: "-")
    }
}
