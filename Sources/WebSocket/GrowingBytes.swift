/// Memory that one owner fills from the front.
///
/// Not an `Array`, because an event points into it after the call that filled it has returned.
struct GrowingBytes: ~Copyable {
    // SAFETY: allocated and freed here only; `count` never exceeds its size.
    private var storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0

    deinit { storage.deallocate() }

    /// What has been appended; valid until the next append and while this lives.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: storage[..<count])
    }

    /// Forgets the bytes and keeps the memory.
    mutating func clear() {
        count = 0
    }

    /// Copies `bytes` to the end.
    ///
    /// - Parameter expected: how many bytes there will be in the end, as far as is known.
    /// - Memory: at most twice what has come, whatever a peer has announced.
    mutating func append(_ bytes: UnsafeRawBufferPointer, expecting expected: Int) {
        let needed = count + bytes.count
        if needed > storage.count {
            grow(to: max(needed, min(2 * needed, expected)))
        }
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
        count = needed
    }

    private mutating func grow(to capacity: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: bytes)
        storage.deallocate()
        storage = larger
    }
}
