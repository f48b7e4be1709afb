import TestSupport
import Testing

@testable import Pictures

/// Pictures that are stored as they are sent.
@Suite struct `Metadata of a picture` {
    private static let png = TestPicture.file(.png, width: 20, height: 10)
    private static let jpeg = TestPicture.file(.jpeg, width: 20, height: 10)

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let count = UInt32(data.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + Array(name.utf8)
            + data + [0, 0, 0, 0]
    }

    private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        let count = UInt16(data.count + 2)
        return [0xFF, marker, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)] + data
    }

    @Test func `are found, and left out without touching a pixel`() throws {
        let plainPNG = PictureHead.withoutMetadata(Self.png)
        let plainJPEG = PictureHead.withoutMetadata(Self.jpeg)
        // The library that draws it has put its name into a comment.
        #expect(PictureHead.hasMetadata(Self.jpeg) && !PictureHead.hasMetadata(plainJPEG))
        #expect(!PictureHead.hasMetadata(plainPNG))
        for name in ["tEXt", "eXIf", "iTXt", "tIME", "iCCP", "abCd"] {
            let marked =
                plainPNG.prefix(33) + Self.chunk(name, Array("secret".utf8))
                + plainPNG.dropFirst(33)
            #expect(PictureHead.withoutMetadata(Array(marked)) == plainPNG, "\(name)")
        }
        for marker in [0xE1, 0xE2, 0xED, 0xFE, 0xE0] as [UInt8] {
            let marked =
                plainJPEG.prefix(2) + Self.segment(marker, Array("Exif\0\0secret".utf8))
                + plainJPEG.dropFirst(2)
            #expect(PictureHead.withoutMetadata(Array(marked)) == plainJPEG, "\(marker)")
        }
        for (plain, kind) in [(plainPNG, PictureHead.Kind.png), (plainJPEG, .jpeg)] {
            #expect(try PictureHead(plain).kind == kind)
            #expect(PictureHead.hasMetadata(plain + Array("secret".utf8)))
            _ = try Picture(of: plain)
        }
    }

    @Test func `of a WebP are chunks of their own, and flags`() {
        func riff(_ chunks: [UInt8]) -> [UInt8] {
            let count = UInt32(chunks.count + 4)
            return Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
                + Array("WEBP".utf8) + chunks
        }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [UInt8(data.count), 0, 0, 0] + data
                + (data.count % 2 == 1 ? [0] : [])
        }
        let pixels = chunk("VP8 ", [1, 2, 3])
        let size: [UInt8] = [0, 0, 0, 0, 9, 0, 0, 9, 0, 0]
        let plain = riff(chunk("VP8X", size) + pixels)
        let marked = riff(
            chunk("VP8X", [0x2C] + size.dropFirst()) + chunk("ICCP", [1]) + pixels
                + chunk("EXIF", [1, 2]) + chunk("XMP ", [3]))
        #expect(PictureHead.withoutMetadata(marked) == plain)
        #expect(!PictureHead.hasMetadata(plain))
    }

    @Test func `are looked for in any bytes without a trap`() {
        var chance = SeededGenerator(seed: 5)
        for start in [Self.png, Self.jpeg, Array("RIFF\u{10}\0\0\0WEBPVP8X\u{20}".utf8)] {
            for _ in 0..<300 {
                var bytes = start
                for _ in 0..<4 where !bytes.isEmpty {
                    bytes[Int(chance.next() % UInt64(bytes.count))] =
                        UInt8(truncatingIfNeeded: chance.next())
                }
                let count = Int(chance.next() % UInt64(bytes.count + 1))
                _ = PictureHead.withoutMetadata(Array(bytes.prefix(count)))
            }
        }
    }
}
