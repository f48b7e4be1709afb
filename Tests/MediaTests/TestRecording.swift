import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Media

/// Recordings by the program that also reads them, as browsers make them; each is made once.
struct TestRecording: Hashable, Sendable {
    /// How one is packed.
    enum Form: Sendable, CaseIterable {
        /// As Chromium writes it: its length is not known when it begins.
        case webm
        /// As Firefox writes it.
        case ogg
        /// AAC in fragments, as it is read of Safari's recorder. A file of Safari itself was not at
        /// hand.
        case fragmentedMP4
        /// The table behind the sound, as programs on phones write it.
        case mp4
    }

    let form: Form
    var seconds = 2.0
    /// More arguments for ffmpeg, before the name of the output.
    var more: [String] = []
    /// What is recorded: a name of a filter that makes sound.
    var sound = "sine=frequency=440:sample_rate=48000"

    private static let made = Mutex<[TestRecording: [UInt8]]>([:])

    var bytes: [UInt8] {
        get throws {
            if let made = Self.made.withLock({ $0[self] }) { return made }
            let folder = try TemporaryFolder()
            let path = "\(folder.path)/recording"
            let isStream = form != .mp4
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
            process.arguments =
                ["-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", sound, "-t"]
                + ["\(seconds)"] + arguments + more + [isStream ? "pipe:1" : path]
            try Data().write(to: URL(filePath: path))
            let output = try FileHandle(forWritingTo: URL(filePath: path))
            if isStream { process.standardOutput = output }
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
            let bytes = Array(try Data(contentsOf: URL(filePath: path)))
            Self.made.withLock { $0[self] = bytes }
            return bytes
        }
    }

    private var arguments: [String] {
        switch form {
        case .webm: ["-c:a", "libopus", "-f", "webm"]
        case .ogg: ["-c:a", "libopus", "-f", "ogg"]
        case .fragmentedMP4:
            ["-c:a", "aac", "-f", "mp4", "-movflags", "frag_keyframe+empty_moov+default_base_moof"]
        case .mp4: ["-c:a", "aac", "-f", "mp4"]
        }
    }
}
