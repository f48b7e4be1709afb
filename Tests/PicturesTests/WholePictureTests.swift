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
            let file = PictureHead.withoutMetadata(
                TestPicture.file(form, width: width, height: height, comesInPasses: inPasses))
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

    private static let page = Array("<html><script>alert(1)</script> ".utf8)

    @Test func `has of each chunk one, as long as it is, in its place`() {
        typealias Row = (kind: UInt8, before: [Chunk])
        func file(_ row: Row, behind: [Chunk] = []) -> [UInt8] {
            var header = Self.header
            header[9] = row.kind
            let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][row.kind] ?? 0
            let pixels = [UInt8](repeating: 0, count: 8 * (8 * channels + 1))
            let data = ("IDAT", RarePicture.stored(pixels))
            return RarePicture.png(
                [("IHDR", header)] + row.before + [data] + behind + [("IEND", [])])
        }
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        let palette: Chunk = ("PLTE", zeros(6))
        let right: [Row] = [
            (0, [("sBIT", [8]), ("tRNS", zeros(2)), ("bKGD", zeros(2))]), (4, [("bKGD", zeros(2))]),
            (2, [("gAMA", zeros(4)), ("cHRM", zeros(32)), ("pHYs", zeros(9)), ("sRGB", [0])]),
            (2, [("sBIT", [8, 8, 8]), ("tRNS", zeros(6)), ("bKGD", zeros(6))]),
            (
                3,
                [("gAMA", zeros(4)), palette, ("tRNS", [0, 0]), ("bKGD", [1]), ("pHYs", zeros(9))]
            ),
            (6, [("sBIT", zeros(4)), ("bKGD", zeros(6))]), (4, [("sBIT", zeros(2))]),
        ]
        for row in right { #expect(Self.failure(of: file(row)) == nil, "\(row)") }
        let names = [
            "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs", "tRNS", "PLTE", "teXt", "HTML",
        ]
        let texts = names.flatMap { name -> [Row] in
            [(0, [(name, Self.page)]), (2, [(name, Self.page)]), (6, [(name, Self.page)])]
        }
        let long = Array((Self.page + Self.page + Self.page).prefix(93))
        let others: [Row] = [
            (3, [palette, ("tRNS", zeros(3))]), (3, [("tRNS", [0]), palette]), (3, []),
            (3, [palette, palette]), (3, [("PLTE", zeros(7))]), (3, [("PLTE", zeros(257 * 3))]),
            (3, [palette, ("gAMA", zeros(4))]), (3, [palette, ("sBIT", zeros(3))]),
            (3, [("PLTE", [])]), (3, [("bKGD", [0]), palette]), (6, [("tRNS", zeros(6))]),
            (4, [("tRNS", zeros(2))]), (0, [palette]), (4, [palette]), (2, [palette]),
            (6, [palette]), (2, [("PLTE", long)]),
            (2, [("tRNS", zeros(6)), ("tRNS", zeros(6))]), (2, [("tRNS", zeros(2))]),
            (2, [("sRGB", [0]), ("sRGB", [0])]), (2, [("gAMA", zeros(5))]),
            (2, [("pHYs", zeros(9)), ("pHYs", zeros(9))]), (2, [("bKGD", zeros(2))]),
        ]
        for row in texts + others {
            #expect(Self.failure(of: file(row)) == .broken, "\(row)")
        }
        for late: Chunk in [
            ("gAMA", zeros(4)), ("tRNS", zeros(6)), ("pHYs", zeros(9)), ("sRGB", [0]),
        ] {
            #expect(Self.failure(of: file((2, []), behind: [late])) == .broken, "\(late)")
        }
    }

    @Test func `has each colour in its palette`() {
        var header = Self.header
        header[9] = 3
        for (color, failure) in [(UInt8(1), nil), (2, PictureFailure.broken), (255, .broken)] {
            let pixels = [UInt8](repeating: 0, count: 71) + [color]
            let file = RarePicture.png([
                ("IHDR", header), ("PLTE", [1, 2, 3, 4, 5, 6]),
                ("IDAT", RarePicture.stored(pixels)),
                ("IEND", []),
            ])
            #expect(Self.failure(of: file) == failure)
        }
    }

    private static func colorful(_ x: Int, _ y: Int) -> Int32 {
        Int32(x * 4 << 16 | y * 5 << 8 | x * y & 255)
    }

    @Test(arguments: [true, false])
    func `is a JPEG of parts that are used, and of data that end with the last pixel`(
        inPasses: Bool
    ) throws {
        let file = PictureHead.withoutMetadata(
            TestPicture.file(.jpeg, width: 64, height: 48, comesInPasses: inPasses, Self.colorful))
        #expect(Self.failure(of: file) == nil)
        let (start, end): ([UInt8], [UInt8]) = (file.dropLast(2), [0xFF, 0xD9])
        let scan = try #require(file.lastIndexOfScan)
        let steps = Array(
            file[(try #require(file.firstRange(of: [0xFF, 0xDB])).upperBound + 2)...])
        let interval = Metadata.jpeg(file, with: [0, 8], marker: 0xDD)
        let codes: [UInt8] = [0x13, 1] + [UInt8](repeating: 0, count: 15) + [0]
        var (broken, empty) = (file, file)
        let data = try #require(file.firstRange(of: [0xFF, 0xDA])).lowerBound + 14
        broken.removeSubrange(data..<(data + 30))
        empty.replaceSubrange((scan + 12)..., with: end)
        let wrong: [(String, [UInt8])] = [
            ("a text behind the data", start + Self.page + end), ("data that end early", broken),
            ("no data", empty), ("a text behind it", file + Self.page),
            ("a restart behind the data", start + [0xFF, 0xD0] + end),
            ("fill behind the data", start + [0xFF, 0xFF] + end),
            ("unused steps", Metadata.jpeg(file, with: [3] + steps[1..<65], marker: 0xDB)),
            ("steps twice", Metadata.jpeg(file, with: Array(steps.prefix(65)), marker: 0xDB)),
            ("steps and a text", Metadata.jpeg(file, with: [3] + Self.page, marker: 0xDB)),
            ("unused codes", Metadata.jpeg(file, with: codes, marker: 0xC4)),
            ("codes and a text", Metadata.jpeg(file, with: codes + Self.page, marker: 0xC4)),
            ("a scan twice", start + file[scan...]),
            (
                "an interval and a text",
                Metadata.jpeg(file, with: [0, 8] + Self.page, marker: 0xDD)
            ),
            ("two intervals", Metadata.jpeg(interval, with: [0, 8], marker: 0xDD)),
        ]
        for (what, file) in wrong { #expect(Self.failure(of: file) != nil, "\(what)") }
        let markers: [UInt8] = [
            0x02, 0xBF, 0xDC, 0xDE, 0xDF, 0xE1, 0xEE, 0xEF, 0xF0, 0xFD, 0xFE,
        ]
        for marker in markers {
            let file = Metadata.jpeg(file, with: Self.page, marker: marker)
            #expect(Self.failure(of: file) != nil, "\(marker)")
        }
    }

    @Test(arguments: [true, false])
    func `is a WebP whose chunks end with the last pixel`(isClear: Bool) {
        let file = TestPicture.file(.webp, width: 64, height: 48) { x, y in
            Self.colorful(x, y) | (isClear ? Int32(x & 0x7F) << 24 : 0)
        }
        let chunks = Metadata.chunks(of: file)
        #expect(Self.failure(of: file) == nil && Metadata.riff(chunks) == file)
        #expect(chunks.map(\.name) == (isClear ? ["VP8X", "ALPH", "VP8 "] : ["VP8 "]))
        for place in chunks.indices {
            var longer = chunks
            longer[place].data += Self.page
            #expect(Self.failure(of: Metadata.riff(longer)) == .broken, "\(chunks[place].name)")
            var twice = chunks
            twice.insert(chunks[place], at: place)
            #expect(Self.failure(of: Metadata.riff(twice)) == .broken, "\(chunks[place].name)")
        }
        // The first partition, which says itself how long it is.
        var longer = chunks
        var data = chunks[chunks.count - 1].data
        let tag = Int(data[0]) | Int(data[1]) << 8 | Int(data[2]) << 16
        data.insert(contentsOf: Self.page, at: 10 + tag >> 5)
        let stated = tag + Self.page.count << 5
        for place in 0..<3 { data[place] = UInt8(stated >> (8 * place) & 255) }
        longer[chunks.count - 1].data = data
        #expect(Self.failure(of: Metadata.riff(longer)) == .broken)
        for name in ["JUNK", "EXIF", "ICCP"] {
            #expect(
                Self.failure(of: Metadata.riff(chunks + [(name, Self.page)])) == .broken, "\(name)")
        }
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

extension [UInt8] {
    /// Where the last scan of a JPEG begins.
    fileprivate var lastIndexOfScan: Int? {
        indices.dropLast().last { self[$0] == 0xFF && self[$0 + 1] == 0xDA }
    }
}
