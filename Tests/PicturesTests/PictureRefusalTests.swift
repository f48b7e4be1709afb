import TestSupport
import Testing

@testable import Pictures

/// Z5: what is not taken as a picture, mostly before anything is decoded.
@Suite struct `No picture` {
    private static func failure(_ file: [UInt8]) -> PictureFailure? {
        do throws(PictureFailure) {
            _ = try Picture(of: file)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<html>", "%PDF-1.7", "BM",
        "RIFF\u{4}\0\0\0WAVE", "\u{89}PNG",
    ])
    func `is what begins otherwise`(text: String) {
        #expect(Self.failure(Array(text.utf8)) == .unknownKind)
    }

    @Test func `is a real GIF`() {
        #expect(Self.failure(TestPicture.file(.gif)) == .unknownKind)
    }

    @Test func `is 60,000 pixels wide and high, whatever says so`() {
        let (high, low) = (UInt8(60_000 >> 8), UInt8(60_000 & 255))
        var png = TestPicture.file(.png)
        png.replaceSubrange(16..<24, with: [0, 0, high, low, 0, 0, high, low])
        var jpeg = TestPicture.file(.jpeg)
        let frame = jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0, 0, 17]) } ?? 0
        jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [high, low, high, low])
        let webp = Metadata.riff([
            Metadata.extended(width: 60_000, height: 60_000, flags: 0),
            ("VP8L", [0x2F, 0, 0, 0, 0]),
        ])
        #expect(Self.failure(png) == .tooManyPixels)
        #expect(Self.failure(jpeg) == .tooManyPixels)
        #expect(Self.failure(webp) == .broken)
        #expect(
            Self.failure(Metadata.riff([("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F])]))
                == .tooManyPixels)
    }

    @Test func `is 4097 pixels wide; 4096 is one`() throws {
        #expect(Self.failure(TestPicture.file(.png, width: 4_097, height: 1)) == .tooManyPixels)
        #expect(Self.failure(TestPicture.file(.png, width: 4_096, height: 1)) == nil)
    }

    @Test(arguments: [TestPicture.Form.jpeg, .png, .webp])
    func `is one that was cut off anywhere`(form: TestPicture.Form) {
        let file = TestPicture.file(form) { x, y in Int32(x * 6 << 16 | y * 6) }
        #expect(Self.failure(file) == nil)
        for count in 0..<file.count {
            #expect(Self.failure(Array(file.prefix(count))) != nil, "\(count) of \(file.count)")
        }
    }

    @Test func `moves`() {
        let pixels = Metadata.pixels(of: TestPicture.file(.webp))
        let flagged = [Metadata.extended(width: 40, height: 40, flags: 0x02), pixels]
        #expect(Self.failure(Metadata.riff(flagged)) == .animated)
        let hidden = [
            Metadata.extended(width: 40, height: 40, flags: 0),
            ("ANMF", [UInt8](repeating: 0, count: 16)),
            pixels,
        ]
        #expect(Self.failure(Metadata.riff(hidden)) == .animated)
    }

    @Test func `says two things of its size`() {
        let pixels = Metadata.pixels(of: TestPicture.file(.webp))
        let lying = [Metadata.extended(width: 41, height: 40, flags: 0), pixels]
        #expect(Self.failure(Metadata.riff(lying)) == .broken)
        #expect(Self.failure(Metadata.riff([pixels, pixels])) == .broken)
    }

    /// A decoder of arithmetic codes makes up bytes for ever, behind the end of what was sent.
    @Test func `is a JPEG of a process that nobody uses`() throws {
        let file = TestPicture.file(.jpeg)
        let frame = try #require(
            file.indices.first { file[$0...].starts(with: [0xFF, 0xC0, 0, 17]) })
        func with(_ marker: UInt8) -> [UInt8] {
            file[...frame] + [marker] + file[(frame + 2)...]
        }
        for marker: UInt8 in 0xC0...0xC2 {
            #expect(throws: Never.self) { try PictureHead(with(marker)) }
        }
        for marker: UInt8 in [0xC3] + Array(0xC5...0xCF) {
            #expect(throws: PictureFailure.broken, "\(marker)") { try PictureHead(with(marker)) }
        }
        let conditioned = Metadata.jpeg(file, with: [0, 0], marker: 0xCC)
        #expect(throws: PictureFailure.broken) { try PictureHead(conditioned) }
    }

    /// Its decoder keeps tables for every 16 pixels.
    @Test func `is a large WebP without loss`() {
        func lossless(_ width: Int, _ height: Int) -> (name: String, data: [UInt8]) {
            let bits = (width - 1) | (height - 1) << 14
            return ("VP8L", [0x2F] + (0..<4).map { UInt8(bits >> (8 * $0) & 255) })
        }
        #expect(throws: Never.self) { try PictureHead(Metadata.riff([lossless(512, 512)])) }
        for (width, height) in [(513, 1), (1, 513), (4_096, 4_096)] {
            #expect(throws: PictureFailure.tooManyLosslessPixels) {
                try PictureHead(Metadata.riff([lossless(width, height)]))
            }
        }
        func seeThrough(_ side: Int) -> [UInt8] {
            let solid = TestPicture.file(.webp, width: side, height: side)
            return Metadata.riff([
                Metadata.extended(width: side, height: side, flags: 0x10),
                ("ALPH", [0x01]), Metadata.pixels(of: solid),
            ])
        }
        #expect(throws: Never.self) { try PictureHead(seeThrough(512)) }
        #expect(throws: PictureFailure.tooManyLosslessPixels) { try PictureHead(seeThrough(513)) }
    }

    /// A scan costs a look at every pixel, and some forty bytes.
    @Test func `has more scans than anybody draws`() throws {
        let file = TestPicture.file(.jpeg)
        let start = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
        let (head, scan) = (file[..<start], file[start...].dropLast(2))
        func with(_ count: Int) -> [UInt8] {
            head + (0..<count).flatMap { _ in scan } + [0xFF, 0xD9]
        }
        #expect(throws: Never.self) { try PictureHead(with(PictureHead.scansMax)) }
        #expect(throws: PictureFailure.broken) { try PictureHead(with(PictureHead.scansMax + 1)) }
    }

    @Test func `has its compressed texts inflated`() throws {
        // 8 MiB each, once they are.
        let text = Array("t\0\0".utf8) + [UInt8](repeating: 0xAA, count: 8_192)
        var file = TestPicture.file(.png)
        for _ in 0..<60 { file = Metadata.png(file, with: text, called: "zTXt") }
        let pixels = PictureHead.pixelsOnly(ofPNG: file)
        #expect(!`A picture`.holds("zTXt", pixels))
        #expect(pixels.count < 2_000)
        #expect(Self.failure(file) == nil)
    }

    /// Each may be a line that libpng writes to stderr by itself.
    @Test func `has more parts than anybody writes`() {
        let hole = Metadata.chunk([0], called: "tRNS")
        func with(_ count: Int) -> [UInt8] {
            let file = RarePicture.palettePNG
            return file.dropLast(12) + (0..<count).flatMap { _ in hole } + file.suffix(12)
        }
        #expect(throws: Never.self) { try PictureHead(with(PNGChunks.countMax - 5)) }
        #expect(throws: PictureFailure.broken) {
            try PictureHead(with(PNGChunks.countMax - 4))
        }
    }

    @Test(arguments: [TestPicture.Form.jpeg, .png, .webp])
    func `traps, whatever is changed in it`(form: TestPicture.Form) {
        var chance = SeededGenerator(seed: 11)
        let exif = Array("Exif\0\0".utf8) + Metadata.exif(orientation: 5)
        var file = TestPicture.file(form, width: 24, height: 24) { x, y in Int32(x * y) }
        if form == .jpeg { file = Metadata.jpeg(file, with: exif) }
        for _ in 0..<2_000 {
            var changed = file
            for _ in 0...chance.below(4) {
                changed[chance.below(changed.count)] = UInt8(chance.below(256))
            }
            if let picture = try? Picture(of: changed) {
                #expect(picture.bytes.count <= Picture.bytesMax)
            }
        }
    }
}
