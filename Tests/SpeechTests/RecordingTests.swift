import Speech
import Testing

@Suite struct `A recording` {
    @Test func `is read from a WAV file`() throws {
        let recording = try Recording(wav: WAV(samples: 16_000).bytes)
        #expect(recording.duration == .seconds(1))
        #expect(recording.samples.count == 32_000)
    }
}

/// A WAV file, right in all that is not said otherwise.
struct WAV {
    var tag: UInt16 = 1
    var channels: UInt16 = 1
    var rate: UInt32 = 16_000
    var bits: UInt16 = 16
    var samples: Int
    /// What it says that its samples have; nil: what is so.
    var length: UInt32?

    init(samples: Int) { self.samples = samples }

    var bytes: [UInt8] {
        func little(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let data = [UInt8](repeating: 0, count: samples * 2)
        let format =
            little(tag) + little(channels) + little(rate) + little(rate * 2) + little(UInt16(2))
            + little(bits)
        return Array("RIFF".utf8) + little(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8)
            + little(UInt32(16)) + format + Array("data".utf8)
            + little(length ?? UInt32(data.count)) + data
    }
}
