import CLinux
import Glibc
import Kernel

/// The pages of an open file that are in the kernel's page cache.
struct ResidentPages {
    /// How much is examined at once: 64 KiB of flags for 256 MiB.
    private static let windowBytes = 1 << 28
    /// How much is compared at once; a multiple of every disk's block.
    private static let pieceBytes = 1 << 20

    private let file: Int32
    /// Offsets of the pieces that have a page in memory.
    private(set) var pieces: [Int] = []

    var isEmpty: Bool { pieces.isEmpty }

    /// - Parameter path: its name, for errors.
    init(of file: Int32, _ path: String) throws(StoreError) {
        self.file = file
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw SystemPageCache.failure("cannot read \(path)") }
        let byteCount = Int(facts.st_size)
        for start in stride(from: 0, to: byteCount, by: Self.windowBytes) {
            let count = min(Self.windowBytes, byteCount - start)
            guard let flags = Self.flags(of: file, from: start, count) else {
                throw SystemPageCache.failure("cannot look at the cached pages of \(path)")
            }
            note(flags, from: start)
        }
    }

    private mutating func note(_ flags: [UInt8], from start: Int) {
        let pageBytes = Int(getpagesize())
        for (index, flag) in flags.enumerated() where flag & 1 != 0 {
            let piece = (start + index * pageBytes) / Self.pieceBytes * Self.pieceBytes
            if pieces.last != piece { pieces.append(piece) }
        }
    }

    /// - Returns: for each page a byte, whose lowest bit says whether it is in memory.
    private static func flags(of file: Int32, from start: Int, _ count: Int) -> [UInt8]? {
        // Mapping does not read the pages.
        guard let window = mmap(nil, count, PROT_READ, MAP_SHARED, file, start),
            window != MAP_FAILED
        else { return nil }
        defer { munmap(window, count) }
        let pageBytes = Int(getpagesize())
        var flags = [UInt8](repeating: 0, count: (count + pageBytes - 1) / pageBytes)
        return mincore(window, count, &flags) == 0 ? flags : nil
    }

    /// Reads the pieces past the cache, and compares the two.
    ///
    /// - Throws: `.failed` when they differ, or cannot be read so.
    func compareWithDisk(_ path: String) throws(StoreError) {
        let disk = open(path, O_RDONLY | O_CLOEXEC | Int32(LINUX_OPEN_DIRECT))
        guard disk >= 0 else {
            throw SystemPageCache.failure(
                "cached pages of \(path) cannot be dropped, and it cannot be read without them")
        }
        defer { _ = close(disk) }
        let (fresh, cached) = (Self.buffer(), Self.buffer())
        defer {
            fresh.deallocate()
            cached.deallocate()
        }
        for piece in pieces {
            let count = pread(disk, fresh.baseAddress, Self.pieceBytes, piece)
            guard count >= 0 else { throw SystemPageCache.failure("cannot read \(path)") }
            guard pread(file, cached.baseAddress, Self.pieceBytes, piece) == count,
                fresh.prefix(count).elementsEqual(cached.prefix(count))
            else {
                throw .failed(
                    "the disk does not have what is cached of \(path), and a process keeps the"
                        + " cached pages in use: end the process, or restart the machine")
            }
        }
    }

    /// Aligned as reads past the cache need it.
    private static func buffer() -> UnsafeMutableRawBufferPointer {
        .allocate(byteCount: pieceBytes, alignment: 4096)
    }
}
