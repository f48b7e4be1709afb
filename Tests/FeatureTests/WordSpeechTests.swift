import Foundation
import Kernel
import Speech
import SwiftProtobuf
import TestLexicon
import TestSupport
import Testing
import Wire

@testable import Words

/// B13, B14, B27, B28: rounds that are heard, and recordings that are judged.
@Suite struct `Words that are heard and spoken` {
    private static let wave = WAV(samples: 16_000).bytes
    private let voice = ScriptedVoice()
    private let ear = ScriptedEar()
    private let world: World

    init() throws {
        world = try World(
            friends: [("ana", "ben")],
            words: WordTerms(lexicons: [TinyDictionary.opened()], pronouncer: voice, judge: ear))
    }

    private func sound(of round: WordRound, for person: Person) throws -> WordSound {
        try person.ask(.wordRoundAudio(.with { $0.round = round.round })) { answer in
            if case .wordSound(let sound) = answer { sound } else { nil }
        }
    }

    private func begin(_ word: String, _ file: [UInt8] = wave, by name: String = "ana") throws
        -> Work
    {
        try world.begin(
            .post, "/v1/words/{word}/speech", PlainRequest(values: [word], body: file), by: name)
    }

    @discardableResult
    private func say(_ word: String, by name: String = "ana") throws -> WordSpoken {
        guard case .wordSpoken(let spoken) = try world.finish(begin(word, by: name)) else {
            throw NotThatKind(what: "a verdict")
        }
        return spoken
    }

    private func begin(answering round: WordRound, by name: String = "ana") throws -> Work {
        try world.begin(
            .post, "/v1/words/rounds/{round}/speech",
            PlainRequest(values: [round.round], body: Self.wave), by: name)
    }

    private func progress(of person: Person) throws -> [WordSpeech] {
        try person.ask(.wordSpeechList(WordSpeechList())) { answer in
            if case .wordSpeechPage(let page) = answer { page.words } else { nil }
        }
    }

    // MARK: - Heard

    @Test func `are given by their sound alone, whatever else is said of the round`() throws {
        for _ in 1...20 {
            let round = try world.ana.play(.spell)
            let word = try world.answer(of: round).word
            #expect(round.audio == "/v1/words/rounds/\(round.round)/audio")
            #expect(round.choices.isEmpty && !round.prompt.lowercased().contains(word))
            let sound = try sound(of: round, for: world.ana)
            #expect([UInt8](sound.audio) == ScriptedVoice.sound(of: word).bytes)
            #expect(sound.word.isEmpty && sound.contentType == SpokenWord.contentType)
            #expect(try world.ana.round(round).open == round)
            _ = try world.ana.answer(
                .with { ($0.round, $0.text) = (round.round, "no such word") })
        }
    }

    @Test func `are spoken by a program into a file that does not name them`() async throws {
        let folder = try TemporaryFolder()
        var programs = SpeechPrograms.installed()
        programs.timeLimit = .seconds(600)
        let pronouncer = ProgramPronouncer(programs, languages: ["en"], keptIn: folder.path)
        for word in ["cinnamon", "hot dog", "horse"] {
            let spoken = await withCheckedContinuation { continuation in
                pronouncer.speak(word, in: "en", for: 1) { continuation.resume(returning: $0) }
            }
            let bytes = try spoken.get().bytes
            for part in word.split(separator: " ") {
                #expect(bytes.firstRange(of: Array(part.utf8)) == nil)
                #expect(bytes.firstRange(of: Array(part.capitalized.utf8)) == nil)
            }
        }
    }

    @Test func `are spelled right with other capitals, and spaces around`() throws {
        for change: (String) -> String in [{ $0 }, { "  \($0.uppercased()) " }] {
            let round = try world.ana.play(.spell)
            let word = try world.answer(of: round).word
            let result = try world.ana.answer(
                .with { ($0.round, $0.text) = (round.round, change(word)) })
            #expect(result.won && result.word == word && result.choice == 0)
        }
        let round = try world.ana.play(.spell)
        expectRefusal(.invalidField, "choice") {
            _ = try world.ana.answer(.with { ($0.round, $0.choice) = (round.round, 1) })
        }
        let word = try world.answer(of: round).word
        #expect(
            try world.ana.answer(.with { ($0.round, $0.text) = (round.round, word + "x") }).won
                == false)
    }

    @Test func `are heard by nobody else, and of no other game`() throws {
        let round = try world.ana.play(.spell)
        expectRefusal(.notFound, "round") { _ = try sound(of: round, for: world.ben) }
        let other = try world.ana.play(.chooseWord)
        expectRefusal(.notFound, "round") { _ = try sound(of: other, for: world.ana) }
    }

    @Test func `are heard later when the voice is busy or fails, and the round stays open`() throws
    {
        let round = try world.ana.play(.spell)
        voice.fail(.failed("signal 9 ended it"))
        let failed = #expect(throws: Refusal.self) { try sound(of: round, for: world.ana) }
        #expect(failed?.code == .unavailable && failed?.retryAfter == .seconds(5))
        #expect(failed?.message.contains("signal") == false)
        voice.fail(.full(retryAfter: .seconds(2)))
        let busy = #expect(throws: Refusal.self) { try sound(of: round, for: world.ana) }
        #expect(busy?.code == .busy && busy?.retryAfter == .seconds(2))
        voice.fail(nil)
        #expect(try world.ana.round(round).open == round)
        #expect(try !sound(of: round, for: world.ana).audio.isEmpty)
    }

    // MARK: - Spoken

    @Test func `are judged, and tries, right ones, best and last score are kept`() throws {
        ear.hear(.success(80), .success(40), .success(70), .success(90))
        #expect(try say("horse").right)
        let second = try say("horse")
        #expect(!second.right && second.score == 40 && second.progress.tries == 2)
        try say("horse")
        try say("apple")
        try world.restart()
        let kept = try progress(of: world.ana)
        #expect(kept.map(\.word) == ["apple", "horse"] && kept.map(\.tries) == [1, 3])
        #expect(kept.map(\.right) == [1, 2] && kept.map(\.best) == [90, 80])
        #expect(kept.map(\.last) == [90, 70])
        #expect(try progress(of: world.ben).isEmpty)
    }

    @Test func `that cannot be judged now count for nothing`() throws {
        ear.hear(.success(80), .failure(.failed("it took too long")))
        ear.hear(.failure(.full(retryAfter: .seconds(2))))
        let before = try say("horse").progress
        let failed = #expect(throws: Refusal.self) { try say("horse") }
        #expect(failed?.code == .unavailable && failed?.retryAfter == .seconds(5))
        let busy = #expect(throws: Refusal.self) { try say("horse") }
        #expect(busy?.code == .busy && busy?.retryAfter == .seconds(2))
        #expect(try progress(of: world.ana) == [before])
    }

    @Test func `are no words of the dictionary, or no recordings: then nobody listens`() throws {
        expectRefusal(.notFound, "word") { _ = try begin("zzzz") }
        expectRefusal(.invalidField, "recording") { _ = try begin("horse", Array("OggS".utf8)) }
        expectRefusal(.malformed, "recording") {
            _ = try begin("horse", Array(Self.wave.dropLast()))
        }
        expectRefusal(.tooLarge, "recording") {
            _ = try begin("horse", WAV(samples: 80_016).bytes)
        }
        #expect(try progress(of: world.ana).isEmpty)
    }

    @Test func `answer a round, once`() throws {
        ear.hear(.success(77), .success(99))
        let round = try world.ana.play(.speak)
        #expect(try round.prompt == world.answer(of: round).word && round.audio.isEmpty)
        expectRefusal(.invalidField, "text") {
            _ = try world.ana.answer(.with { ($0.round, $0.text) = (round.round, round.prompt) })
        }
        expectRefusal(.notFound, "round") { _ = try begin(answering: round, by: "ben") }
        guard case .wordResult(let result) = try world.finish(begin(answering: round)) else {
            throw NotThatKind(what: "a result")
        }
        #expect(result.won && result.answer == round.prompt && world.ana.results == [result])
        #expect(try progress(of: world.ana).map(\.best) == [77])
        expectRefusal(.conflict, "round") { _ = try begin(answering: round) }
        #expect(try world.ana.wordProfile().gamesCount == 1)
    }

    @Test func `leave a round open that could not be judged`() throws {
        ear.hear(.failure(.failed("signal 11 ended it")), .success(60))
        let round = try world.ana.play(.speak)
        expectRefusal(.unavailable) { _ = try world.finish(begin(answering: round)) }
        #expect(try world.ana.round(round).open == round && world.ana.results.isEmpty)
        guard case .wordResult(let result) = try world.finish(begin(answering: round)) else {
            throw NotThatKind(what: "a result")
        }
        #expect(result.won)
    }

    @Test func `come too late when the round's time has passed while they were judged`() throws {
        ear.hear(.success(95))
        let round = try world.ana.play(.speak)
        let work = try begin(answering: round)
        world.clock.advance(by: .seconds(300))
        expectRefusal(.tooLate, "round") { _ = try world.finish(work) }
        try world.pass(.seconds(1))
        #expect(world.ana.results.map(\.expired) == [true])
        #expect(try progress(of: world.ana).isEmpty)
    }

    @Test func `come too late when another device has answered while they were judged`() throws {
        ear.hear(.success(95))
        let round = try world.ana.play(.speak)
        let work = try begin(answering: round)
        let lost = try world.ana.answer(.with { $0.round = round.round })
        expectRefusal(.conflict, "round") { _ = try world.finish(work) }
        #expect(!lost.won && world.ana.results == [lost])
        #expect(try progress(of: world.ana).isEmpty)
    }
}
