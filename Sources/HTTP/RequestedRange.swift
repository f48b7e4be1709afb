public import HTTPTypes

/// The part of a file that a request asks for.
///
/// One range of bytes is served. Several, another unit and malformed ones are ignored, as the
/// standard allows: the answer is the whole file.
///
/// - Source: RFC 9110 §13.1.5, §14.1.2, §14.2
public enum RequestedRange: Equatable, Sendable {
    /// No part: all of the file.
    case whole
    /// These bytes of the file; at least one.
    case part(Range<Int>)
    /// A part behind the end of the file.
    case unsatisfiable

    /// - Parameters:
    ///   - tag: the file's `ETag`, with its quotes.
    ///   - size: bytes of the file.
    public init(of request: HTTPRequest, tag: String, size: Int) {
        let fields = request.headerFields
        let ranges = fields[values: .range]
        guard request.method == .get, ranges.count == 1, let range = ranges.first,
            fields[values: .ifRange].allSatisfy({ $0 == tag })
        else {
            self = .whole
            return
        }
        self = Self.read(range, size: size) ?? .whole
    }

    /// - Returns: nil when it is ignored.
    private static func read(_ range: String, size: Int) -> Self? {
        let parts = range.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
        guard parts.count == 2, String(parts[0])?.lowercased() == "bytes" else { return nil }
        let spec = parts[1].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        let ends = spec.split(
            separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = number(ends[1]) else { return nil }
            guard count > 0 else { return .unsatisfiable }
            // No range names the bytes of an empty file.
            return size > 0 ? .part(max(0, size - count)..<size) : .whole
        case (false, let isOpen):
            guard let first = number(ends[0]), let last = isOpen ? .max : number(ends[1]),
                first <= last
            else { return nil }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// - Returns: nil unless all bytes are digits; `Int.max` for larger numbers.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = tens.addingReportingOverflow(Int(byte - 0x30))
            number = isLarge || isLarger ? .max : sum
        }
        return number
    }
}
