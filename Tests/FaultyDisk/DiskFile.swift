import Glibc
import TestSupport

/// One file: what is read from it now, and what of it would be left without power.
///
/// A write is seen at once, and is on the platter for sure only after a sync; until then any of
/// its sectors may be there or not. What a failed sync has dropped is still read, as if nothing
/// had happened, and no later sync writes it: so does Linux.
final class DiskFile {
    /// What a disk writes whole or not at all.
    static let sectorBytes = 512

    fileprivate enum Change: Sendable {
        case write([UInt8], at: Int)
        case resize(Int)
    }

    /// A file as the next process finds it.
    struct Remains: Sendable {
        fileprivate let bytes: [UInt8]
        fileprivate let synced: [UInt8]
        fileprivate let pending: [Change]
        fileprivate let isTemporary: Bool
        fileprivate let keepsNames: Bool
    }

    /// What is read.
    private(set) var bytes: [UInt8]
    private var synced: [UInt8]
    private var pending: [Change] = []
    /// A file without a name holds nothing that anybody wants back.
    let isTemporary: Bool
    /// Whether a sync of it also keeps its name: asked for of journals, when they are made.
    var keepsNames = false
    var locks = FileLocks()
    var index = SharedIndex()

    init(_ bytes: [UInt8] = [], isTemporary: Bool = false) {
        (self.bytes, synced, self.isTemporary) = (bytes, bytes, isTemporary)
    }

    /// - Returns: how many bytes there were; what lies beyond the end is zeros.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        memset(start, 0, buffer.count)
        let count = max(0, min(buffer.count, bytes.count - offset))
        if count > 0 {
            bytes.withUnsafeBytes { bytes in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]))
            }
        }
        return count
    }

    func write(_ new: [UInt8], at offset: Int) {
        Self.apply(.write(new, at: offset), to: &bytes)
        pending.append(.write(new, at: offset))
    }

    func resize(to count: Int) {
        Self.apply(.resize(count), to: &bytes)
        pending.append(.resize(count))
    }

    func damage(from offset: Int) {
        for index in bytes.indices.dropFirst(offset) { bytes[index] = ~bytes[index] }
        (synced, pending) = (bytes, [])
    }

    /// What was written since the last sync is on the platter: nothing else.
    func sync() {
        (synced, pending) = (withPending(synced), [])
    }

    /// The cache has nothing left but what is on the platter, or is still to be written.
    func dropCache() { bytes = withPending(synced) }

    var remains: Remains {
        Remains(
            bytes: bytes, synced: synced, pending: pending, isTemporary: isTemporary,
            keepsNames: keepsNames)
    }

    /// The same file, for a process that comes after: nobody holds a lock on it.
    convenience init(_ remains: Remains) {
        self.init(remains.bytes, isTemporary: remains.isTemporary)
        (synced, pending) = (remains.synced, remains.pending)
        keepsNames = remains.keepsNames
    }

    /// A platter takes whole sectors: what was written, and what is read of them around it.
    private func withPending(_ platter: [UInt8]) -> [UInt8] {
        var platter = platter
        for change in pending {
            Self.apply(change, to: &platter)
            guard case .write(let new, let offset) = change else { continue }
            let start = offset / Self.sectorBytes * Self.sectorBytes
            let end = (offset + new.count + Self.sectorBytes - 1) / Self.sectorBytes
            let sectors = start..<min(end * Self.sectorBytes, bytes.count)
            guard !sectors.isEmpty else { continue }
            Self.apply(.write(Array(bytes[sectors]), at: start), to: &platter)
        }
        return platter
    }

    /// Part of it is on the platter, and the rest never will be: the kernel takes what it could
    /// not write for clean, and the next sync has nothing to do.
    func failToSync(_ survival: Survival, _ random: inout SeededGenerator) {
        (synced, pending) = (left(survival, &random), [])
    }

    /// What is found when the power is back.
    func left(_ survival: Survival, _ random: inout SeededGenerator) -> [UInt8] {
        if survival == .everything { return bytes }
        var left = synced
        guard survival == .some else { return left }
        for change in pending {
            for piece in Self.pieces(of: change) where random.below(2) == 0 {
                Self.apply(piece, to: &left)
            }
        }
        return left
    }

    /// Each sector fares for itself.
    private static func pieces(of change: Change) -> [Change] {
        guard case .write(let bytes, let offset) = change else { return [change] }
        var pieces: [Change] = []
        var start = offset
        while start < offset + bytes.count {
            let end = min((start / sectorBytes + 1) * sectorBytes, offset + bytes.count)
            pieces.append(.write(Array(bytes[(start - offset)..<(end - offset)]), at: start))
            start = end
        }
        return pieces
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .resize(let count) where count < bytes.count: bytes.removeSubrange(count...)
        case .resize(let count): grow(&bytes, to: count)
        case .write(let new, let offset):
            grow(&bytes, to: offset + new.count)
            bytes.withUnsafeMutableBytes { bytes in
                new.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: $0)
                }
            }
        }
    }

    private static func grow(_ bytes: inout [UInt8], to count: Int) {
        guard count > bytes.count else { return }
        bytes += [UInt8](repeating: 0, count: count - bytes.count)
    }
}
