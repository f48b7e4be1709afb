/// The members of one JSON object, found without building anything.
///
/// It knows where each value lies, not what it means: strings, numbers and nested values are
/// only skipped, and judged later by the code that decodes them. Iterative: nesting costs no
/// stack; deeper than `depthMax` is refused.
///
/// - Source: RFC 8259.
struct JSONMembers {
    /// One `"name": value`.
    struct Member {
        /// The raw bytes between the quotes; escapes are not resolved (no name of ours has any).
        let name: Range<Int>
        let value: Range<Int>
    }

    /// Deepest nesting accepted. Our own schema needs 4.
    static let depthMax = 16

    private let bytes: UnsafeRawBufferPointer
    private var offset: Int

    /// - Parameter bytes: one whole JSON text; valid for as long as this value is used.
    init(of bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        self.offset = 0
    }

    /// All members, in order.
    ///
    /// - Throws: `.malformed` when this is not one JSON object, `.tooDeep` over `depthMax`.
    static func all(of bytes: UnsafeRawBufferPointer) throws(DecodingFailure) -> [Member] {
        var scanner = JSONMembers(of: bytes)
        var members: [Member] = []
        try scanner.expect(UInt8(ascii: "{"))
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "}")) {
            try scanner.expectEnd()
            return members
        }
        repeat {
            scanner.skipSpace()
            let name = try scanner.skipString()
            try scanner.expect(UInt8(ascii: ":"))
            members.append(Member(name: name, value: try scanner.skipValue()))
            scanner.skipSpace()
        } while scanner.take(UInt8(ascii: ","))
        try scanner.expect(UInt8(ascii: "}"))
        try scanner.expectEnd()
        return members
    }
}

extension JSONMembers {
    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(DecodingFailure) {
        skipSpace()
        guard take(byte) else {
            throw malformed("expected \(String(UnicodeScalar(byte)))")
        }
    }

    private mutating func expectEnd() throws(DecodingFailure) {
        skipSpace()
        guard offset == bytes.count else { throw malformed("expected the end") }
    }

    /// Skips `"…"` and returns the range between the quotes.
    private mutating func skipString() throws(DecodingFailure) -> Range<Int> {
        guard take(UInt8(ascii: "\"")) else { throw malformed("expected a string") }
        let start = offset
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return start..<(offset - 1)
            case UInt8(ascii: "\\"): offset = min(offset + 2, bytes.count)
            case 0..<0x20: throw malformed("expected no control character in a string")
            default: offset += 1
            }
        }
        throw malformed("expected the end of a string")
    }

    /// Skips one value of any kind and returns where it lies.
    private mutating func skipValue() throws(DecodingFailure) -> Range<Int> {
        skipSpace()
        let start = offset
        var depth = 1
        repeat {
            skipSpace()
            switch next {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                guard depth <= Self.depthMax else {
                    throw DecodingFailure(.tooDeep, "nested deeper than \(Self.depthMax) levels")
                }
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 1 else { throw malformed("expected a value") }
                depth -= 1
                offset += 1
            case UInt8(ascii: "\""): _ = try skipString()
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 1 else { throw malformed("expected a value") }
                offset += 1
            case nil: throw malformed("expected more")
            default: try skipScalar()
            }
        } while depth > 1
        return start..<offset
    }

    /// Skips a number or one of `true`, `false`, `null`.
    private mutating func skipScalar() throws(DecodingFailure) {
        let start = offset
        while let byte = next {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                offset += 1
            default:
                guard offset > start else { throw malformed("expected a value") }
                return
            }
        }
    }

    private func malformed(_ what: String) -> DecodingFailure {
        DecodingFailure(.malformed, "not JSON: \(what) at byte \(offset)")
    }
}
