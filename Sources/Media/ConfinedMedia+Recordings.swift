import Confinement
public import Files
public import Kernel

/// What browsers record.
enum RecordingKind: CaseIterable {
    case webm, mp4, ogg

    /// The kind by the first bytes alone; nil: another one.
    ///
    /// - Source: RFC 8794 §8.1 (EBML); ISO/IEC 14496-12 §4.3 (ftyp); RFC 3533 §6.
    init?(_ beginning: [UInt8]) {
        if beginning.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .webm
        } else if beginning.dropFirst(4).starts(with: "ftyp".utf8) {
            self = .mp4
        } else if beginning.starts(with: OggPage.capture) {
            self = .ogg
        } else {
            return nil
        }
    }

    /// ffmpeg's name of what reads it.
    fileprivate var demuxer: String {
        switch self {
        case .webm: "matroska"
        case .mp4: "mp4"
        case .ogg: "ogg"
        }
    }

    /// Whether its reader goes back: the table of an MP4 may lie behind what it describes.
    fileprivate var goesBack: Bool { self == .mp4 }
}

extension ConfinedMedia {
    /// How long a voice message may play.
    public static let recordingMax = Duration.seconds(300)
    /// What a browser may add that is asked to stop.
    private static let recordingReserve = 500
    private static let millisecondsMax = 300_000 + recordingReserve

    /// Makes a voice message of what a browser recorded.
    public func recording(
        of file: UploadedFile, in files: StoredFiles
    ) throws(MediaFailure) -> MadeRecording {
        guard let ffmpeg = programs.ffmpeg else { throw .off(engine: "ffmpeg") }
        let source = try StoredSource(file, in: files)
        guard let kind = RecordingKind(try source.beginning(16)) else { throw .unknownKind }
        let pieces = ConfinedProgram.Input.pieces { () throws(ConfinementFailure) in
            try source.next()
        }
        var program = ConfinedProgram([ffmpeg] + Self.arguments(for: kind))
        if kind.goesBack { program.files = [pieces] } else { program.input = pieces }
        program.limits.coreSeconds = 30
        program.limits.time = programs.timeLimit
        program.limits.memoryBytes = 1 << 30
        program.limits.outputBytesMax = 8 << 20
        let taker = RecordingTaker(files)
        try run(
            program, from: source, exiting: { _ in .broken(reason: "this recording is broken") },
            second: { taker.waveform.append($0) },
            taking: { (piece) throws(MediaFailure) in try taker.append(piece) })
        return try taker.finish(millisecondsMax: Self.millisecondsMax)
    }

    /// Of the first audio stream: an Ogg Opus file, and samples for the waveform. Nothing is read
    /// but the one file, by one reader and one of three decoders; all names of files are ours.
    private static func arguments(for kind: RecordingKind) -> [String] {
        let (url, samples) =
            kind.goesBack ? ("file:/dev/fd/3", "pipe:4") : ("pipe:0", "pipe:3")
        let input = [
            "-nostdin", "-hide_banner", "-loglevel", "quiet", "-threads", "1",
            "-protocol_whitelist", kind.goesBack ? "file" : "pipe",
            "-codec_whitelist", "opus,libopus,aac", "-f", kind.demuxer, "-i", url,
        ]
        // A second more than may be: so that it is known to be too long. Positions count samples,
        // whatever times the file has.
        let each = [
            "-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1", "-t", "301",
            "-af", "asetpts=N/SR/TB", "-ac", "1", "-threads", "1", "-bitexact",
        ]
        let opus = [
            "-ar", "48000", "-c:a", "libopus", "-b:a", "32k", "-application", "voip",
            "-frame_duration", "20", "-f", "ogg", "pipe:1",
        ]
        let plain = [
            "-ar", "\(Waveform.samplesPerSecond)", "-c:a", "pcm_s16le", "-f", "s16le", samples,
        ]
        return input + ["-filter_threads", "1"] + each + opus + each + plain
    }
}

/// Stores a recording that a program writes as it comes, checked. Used by one thread.
private final class RecordingTaker {
    var waveform = Waveform()
    private var reader = OpusReader()
    private let upload: FileUpload

    init(_ files: StoredFiles) { upload = files.upload() }

    deinit { upload.cancel() }

    func append(_ piece: ArraySlice<UInt8>) throws(MediaFailure) {
        let bytes: [UInt8]
        do throws(AudioFlaw) {
            bytes = try reader.append(piece)
        } catch {
            throw .failed(reason: "ffmpeg: \(error.reason)")
        }
        guard !bytes.isEmpty else { return }
        do throws(Refusal) { try upload.append(bytes) } catch { throw .store(error) }
    }

    func finish(millisecondsMax: Int) throws(MediaFailure) -> MadeRecording {
        let milliseconds: Int
        do throws(AudioFlaw) {
            milliseconds = try reader.finish()
        } catch {
            throw .broken(reason: "this recording is broken: \(error.reason)")
        }
        guard milliseconds <= millisecondsMax else {
            throw .tooLong(maximum: ConfinedMedia.recordingMax)
        }
        let file: UploadedFile
        do throws(Refusal) { file = try upload.finish() } catch { throw .store(error) }
        return MadeRecording(
            file: file, milliseconds: UInt32(milliseconds), waveform: waveform.parts)
    }
}
