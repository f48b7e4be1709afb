extension UnsafeMutableRawBufferPointer {
    /// Splits off the first `count` bytes, or all if there are fewer.
    @inline(__always)
    mutating func takeFirst(_ count: Int) -> UnsafeMutableRawBufferPointer {
        // SAFETY: `taken` is in 0…self.count, so both halves lie inside.
        let taken = Swift.max(0, Swift.min(count, self.count))
        let head = UnsafeMutableRawBufferPointer(rebasing: self[..<taken])
        self = UnsafeMutableRawBufferPointer(rebasing: self[taken...])
        return head
    }
}
