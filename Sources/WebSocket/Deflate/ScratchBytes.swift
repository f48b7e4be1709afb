/// Memory for one message at a time, kept for the next unless the message was large.
///
/// Not an `Array`, because its owner hands out pointers into it.
struct ScratchBytes: ~Copyable {
    /// The bytes kept between messages: one 64 KiB message fits.
    static let keptBytes = 65_536 + 1

    // SAFETY: allocated and freed here only.
    private var storage: UnsafeMutableRawBufferPointer

    init() {
        storage = .allocate(byteCount: Self.keptBytes, alignment: 16)
    }

    deinit { storage.deallocate() }

    var count: Int { storage.count }

    /// The first `count` bytes, or all if there are fewer; valid until the next change.
    func prefix(_ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: storage.prefix(count))
    }

    /// The bytes behind the first `count`.
    func rest(after count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: storage.dropFirst(count))
    }

    /// Gives back what a large message needed.
    mutating func shrink() {
        guard storage.count > Self.keptBytes else { return }
        replace(byCount: Self.keptBytes, keeping: 0)
    }

    /// Makes room for at least `count` bytes.
    ///
    /// - Parameter kept: how many bytes at the front have a meaning.
    mutating func reserve(_ count: Int, keeping kept: Int) {
        guard count > storage.count else { return }
        replace(byCount: count, keeping: kept)
    }

    private mutating func replace(byCount count: Int, keeping kept: Int) {
        let fresh = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        fresh.copyMemory(from: prefix(kept))
        storage.deallocate()
        storage = fresh
    }
}
