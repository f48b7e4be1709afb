/// A page of an Ogg file.
///
/// - Source: RFC 3533 §6.
struct OggPage: Equatable {
    /// What its header says of its place in the stream.
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let continued = Flags(rawValue: 1)
        static let first = Flags(rawValue: 2)
        static let last = Flags(rawValue: 4)
    }

    let flags: Flags
    /// The position in the stream when its last packet is played; nil: no packet ends in it.
    let position: Int?
    /// Names the stream.
    let serial: UInt32
    let sequence: UInt32
    /// The lengths of the segments; a packet ends with the first of less than 255 bytes.
    let segments: [UInt8]
    let body: [UInt8]
    /// All of it, as it is in a file.
    let file: [UInt8]

    static let capture = Array("OggS".utf8)
    /// The bytes before the lengths of the segments.
    static let headCount = 27

    /// A page with one packet of less than 255 bytes, with its checksum.
    static func file(
        _ packet: [UInt8], flags: Flags, serial: UInt32, sequence: UInt32
    ) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let begin = capture + [0, flags.rawValue] + bytes(0) + bytes(0) + bytes(serial)
        let segments: [UInt8] = [1, UInt8(clamping: packet.count)]
        var page = begin + bytes(sequence) + bytes(0) + segments + packet
        page.replaceSubrange(22..<26, with: bytes(OggChecksum.of(page[...])))
        return page
    }
}

/// CRC-32 with the polynomial 0x04C11DB7, not reflected, over a page whose own field is 0.
///
/// - Source: RFC 3533 §6, field 7.
package enum OggChecksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in
            sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
        }
    }

    package static func of(_ page: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = 0
        for (place, byte) in page.enumerated() {
            let byte = (22..<26).contains(place) ? 0 : byte
            sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
        }
        return sum
    }
}

/// What is wrong with an audio file that a program has made.
package struct AudioFlaw: Error, Equatable {
    /// For the operator.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Divides the bytes of an Ogg file into pages, in whatever pieces they come. At most a page is
/// kept: 64 KiB.
struct OggPages {
    private var kept: [UInt8] = []

    /// Whether a page has begun.
    var isWithin: Bool { !kept.isEmpty }

    /// - Throws: when something else than a page begins, or its checksum is another.
    mutating func append(_ bytes: some Sequence<UInt8>) throws(AudioFlaw) -> [OggPage] {
        kept += bytes
        var (pages, rest) = ([OggPage](), kept[...])
        while let (page, count) = try Self.page(rest) {
            pages.append(page)
            rest = rest.dropFirst(count)
        }
        kept = Array(rest)
        return pages
    }

    /// The page that `bytes` begin with, and its length; nil: it is not complete.
    private static func page(
        _ bytes: ArraySlice<UInt8>
    ) throws(AudioFlaw) -> (page: OggPage, count: Int)? {
        let count = min(bytes.count, OggPage.capture.count)
        guard bytes.prefix(count).elementsEqual(OggPage.capture.prefix(count)) else {
            throw AudioFlaw("no page where one has to begin")
        }
        guard bytes.count >= OggPage.headCount else { return nil }
        func number(_ width: Int, at offset: Int) -> UInt64 {
            bytes.dropFirst(offset).prefix(width).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard number(1, at: 4) == 0, number(1, at: 5) < 8 else {
            throw AudioFlaw("a page of another version")
        }
        let segments = Array(bytes.dropFirst(OggPage.headCount).prefix(Int(number(1, at: 26))))
        let bodyCount = segments.reduce(0) { $0 + Int($1) }
        let head = OggPage.headCount + Int(number(1, at: 26))
        guard bytes.count >= head, bytes.count >= head + bodyCount else { return nil }
        let whole = bytes.prefix(head + bodyCount)
        guard UInt64(OggChecksum.of(whole)) == number(4, at: 22) else {
            throw AudioFlaw("a page with another checksum")
        }
        let position = number(8, at: 6)
        let isNone = position == .max
        guard isNone || position < 1 << 48 else { throw AudioFlaw("a page in the far future") }
        let page = OggPage(
            flags: OggPage.Flags(rawValue: UInt8(number(1, at: 5))),
            position: isNone ? nil : Int(position), serial: UInt32(number(4, at: 14)),
            sequence: UInt32(number(4, at: 18)), segments: segments,
            body: Array(whole.dropFirst(head)), file: Array(whole))
        return (page, whole.count)
    }
}
