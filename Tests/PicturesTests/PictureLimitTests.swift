import TestSupport
import Testing

@testable import Pictures

/// What a file declares, and how much of it is decoded where.
@Suite struct `The limits of a picture` {
    /// A PNG that states a size.
    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        var file = TestPicture.file(.png)
        let numbers = [width, height].flatMap { number in
            (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        file.replaceSubrange(16..<24, with: numbers)
        return file
    }

    private static func failure(
        _ file: [UInt8], within limits: PictureLimits
    ) -> PictureFailure? {
        do throws(PictureFailure) {
            _ = try PictureHead(file, within: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `are sides and pixels, more of them in a process of its own`() {
        for (width, height) in [(8_192, 6_144), (8_160, 6_120), (16_384, 3_072)] {
            let file = Self.png(width, height)
            #expect(Self.failure(file, within: .confined) == nil)
            #expect(Self.failure(file, within: .here) == .tooManyPixels)
        }
        for (width, height) in [(8_192, 6_145), (16_385, 1), (1, 16_385), (60_000, 60_000)] {
            #expect(Self.failure(Self.png(width, height), within: .confined) == .tooManyPixels)
        }
        #expect(Self.failure(Self.png(1 << 31, 1), within: .confined) == .broken)
    }

    @Test func `of a lossless WebP are others, too`() {
        func lossless(_ side: Int) -> [UInt8] {
            let bits = (side - 1) | (side - 1) << 14
            return Metadata.riff([
                ("VP8L", [0x2F] + (0..<4).map { UInt8(bits >> (8 * $0) & 255) })
            ])
        }
        #expect(Self.failure(lossless(513), within: .here) == .tooManyLosslessPixels)
        #expect(Self.failure(lossless(4_096), within: .confined) == nil)
        #expect(Self.failure(lossless(4_097), within: .confined) == .tooManyLosslessPixels)
    }

    @Test(arguments: [TestPicture.Form.jpeg, .png])
    func `are in the beginning of a file, or it is too short`(form: TestPicture.Form) throws {
        let file = TestPicture.file(form, width: 70, height: 30)
        var least: Int?
        for count in 0...file.count {
            guard let head = try? PictureHead(beginningOf: Array(file.prefix(count))) else {
                #expect(least == nil, "\(count)")
                continue
            }
            least = least ?? count
            #expect(head.width == 70 && head.height == 30)
            #expect(head.kind == (form == .jpeg ? .jpeg : .png))
        }
        #expect(try #require(least) < 1_024)
    }

    @Test func `are not behind the first pixels`() throws {
        let file = TestPicture.file(.jpeg)
        let scan = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) })
        let frame = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
        let turned = [0xFF, 0xD8] + file[scan..<(scan + 14)] + file[frame...]
        #expect(throws: PictureFailure.broken) { try PictureHead(beginningOf: turned) }
        #expect(throws: PictureFailure.unknownKind) { try PictureHead(beginningOf: [0x47, 0x49]) }
    }

    @Test func `of any beginning trap nothing`() {
        var chance = SeededGenerator(seed: 19)
        for form in [TestPicture.Form.jpeg, .png] {
            let file = TestPicture.file(form)
            for _ in 0..<2_000 {
                var changed = Array(file.prefix(chance.below(file.count)))
                for _ in 0..<3 where !changed.isEmpty {
                    changed[chance.below(changed.count)] = UInt8(chance.below(256))
                }
                _ = try? PictureHead(beginningOf: changed)
            }
        }
    }

    @Test func `are those of each picture that is made of it`() throws {
        let file = TestPicture.file(.png, width: 300, height: 100) { x, y in Int32(x & 255 | y << 8)
        }
        let all = try FittedPicture.all(
            of: file, within: .here,
            fitting: [
                .init(sideMax: 200, bytesMax: 1 << 20), .init(sideMax: 100, bytesMax: 1 << 20),
                .init(sideMax: 400, bytesMax: 1 << 20),
            ])
        #expect(all.map(\.width) == [200, 100, 100] && all.map(\.height) == [66, 33, 33])
        for picture in all {
            #expect(TestPicture(picture.bytes)?.size == [picture.width, picture.height])
        }
    }
}
