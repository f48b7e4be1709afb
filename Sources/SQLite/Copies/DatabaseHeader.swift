import Glibc

/// The header of an SQLite database: its first hundred bytes.
///
/// - Source: https://sqlite.org/fileformat2.html, section 1.3
struct DatabaseHeader: Equatable {
    static let byteCount = 100
    /// The application id of a copy of ours: "upfr".
    static let copyID: UInt32 = 0x7570_6672
    private static let applicationOffset = 68
    private static let journalOffset = 18

    /// Where the pages end, according to the header; nil when the header does not know, since a
    /// program from before 2010 wrote last.
    let pagesEnd: Int?
    /// The application id, according to the header.
    let applicationID: UInt32

    /// - Returns: nil when these are not the bytes of a database.
    init?(_ bytes: [UInt8]) {
        func number(at offset: Int, count: Int = 4) -> UInt32 {
            bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= Self.byteCount, bytes.starts(with: Array("SQLite format 3\0".utf8))
        else { return nil }
        let size = number(at: 16, count: 2)
        let pageBytes = size == 1 ? 65_536 : Int(size)
        pagesEnd = number(at: 24) == number(at: 92) ? Int(number(at: 28)) * pageBytes : nil
        applicationID = number(at: Self.applicationOffset)
    }

    /// Makes a database one that needs no other file beside it (no WAL), and sets its application
    /// id. Nothing else may have it open.
    ///
    /// - Returns: whether it could be written (`errno` says why not).
    static func stamp(_ file: Int32, as applicationID: UInt32) -> Bool {
        let rollbackJournal: [UInt8] = [1, 1]
        let id = withUnsafeBytes(of: applicationID.bigEndian) { Array($0) }
        return pwrite(file, rollbackJournal, 2, journalOffset) == 2
            && pwrite(file, id, 4, applicationOffset) == 4
    }
}
