import Pictures
import TestSupport
import Testing

/// Files that are served as they are: decoders pass over what is wrong with them, browsers may not.
@Suite struct `A picture that is served as it is` {
    private typealias Chunk = (name: String, data: [UInt8])

    private static let header: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0]
    private static let pixels = [UInt8](repeating: 0, count: 8 * 25)
    private static let whole: [Chunk] = [
        ("IHDR", header), ("IDAT", RarePicture.stored(pixels)), ("IEND", []),
    ]

    private static func failure(of file: [UInt8]) -> PictureFailure? {
        do throws(PictureFailure) {
            try Picture.check(file)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [TestPicture.Form.jpeg, .png, .webp], [true, false])
    func `is any that a program writes`(form: TestPicture.Form, inPasses: Bool) {
        for (width, height) in [(40, 40), (1, 1), (3, 7), (9, 2), (100, 33)] {
            let file = TestPicture.file(
                form, width: width, height: height, comesInPasses: inPasses)
            #expect(Self.failure(of: file) == nil, "\(width) by \(height)")
        }
    }

    @Test(arguments: [UInt8(8), 16], [true, false])
    func `may have a transparent colour`(depth: UInt8, gray: Bool) {
        #expect(Self.failure(of: RarePicture.clearPNG(depth: depth, gray: gray)) == nil)
        #expect(Self.failure(of: RarePicture.palettePNG) == nil)
        #expect(Self.failure(of: RarePicture.deepPNG) == nil)
        #expect(Self.failure(of: RarePicture.cmykJPEG) == nil)
    }

    @Test func `has the checksum of each chunk`() {
        let file = RarePicture.png(Self.whole)
        #expect(Self.failure(of: file) == nil)
        for index in 8..<file.count {
            var wrong = file
            wrong[index] ^= 1
            #expect(Self.failure(of: wrong) != nil, "\(index)")
        }
        let text = Metadata.png(file, with: [1, 2, 3], called: "sBIT")
        var wrong = text
        wrong[33 + 8 + 3] ^= 1
        #expect(Self.failure(of: text) == nil && Self.failure(of: wrong) == .broken)
    }

    @Test func `has each chunk in its place, and nothing behind the last`() {
        let pixels = RarePicture.stored(Self.pixels)
        let (first, rest) = (Array(pixels.prefix(20)), Array(pixels.dropFirst(20)))
        let long = RarePicture.stored(Self.pixels + [0])
        let short = RarePicture.stored(Array(Self.pixels.dropLast()))
        var sum = pixels
        sum[sum.count - 1] ^= 1
        let (header, end): (Chunk, Chunk) = (("IHDR", Self.header), ("IEND", []))
        #expect(
            Self.failure(of: RarePicture.png([header, ("IDAT", first), ("IDAT", rest), end])) == nil
        )
        for chunks: [Chunk] in [
            [header, header, ("IDAT", pixels), end], [header, ("IDAT", pixels), header, end],
            [header, ("IDAT", first), ("gAMA", [0, 0, 0, 1]), ("IDAT", rest), end],
            [header, ("PLTE", [0, 0, 0]), ("PLTE", [0, 0, 0]), ("IDAT", pixels), end],
            [header, ("IDAT", pixels), ("PLTE", [0, 0, 0]), end],
            [header, ("IDAT", pixels), ("IEND", Array("PK".utf8))],
            [header, ("IDAT", pixels + Array("PK".utf8)), end],
            [header, ("IDAT", pixels), ("IDAT", Array("PK".utf8)), end],
            [header, ("IDAT", long), end], [header, ("IDAT", short), end],
            [header, ("IDAT", sum), end], [header, ("IDAT", first), end], [header, end],
        ] { #expect(Self.failure(of: RarePicture.png(chunks)) == .broken, "\(chunks.map(\.name))") }
        #expect(Self.failure(of: RarePicture.png(Self.whole) + [0]) == .broken)
    }

    @Test(arguments: [TestPicture.Form.jpeg, .png, .webp])
    func `is there to its end`(form: TestPicture.Form) {
        var chance = SeededGenerator(seed: 3)
        let file = TestPicture.file(form, width: 64, height: 64) { _, _ in
            Int32(truncatingIfNeeded: chance.next()) & 0xFFFFFF
        }
        for part in [file.count / 3, file.count / 2, file.count - 30] {
            #expect(Self.failure(of: Array(file.prefix(part))) != nil, "\(part) of \(file.count)")
        }
    }

    @Test func `is looked at in any bytes without a trap`() {
        var chance = SeededGenerator(seed: 5)
        let files = [TestPicture.file(.jpeg), TestPicture.file(.png), TestPicture.file(.webp)]
        for turn in 0..<600 {
            var file = files[turn % 3]
            for _ in 0...chance.below(4) {
                file[chance.below(file.count)] = UInt8(chance.below(256))
            }
            _ = Self.failure(of: file)
        }
    }
}
