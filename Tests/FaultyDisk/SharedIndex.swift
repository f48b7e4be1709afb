import GRDBSQLite

/// The memory that the connections to one file share in WAL mode, and its locks. Gone with the
/// last of them: it is made again from the WAL.
///
/// - Source: sqlite3_io_methods, xShmMap and xShmLock.
struct SharedIndex {
    private var regions: [UnsafeMutableRawPointer] = []
    private var holders: [ObjectIdentifier: (shared: UInt32, exclusive: UInt32)] = [:]

    /// - Returns: the region, or nil when it is not there and is not to be made.
    mutating func region(
        _ number: Int, size: Int, extending: Bool, for holder: ObjectIdentifier
    ) -> UnsafeMutableRawPointer? {
        if holders[holder] == nil { holders[holder] = (0, 0) }
        while extending, regions.count <= number {
            let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
            region.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            regions.append(region)
        }
        return number < regions.count ? regions[number] : nil
    }

    mutating func lock(
        _ first: Int32, _ count: Int32, _ flags: Int32, for holder: ObjectIdentifier
    ) -> Int32 {
        let mask = ((UInt32(1) << UInt32(count)) - 1) << UInt32(first)
        var own = holders[holder] ?? (0, 0)
        let others = holders.filter { $0.key != holder }.values
        let (unlocks, isShared) = (flags & SQLITE_SHM_UNLOCK != 0, flags & SQLITE_SHM_SHARED != 0)
        if unlocks {
            own = (own.shared & ~mask, own.exclusive & ~mask)
        } else if isShared {
            guard !others.contains(where: { $0.exclusive & mask != 0 }) else { return SQLITE_BUSY }
            own.shared |= mask
        } else {
            let isTaken = others.contains { ($0.exclusive | $0.shared) & mask != 0 }
            guard !isTaken else { return SQLITE_BUSY }
            own.exclusive |= mask
        }
        holders[holder] = own
        return SQLITE_OK
    }

    mutating func leave(_ holder: ObjectIdentifier) {
        holders[holder] = nil
        guard holders.isEmpty else { return }
        for region in regions { region.deallocate() }
        regions = []
    }
}
