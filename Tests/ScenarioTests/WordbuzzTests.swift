import Foundation
import Kernel
import Lexicon
import TestLexicon
import TestSupport
import Testing

@testable import Server
@testable import Settings

/// B16, B24, B26: the REST interface of words over HTTP, on real sockets.
@Suite(.serialized, .onOwnThreads, .timeLimit(.minutes(5)))
struct `The REST interface of words` {
    private struct Answer {
        let status: String
        let head: String
        let text: String
        let body: [String: Any]
    }

    private let site: Site
    private let words: TemporaryFolder
    private let token: String

    init() throws {
        let words = try TemporaryFolder()
        // More words with a beginning than a page has.
        let more = (0..<120).map { number in
            TinyDictionary.Line(
                "zeb" + Self.letters(number), .noun, 5, 500, "a striped thing")
        }
        try TinyDictionary(TinyDictionary.lines + more, in: words.path).build()
        self.words = words
        site = try Site {
            $0.http.root = .wordbuzz
            $0.features[text: "words.folder"] = words.path
        }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        token = try peer.register("ana")
    }

    /// A number as two letters.
    private static func letters(_ number: Int) -> String {
        String([number / 26, number % 26].map { Character(UnicodeScalar(UInt8(97 + $0))) })
    }

    private func ask(
        _ line: String, _ body: [UInt8] = [], kind: String = "image/png"
    ) throws -> Answer {
        let peer = try RawPeer(port: site.daemon.port)
        peer.write(
            Array(
                """
                \(line) HTTP/1.1\r\nHost: a\r\nAuthorization: Token \(token)\r
                Content-Type: \(kind)\r\nContent-Length: \(body.count)\r
                Connection: close\r\n\r\n
                """.utf8) + body)
        let said = try peer.rest()
        let parts = said.components(separatedBy: "\r\n\r\n")
        let text = parts.dropFirst().joined(separator: "\r\n\r\n")
        let json = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        return Answer(
            status: String(said.dropFirst("HTTP/1.1 ".count).prefix(3)), head: parts[0],
            text: text, body: json as? [String: Any] ?? [:])
    }

    @Test func `counts in whole numbers`() async throws {
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        peer.say(RawPeer.open(token))
        _ = try peer.next()
        peer.say(#"{"id":3,"wordPlay":{"game":"CHOOSE_WORD"}}"#)
        let round = try #require(try peer.next().firstMatch(of: /"round":"([0-9a-f]+)"/)).1
        peer.say(#"{"id":4,"wordAnswer":{"round":"\#(round)","choice":1}}"#)
        while try !peer.next().hasPrefix(#"{"id":4,"#) {}
        let seen = try ask("GET /users/me/seenWords/").text
        #expect(seen.contains(/\{"seenWords":\{"[a-z ]+":1\}\}/), "\(seen)")
        let user = try ask("GET /users/me/").text
        #expect(user.contains(/"scores":\{[^}.]*:[0-9]+\}/), "\(user)")
        await site.stop()
    }

    @Test(arguments: ["/login/", "/wordbuzz/login/", "/wordup/login/"], [true, false])
    func `knows guests, who have short log-ins`(path: String, isGuest: Bool) async throws {
        let log = #"{"username":"ana","password":"correct horse","guest":\#(isGuest)}"#
        let answer = try ask("POST \(path)", Array(log.utf8), kind: "application/json")
        #expect(answer.status == "200", "\(answer.text)")
        let devices = try ask("GET /v1/deviceList").text
        #expect(devices.contains(#""guest":true"#) == isGuest, "\(devices)")
        await site.stop()
    }

    @Test(arguments: ["/words/", "/wordbuzz/words/", "/words"])
    func `lists words by their beginning, page by page`(path: String) async throws {
        var (found, query) = ([String](), "prefix=zeb")
        for _ in 1...5 {
            let page = try ask("GET \(path)?\(query)")
            #expect(page.status == "200")
            found += page.body["words"] as? [String] ?? []
            let lines = page.head.components(separatedBy: "\r\n")
            guard let link = lines.first(where: { $0.hasPrefix("Link: <") }) else { break }
            let target = link.dropFirst("Link: <".count).prefix { $0 != ">" }
            query = String(target.drop { $0 != "?" }.dropFirst())
            #expect(query.contains("prefix=zeb") && query.contains("after="))
        }
        #expect(found.count == 120 && found == found.sorted() && Set(found).count == 120)
        #expect(found.allSatisfy { $0.hasPrefix("zeb") })
        await site.stop()
    }

    @Test func `wants a beginning or chance, and not both`() async throws {
        #expect(try ask("GET /words/?random=true").body["results"] != nil)
        #expect(try ask("GET /words/?prefix=qqq").status == "200")
        for query in [
            "", "random=false", "after=dog", "random=true&prefix=d", "random=true&after=d",
        ] {
            #expect(try ask("GET /words/?\(query)").status == "400", "\(query)")
        }
        #expect(try ask("GET /words/?prefix=d&language=tlh").status == "400")
        await site.stop()
    }

    @Test(arguments: ["/users/me/image", "/wordbuzz/users/me/image/"])
    func `changes one's picture, and takes it away`(path: String) async throws {
        let before = try ask("GET /users/me/").body["image"] as? String
        let file = TestPicture.file(.png) { _, _ in 0x00FF00 }
        let put = try ask("PUT \(path)", file)
        let image = try #require(put.body["image"] as? String)
        #expect(put.status == "200" && image.hasPrefix("/avatars/") && image != before)
        #expect(try ask("GET /users/me/").body["image"] as? String == image)
        #expect(try ask("GET \(image)").status == "200")
        #expect(try ask("PUT \(path)", Array("no picture".utf8)).status == "415")
        #expect(try ask("DELETE \(path)").status == "204")
        #expect(try ask("GET /users/me/").body["image"] as? String == before)
        await site.stop()
    }

    @Test func `changes nobody else's picture`() async throws {
        let file = TestPicture.file(.png) { _, _ in 0x00FF00 }
        for name in ["ben", "ana", "me2", "%6De%2Fx"] {
            #expect(try ask("PUT /users/\(name)/image/", file).status == "403", "\(name)")
            #expect(try ask("DELETE /users/\(name)/image/").status == "403", "\(name)")
        }
        await site.stop()
    }
}
