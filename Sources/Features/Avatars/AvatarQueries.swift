import Files
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
            """),
        // The bytes are in the store of files; "bytes" is empty once they have been moved there.
        Migration("avatars.2", "ALTER TABLE picture ADD COLUMN file TEXT NOT NULL DEFAULT '';"),
    ]
}

/// A picture, as its row has it.
struct StoredPicture: Equatable, Sendable {
    /// 32 hexadecimal digits and its form: "0f….jpg". It never changes.
    let name: String
    /// The name of the file.
    let file: String

    init(name: String, file: String) { (self.name, self.file) = (name, file) }

    /// As HTTP says it.
    var contentType: String { Self.contentType(of: name) }

    private static func contentType(of name: String) -> String {
        name.hasSuffix(".png") ? "image/png" : "image/jpeg"
    }

    /// Whether a picture can be called so: others are not looked for.
    static func isName(_ name: some StringProtocol) -> Bool {
        (name.hasSuffix(".jpg") || name.hasSuffix(".png")) && FileName(name.dropLast(4)) != nil
    }
}

extension Query where Row == StoredPicture {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> StoredPicture {
        StoredPicture(name: try columns.text(), file: try columns.text())
    }

    static func picture(named name: String) -> Self {
        Query("SELECT name, file FROM picture WHERE name = \(name)", decode: decode)
    }

    static func picture(of user: User.ID) -> Self {
        Query(
            """
            SELECT p.name, p.file FROM account a JOIN picture p ON p.name = a.avatar
            WHERE a.id = \(user)
            """, decode: decode)
    }
}

extension Query where Row == BytesInRow {
    /// Pictures whose bytes are in their row.
    static let pictures = Query(
        """
        SELECT p.name, p.bytes, coalesce((SELECT min(id) FROM account WHERE avatar = p.name), 0)
        FROM picture p WHERE p.file = '' LIMIT \(BytesInRow.limit)
        """
    ) { columns throws(StoreError) in
        let name = try columns.text()
        return BytesInRow(bytes: try columns.blob(), owner: try columns.id()) { file in
            """
            UPDATE picture SET file = \(file), bytes = \([UInt8]()) WHERE name = \(name)
            """
        }
    }
}
