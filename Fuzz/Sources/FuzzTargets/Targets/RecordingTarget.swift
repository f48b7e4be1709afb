import Speech

extension Target {
    /// What is read of a stranger's recording before a program hears it.
    static let recording = Target(name: "recording", seeds: { RecordingSeeds.all }) { input in
        // The shortest recording is longer than an input: silence follows it.
        let silence = [UInt8](repeating: 0, count: Int(input.choice) * silenceBytes)
        let file = input.bytes + silence
        guard let recording = try? Recording(wav: file) else { return }
        let (samples, lengths) = (recording.samples, Recording.lengths)
        Oracle.require(
            samples.count % 2 == 0 && lengths.contains(recording.duration),
            "\(samples.count) bytes of samples")
        Oracle.require(file.count <= Recording.fileBytesMax, "a file of \(file.count) bytes")
        Oracle.require(file.has(samples), "samples that are not in the file")
        let again = try? Recording(wav: RecordingSeeds.file(samples))
        Oracle.require(again == recording, "written again, they are read otherwise")
        // Bytes behind it are ignored, or are more of it where the file does not give its length.
        guard let longer = try? Recording(wav: file + [input.seed, 0xFF]) else { return }
        Oracle.require(longer.samples.starts(with: samples), "other samples with more behind")
    }

    /// Forty milliseconds: so 5 of the steering byte make a recording, and 126 are too many.
    private static let silenceBytes = 1_280
}

extension [UInt8] {
    /// Whether these bytes are somewhere in it, as they are.
    fileprivate func has(_ bytes: [UInt8]) -> Bool {
        guard count >= bytes.count else { return false }
        return (0...(count - bytes.count)).contains { start in
            self[start...].starts(with: bytes)
        }
    }
}
