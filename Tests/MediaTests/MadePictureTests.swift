import Files
import Kernel
import Pictures
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Media

/// What becomes of an attached picture.
@Suite(.timeLimit(.minutes(10))) struct `An attached picture` {
    private let files = TestFiles()

    private func made(_ file: [UInt8]) throws -> MadePicture {
        try ConfinedMedia(.patient).picture(of: files.uploaded(file), in: files.stored)
    }

    private func failure(_ file: [UInt8]) -> MediaFailure? {
        do {
            _ = try made(file)
            return nil
        } catch {
            return error as? MediaFailure
        }
    }

    private func seen(_ file: UploadedFile) throws -> TestPicture {
        try #require(TestPicture(files.bytes(of: file)))
    }

    @Test(arguments: [TestPicture.Form.jpeg, .png, .webp])
    func `is made of any kind, with a preview`(form: TestPicture.Form) throws {
        let made = try made(TestPicture.file(form, width: 900, height: 600))
        #expect(made.form == .jpeg && made.previewForm == .jpeg)
        #expect([made.width, made.height] == [900, 600])
        #expect(try seen(made.picture).size == [900, 600])
        #expect(try seen(made.preview).size == [480, 320])
        #expect(made.preview.size <= 40 << 10)
    }

    @Test(arguments: [(4_000, 1_000, 2_560, 640), (3, 3_000, 2, 2_560), (40, 20, 40, 20)])
    func `fits, and is never enlarged`(width: Int, height: Int, to: Int, by: Int) throws {
        let made = try made(TestPicture.file(.jpeg, width: width, height: height))
        #expect([Int(made.width), Int(made.height)] == [to, by])
        #expect(try seen(made.picture).size == [to, by])
    }

    @Test(arguments: [TestPicture.Form.png, .webp])
    func `stays transparent`(form: TestPicture.Form) throws {
        let made = try made(TestPicture.file(form) { x, _ in x < 20 ? 0x7F00_0000 : 0xFF0000 })
        #expect(made.form == .png && made.previewForm == .png)
        #expect(try seen(made.picture).colour(5, 5) >> 24 == 0x7F)
        #expect(try seen(made.preview).colour(35, 5) >> 24 == 0)
    }

    @Test func `is upright, and says nothing of where it was taken`() throws {
        let photo = TestPicture.file(.jpeg, width: 600, height: 400) { x, _ in
            x < 300 ? 0xFF0000 : 0x0000FF
        }
        let file = Exif.jpeg(photo, orientation: 6, secret: "zebra at 48.2082 N")
        #expect(Exif.holds("zebra", file))
        let made = try made(file)
        #expect([made.width, made.height] == [400, 600])
        for stored in [made.picture, made.preview] {
            let seen = try seen(stored)
            #expect(seen.size[0] < seen.size[1])
            let colours: [Int32] = [0xFF0000, 0x0000FF]
            #expect(seen.nearest(20, 20, of: colours) == 0)
            #expect(seen.nearest(20, seen.size[1] - 20, of: colours) == 1)
            for word in ["zebra", "Exif", "48.2082"] {
                #expect(!Exif.holds(word, files.bytes(of: stored)), "\(word)")
            }
        }
    }

    @Test func `keeps nothing that was behind its end`() throws {
        let page = Array("PK\u{3}\u{4}<script>zebra</script>".utf8)
        let made = try made(TestPicture.file(.jpeg) + page)
        #expect(!Exif.holds("zebra", files.bytes(of: made.picture)))
        #expect(!Exif.holds("zebra", files.bytes(of: made.preview)))
    }

    @Test func `that looks like noise has few bytes, too`() throws {
        var chance = SeededGenerator(seed: 7)
        let made = try made(
            TestPicture.file(.png, width: 700, height: 700) { x, y in
                x + y == 0 ? 0x7F00_0000 : Int32(truncatingIfNeeded: chance.next()) & 0xFFFFFF
            })
        #expect(made.form == .png && made.picture.size <= 2 << 20)
        #expect(made.preview.size <= 40 << 10)
        #expect(try seen(made.preview).size[0] >= 64)
    }

    /// 49 million pixels, in few bytes.
    @Test(arguments: [(TestPicture.Form.jpeg, false), (.jpeg, true), (.png, true)])
    func `may be as large as a phone's sensor`(form: TestPicture.Form, inPasses: Bool) throws {
        let file = TestPicture.black(form, side: 7_000, comesInPasses: inPasses)
        let made = try made(file)
        #expect([made.width, made.height] == [2_560, 2_560])
        #expect(made.picture.size < 200_000)
    }

    @Test func `of too many pixels is refused, with the limits`() {
        let limits = MediaFailure.tooManyPixels(sideMax: 16_384, pixelsMax: 50_331_648)
        #expect(failure(TestPicture.file(.png, width: 16_385, height: 1)) == limits)
        for side: UInt8 in [32, 0xEA] {
            var bomb = TestPicture.file(.png)
            bomb.replaceSubrange(16..<24, with: [0, 0, side, 0, 0, 0, side, 0])
            #expect(failure(bomb) == limits)
        }
    }

    @Test func `that is none is refused`() {
        for text in ["", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.7", "PK"] {
            #expect(failure(Array(text.utf8)) == .unknownKind, "\(text)")
        }
        let photo = TestPicture.file(.jpeg)
        #expect(failure(Array(photo.prefix(300))) == .broken(reason: "this picture is broken"))
        let moving =
            Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 2]
        #expect(failure(moving + [UInt8](repeating: 0, count: 17)) == .animated)
        #expect(files.count == 0)
    }

    /// As bytes that were changed on the way: whatever it is, it is made or refused.
    @Test func `that is damaged is made or refused`() {
        var chance = SeededGenerator(seed: 11)
        let photo = TestPicture.file(.jpeg, width: 64, height: 64) { x, y in Int32(x * y) }
        for _ in 0..<12 {
            var changed = photo
            for _ in 0...8 { changed[chance.below(changed.count)] = UInt8(chance.below(256)) }
            switch failure(changed) {
            case nil, .broken, .unknownKind, .tooManyPixels: break
            case let other: Issue.record("\(String(describing: other))")
            }
        }
    }

    @Test func `of three megabytes passes the daemon in pieces of 64 KiB`() throws {
        var chance = SeededGenerator(seed: 3)
        let file = TestPicture.file(.jpeg, width: 2_000, height: 1_500) { _, _ in
            Int32(truncatingIfNeeded: chance.next()) & 0xFFFFFF
        }
        #expect(file.count > 3_000_000)
        let made = try made(file)
        #expect(made.picture.size <= 2 << 20 && made.picture.size > 1 << 20)
        #expect(files.largestPiece == 65_536)
    }

    @Test func `is deleted when nothing names it`() throws {
        do {
            let made = try made(TestPicture.file(.jpeg))
            #expect(files.count == 2)
            made.picture.keep()
        }
        #expect(files.count == 1)
    }

    @Test func `for which the store has no room leaves nothing`() throws {
        let file = try files.uploaded(TestPicture.file(.jpeg, width: 600, height: 400))
        files.state.withLock { $0.room = 10 }
        #expect {
            try ConfinedMedia(.patient).picture(of: file, in: files.stored)
        } throws: { error in
            guard case MediaFailure.store(let refusal) = error else { return false }
            return refusal.code == .unavailable
        }
        #expect(files.count == 1)
    }
}

extension MediaPrograms {
    /// Those that are installed, given the time that a busy machine takes.
    static var patient: Self {
        var programs = installed()
        programs.timeLimit = .seconds(600)
        return programs
    }
}

/// What a camera notes beside the pixels.
enum Exif {
    /// A JPEG that is to be turned, with a text that others must not read.
    static func jpeg(_ file: [UInt8], orientation: UInt8, secret: String) -> [UInt8] {
        let text = Array(secret.utf8)
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2]
        tiff += [0x01, 0x0E, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, 38]
        tiff += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let data = Array("Exif\0\0".utf8) + tiff + text
        return file.prefix(2) + [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data + file.dropFirst(2)
    }

    /// Whether a file contains a text.
    static func holds(_ text: String, _ file: [UInt8]) -> Bool {
        let text = Array(text.utf8)
        return file.indices.contains { file[$0...].starts(with: text) }
    }
}
