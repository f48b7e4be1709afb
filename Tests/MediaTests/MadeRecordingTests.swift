import Files
import Kernel
import TestSupport
import Testing

@testable import Media

/// What becomes of a recorded voice.
@Suite(.timeLimit(.minutes(20))) struct `A voice message` {
    private let files = TestFiles()

    private func made(
        _ file: [UInt8], by programs: MediaPrograms = .patient
    ) throws -> MadeRecording {
        try ConfinedMedia(programs).recording(of: files.uploaded(file), in: files.stored)
    }

    private func failure(
        _ file: [UInt8], by programs: MediaPrograms = .patient
    ) -> MediaFailure? {
        do {
            _ = try made(file, by: programs)
            return nil
        } catch {
            return error as? MediaFailure
        }
    }

    /// How long a stored file plays, if it is what a voice message is.
    private func milliseconds(of file: UploadedFile) throws -> Int {
        var reader = OpusReader()
        _ = try reader.append(files.bytes(of: file)[...])
        return try reader.finish()
    }

    @Test(arguments: TestRecording.Form.allCases)
    func `is made of what browsers record`(form: TestRecording.Form) throws {
        let made = try made(TestRecording(form: form).bytes)
        #expect((1_990...2_060).contains(made.milliseconds))
        #expect(try milliseconds(of: made.file) == Int(made.milliseconds))
        #expect(made.waveform.count == 64)
        // The filter is an eighth as loud as can be.
        #expect(made.waveform.dropLast(2).allSatisfy { (20...44).contains($0) })
        #expect(made.file.size < 12_000)
    }

    @Test func `shows where it is loud`() throws {
        let sound = "aevalsrc='if(lt(t,1),0,if(lt(t,2),0.25,0.75))*sin(2764*t)':s=48000"
        let made = try made(TestRecording(form: .webm, seconds: 3, sound: sound).bytes)
        let parts = made.waveform.map(Int.init)
        #expect(parts.count == 64)
        #expect(parts[2..<18].allSatisfy { $0 < 8 })
        #expect(parts[24..<40].allSatisfy { (50...80).contains($0) })
        #expect(parts[46..<62].allSatisfy { (170...220).contains($0) })
    }

    @Test func `has one channel and no metadata`() throws {
        for form in TestRecording.Form.allCases {
            let recording = TestRecording(
                form: form,
                more: ["-ac", "2", "-metadata", "title=zebra", "-metadata", "location=+48.2+16.3/"])
            #expect(Exif.holds("zebra", try recording.bytes), "\(form)")
            let made = try made(recording.bytes)
            let stored = files.bytes(of: made.file)
            for word in ["zebra", "+48.2", "Lavf", "Lavc", "ffmpeg", "encoder"] {
                #expect(!Exif.holds(word, stored), "\(word) of \(form)")
            }
            #expect(try milliseconds(of: made.file) > 1_900)
        }
    }

    @Test func `is the sound of a file alone, the first of them`() throws {
        let sound = "sine=frequency=440[out0];testsrc=size=64x64:rate=5[out1]"
        let video = TestRecording(
            form: .mp4, more: ["-c:v", "mpeg4", "-map", "0", "-shortest"], sound: sound)
        #expect((1_900...2_300).contains(try made(video.bytes).milliseconds))
        let silent = TestRecording(
            form: .mp4, more: ["-an", "-c:v", "mpeg4", "-map", "0:v"], sound: sound)
        #expect(failure(try silent.bytes) == .broken(reason: "this recording is broken"))
    }

    @Test func `plays five minutes at most`() throws {
        do {
            let longest = try made(TestRecording(form: .webm, seconds: 300).bytes)
            #expect((299_900...300_100).contains(longest.milliseconds))
            #expect(longest.file.size < 2 << 20)
        }
        let long = try TestRecording(form: .webm, seconds: 301).bytes
        #expect(failure(long) == .tooLong(maximum: .seconds(300)))
        let longer = try TestRecording(form: .ogg, seconds: 1_200, more: ["-b:a", "6k"]).bytes
        #expect(failure(longer) == .tooLong(maximum: .seconds(300)))
        #expect(files.count == 0)
    }

    @Test func `passes the daemon in pieces of 64 KiB`() throws {
        for form in [TestRecording.Form.webm, .mp4] {
            let recording = TestRecording(form: form, seconds: 60, more: ["-b:a", "128k"])
            #expect(try recording.bytes.count > 300_000)
            _ = try made(recording.bytes)
            // Of what is written a page may have waited.
            #expect((65_536...131_072).contains(files.largestPiece))
        }
    }

    @Test func `of another kind is refused`() throws {
        for text in ["", "ID3", "#EXTM3U\nfile:///etc/passwd\n", "RIFF\u{4}\0\0\0WAVE", "ffconcat"]
        {
            #expect(failure(Array(text.utf8)) == .unknownKind, "\(text)")
        }
        let broken = MediaFailure.broken(reason: "this recording is broken")
        for codec in ["flac", "libvorbis"] {
            let other = TestRecording(form: .ogg, more: ["-c:a", codec])
            #expect(failure(try other.bytes) == broken, "\(codec)")
        }
        let mp3 = TestRecording(form: .mp4, more: ["-c:a", "libmp3lame"])
        #expect(failure(try mp3.bytes) == broken)
    }

    @Test(arguments: TestRecording.Form.allCases)
    func `of a damaged file is broken, or what is left of it`(form: TestRecording.Form) throws {
        let file = try TestRecording(form: form).bytes
        var chance = SeededGenerator(seed: 13)
        var hostile = [20, 100, 1_000, file.count / 2].map { Array(file.prefix($0)) }
        hostile.append(Array(file.prefix(48)) + chance.bytes(20_000))
        for _ in 0..<4 {
            var changed = file
            for _ in 0...20 { changed[chance.below(changed.count)] = UInt8(chance.below(256)) }
            hostile.append(changed)
        }
        for file in hostile {
            switch failure(file) {
            case nil, .broken, .tooLong, .unknownKind: break
            case let other: Issue.record("\(String(describing: other))")
            }
        }
        #expect(files.count == 0)
    }

    @Test func `is off without ffmpeg`() throws {
        let file = try TestRecording(form: .ogg).bytes
        #expect(failure(file, by: MediaPrograms()) == .off(engine: "ffmpeg"))
        #expect(MediaPrograms().missing == ["ffmpeg"])
        #expect(MediaPrograms.installed().missing == [])
    }

    @Test(arguments: [
        ("exit 0", MediaFailure.broken(reason: "this recording is broken: its end is missing")),
        ("exit 1", .broken(reason: "this recording is broken")),
        ("kill -SEGV $$", nil), ("exec sleep 3600", nil), ("echo no sound", nil),
        ("exec yes", nil),
    ])
    func `of a program that lies, crashes or hangs is refused`(
        text: String, expected: MediaFailure?
    ) throws {
        let script = try InstalledScript(text)
        var programs = MediaPrograms.patient
        programs.ffmpeg = script.path
        if text.contains("sleep") { programs.timeLimit = .seconds(1) }
        let failure = failure(try TestRecording(form: .ogg).bytes, by: programs)
        guard let expected else {
            guard case .failed = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            return
        }
        #expect(failure == expected)
    }
}
