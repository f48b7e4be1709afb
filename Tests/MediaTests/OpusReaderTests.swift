import TestSupport
import Testing

@testable import Media

/// What is read of a file that a program has made of a recording.
@Suite struct `An Ogg Opus file` {
    /// A page, as a test wants it.
    private struct Page {
        var flags: UInt8 = 0
        var position: UInt64 = 0
        var serial: UInt32 = 7
        var sequence: UInt32 = 0
        var segments: [UInt8] = []
        var body: [UInt8] = []
        var version: UInt8 = 0

        var bytes: [UInt8] {
            var page = Array("OggS".utf8) + [version, flags] + Self.number(position, 8)
            page += Self.number(UInt64(serial), 4) + Self.number(UInt64(sequence), 4)
            page += [0, 0, 0, 0, UInt8(segments.count)] + segments + body
            page.replaceSubrange(22..<26, with: Self.number(UInt64(Self.checksum(page)), 4))
            return page
        }

        private static func number(_ value: UInt64, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }

        /// Bit by bit, as RFC 3533 has it.
        private static func checksum(_ bytes: [UInt8]) -> UInt32 {
            bytes.reduce(UInt32(0)) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                    sum >> 31 == 1 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
                }
            }
        }
    }

    private static let head = Page(
        flags: 2, segments: [19],
        body: Array("OpusHead".utf8) + [1, 1, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0])
    private static let tags = Page(
        sequence: 1, segments: [29],
        body: Array("OpusTags".utf8) + [6, 0, 0, 0] + Array("zebras".utf8) + [1, 0, 0, 0]
            + [3, 0, 0, 0] + Array("a=b".utf8))
    /// Frames of 20 ms, and 312 samples that are not played.
    private static let audio = Page(
        position: 1_920, sequence: 2, segments: [3, 2], body: [0x78, 1, 2, 0x78, 3])
    private static let end = Page(
        flags: 4, position: 3_000, sequence: 3, segments: [2, 2], body: [0x78, 1, 0x78, 2])

    private static let whole = [head, tags, audio, end]

    private static func bytes(_ pages: [Page]) -> [UInt8] { pages.flatMap(\.bytes) }

    private static func read(
        _ pieces: [ArraySlice<UInt8>]
    ) throws(AudioFlaw) -> (file: [UInt8], milliseconds: Int) {
        var (reader, file) = (OpusReader(), [UInt8]())
        for piece in pieces { file += try reader.append(piece) }
        return (file, try reader.finish())
    }

    private static func flaw(_ bytes: [UInt8]) -> String? {
        do throws(AudioFlaw) {
            _ = try read([bytes[...]])
            return nil
        } catch {
            return error.reason
        }
    }

    /// The file with one page that is different.
    private static func flaw(_ place: Int, _ change: (inout Page) -> Void) -> String? {
        var pages = whole
        change(&pages[place])
        return flaw(bytes(pages))
    }

    @Test func `is read in every split`() throws {
        let bytes = Self.bytes(Self.whole)
        let (file, milliseconds) = try Self.read([bytes[...]])
        #expect(milliseconds == (3_000 - 312) / 48)
        for cut in bytes.indices {
            #expect(try Self.read([bytes[..<cut], bytes[cut...]]) == (file, milliseconds))
        }
        #expect(try Self.read(bytes.indices.map { bytes[$0...$0] }) == (file, milliseconds))
    }

    @Test func `is stored without its comments`() throws {
        let file = try Self.read([Self.bytes(Self.whole)[...]]).file
        #expect(!Exif.holds("zebra", file) && !Exif.holds("a=b", file))
        #expect(Exif.holds("OpusTags\u{5}\0\0\0Upfor\0\0\0\0", file))
        // What is stored is such a file again, and does not change any more.
        #expect(try Self.read([file[...]]).file == file)
        #expect(file.starts(with: Self.head.bytes))
        #expect(file.suffix(60).elementsEqual(Self.bytes(Self.whole).suffix(60)))
    }

    @Test func `that ends early has no end`() {
        let bytes = Self.bytes(Self.whole)
        for count in bytes.indices {
            #expect(Self.flaw(Array(bytes.prefix(count))) == "its end is missing", "\(count)")
        }
    }

    @Test func `has nothing behind its end`() {
        let bytes = Self.bytes(Self.whole)
        #expect(Self.flaw(bytes + [0]) == "no page where one has to begin")
        #expect(Self.flaw(bytes + Array("OggS".utf8)) == "its end is missing")
        var more = Self.end
        more.sequence = 4
        #expect(Self.flaw(bytes + more.bytes) == "a page behind the last")
        var chained = Self.head
        chained.sequence = 4
        #expect(Self.flaw(bytes + chained.bytes) == "a page behind the last")
    }

    @Test func `has the checksum of each page`() {
        let bytes = Self.bytes(Self.whole)
        for place in bytes.indices {
            for bit in [1, 0x80] as [UInt8] {
                var changed = bytes
                changed[place] ^= bit
                #expect(Self.flaw(changed) != nil, "\(place)")
            }
        }
    }

    @Test func `has one head, of one channel`() {
        #expect(Self.flaw(Self.bytes([Self.audio])) != nil)
        let other = "a head of another kind of Opus"
        for (place, value) in [(8, 2), (8, 0), (9, 2), (9, 0), (16, 1), (17, 1), (18, 1)] {
            #expect(Self.flaw(0) { $0.body[place] = UInt8(value) } == other)
        }
        for change in [
            { $0.flags = 0 }, { $0.flags = 6 }, { $0.flags = 3 }, { $0.position = 1 },
            { $0.position = .max }, { $0.body[0] = 0 },
            { ($0.body, $0.segments) = ($0.body + [0], [20]) },
            { ($0.body, $0.segments) = ($0.body + [0], [19, 1]) },
            { ($0.body, $0.segments) = ([], []) },
        ] as [(inout Page) -> Void] {
            #expect(Self.flaw(0, change) == "no head of Opus")
        }
    }

    @Test func `has comments that are not read`() {
        for change in [
            { $0.flags = 1 }, { $0.flags = 4 }, { $0.position = 5 }, { $0.body[0] = 0 },
            { $0.segments = [28, 1] }, { ($0.body, $0.segments) = ([], []) },
            {
                $0.body += [UInt8](repeating: 0, count: 226)
                $0.segments = [255]
            },
            {
                $0.body += [UInt8](repeating: 0, count: 255 * 20)
                $0.segments = [UInt8](repeating: 255, count: 20) + [29]
            },
        ] as [(inout Page) -> Void] {
            #expect(Self.flaw(1, change) == "no comments of Opus")
        }
        #expect(
            Self.flaw(1) {
                $0.body += [UInt8](repeating: 0, count: 255)
                $0.segments = [255, 29]
            } == nil)
    }

    @Test func `is one stream, in order`() {
        let other = "a page of another stream, or in another place"
        for place in 1...3 {
            #expect(Self.flaw(place) { $0.serial = 8 } == other)
            #expect(Self.flaw(place) { $0.sequence += 1 } == other)
        }
        for version in [1, 255] as [UInt8] {
            #expect(Self.flaw(2) { $0.version = version } == "a page of another version")
        }
        #expect(Self.flaw(2) { $0.flags = 8 } == "a page of another version")
        #expect(Self.flaw(2) { $0.flags = 2 } == "a packet that is cut")
    }

    @Test func `has positions that are those of its packets`() {
        let other = "a position that is not that of its packets"
        for position in [0, 1_919, 1_921, 1 << 40] as [UInt64] {
            #expect(Self.flaw(2) { $0.position = position } == other)
        }
        #expect(Self.flaw(2) { $0.position = .max } == "a page without position")
        for position in [1 << 48, .max - 1] as [UInt64] {
            #expect(Self.flaw(2) { $0.position = position } == "a page in the far future")
        }
        // Within the packets of the last page it may end.
        for position in [1_920, 3_839, 3_840] as [UInt64] {
            #expect(Self.flaw(3) { $0.position = position } == nil)
        }
        for position in [1_919, 3_841] as [UInt64] {
            #expect(Self.flaw(3) { $0.position = position } == other)
        }
    }

    @Test func `has packets of one frame of one channel`() {
        let other = "a packet of two channels, or not of one frame"
        for bits in 1...7 as ClosedRange<UInt8> {
            #expect(Self.flaw(2) { $0.body[0] |= bits } == other)
        }
        #expect(Self.flaw(2) { ($0.segments, $0.body) = ([0, 2], [0x78, 3]) } == other)
    }

    @Test func `counts the samples of each configuration`() {
        let silk = [480, 960, 1_920, 2_880]
        let celt = [120, 240, 480, 960]
        let all = silk + silk + silk + [480, 960, 480, 960] + celt + celt + celt + celt
        for (configuration, count) in all.enumerated() {
            var pages = Self.whole
            pages[2].body[0] = UInt8(configuration << 3)
            (pages[2].position, pages[3].position) = (UInt64(count + 960), UInt64(count + 2_880))
            #expect(Self.flaw(Self.bytes(pages)) == nil, "\(configuration)")
            pages[2].position += 1
            #expect(Self.flaw(Self.bytes(pages)) != nil, "\(configuration)")
        }
    }

    @Test func `may have a packet on two pages`() {
        var pages = Self.whole
        pages[2].segments = [3, 2, 255]
        pages[2].body += [0x78] + [UInt8](repeating: 1, count: 254)
        pages[3].flags = 5
        pages[3].segments = [9, 2, 2]
        pages[3].body = [UInt8](repeating: 1, count: 9) + pages[3].body
        pages[3].position = 4_800
        #expect(Self.flaw(Self.bytes(pages)) == nil)
        pages[3].flags = 4
        #expect(Self.flaw(Self.bytes(pages)) == "a packet that is cut")
        #expect(Self.flaw(3) { $0.flags = 5 } == "a packet that is cut")
        var open = Self.whole
        open[3].segments = [2, 255]
        open[3].body = [0x78, 1, 0x78] + [UInt8](repeating: 1, count: 254)
        open[3].position = 2_880
        #expect(Self.flaw(Self.bytes(open)) == "a packet without an end")
    }

    @Test func `has short packets`() {
        func long(_ rest: UInt8) -> String? {
            Self.flaw(2) { page in
                page.segments = [255, 255, 255, 255, 255, rest, 2]
                page.body = [0x78] + [UInt8](repeating: 1, count: 1_274 + Int(rest)) + [0x78, 3]
            }
        }
        #expect(long(1) == nil)
        #expect(long(2) == "a long packet")
    }

    @Test func `plays something`() {
        var pages = Self.whole
        pages[0].body[11] = 0xFF
        #expect(Self.flaw(Self.bytes(pages)) == "it plays nothing")
        let empty = Page(flags: 4, position: 0, sequence: 2)
        #expect(Self.flaw(Self.bytes([Self.head, Self.tags, empty])) == "it plays nothing")
    }

    @Test func `of any bytes traps nothing`() {
        var chance = SeededGenerator(seed: 17)
        for _ in 0..<5_000 {
            var pages = Self.whole
            let place = chance.below(pages.count)
            switch chance.below(6) {
            case 0: pages[place].segments = chance.bytes(chance.below(256))
            case 1: pages[place].body = chance.bytes(chance.below(600))
            case 2: pages[place].position = chance.next()
            case 3: pages[place].flags = UInt8(chance.below(256))
            case 4: pages.remove(at: place)
            default: pages.append(pages[place])
            }
            _ = Self.flaw(Self.bytes(pages))
            _ = Self.flaw(Array("OggS".utf8) + chance.bytes(chance.below(400)))
        }
    }
}

@Suite struct `A waveform` {
    private static func bytes(_ samples: [Int16]) -> [UInt8] {
        samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    @Test func `has the peaks of equal parts, in every split`() {
        var samples = [Int16](repeating: 1, count: 64 * 160)
        for part in 0..<64 { samples[part * 160 + 70] = Int16(-500 * part) }
        let bytes = Self.bytes(samples)
        for cut in [0, 1, 2, 3, 159, 160, 161, 10_239, bytes.count] {
            var waveform = Waveform()
            waveform.append(bytes[..<cut])
            waveform.append(bytes[cut...])
            #expect(waveform.parts == (0..<64).map { UInt8($0 * 500 / 128) })
        }
    }

    @Test func `goes from silence to as loud as can be`() {
        var waveform = Waveform()
        waveform.append(Self.bytes([Int16](repeating: 0, count: 80))[...])
        waveform.append(Self.bytes([.max])[...])
        #expect(waveform.parts == [0, 255])
        var lowest = Waveform()
        lowest.append(Self.bytes([.min])[...])
        #expect(lowest.parts == [255])
    }

    @Test func `of nothing, or half a sample, is empty`() {
        var waveform = Waveform()
        #expect(waveform.parts == [])
        waveform.append([1])
        #expect(waveform.parts == [])
    }

    @Test func `of any length has 64 parts at most`() {
        for hundredths in [1, 2, 63, 64, 65, 127, 128, 1_000, 30_050] {
            var waveform = Waveform()
            let part = Self.bytes([Int16](repeating: 1_280, count: 80))
            for _ in 0..<hundredths { waveform.append(part[...]) }
            #expect(waveform.parts == [UInt8](repeating: 10, count: min(64, hundredths)))
        }
    }
}
