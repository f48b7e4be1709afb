import Foundation
import Kernel
import Speech
import TestLexicon
import TestSupport
import Testing

@testable import Server
@testable import Settings

/// B13, B14, B27: programs that speak and listen, and their failures as clients, log and metrics
/// see them.
@Suite(.serialized, .onOwnThreads, .timeLimit(.minutes(5)))
struct `Speech over HTTP` {
    private let words: TemporaryFolder

    init() throws {
        words = try TemporaryFolder()
        try TinyDictionary(in: words.path).build()
    }

    private func site(_ programs: SpeechPrograms) throws -> (site: Site, token: String) {
        let folder = words.path
        let site = try Site(programs: programs) {
            $0.features[text: "words.folder"] = folder
        }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        return (site, try peer.register("ana"))
    }

    private func send(
        _ line: String, _ body: [UInt8] = [], to site: Site, _ token: String
    ) throws -> RawPeer {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            Array(
                """
                \(line) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r
                Content-Type: audio/wav\r\nContent-Length: \(body.count)\r
                Connection: close\r\n\r\n
                """.utf8) + body)
        return peer
    }

    /// Seconds after which another try is worth it.
    private static func retryAfter(_ head: String) -> Int? {
        let lines = head.components(separatedBy: "\r\n")
        return lines.first { $0.lowercased().hasPrefix("retry-after: ") }
            .flatMap { Int($0.dropFirst("retry-after: ".count)) }
    }

    @Test(
        arguments: [
            ("kill -KILL $$", "signal 9 ended it"), ("kill -SEGV $$", "signal 11 ended it"),
            ("exit 7", "it ended with 7"), ("exec sleep 3600", "it took too long"),
            ("while :; do echo flood flood flood flood; done", "it said too much"),
        ])
    func `fails by 503 with Retry-After, one line and one count`(
        text: String, reason: String
    ) async throws {
        let script = try InstalledScript(text)
        var programs = SpeechPrograms.installed()
        (programs.encoder, programs.recognizer) = (script.path, script.path)
        // Beside many other tests the programs that are to end need time, too.
        programs.timeLimit = reason == "it took too long" ? .seconds(2) : .seconds(600)
        let (site, token) = try site(programs)
        for (line, body) in [
            ("GET /v1/words/horse/audio", []),
            ("POST /v1/words/horse/speech", WAV(samples: 16_000).bytes),
        ] {
            // What a recognizer says is read from its errors: there the flood goes nowhere.
            if reason == "it said too much", line.hasPrefix("POST") { continue }
            let peer = try send(line, body, to: site, token)
            #expect(try peer.statusLine() == "HTTP/1.1 503 Service Unavailable")
            #expect(Self.retryAfter(peer.head) == 5)
            let said = try peer.rest()
            #expect(said.contains("UNAVAILABLE") && !said.contains(reason))
            let kind = line.hasPrefix("GET") ? "words" : "recordings"
            let name = #"upfor_speech_total{kind="\#(kind)",outcome="failed"}"#
            #expect(try site.metrics()[name] == 1)
        }
        // Everything else is served.
        let peer = try send("GET /v1/wordRead?word=horse", to: site, token)
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        await site.stop()
        let lines = site.endLog().split(separator: "\n").filter { $0.contains("speech.failed") }
        #expect(lines.count == (reason == "it said too much" ? 1 : 2))
        #expect(lines.allSatisfy { $0.contains(reason) && $0.contains(#""lvl":"warn""#) })
        #expect(lines.allSatisfy { !$0.contains("horse") })
    }

    @Test func `takes 17 recordings of a user, and refuses the others by 503 with Retry-After`()
        async throws
    {
        // None is judged before all are there, however slow the machine is.
        var gate: InstalledScript? = try InstalledScript("")
        // A shell would start `sleep`, and a worker starts no process.
        let script = try InstalledScript(
            """
            exec /usr/bin/python3 -c '
            import os, time
            while os.path.exists("\(gate?.path ?? "")"): time.sleep(0.1)
            os._exit(7)'
            """)
        var programs = SpeechPrograms.installed()
        (programs.recognizer, programs.timeLimit) = (script.path, .seconds(600))
        let (site, token) = try site(programs)
        let wave = WAV(samples: 8_000).bytes
        let peers = try (1...100).map { _ in
            try send("POST /v1/words/horse/speech", wave, to: site, token)
        }
        let refused = #"upfor_speech_total{kind="recordings",outcome="refused"}"#
        let isFull = try await eventually { try site.metrics()[refused] == 83 }
        #expect(isFull)
        withExtendedLifetime(gate) {}
        gate = nil
        var codes: [String: Int] = [:]
        for peer in peers {
            #expect(try peer.statusLine() == "HTTP/1.1 503 Service Unavailable")
            #expect((Self.retryAfter(peer.head) ?? 0) > 0)
            codes[try peer.rest().contains("BUSY") ? "BUSY" : "UNAVAILABLE", default: 0] += 1
        }
        #expect(codes == ["BUSY": 83, "UNAVAILABLE": 17])
        #expect(try site.metrics()[refused] == 83)
        await site.stop()
    }

    @Test func `is off where no program is installed, and says so once`() async throws {
        let (site, token) = try site(SpeechPrograms())
        let peer = try send("GET /v1/words/horse/audio", to: site, token)
        #expect(try peer.statusLine() == "HTTP/1.1 404 Not Found")
        await site.stop()
        let lines = site.endLog().split(separator: "\n").filter { $0.contains("speech.") }
        #expect(lines.count == 1 && lines[0].contains("speech.missing"))
    }

    @Test func `speaks, keeps and counts`() async throws {
        let (site, token) = try site(.installed())
        for _ in 1...2 {
            let peer = try send("GET /v1/words/horse/audio", to: site, token)
            #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
            #expect(peer.head.contains("Content-Type: audio/ogg; codecs=opus"))
        }
        let metrics = try site.metrics()
        #expect(metrics[#"upfor_speech_total{kind="words",outcome="done"}"#] == 1)
        #expect(metrics[#"upfor_speech_total{kind="words",outcome="kept"}"#] == 1)
        await site.stop()
    }
}
