import ArgumentParser
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `Words on the command line` {
    private static let wording = Wording(
        me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)

    private static func said(_ words: [String]) async throws -> ClientMessage.OneOf_Command? {
        let server = FakeServer { command in
            switch command {
            case .wordRead: .success(.wordEntry(WordEntry()))
            case .wordFind: .success(.wordList(WordList()))
            case .wordSettingsSet, .wordSettingsRead: .success(.wordSettings(WordSettings()))
            case .wordLanguageList: .success(.wordLanguages(WordLanguages()))
            case .wordProfileRead: .success(.wordProfile(WordProfile()))
            case .wordDailyRead: .success(.wordDaily(WordDaily()))
            case .wordFavouriteSet: .success(.wordFavourite(WordFavourite()))
            case .wordFavouriteList: .success(.wordFavourites(WordFavourites()))
            case .wordSpeechList: .success(.wordSpeechPage(WordSpeechPage()))
            case .wordDuelList: .success(.wordDuels(WordDuels()))
            default: .success(.done(Done()))
            }
        }
        let command = try #require(try UpforCommand.command(in: words) as? any SessionCommand)
        try await command.perform(in: server.session(on: RecordingPrinter()))
        return server.commands.last
    }

    @Test func `are looked up, drawn and listed`() async throws {
        #expect(
            try await Self.said(["word", "hot dog", "--language", "en"])
                == .wordRead(.with { ($0.word, $0.language) = ("hot dog", "en") }))
        #expect(
            try await Self.said(["word", "--random"]) == .wordRead(.with { $0.random = true }))
        #expect(
            try await Self.said(["word", "--begins", "zeb", "--after", "zebra"])
                == .wordFind(.with { ($0.prefix, $0.after) = ("zeb", "zebra") }))
    }

    @Test func `have settings, which are shown and changed, with clocks behind UTC, too`()
        async throws
    {
        #expect(
            try await Self.said(["words", "--zone", "-300", "--no-notify"])
                == .wordSettingsSet(.with { ($0.zone, $0.notify) = (-300, false) }))
        #expect(
            try await Self.said(["words", "--category", ""])
                == .wordSettingsSet(.with { $0.category = "" }))
        #expect(
            try await Self.said(["words", "--settings"]) == .wordSettingsRead(WordSettingsRead()))
        #expect(
            try await Self.said(["words", "--languages"]) == .wordLanguageList(WordLanguageList()))
        #expect(
            try await Self.said(["words", "ben"])
                == .wordProfileRead(.with { $0.username = "ben" }))
        #expect(try await Self.said(["words", "daily"]) == .wordDailyRead(WordDailyRead()))
    }

    @Test func `are favourites, and recordings with scores`() async throws {
        #expect(
            try await Self.said(["favourites", "--drop", "cat"])
                == .wordFavouriteSet(.with { ($0.word, $0.on) = ("cat", false) }))
        #expect(
            try await Self.said(["favourites", "--after", "cat"])
                == .wordFavouriteList(.with { $0.after = "cat" }))
        #expect(
            try await Self.said(["say", "--after", "cat"])
                == .wordSpeechList(.with { $0.after = "cat" }))
        #expect(try await Self.said(["play", "duel"]) == .wordDuelList(WordDuelList()))
    }

    @Test func `are played to the end of a challenge, and else once`() {
        let third = WordRound.with { ($0.contest.number, $0.contest.count) = (3, 5) }
        #expect(PlayCommand.rounds(after: third) == 2)
        let last = WordRound.with { ($0.contest.number, $0.contest.count) = (5, 5) }
        #expect(PlayCommand.rounds(after: last) == 0)
        #expect(PlayCommand.rounds(after: WordRound()) == 0)
    }

    @Test(
        arguments: [
            ["word"], ["word", "a", "--random"], ["word", "a", "--after", "b"],
            ["words", "ben", "--level", "2"], ["words", "--settings", "--languages"],
            ["words", "ben", "--settings"], ["favourites", "--add", "a", "--drop", "b"],
            ["favourites", "--add", "a", "--after", "b"], ["say", "a"],
            ["say", "a", "b.wav", "--save", "c.ogg"], ["say", "--save", "c.ogg"],
            ["play", "word", "3"], ["play", "--rounds", "0"], ["play", "word", "--save", "c"],
            ["play", "spell", "--save", "c", "--rounds", "2"], ["play", "chess"],
        ])
    func `refuse what does not go together`(words: [String]) {
        #expect(throws: (any Error).self) { _ = try UpforCommand.command(in: words) }
    }

    @Test(arguments: ["word", "words", "play", "say", "favourites"])
    func `have help with examples and exit codes`(name: String) throws {
        let command = try #require(UpforCommand.subcommand(named: name))
        let help = UpforCommand.helpMessage(for: command, columns: 200)
        #expect(help.contains("Examples:") && help.contains("Exit codes: 0 done, 1 refused"))
    }

    @Test func `read as people say them`() {
        let settings = WordSettings.with {
            ($0.language, $0.level, $0.zone, $0.notify) = ("en", 3, -330, true)
        }
        #expect(
            Self.wording.wordAnswer(.wordSettings(settings))
                == ["en, level 3, any words, days of UTC-05:30; told of new challenges"])
        let language = WordLanguage.with {
            ($0.language, $0.categories) = ("en", ["noun.animal", "verb.motion"])
            $0.games = [.chooseWord, .spell]
        }
        #expect(
            Self.wording.wordAnswer(.wordLanguages(.with { $0.languages = [language] }))
                == ["en: games chooseWord, spell; categories noun.animal, verb.motion"])
        let result = WordResult.with {
            ($0.won, $0.word, $0.definition) = (true, "cat", "an animal")
            ($0.gamesCount, $0.streakCount, $0.highScore) = (1, 1, 100)
        }
        #expect(
            Self.wording.wordAnswer(.wordResult(result))
                == ["right: cat, an animal (1 game, streak 1, high score 100)"])
    }
}
