import CSQLite

/// What is asked of a dictionary file.
struct DictionaryStatements {
    let about: FileStatement
    let categories: FileStatement
    let sizes: FileStatement
    let word: FileStatement
    let wordByID: FileStatement
    let senses: FileStatement
    let sense: FileStatement
    let forms: FileStatement
    let page: FileStatement
    let place: FileStatement
    let check: FileStatement

    init(_ path: String) throws(FileDatabaseError) {
        // The file is never written, so it needs no lock, and no file beside it.
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        let database = try FileDatabase(Self.address(of: path), flags: flags)
        // All of it is mapped; the pages that SQLite would keep are not needed then.
        try database.execute("PRAGMA mmap_size = \(1 << 30); PRAGMA cache_size = -64")
        func prepare(_ text: String) throws(FileDatabaseError) -> FileStatement {
            try database.prepare(text)
        }
        let meaning = "s.number, y.part, y.category, y.definition, y.examples, y.words"
        let head = "id, word, frequency, level, ipa, sounds"
        about = try prepare("SELECT name, value FROM about")
        categories = try prepare("SELECT number, name FROM category")
        sizes = try prepare("SELECT use, level, theme, size FROM pool_size")
        word = try prepare("SELECT \(head) FROM word WHERE key = ?")
        wordByID = try prepare("SELECT \(head) FROM word WHERE id = ?")
        senses = try prepare(
            """
            SELECT \(meaning) FROM sense s JOIN synset y ON y.id = s.synset
            WHERE s.word = ? ORDER BY s.number
            """)
        sense = try prepare(
            """
            SELECT \(meaning) FROM sense s JOIN synset y ON y.id = s.synset
            WHERE s.word = ?1 AND s.number = ?2
                AND EXISTS (SELECT 1 FROM pool WHERE word = ?1 AND number = ?2)
            """)
        forms = try prepare("SELECT lemma FROM form WHERE key = ? ORDER BY lemma")
        page = try prepare(
            """
            SELECT w.word, w.frequency, w.level, y.definition FROM word w
            JOIN sense s ON s.word = w.id AND s.number = 1 JOIN synset y ON y.id = s.synset
            WHERE w.key >= ? AND w.key < ? AND w.key > ? ORDER BY w.key LIMIT ?
            """)
        place = try prepare(
            """
            SELECT word, number FROM pool
            WHERE use = ? AND level = ? AND theme = ? AND place = ?
            """)
        check = try prepare("PRAGMA quick_check(1)")
    }

    /// A path as a URI for a file that never changes.
    private static func address(of path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        let escaped = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return "file:\(escaped.joined())?immutable=1"
    }
}
