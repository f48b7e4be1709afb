import Confinement
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Speech

@Suite(.timeLimit(.minutes(5))) struct `Programs that speak and listen` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pronouncer(
        _ programs: SpeechPrograms = .patient, waitingMax: Int = 64, bytesMax: Int = 1 << 20
    ) -> ProgramPronouncer {
        ProgramPronouncer(
            programs, languages: ["en", "tlh"], keptIn: folder.path, bytesMax: bytesMax,
            waitingMax: waitingMax)
    }

    private static func spoken(
        _ word: String, by pronouncer: ProgramPronouncer, for user: Int64 = 1
    ) async -> Result<SpokenWord, SpeechFailure> {
        await withCheckedContinuation { continuation in
            pronouncer.speak(word, in: "en", for: user) { continuation.resume(returning: $0) }
        }
    }

    @Test func `speak a word as Ogg Opus, and keep it`() async throws {
        let pronouncer = pronouncer()
        #expect(pronouncer.languages == ["en"])
        #expect(pronouncer.kept("house", in: "en") == nil)
        let spoken = try await Self.spoken("house", by: pronouncer).get()
        #expect(spoken.bytes.starts(with: "OggS".utf8))
        #expect(pronouncer.kept("house", in: "en") == spoken)
        #expect(self.pronouncer().kept("house", in: "en") == spoken)
    }

    @Test func `take no word for an option`() async throws {
        for word in ["--version", "-f/etc/passwd", "a; reboot", "../../x", "<audio src='x'/>"] {
            #expect(try await Self.spoken(word, by: pronouncer()).get().bytes.count > 100)
        }
        #expect(folder.files.count == 1)
    }

    @Test func `speak a word once for all who want it meanwhile`() async throws {
        let pronouncer = pronouncer(waitingMax: 1)
        let all = await withTaskGroup(of: Result<SpokenWord, SpeechFailure>.self) { group in
            for _ in 0..<100 { group.addTask { await Self.spoken("river", by: pronouncer) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(all.allSatisfy { (try? $0.get()) != nil })
    }

    @Test func `say that too much waits`() async throws {
        let pronouncer = pronouncer(waitingMax: 1)
        let all = await withTaskGroup(of: Result<SpokenWord, SpeechFailure>.self) { group in
            for number in 0..<20 {
                group.addTask { await Self.spoken("number \(number)", by: pronouncer) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let full = all.filter { $0 == .failure(.full(retryAfter: .seconds(2))) }
        #expect(full.count >= 10 && full.count < 20)
        #expect(all.count { (try? $0.get()) != nil } == 20 - full.count)
    }

    @Test func `keep only so much`() async throws {
        let pronouncer = pronouncer(bytesMax: 12_000)
        for number in 0..<12 { _ = try await Self.spoken("word \(number)", by: pronouncer).get() }
        let voice = try #require(folder.files.first)
        let path = "\(folder.path)/\(voice)"
        let sizes = try FileManager.default.contentsOfDirectory(atPath: path).map { name in
            try Data(contentsOf: URL(filePath: "\(path)/\(name)")).count
        }
        #expect(sizes.reduce(0, +) <= 12_000 && sizes.count >= 2)
        #expect(pronouncer.kept("word 11", in: "en") != nil)
    }

    /// As on a full disk: the folder cannot be made.
    @Test func `speak though nothing can be kept`() async throws {
        let outcomes = Mutex<[SpeechOutcome]>([])
        try folder.write([], to: "file")
        let pronouncer = ProgramPronouncer(
            .patient, languages: ["en"], keptIn: "\(folder.path)/file",
            noting: { outcome in outcomes.withLock { $0.append(outcome) } })
        for _ in 1...2 {
            let spoken = try await Self.spoken("house", by: pronouncer).get()
            #expect(spoken.bytes.starts(with: "OggS".utf8))
        }
        #expect(outcomes.withLock { $0 } == [.done, .done] && folder.files == ["file"])
    }

    @Test func `make a word anew whose file was cut off`() async throws {
        let pronouncer = pronouncer()
        let spoken = try await Self.spoken("house", by: pronouncer).get()
        let voice = try #require(folder.files.first)
        for broken in [Data(), Data(count: spoken.bytes.count)] {
            try broken.write(to: URL(filePath: "\(folder.path)/\(voice)/house.opus"))
            #expect(pronouncer.kept("house", in: "en") == nil)
            #expect(try await Self.spoken("house", by: pronouncer).get() == spoken)
        }
    }

    @Test func `that are missing are off`() async {
        let nothing = pronouncer(SpeechPrograms())
        #expect(nothing.languages.isEmpty)
        #expect(await Self.spoken("house", by: nothing) == .failure(.off))
        #expect(SpeechPrograms().missing.count == 4)
    }

    @Test(
        arguments: [
            ("exit 1", "it ended with 1"), ("kill -SEGV $$", "signal 11 ended it"),
            ("kill -KILL $$", "signal 9 ended it"), ("exec sleep 3600", "it took too long"),
            ("echo no audio", "no audio was made"),
        ])
    func `that fail hurt nobody, and are named`(text: String, reason: String) async throws {
        var programs = SpeechPrograms.patient
        let script = try InstalledScript(text)
        programs.encoder = script.path
        // Long enough for the program before it.
        if reason == "it took too long" { programs.timeLimit = .seconds(10) }
        let outcomes = Mutex<[SpeechOutcome]>([])
        let pronouncer = ProgramPronouncer(
            programs, languages: ["en"], keptIn: folder.path,
            noting: { outcome in outcomes.withLock { $0.append(outcome) } })
        guard case .failure(.failed(let said)) = await Self.spoken("house", by: pronouncer) else {
            Issue.record("expected a failure")
            return
        }
        let program = script.path.split(separator: "/").last ?? ""
        let name = text == "echo no audio" ? "" : "\(program): "
        #expect(said == name + reason)
        #expect(outcomes.withLock { $0 } == [.failed(said)])
        #expect(pronouncer.kept("house", in: "en") == nil)
    }

    @Test func `are counted, and what is kept is, too`() async throws {
        let outcomes = Mutex<[SpeechOutcome]>([])
        let pronouncer = ProgramPronouncer(
            .patient, languages: ["en"], keptIn: folder.path,
            noting: { outcome in outcomes.withLock { $0.append(outcome) } })
        for _ in 1...2 { _ = try await Self.spoken("house", by: pronouncer).get() }
        #expect(outcomes.withLock { $0 } == [.done, .kept])
    }

    private static let words = [
        ("robotic", "R OW B AA T IH K"), ("river", "R IH V ER"), ("house", "HH AW S"),
        ("window", "W IH N D OW"), ("table", "T EY B AH L"),
    ].map { SpeakableWord(word: $0.0, sounds: [$0.1]) }

    private static func verdict(
        _ recording: Recording, _ target: SpeakableWord, by judge: ProgramJudge
    ) async -> Result<SpeechVerdict, SpeechFailure> {
        await withCheckedContinuation { continuation in
            judge.judge(recording, of: target, among: words, in: "en", for: 1) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// What espeak-ng says, 16,000 samples a second.
    private static func recording(of word: String) throws -> Recording {
        var speaker = ConfinedProgram([
            "/usr/bin/espeak-ng", "-v", "en-us", "-s", "140", "--stdout", word,
        ])
        (speaker.limits.outputBytesMax, speaker.limits.time) = (1 << 20, .seconds(600))
        let samples = try speaker.run().dropFirst(44)
        let values = stride(from: 0, to: samples.count - 1, by: 2).map { offset in
            Int16(truncatingIfNeeded: Int(samples[44 + offset]) | Int(samples[45 + offset]) << 8)
        }
        // From 22,050 to 16,000.
        let count = values.count * 16_000 / 22_050
        var wav = WAV(samples: count).bytes
        for index in 0..<count {
            let place = Double(index) * 22_050 / 16_000
            let (whole, part) = (Int(place), place - Double(Int(place)))
            let next = Double(values[min(whole + 1, values.count - 1)])
            let value = Int16(Double(values[whole]) * (1 - part) + next * part)
            wav[44 + 2 * index] = UInt8(truncatingIfNeeded: value)
            wav[45 + 2 * index] = UInt8(truncatingIfNeeded: value >> 8)
        }
        return try Recording(wav: wav)
    }

    @Test func `understand the word that was spoken, and no other`() async throws {
        let judge = ProgramJudge(.patient)
        let robotic = try Self.recording(of: "robotic")
        let right = try await Self.verdict(robotic, Self.words[0], by: judge).get()
        #expect(right.isRight && right.heard == "robotic" && right.score >= 50)
        let wrong = try await Self.verdict(robotic, Self.words[1], by: judge).get()
        #expect(!wrong.isRight && wrong.score < 50)
    }

    @Test func `hear no word in silence or noise`() async throws {
        let judge = ProgramJudge(.patient)
        let silence = try Recording(wav: WAV(samples: 16_000).bytes)
        #expect(try await Self.verdict(silence, Self.words[0], by: judge).get().isRight == false)
        var noise = WAV(samples: 16_000).bytes
        var random = SeededGenerator(seed: 7)
        for index in 44..<noise.count {
            noise[index] = UInt8(truncatingIfNeeded: random.next())
        }
        let verdict = try await Self.verdict(Recording(wav: noise), Self.words[0], by: judge).get()
        #expect(!verdict.isRight)
    }

    @Test func `judge 100 recordings at once, or say that too many wait`() async throws {
        let judge = ProgramJudge(.patient, workers: 2, waitingMax: 16)
        let recording = try Self.recording(of: "robotic")
        let all = await withTaskGroup(of: Result<SpeechVerdict, SpeechFailure>.self) { group in
            for _ in 0..<100 {
                group.addTask { await Self.verdict(recording, Self.words[0], by: judge) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let full = all.count { $0 == .failure(.full(retryAfter: .seconds(2))) }
        #expect(full > 0)
        #expect(all.count { (try? $0.get())?.isRight == true } == 100 - full)
    }

    @Test func `have no word judged whose sounds are not the model's`() async throws {
        let judge = ProgramJudge(.patient)
        let silence = try Recording(wav: WAV(samples: 16_000).bytes)
        for sounds in [[], [""], ["K AE T; reboot"], ["k ae t"], ["K AE T\nw1 D AO G"]] {
            let target = SpeakableWord(word: "cat", sounds: sounds)
            #expect(await Self.verdict(silence, target, by: judge) == .failure(.unknownWord))
        }
    }
}

extension SpeechPrograms {
    /// Those that are installed, given the time that a busy machine takes.
    fileprivate static var patient: Self {
        var programs = installed()
        programs.timeLimit = .seconds(600)
        return programs
    }
}
