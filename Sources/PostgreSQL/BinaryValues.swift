import CPostgreSQL
import Kernel

/// A type of PostgreSQL's, by its number in `pg_type`, which never changes.
enum ServerType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let name: Oid = 19
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let varchar: Oid = 1043
    static let numeric: Oid = 1700
    /// The server infers it from the context.
    static let unknown: Oid = 0
}

extension SQL.Value {
    /// The type of a value, as it is sent to the server.
    var type: Oid {
        switch self {
        case .null: ServerType.unknown
        case .integer: ServerType.int8
        case .text: ServerType.text
        case .blob: ServerType.bytea
        }
    }

    /// Reads a value in the binary format; nil for a type that no statement returns.
    ///
    /// - Parameter bytes: as the server sent them.
    init?(_ bytes: UnsafeRawBufferPointer, of type: Oid) {
        switch type {
        case ServerType.int8, ServerType.int4, ServerType.int2, ServerType.bool:
            self = .integer(Self.integer(bytes))
        case ServerType.text, ServerType.varchar, ServerType.name:
            self = .text(String(decoding: bytes, as: UTF8.self))
        case ServerType.bytea: self = .blob([UInt8](bytes))
        case ServerType.numeric:
            guard let number = Self.wholeNumber(ofNumeric: bytes) else { return nil }
            self = .integer(number)
        default: return nil
        }
    }

    /// A signed number, the highest byte first.
    private static func integer(_ bytes: some Collection<UInt8>) -> Int64 {
        let start: Int64 = (bytes.first ?? 0) & 0x80 == 0 ? 0 : -1
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }

    /// A `numeric`, the type of a sum of 64-bit numbers; nil when it is no whole number of 64 bits.
    ///
    /// It consists of digits of base 10,000 behind four numbers of 16 bits: the count of digits,
    /// the power of the first, the sign, and the number of decimals shown.
    private static func wholeNumber(ofNumeric bytes: UnsafeRawBufferPointer) -> Int64? {
        let numbers = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Int16(truncatingIfNeeded: integer(bytes[index..<index + 2]))
        }
        guard numbers.count >= 4, numbers.count == 4 + Int(numbers[0]) else { return nil }
        let (digits, weight, sign) = (numbers.dropFirst(4), Int(numbers[1]), numbers[2])
        guard sign == 0 || sign == 0x4000, digits.count <= weight + 1 else { return nil }
        var value: Int64 = 0
        for power in 0..<max(0, weight + 1) {
            let digit = power < digits.count ? Int64(digits[digits.startIndex + power]) : 0
            let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, isLarger) = shifted.subtractingReportingOverflow(digit)
            guard !isTooLarge, !isLarger else { return nil }
            // Below zero there is room for one more.
            value = sum
        }
        guard sign == 0 else { return value }
        return value == .min ? nil : -value
    }
}

/// The values of a statement as libpq takes them: one after the other in one block of memory.
struct BoundValues {
    private var bytes: [UInt8] = []
    /// Where each value begins; nil for NULL.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []

    /// - Throws: ``StoreError/failed`` for a value that PostgreSQL cannot store.
    init(_ sql: SQL) throws(StoreError) {
        let values = sql.binds
        starts.reserveCapacity(values.count)
        lengths.reserveCapacity(values.count)
        for value in values {
            let start = bytes.count
            switch value {
            case .null: break
            case .integer(let number): append(number)
            case .text(let text): try append(text, of: sql)
            case .blob(let blob): bytes.append(contentsOf: blob)
            }
            starts.append(value == .null ? nil : start)
            lengths.append(Int32(bytes.count - start))
        }
        // Even an empty value needs an address: without one it would be NULL.
        bytes.append(0)
    }

    /// Passes addresses, lengths and formats, all of them binary, in libpq's form.
    func withPointers<Result>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { memory in
            let base = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
            let addresses = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
            return addresses.withUnsafeBufferPointer { addresses in
                lengths.withUnsafeBufferPointer { lengths in
                    [Int32](repeating: 1, count: addresses.count).withUnsafeBufferPointer {
                        body(addresses.baseAddress, lengths.baseAddress, $0.baseAddress)
                    }
                }
            }
        }
    }

    /// PostgreSQL has no text with a NUL. A search for one finds nothing.
    private mutating func append(_ text: String, of sql: SQL) throws(StoreError) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        guard bytes[start...].contains(0) else { return }
        guard sql.text.hasPrefix("SELECT") else { throw .failed("a text holds a NUL") }
        bytes.removeSubrange(start...)
        bytes.append(contentsOf: text.replacing("\0", with: "\u{FFFD}").utf8)
    }

    private mutating func append(_ number: Int64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
        }
    }
}
