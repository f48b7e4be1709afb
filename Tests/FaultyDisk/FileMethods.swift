import GRDBSQLite

/// The functions that SQLite calls on an open file of a faulty disk.
///
/// SAFETY: the table is written once, before it is handed out, and lives as long as the process.
struct FileMethods: @unchecked Sendable {
    static let shared = FileMethods()
    /// As SQLite's own file system for Linux has it: a write does not harm the bytes around it.
    private static let characteristics = SQLITE_IOCAP_POWERSAFE_OVERWRITE

    let table: UnsafeMutablePointer<sqlite3_io_methods>

    private init() {
        table = .allocate(capacity: 1)
        table.initialize(to: sqlite3_io_methods())
        table.pointee.iVersion = 2
        table.pointee.xClose = { file in
            OpenFile.close(file)
            return SQLITE_OK
        }
        setContents()
        setLocks()
        setSharedMemory()
        table.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        table.pointee.xSectorSize = { _ in 4096 }
        table.pointee.xDeviceCharacteristics = { _ in FileMethods.characteristics }
    }

    private func setContents() {
        table.pointee.xRead = { file, buffer, count, offset in
            let room = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
            return OpenFile.at(file)?.read(into: room, at: Int(offset)) ?? IOError.read
        }
        table.pointee.xWrite = { file, buffer, count, offset in
            let bytes = [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
            return OpenFile.at(file)?.write(bytes, at: Int(offset)) ?? IOError.write
        }
        table.pointee.xTruncate = { file, count in
            OpenFile.at(file)?.resize(to: Int(count)) ?? IOError.truncate
        }
        table.pointee.xSync = { file, _ in OpenFile.at(file)?.sync() ?? IOError.sync }
        table.pointee.xFileSize = { file, count in
            count?.pointee = Int64(OpenFile.at(file)?.byteCount ?? 0)
            return SQLITE_OK
        }
    }

    private func setLocks() {
        table.pointee.xLock = { file, level in OpenFile.at(file)?.lock(level) ?? IOError.lock }
        table.pointee.xUnlock = { file, level in
            OpenFile.at(file)?.unlock(to: level)
            return SQLITE_OK
        }
        table.pointee.xCheckReservedLock = { file, result in
            result?.pointee = OpenFile.at(file)?.isReserved == true ? 1 : 0
            return SQLITE_OK
        }
    }

    private func setSharedMemory() {
        table.pointee.xShmMap = { file, region, size, extending, result in
            result?.pointee = OpenFile.at(file)?.sharedRegion(
                Int(region), size: Int(size), extending: extending != 0)
            return SQLITE_OK
        }
        table.pointee.xShmLock = { file, first, count, flags in
            OpenFile.at(file)?.lockShared(first, count, flags) ?? IOError.sharedLock
        }
        table.pointee.xShmBarrier = { file in OpenFile.at(file)?.barrier() }
        table.pointee.xShmUnmap = { file, _ in
            OpenFile.at(file)?.leaveShared()
            return SQLITE_OK
        }
    }
}
