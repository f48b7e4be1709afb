import Speech
import Testing
import TestSupport

@Suite struct `A recording` {
    private static func flaw(of file: [UInt8]) -> RecordingFlaw? {
        do throws(RecordingFlaw) {
            _ = try Recording(wav: file)
            return nil
        } catch {
            return error
        }
    }

    @Test func `is read from a WAV file`() throws {
        let recording = try Recording(wav: WAV(samples: 16_000).bytes)
        #expect(recording.duration == .seconds(1))
        #expect(recording.samples.count == 32_000)
    }

    @Test func `may be of any length from 0,2 to 5 seconds`() throws {
        #expect(Self.flaw(of: WAV(samples: 3_200).bytes) == nil)
        #expect(Self.flaw(of: WAV(samples: 3_199).bytes) == .tooShort)
        #expect(Self.flaw(of: WAV(samples: 80_000).bytes) == nil)
        #expect(Self.flaw(of: WAV(samples: 80_016).bytes) == .tooLong)
        #expect(Self.flaw(of: WAV(samples: 800_000).bytes) == .tooLong)
    }

    @Test func `has one format`() {
        for change in [
            { $0.tag = 3 }, { $0.tag = 0xFFFE }, { $0.channels = 2 }, { $0.rate = 44_100 },
            { $0.bits = 8 }, { $0.bits = 0 }, { $0.channels = 0 },
        ] as [(inout WAV) -> Void] {
            var wav = WAV(samples: 16_000)
            change(&wav)
            #expect(Self.flaw(of: wav.bytes) == .otherFormat)
        }
    }

    @Test func `says it when its end is missing`() {
        let bytes = WAV(samples: 16_000).bytes
        #expect(Self.flaw(of: Array(bytes.dropLast())) == .cutOff)
        #expect(Self.flaw(of: Array(bytes.prefix(44))) == .cutOff)
        #expect(Self.flaw(of: Array(bytes.prefix(40))) == .cutOff)
    }

    @Test func `that was written to a pipe goes to its end`() throws {
        var wav = WAV(samples: 16_000)
        wav.length = 0x7FFF_F000
        #expect(try Recording(wav: wav.bytes).duration == .seconds(1))
        wav.length = .max
        #expect(try Recording(wav: wav.bytes).duration == .seconds(1))
    }

    @Test func `is nothing else`() {
        #expect(Self.flaw(of: []) == .noWave)
        #expect(Self.flaw(of: Array("RIFF".utf8)) == .noWave)
        #expect(Self.flaw(of: Array("OggS and whatever comes behind that".utf8)) == .noWave)
        // The samples first, without a format.
        let bytes = WAV(samples: 16_000).bytes
        #expect(Self.flaw(of: Array(bytes[..<12] + bytes[36...] + bytes[12..<36])) == .noWave)
    }

    @Test func `may be any bytes: none of them traps`() {
        let good = WAV(samples: 4_000).bytes
        var random = SeededGenerator(seed: 28)
        for _ in 0..<5_000 {
            var bytes = Array(good.prefix(Int(random.next() % UInt64(good.count + 1))))
            for _ in 0..<Int(random.next() % 7) where !bytes.isEmpty {
                let place = Int(random.next() % UInt64(min(60, bytes.count)))
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
            _ = Self.flaw(of: bytes)
        }
    }
}
