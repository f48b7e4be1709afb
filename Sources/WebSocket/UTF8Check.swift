/// Checks UTF-8 in pieces and refuses at the first byte that cannot belong to any text.
///
/// - Source: RFC 6455 §8.1; RFC 3629 §4; the Unicode Standard, table 3-7.
struct UTF8Check {
    /// Bytes that the current character still lacks.
    private var missingCount: UInt8 = 0
    /// What the next of them may be. The first is narrower after E0, ED, F0 and F4: that is
    /// what refuses overlong forms, surrogates and everything beyond U+10FFFF.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// Whether the text may end here.
    var isAtBoundary: Bool { missingCount == 0 }

    /// Whether `bytes` are UTF-8 by themselves.
    static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var check = UTF8Check()
        return check.accept(bytes) && check.isAtBoundary
    }

    /// Takes the next piece; false if no text goes on like this.
    mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            guard missingCount > 0 || bytes[index] >= 0x80 else {
                index += Self.asciiCount(UnsafeRawBufferPointer(rebasing: bytes[index...]))
                continue
            }
            guard accept(bytes[index]) else { return false }
            index += 1
        }
        return true
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard missingCount == 0 else {
            guard byte >= lowest, byte <= highest else { return false }
            missingCount -= 1
            (lowest, highest) = (0x80, 0xBF)
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: missingCount = 1
        case 0xE0: (missingCount, lowest) = (2, 0xA0)
        case 0xED: (missingCount, highest) = (2, 0x9F)
        case 0xE1...0xEF: missingCount = 2
        case 0xF0: (missingCount, lowest) = (3, 0x90)
        case 0xF1...0xF3: missingCount = 3
        case 0xF4: (missingCount, highest) = (3, 0x8F)
        default: return false
        }
        return true
    }

    /// How many ASCII bytes `bytes` begins with, counted eight at a time.
    private static func asciiCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        var count = 0
        while count <= bytes.count - 8 {
            let word = bytes.loadUnaligned(fromByteOffset: count, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            count += 8
        }
        while count < bytes.count, bytes[count] < 0x80 {
            count += 1
        }
        return count
    }
}
