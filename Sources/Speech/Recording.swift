/// A recording of one word from a WAV file: 16-bit samples, 16,000 a second, one channel.
public struct Recording: Equatable, Sendable {
    /// How many samples a second has.
    public static let samplesPerSecond = 16_000
    /// The shortest and the longest recording that can be judged.
    public static let lengths = Duration.milliseconds(200)...Duration.seconds(5)
    /// The most bytes of a file: the longest recording, and some room for its other parts.
    public static let fileBytesMax = 5 * samplesPerSecond * 2 + 4_096

    /// The samples: 16 bits each, the low byte first.
    public let samples: [UInt8]

    /// The length of the recording.
    public var duration: Duration {
        .milliseconds(samples.count / 2 * 1000 / Self.samplesPerSecond)
    }

    /// Reads a WAV file.
    ///
    /// Only the samples are passed on: no other program sees a header from a peer.
    ///
    /// - Throws: what is wrong with the file, for its sender.
    /// - Source: "Multimedia Programming Interface and Data Specifications 1.0" (1991), WAVE;
    ///   https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
    public init(wav file: [UInt8]) throws(RecordingFlaw) {
        guard file.count <= Self.fileBytesMax else { throw .tooLong }
        var reader = ChunkReader(file)
        guard reader.isWave else { throw .noWave }
        var isFormatKnown = false
        while let chunk = reader.next() {
            switch chunk.kind {
            case .format:
                guard Self.isOurs(chunk.bytes) else { throw .otherFormat }
                isFormatKnown = true
            case .data:
                guard isFormatKnown else { throw .noWave }
                guard !chunk.isCutOff else { throw .cutOff }
                // An odd byte at the end is half a sample.
                samples = Array(chunk.bytes.prefix(chunk.bytes.count & ~1))
                guard duration >= Self.lengths.lowerBound else { throw .tooShort }
                guard duration <= Self.lengths.upperBound else { throw .tooLong }
                return
            case .other: continue
            }
        }
        throw .cutOff
    }

    /// Whether a format chunk declares the format that we accept.
    private static func isOurs(_ chunk: ArraySlice<UInt8>) -> Bool {
        guard chunk.count >= 16 else { return false }
        func number(at offset: Int, count: Int) -> Int {
            chunk.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let (plain, extensible) = (1, 0xFFFE)
        let tag = number(at: 0, count: 2)
        guard
            tag == plain
                || tag == extensible && chunk.count >= 26 && number(at: 24, count: 2) == plain
        else { return false }
        return number(at: 2, count: 2) == 1 && number(at: 4, count: 4) == samplesPerSecond
            && number(at: 14, count: 2) == 16
    }
}

/// Why a file is not a recording that can be judged.
public enum RecordingFlaw: Error, Equatable, Sendable {
    case noWave, otherFormat, cutOff, tooShort, tooLong

    /// What was expected, for the sender.
    public var text: String {
        switch self {
        case .noWave: "expected a WAV file"
        case .otherFormat: "expected 16-bit PCM samples, 16000 a second, one channel"
        case .cutOff: "expected a whole WAV file: the end of this one is missing"
        case .tooShort: "expected at least 0.2 seconds"
        case .tooLong: "expected at most 5 seconds"
        }
    }
}

/// Reads the chunks of a WAV file. Their lengths are a peer's claims.
struct ChunkReader {
    /// The kind of a chunk.
    enum Kind { case format, data, other }

    struct Chunk {
        let kind: Kind
        let bytes: ArraySlice<UInt8>
        /// Whether its length exceeds the file.
        let isCutOff: Bool
    }

    private let file: [UInt8]
    private var offset = 12

    init(_ file: [UInt8]) { self.file = file }

    var isWave: Bool {
        file.count >= 12 && file.starts(with: "RIFF".utf8)
            && file[8..<12].elementsEqual("WAVE".utf8)
    }

    mutating func next() -> Chunk? {
        guard file.count - offset >= 8 else { return nil }
        let kind: Kind =
            switch file[offset..<(offset + 4)] {
            case let name where name.elementsEqual("fmt ".utf8): .format
            case let name where name.elementsEqual("data".utf8): .data
            default: .other
            }
        let length = file[(offset + 4)..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
        let (begin, room) = (offset + 8, file.count - offset - 8)
        let end = begin + min(length, room)
        // A chunk of odd length has a padding byte.
        offset = min(file.count, end + (length & 1))
        // A file written to a pipe could not know its length, and states the greatest one.
        let isStream = length >= 0x7FFF_F000
        return Chunk(
            kind: kind, bytes: file[begin..<end], isCutOff: length > room && !isStream)
    }
}
