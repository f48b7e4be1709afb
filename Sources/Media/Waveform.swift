/// How loud a recording is at its loudest, in parts of equal length.
///
/// Of the samples only the peak of each hundredth of a second is kept: 30 KB for five minutes.
struct Waveform {
    /// Samples of a second: 16 bits each, the low byte first, one channel.
    static let samplesPerSecond = 8_000
    /// The most parts.
    static let partsMax = 64

    private static let samplesPerPeak = 80

    private var peaks: [UInt8] = []
    private var sampleCount = 0
    private var low: UInt8?

    mutating func append(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            guard let first = low else {
                low = byte
                continue
            }
            low = nil
            append(Int16(bitPattern: UInt16(first) | UInt16(byte) << 8))
        }
    }

    private mutating func append(_ sample: Int16) {
        if sampleCount % Self.samplesPerPeak == 0 { peaks.append(0) }
        sampleCount += 1
        let level = UInt8(clamping: Int(sample.magnitude) >> 7)
        peaks[peaks.count - 1] = max(peaks[peaks.count - 1], level)
    }

    /// The parts; fewer than 64 for less than 0.64 seconds.
    var parts: [UInt8] {
        let count = min(Self.partsMax, peaks.count)
        return (0..<count).map { part in
            let range = (part * peaks.count / count)..<((part + 1) * peaks.count / count)
            return peaks[range].max() ?? 0
        }
    }
}
