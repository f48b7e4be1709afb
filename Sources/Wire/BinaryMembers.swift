/// The members of one protobuf message, found without building anything.
///
/// - Source: https://protobuf.dev/programming-guides/encoding/
struct BinaryMembers {
    /// One field: its number, and its varint or where its bytes lie.
    struct Member {
        let number: Int
        let varint: UInt64
        let value: Range<Int>
    }

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    private init(of bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// All fields, in order. Fixed-width fields are skipped: the envelope has none.
    ///
    /// - Throws: `.malformed` when this is no protobuf message.
    static func all(of bytes: UnsafeRawBufferPointer) throws(DecodingFailure) -> [Member] {
        var scanner = BinaryMembers(of: bytes)
        var members: [Member] = []
        while scanner.offset < bytes.count {
            if let member = try scanner.next() { members.append(member) }
        }
        return members
    }

    /// The number of the first field that `isWanted`; nil when there is none.
    static func number(
        in bytes: UnsafeRawBufferPointer, where isWanted: (Int) -> Bool
    ) -> Int? {
        var scanner = BinaryMembers(of: bytes)
        while scanner.offset < bytes.count {
            guard let member = try? scanner.next() else { return nil }
            if isWanted(member.number) { return member.number }
        }
        return nil
    }

    private mutating func next() throws(DecodingFailure) -> Member? {
        let tag = try varint()
        guard let number = Int(exactly: tag >> 3), (1...536_870_911).contains(number) else {
            throw malformed
        }
        switch tag & 7 {
        case 0:
            let start = offset
            return Member(number: number, varint: try varint(), value: start..<offset)
        case 2:
            let count = try varint()
            guard count <= UInt64(bytes.count - offset) else { throw malformed }
            defer { offset += Int(count) }
            return Member(number: number, varint: 0, value: offset..<(offset + Int(count)))
        case 1: try skip(8)
        case 5: try skip(4)
        default: throw malformed
        }
        return nil
    }

    private mutating func skip(_ count: Int) throws(DecodingFailure) {
        guard count <= bytes.count - offset else { throw malformed }
        offset += count
    }

    private mutating func varint() throws(DecodingFailure) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard offset < bytes.count else { throw malformed }
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw malformed
    }

    private var malformed: DecodingFailure {
        DecodingFailure(.malformed, "not a protobuf message at byte \(offset)")
    }
}
