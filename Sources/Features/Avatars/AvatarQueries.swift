import CSodium
import Kernel
import Pictures

enum AvatarSchema {
    static let migrations = [
        // By what they are called, which is what they are: the same picture is stored once.
        Migration(
            "avatars.1",
            """
            CREATE TABLE picture (
                name TEXT NOT NULL PRIMARY KEY,
                bytes {blob} NOT NULL
            );
            """)
    ]
}

/// A picture, as it is stored and served.
public struct StoredPicture: Equatable, Sendable {
    /// 32 hexadecimal digits of what it is, and its form: "0f….jpg". It never changes.
    public let name: String
    /// The file.
    public let bytes: [UInt8]

    init(name: String, bytes: [UInt8]) {
        (self.name, self.bytes) = (name, bytes)
    }

    /// The first half of SHA-256: to make two pictures with one name takes 2^64 attempts, and
    /// affects only the pictures of that uploader.
    init(_ picture: Picture) {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&hash, picture.bytes, UInt64(picture.bytes.count))
        let name = hash.prefix(16).hexadecimal + "." + picture.form.rawValue
        self.init(name: name, bytes: picture.bytes)
    }

    /// As HTTP says it.
    public var contentType: String { Self.contentType(of: name) }

    private static func contentType(of name: String) -> String {
        name.hasSuffix(".png") ? "image/png" : "image/jpeg"
    }

    /// Whether a picture can be called so: others are not looked for.
    public static func isName(_ name: some StringProtocol) -> Bool {
        let bytes = name.utf8
        return bytes.count == 36 && (name.hasSuffix(".jpg") || name.hasSuffix(".png"))
            && bytes.prefix(32).allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}

extension Query where Row == StoredPicture {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> StoredPicture {
        StoredPicture(name: try columns.text(), bytes: try columns.blob())
    }

    static func picture(named name: String) -> Self {
        Query("SELECT name, bytes FROM picture WHERE name = \(name)", decode: decode)
    }

    static func outline(named name: String) -> Self {
        Query("SELECT name, \([UInt8]()) FROM picture WHERE name = \(name)", decode: decode)
    }

    static func picture(of user: User.ID) -> Self {
        Query(
            """
            SELECT p.name, p.bytes FROM account a JOIN picture p ON p.name = a.avatar
            WHERE a.id = \(user)
            """, decode: decode)
    }
}
