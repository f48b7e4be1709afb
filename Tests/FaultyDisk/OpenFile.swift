import GRDBSQLite
import Glibc

/// A file that a connection has open. SQLite holds it in a structure of its own: a pointer to the
/// functions below, and behind it one to this.
final class OpenFile {
    static let structureBytes = Int32(2 * MemoryLayout<UnsafeRawPointer>.stride)
    /// What is asked for when a journal is made: its name is to be safe with its first sync.
    private static let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL

    private let disk: FaultyDisk
    private let number: Int
    private var holder: ObjectIdentifier { ObjectIdentifier(self) }

    private init(_ number: Int, on disk: FaultyDisk) {
        (self.disk, self.number) = (disk, number)
    }

    /// Fills the structure that SQLite has made.
    static func open(
        _ name: String?, _ flags: Int32, on disk: FaultyDisk,
        at structure: UnsafeMutablePointer<sqlite3_file>
    ) -> Int32 {
        structure.pointee.pMethods = nil
        let number = disk.use { medium in
            medium.open(
                name, creating: flags & SQLITE_OPEN_CREATE != 0,
                keepsNames: flags & journals != 0)
        }
        guard let number else { return SQLITE_CANTOPEN }
        structure.pointee.pMethods = UnsafePointer(FileMethods.shared.table)
        place(of: structure).initialize(to: Unmanaged.passRetained(OpenFile(number, on: disk)))
        return SQLITE_OK
    }

    /// The file that SQLite means.
    static func at(_ structure: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile? {
        structure.map { place(of: $0).pointee.takeUnretainedValue() }
    }

    /// Lets go of it.
    static func close(_ structure: UnsafeMutablePointer<sqlite3_file>?) {
        at(structure)?.unlock(to: SQLITE_LOCK_NONE)
        structure.map { place(of: $0).pointee.release() }
    }

    private static func place(
        of structure: UnsafeMutablePointer<sqlite3_file>
    ) -> UnsafeMutablePointer<Unmanaged<OpenFile>> {
        UnsafeMutableRawPointer(structure.advanced(by: 1))
            .assumingMemoryBound(to: Unmanaged<OpenFile>.self)
    }

    var byteCount: Int { disk.use { $0.files[number].bytes.count } }

    /// - Returns: SQLite's code for less than was asked for; the rest is zeros then.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
        let count = disk.use { medium in
            if medium.isOff || medium.failsReads { return -1 }
            return medium.files[number].read(into: buffer, at: offset)
        }
        guard count >= 0 else { return IOError.read }
        return count < buffer.count ? IOError.shortRead : SQLITE_OK
    }

    func write(_ bytes: [UInt8], at offset: Int) -> Int32 {
        disk.use { $0.write(bytes, at: offset, to: number) }
    }

    func resize(to count: Int) -> Int32 { disk.use { $0.resize(number, to: count) } }

    func sync() -> Int32 { disk.use { $0.sync(number) } }

    func lock(_ level: Int32) -> Int32 {
        disk.use { $0.files[number].locks.raise(holder, to: level) }
    }

    func unlock(to level: Int32) {
        disk.use { $0.files[number].locks.lower(holder, to: level) }
    }

    var isReserved: Bool { disk.use { $0.files[number].locks.isReserved } }

    func sharedRegion(_ region: Int, size: Int, extending: Bool) -> UnsafeMutableRawPointer? {
        let address = disk.use { medium in
            let pointer = medium.files[number].index.region(
                region, size: size, extending: extending, for: holder)
            return UInt(bitPattern: pointer)
        }
        return UnsafeMutableRawPointer(bitPattern: address)
    }

    func lockShared(_ first: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        disk.use { $0.files[number].index.lock(first, count, flags, for: holder) }
    }

    func leaveShared() { disk.use { $0.files[number].index.leave(holder) } }

    /// What was written to shared memory before is seen after.
    func barrier() { disk.use { _ in } }
}
