#if canImport(CSanitizer)
    import CSanitizer
#endif

/// Memory that the code under test holds, by the address sanitizer's own account; without one, it
/// is not counted.
enum Heap {
    private static var heldBytes: Int {
        #if canImport(CSanitizer)
            Int(clamping: __sanitizer_get_current_allocated_bytes())
        #else
            0
        #endif
    }

    /// Feeds `pieces` one after the other, and requires after each that it holds no more than is
    /// allowed.
    ///
    /// - Parameters:
    ///   - start: makes the code under test, and gives the function that takes a piece.
    ///   - allowed: the most bytes it may hold, by how many it has taken.
    static func bound(
        _ pieces: [ArraySlice<UInt8>], allowed: (Int) -> Int,
        start: () -> (UnsafeMutableRawBufferPointer) -> Void
    ) {
        // What the Swift runtime sets up at first use is not the peer's doing: look twice.
        guard let first = excess(pieces, allowed: allowed, start: start) else { return }
        let again = excess(pieces, allowed: allowed, start: start)
        Oracle.require(again == nil, "holds \(again ?? first)")
    }

    private static func excess(
        _ pieces: [ArraySlice<UInt8>], allowed: (Int) -> Int,
        start: () -> (UnsafeMutableRawBufferPointer) -> Void
    ) -> String? {
        let longest = pieces.map(\.count).max() ?? 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: longest, alignment: 1)
        defer { buffer.deallocate() }
        let before = heldBytes
        let feed = start()
        var taken = 0
        for piece in pieces {
            buffer.copyBytes(from: piece)
            feed(UnsafeMutableRawBufferPointer(rebasing: buffer[..<piece.count]))
            taken += piece.count
            let held = heldBytes - before
            if held > allowed(taken) {
                return "\(held) bytes after \(taken), allowed \(allowed(taken))"
            }
        }
        return nil
    }
}
