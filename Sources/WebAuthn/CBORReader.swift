import CCBOR

/// Reads CBOR item by item, as authenticators write it: definite lengths, no tags, few levels.
///
/// The bytes are a peer's. Every length is compared with what is there before it is used, and
/// nesting is counted, not followed: nothing can trap, allocate by a peer's number, or recurse.
///
/// - Source: RFC 8949; CTAP 2.1 §8 (canonical form), whose order of keys is not demanded.
struct CBORReader {
    /// Not CBOR, or not as authenticators write it.
    struct Malformed: Error {}

    enum Item: Equatable {
        case integer(Int64)
        /// Where its bytes are.
        case bytes(Range<Int>)
        case text(Range<Int>)
        case array(Int)
        /// So many pairs.
        case map(Int)
        case other
    }

    /// Most arrays and maps that lie within one another; authenticators write four at most.
    static let depthMax = 8

    let bytes: [UInt8]
    /// Where the next item begins.
    private(set) var offset: Int

    /// - Parameter offset: where to begin; at most `bytes.count`.
    init(_ bytes: [UInt8], from offset: Int = 0) {
        (self.bytes, self.offset) = (bytes, min(max(offset, 0), bytes.count))
    }

    /// Whether all was read.
    var isAtEnd: Bool { offset == bytes.count }

    /// The next item; of an array or a map its head.
    mutating func next() throws(Malformed) -> Item {
        let rest = bytes[offset...]
        guard !rest.isEmpty else { throw Malformed() }
        let item = rest.withUnsafeBufferPointer { upfor_cbor_next($0.baseAddress, $0.count) }
        guard item.read > 0, item.read <= rest.count else { throw Malformed() }
        offset += item.read
        switch item.kind {
        case UPFOR_CBOR_UNSIGNED: return Int64(exactly: item.number).map(Item.integer) ?? .other
        case UPFOR_CBOR_NEGATIVE:
            return Int64(exactly: item.number).map { .integer(-1 - $0) } ?? .other
        case UPFOR_CBOR_BYTES: return .bytes(try content(item))
        case UPFOR_CBOR_TEXT: return .text(try content(item))
        case UPFOR_CBOR_ARRAY: return .array(try count(item, of: 1))
        case UPFOR_CBOR_MAP: return .map(try count(item, of: 2))
        case UPFOR_CBOR_OTHER: return .other
        default: throw Malformed()
        }
    }

    /// Passes over one value with all that is in it.
    ///
    /// - Complexity: the number of its bytes.
    mutating func skip() throws(Malformed) {
        // The values that are left at each level.
        var levels = [1]
        while let left = levels.popLast() {
            guard left > 0 else { continue }
            levels.append(left - 1)
            switch try next() {
            case .array(let count): levels.append(count)
            case .map(let count): levels.append(2 * count)
            case .integer, .bytes, .text, .other: break
            }
            guard levels.count <= Self.depthMax + 1 else { throw Malformed() }
        }
    }

    /// The bytes of a string, which has just been read.
    private func content(_ item: upfor_cbor_item) throws(Malformed) -> Range<Int> {
        guard let count = Int(exactly: item.number), count <= item.read else { throw Malformed() }
        return offset - count..<offset
    }

    /// A number of entries, for which there must be bytes: each value has one at least.
    private func count(_ item: upfor_cbor_item, of values: Int) throws(Malformed) -> Int {
        guard let count = Int(exactly: item.number), count <= (bytes.count - offset) / values else {
            throw Malformed()
        }
        return count
    }
}
