import SplitMix

/// A recording that is no word: a second of a hum with noise. It takes as long to be judged as any.
enum TrialRecording {
    private static let samplesPerSecond = 16_000

    /// A WAV file of 16-bit samples.
    ///
    /// - Source: IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0".
    static let wave: [UInt8] = {
        var chance = SplitMix64(seed: 28)
        var wave: [UInt8] = Array("RIFF".utf8)
        func append(_ number: UInt32, bytes: Int) {
            for place in 0..<bytes { wave.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        let bytes = UInt32(2 * samplesPerSecond)
        append(36 + bytes, bytes: 4)
        wave += Array("WAVEfmt ".utf8)
        append(16, bytes: 4)
        // PCM, one channel.
        append(1, bytes: 2)
        append(1, bytes: 2)
        append(UInt32(samplesPerSecond), bytes: 4)
        append(bytes, bytes: 4)
        append(2, bytes: 2)
        append(16, bytes: 2)
        wave += Array("data".utf8)
        append(bytes, bytes: 4)
        for sample in 0..<samplesPerSecond {
            let hum = Int16(sample % 100 < 50 ? 4_000 : -4_000)
            append(UInt32(UInt16(bitPattern: hum + Int16(chance.below(2_000)))), bytes: 2)
        }
        return wave
    }()
}
