import Pictures
import TestSupport
import Testing

/// Z5: what becomes of an uploaded file.
@Suite struct `A picture` {
    @Test(arguments: [TestPicture.Form.jpeg, .png, .webp])
    func `is made of any kind, square and small`(form: TestPicture.Form) throws {
        let picture = try Picture(of: TestPicture.file(form, width: 900, height: 700))
        #expect(picture.form == .jpeg)
        #expect(TestPicture(picture.bytes)?.size == [512, 512])
        #expect(picture.bytes.count <= Picture.bytesMax)
    }

    @Test(arguments: [TestPicture.Form.png, .webp])
    func `stays transparent`(form: TestPicture.Form) throws {
        let file = TestPicture.file(form) { x, _ in x < 20 ? 0x7F00_0000 : 0x00FF_0000 }
        let picture = try Picture(of: file)
        #expect(picture.form == .png)
        let seen = try #require(TestPicture(picture.bytes))
        #expect(seen.colour(5, 5) >> 24 == 0x7F)
        #expect(seen.colour(35, 5) >> 24 == 0)
    }

    @Test func `is never enlarged`() throws {
        let picture = try Picture(of: TestPicture.file(.png, width: 3, height: 2))
        #expect(TestPicture(picture.bytes)?.size == [2, 2])
    }

    @Test func `is the middle of what was sent`() throws {
        let colours: [Int32] = [0xFF0000, 0x00FF00, 0x0000FF]
        let file = TestPicture.file(.png, width: 300, height: 100) { x, _ in colours[x / 100] }
        let seen = try #require(TestPicture(try Picture(of: file).bytes))
        for point in [2, 50, 97] { #expect(seen.nearest(point, point, of: colours) == 1) }
    }

    /// Corners by orientation: above from left to right, then below. 0 1 over 2 3 is as it lies.
    static let turns = [
        (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]),
        (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
        (0, [0, 1, 2, 3]), (9, [0, 1, 2, 3]),
    ]

    private static let corners: [Int32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]

    private static func quadrants(
        _ form: TestPicture.Form, width: Int = 64, comesInPasses: Bool = false
    ) -> [UInt8] {
        TestPicture.file(form, width: width, height: 64, comesInPasses: comesInPasses) { x, y in
            corners[(x < width / 2 ? 0 : 1) + (y < 32 ? 0 : 2)]
        }
    }

    private static func seen(_ file: [UInt8]) throws -> [Int?] {
        let seen = try #require(TestPicture(try Picture(of: file).bytes))
        let (near, far) = (8, seen.size[0] - 8)
        return [(near, near), (far, near), (near, far), (far, far)].map {
            seen.nearest($0.0, $0.1, of: corners)
        }
    }

    @Test(arguments: turns, [true, false])
    func `is turned as its camera was held`(turn: (Int, [Int]), bigEndian: Bool) throws {
        let tiff = Metadata.exif(orientation: turn.0, bigEndian: bigEndian)
        let exif = Array("Exif\0\0".utf8) + tiff
        #expect(try Self.seen(Metadata.jpeg(Self.quadrants(.jpeg), with: exif)) == turn.1)
        #expect(
            try Self.seen(Metadata.jpeg(Self.quadrants(.jpeg, width: 96), with: exif)) == turn.1)
        #expect(
            try Self.seen(Metadata.png(Self.quadrants(.png), with: tiff, called: "eXIf")) == turn.1)
        let webp = Metadata.riff([
            Metadata.extended(width: 64, height: 64, flags: 0x08),
            Metadata.pixels(of: Self.quadrants(.webp)), ("EXIF", tiff),
        ])
        #expect(try Self.seen(webp) == turn.1)
    }

    @Test(arguments: turns)
    func `is whole where it is fitted, and turned as its camera was held`(
        turn: (Int, [Int])
    ) throws {
        let exif = Array("Exif\0\0".utf8) + Metadata.exif(orientation: turn.0)
        let file = Metadata.jpeg(Self.quadrants(.jpeg, width: 128), with: exif)
        let seen = try #require(TestPicture(try Picture(fitting: file).bytes))
        #expect(seen.size == ((5...8).contains(turn.0) ? [64, 128] : [128, 64]))
        let (right, bottom) = (seen.size[0] - 8, seen.size[1] - 8)
        let corners = [(8, 8), (right, 8), (8, bottom), (right, bottom)].map {
            seen.nearest($0.0, $0.1, of: Self.corners)
        }
        #expect(corners == turn.1)
    }

    @Test(arguments: [(2_000, 500, 1_280, 320), (3, 3_000, 1, 1_280), (40, 20, 40, 20)])
    func `fits, and is never enlarged`(width: Int, height: Int, to: Int, by: Int) throws {
        let file = TestPicture.file(.jpeg, width: width, height: height)
        let picture = try Picture(fitting: file)
        #expect(TestPicture(picture.bytes)?.size == [to, by])
        #expect(picture.bytes.count <= Picture.fittedBytesMax)
    }

    /// An APNG is a PNG to a decoder that does not know APNG: its frames lie beside the picture.
    @Test func `is what stays still of a PNG that moves`() throws {
        let still = Self.quadrants(.png)
        let (head, pixels) = (Array(still[16..<24]), TestPicture.file(.png, width: 64, height: 64))
        let control = [0, 0, 0, 0] + head + [UInt8](repeating: 0, count: 14)
        let frame = [0, 0, 0, 1] + pixels[41..<(pixels.count - 16)]
        var file = Metadata.png(still, with: [0, 0, 0, 1, 0, 0, 0, 0], called: "acTL")
        let end = Metadata.chunk(control, called: "fcTL") + Metadata.chunk(frame, called: "fdAT")
        file.insert(contentsOf: end, at: file.count - 12)
        #expect(try Self.seen(file) == [0, 1, 2, 3])
        #expect(try Picture(of: file).bytes == Picture(of: still).bytes)
    }

    @Test func `keeps nothing of what lay beside its pixels`() throws {
        let secret = "zebra at 48.2082 N"
        let exif = Array("Exif\0\0".utf8) + Metadata.exif(orientation: 6, secret: secret)
        let script = Array("zebra<script>alert(1)</script>".utf8)
        var jpeg = Metadata.jpeg(TestPicture.file(.jpeg), with: exif)
        jpeg = Metadata.jpeg(jpeg, with: script, marker: 0xFE) + Array("PK\u{3}\u{4}zebra".utf8)
        let png = Metadata.png(TestPicture.file(.png), with: script, called: "tEXt")
        let webp = Metadata.riff([
            Metadata.extended(width: 40, height: 40, flags: 0x0C),
            Metadata.pixels(of: TestPicture.file(.webp)), ("EXIF", exif), ("XMP ", script),
        ])
        for file in [jpeg, png, webp] {
            #expect(Self.holds("zebra", file))
            let picture = try Picture(of: file)
            for word in ["zebra", "Exif", "script", "PK\u{3}\u{4}"] {
                #expect(!Self.holds(word, picture.bytes), "\(word)")
            }
        }
    }

    @Test(arguments: [RarePicture.deepPNG, RarePicture.cmykJPEG])
    func `is made of what few programs write`(file: [UInt8]) throws {
        let seen = try #require(TestPicture(try Picture(of: file).bytes))
        #expect(seen.size == [8, 8])
        #expect(seen.nearest(4, 4, of: Self.corners) == 0)
    }

    @Test func `keeps the hole that a palette has`() throws {
        let picture = try Picture(of: RarePicture.palettePNG)
        #expect(picture.form == .png)
        let seen = try #require(TestPicture(picture.bytes))
        #expect(seen.colour(1, 4) >> 24 == 0x7F)
        #expect(seen.colour(6, 4) >> 24 == 0)
        #expect(seen.nearest(6, 4, of: Self.corners) == 2)
    }

    @Test(arguments: [UInt8(8), 16], [true, false])
    func `keeps the hole that a colour is`(depth: UInt8, gray: Bool) throws {
        let file = RarePicture.clearPNG(depth: depth, gray: gray)
        for picture in [try Picture(of: file), try Picture(fitting: file)] {
            #expect(picture.form == .png)
            let seen = try #require(TestPicture(picture.bytes))
            #expect(seen.colour(1, 4) >> 24 == 0x7F && seen.colour(6, 4) >> 24 == 0)
        }
    }

    @Test(arguments: [TestPicture.Form.jpeg, .png])
    func `may come in passes`(form: TestPicture.Form) throws {
        let file = Self.quadrants(form, comesInPasses: true)
        #expect(file != Self.quadrants(form))
        #expect(try Self.seen(file) == [0, 1, 2, 3])
    }

    /// What a bomb is made of, and as much of it as is taken.
    @Test(arguments: [
        (TestPicture.Form.jpeg, false), (.jpeg, true), (.png, false), (.png, true), (.webp, false),
    ])
    func `may be 4096 by 4096 pixels in few bytes`(form: TestPicture.Form, inPasses: Bool) throws {
        let file = TestPicture.black(form, side: 4_096, comesInPasses: inPasses)
        #expect((1...500_000).contains(file.count))
        let picture = try Picture(of: file)
        #expect(TestPicture(picture.bytes)?.size == [512, 512])
        #expect(picture.bytes.count < 10_000)
    }

    @Test func `that looks like noise is made smaller, until it is small`() throws {
        var chance = SeededGenerator(seed: 7)
        let file = TestPicture.file(.png, width: 512, height: 512) { _, _ in
            Int32(truncatingIfNeeded: chance.next()) & 0x7FFF_FFFF
        }
        let picture = try Picture(of: file)
        #expect(picture.form == .png)
        #expect(picture.bytes.count <= Picture.bytesMax)
    }

    @Test func `with one hole is made no smaller than it must be`() throws {
        var chance = SeededGenerator(seed: 8)
        let file = TestPicture.file(.png, width: 512, height: 512) { x, y in
            x + y == 0 ? 0x7F00_0000 : Int32(truncatingIfNeeded: chance.next()) & 0xFFFFFF
        }
        let picture = try Picture(of: file)
        #expect(picture.form == .png)
        let seen = try #require(TestPicture(picture.bytes))
        #expect((128...256).contains(seen.size[0]))
        #expect(picture.bytes.count <= Picture.bytesMax)
    }

    static func holds(_ word: String, _ bytes: [UInt8]) -> Bool {
        let word = Array(word.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: word) }
    }
}
