/// The XOR with which a client hides its payload from caches on the way.
///
/// - Source: RFC 6455 §5.3.
enum Masking {
    /// Masks or unmasks `bytes` where they lie, 32 or eight at a time.
    ///
    /// - Parameters:
    ///   - key: the key as a number whose highest byte comes first on the wire.
    ///   - offset: how many bytes of the same payload went before `bytes`.
    @inline(__always)
    static func apply(
        _ key: UInt32, to bytes: UnsafeMutableRawBufferPointer, offset: Int = 0
    ) {
        guard key != 0, let base = bytes.baseAddress else { return }
        let turned = rotate(key, by: offset)
        let half = UInt64(turned.bigEndian)
        let word = half << 32 | half
        var index = 0
        // SAFETY: as many bytes are touched as are left, or fewer.
        let wideEnd = bytes.count & ~31
        while index < wideEnd {
            let masked = base.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            base.storeBytes(of: masked ^ word, toByteOffset: index, as: SIMD4<UInt64>.self)
            index += 32
        }
        let wordsEnd = bytes.count & ~7
        while index < wordsEnd {
            let masked = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            base.storeBytes(of: masked ^ word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < bytes.count {
            let keyByte = UInt8(truncatingIfNeeded: turned >> (24 - 8 * (index & 3)))
            bytes[index] ^= keyByte
            index += 1
        }
    }

    /// The key as it stands after `count` bytes.
    @inline(__always)
    private static func rotate(_ key: UInt32, by count: Int) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: 8 * (count & 3))
        return key << bits | key >> (32 - bits)
    }
}
