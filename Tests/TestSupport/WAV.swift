/// A WAV file, right in all that is not said otherwise.
public struct WAV {
    /// What its samples are: 1 for PCM.
    public var tag: UInt16 = 1
    /// How many.
    public var channels: UInt16 = 1
    /// Samples a second.
    public var rate: UInt32 = 16_000
    /// Of a sample.
    public var bits: UInt16 = 16
    /// How many, all of them silence.
    public var samples: Int
    /// What it says that its samples have; nil: what is so.
    public var length: UInt32?

    /// - Parameter samples: as the property.
    public init(samples: Int) { self.samples = samples }

    /// The file.
    public var bytes: [UInt8] {
        func little(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        let data = [UInt8](repeating: 0, count: samples * 2)
        let format =
            little(tag) + little(channels) + little(rate) + little(rate * 2) + little(UInt16(2))
            + little(bits)
        return Array("RIFF".utf8) + little(UInt32(truncatingIfNeeded: 36 + data.count))
            + Array("WAVEfmt ".utf8) + little(UInt32(16)) + format + Array("data".utf8)
            + little(length ?? UInt32(truncatingIfNeeded: data.count)) + data
    }
}
