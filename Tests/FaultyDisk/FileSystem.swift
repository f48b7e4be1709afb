import Glibc
import GRDBSQLite

/// A disk's entry in SQLite's list of file systems.
///
/// SAFETY: the structure is written before it is registered and freed after it is taken out; in
/// between only SQLite uses it, under its own lock.
struct FileSystem: @unchecked Sendable {
    private let entry: UnsafeMutablePointer<sqlite3_vfs>

    init(_ name: String) {
        entry = .allocate(capacity: 1)
        entry.initialize(to: sqlite3_vfs())
        entry.pointee.zName = UnsafePointer(strdup(name))
    }

    /// - Parameter disk: outlives the registration; open files keep it, too.
    func register(for disk: FaultyDisk) {
        entry.pointee.iVersion = 1
        entry.pointee.szOsFile = OpenFile.structureBytes
        entry.pointee.mxPathname = 1024
        entry.pointee.pAppData = Unmanaged.passUnretained(disk).toOpaque()
        entry.pointee.xOpen = { entry, name, file, flags, outFlags in
            guard let disk = FaultyDisk.of(entry), let file else { return SQLITE_CANTOPEN }
            outFlags?.pointee = flags
            return OpenFile.open(name.map { String(cString: $0) }, flags, on: disk, at: file)
        }
        entry.pointee.xDelete = { entry, name, keepsNames in
            guard let disk = FaultyDisk.of(entry), let name else { return IOError.delete }
            let path = String(cString: name)
            return disk.use { $0.remove(path, keepingNames: keepsNames != 0) }
        }
        entry.pointee.xAccess = { entry, name, _, result in
            guard let disk = FaultyDisk.of(entry), let name else { return IOError.access }
            let path = String(cString: name)
            result?.pointee = disk.use { $0.names[path] == nil ? 0 : 1 }
            return SQLITE_OK
        }
        entry.pointee.xFullPathname = { _, name, room, output in
            guard let name, let output, strlen(name) < Int(room) else { return SQLITE_CANTOPEN }
            // One folder holds everything, wherever it is said to be.
            strcpy(output, strrchr(name, 47).map { UnsafePointer($0 + 1) } ?? name)
            return SQLITE_OK
        }
        entry.pointee.xGetLastError = { entry, _, _ in
            FaultyDisk.of(entry)?.use { $0.lastErrorNumber } ?? 0
        }
        setTimeAndChance()
        sqlite3_vfs_register(entry, 0)
    }

    func unregister() {
        sqlite3_vfs_unregister(entry)
        free(UnsafeMutablePointer(mutating: entry.pointee.zName))
        entry.deallocate()
    }

    private func setTimeAndChance() {
        entry.pointee.xRandomness = { _, count, output in
            for index in 0..<Int(count) { output?[index] = CChar(truncatingIfNeeded: index * 37) }
            return count
        }
        entry.pointee.xSleep = { _, microseconds in
            usleep(UInt32(microseconds))
            return microseconds
        }
        entry.pointee.xCurrentTime = { _, julianDay in
            julianDay?.pointee = 2_461_365.5
            return SQLITE_OK
        }
    }
}

extension FaultyDisk {
    fileprivate static func of(_ entry: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk? {
        (entry?.pointee.pAppData).map { Unmanaged<FaultyDisk>.fromOpaque($0).takeUnretainedValue() }
    }
}
