import Glibc

extension UnsafeRawBufferPointer {
    /// Whether these are the very same bytes.
    func isEqual(to other: [UInt8]) -> Bool {
        other.withUnsafeBytes { isEqual(to: $0) }
    }

    func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard let one = baseAddress, let other = other.baseAddress else { return true }
        return memcmp(one, other, count) == 0
    }
}
