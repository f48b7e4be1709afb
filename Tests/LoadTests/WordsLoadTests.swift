import ArgumentParser
import EventLoop
import Glibc
import Kernel
import Observability
import Server
import Settings
import TestLexicon
import TestSupport
import Testing
import Wire

@testable import Load

@Suite(.timeLimit(.minutes(5))) struct `The load of words` {
    private static func measured(
        words: String?, _ run: WordsRun
    ) async throws -> WordsRun.Found {
        let folder = try TestSupport.TemporaryFolder()
        var configuration = Configuration.trial(in: folder.path)
        configuration.features[text: "words.folder"] = words ?? folder.path
        let log = EventLog(
            sink: EventSink { _ in true }, level: .error, addresses: .full, clock: { 0 })
        let daemon = try Daemon(configuration, log: log)
        let server = SubjectServer(
            address: SocketAddress(v4: 0x7F00_0001, port: daemon.port), process: getpid())
        let progress = Progress(isQuiet: true)
        do {
            let tokens = try await RegistrationRun(count: 6, crowd: "words")
                .tokens(server, progress)
            let found = try await run.run(server, tokens, progress)
            await daemon.stop()
            return found
        } catch {
            await daemon.stop()
            throw error
        }
    }

    private static let run = WordsRun(
        readers: 2, players: 3, recordings: 4, format: .json, milliseconds: 200)

    @Test func `looks words up, plays, hears and speaks`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        try TinyDictionary(in: folder.path).build()
        let found = try await Self.measured(words: folder.path, Self.run)
        #expect(found.definitions.count > 0 && found.reads.count > 0)
        #expect(found.games.count > 0 && found.plays.count >= found.games.count)
        #expect((found.audio?.count ?? 0) > 0)
        let crush = try #require(found.crush)
        #expect(crush.judged + crush.refused == 4 && crush.judged > 0)
        #expect(crush.calm.pings.count > 0 && crush.busy.reads.count > 0)
        #expect(found.breaches.first == nil)
        let report = WordsReport(
            found, starts: .init(millisecondsWith: 42, millisecondsWithout: 40))
        #expect(report.complaints.isEmpty && report.rows.count == 4)
        #expect(report.remarks.last?.hasSuffix("2.0 ms more, goal 10 ms: reached") == true)
        #expect(try report.json().contains("\"judged\":"))
    }

    @Test func `says that a server has no dictionary`() async throws {
        let failure = await #expect(throws: LoadFailure.self) {
            try await Self.measured(words: nil, Self.run)
        }
        #expect(failure?.description.contains("make words") == true)
    }

    @Test func `says that a game counted twice`() {
        var tally = WordTally()
        tally.begin(.play, by: 1)
        var member = WordMember(0, token: "", .json)
        var output: [UInt8] = []
        func hear(_ text: String) {
            let bytes = Array(text.utf8)
            bytes.withUnsafeBytes { member.received($0, at: 1, &tally, &output) }
        }
        member.act(&tally, &output)
        var number = 1
        for count in [1, 2, 4] {
            hear(#"{"id":\#(number),"wordRound":{"round":"1","game":"CHOOSE_WORD"}}"#)
            hear(#"{"id":\#(number + 1),"wordResult":{"round":"1","gamesCount":\#(count)}}"#)
            number += 2
            #expect((tally.breaches.first == nil) == (count < 4))
        }
    }

    @Test(
        arguments: [
            ["--readers", "0"], ["--players", "1001"], ["--recordings", "-1"], ["--starts", "0"],
            ["--seconds", "0"], ["--words", "/nowhere/at/all"], ["--format", "xml"],
        ])
    func `refuses options out of bounds`(options: [String]) {
        #expect(throws: (any Error).self) { _ = try LoadCommand.parseAsRoot(["words"] + options) }
    }
}
