import APIDescription
import Foundation
import Gateway
import Glibc
import HTTP
import HTTPTypes
import Kernel
import Media
import Observability
import TestProduct
import TestSupport
import Testing

@testable import Server
@testable import Settings

@Suite struct `The folder of a page` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var page: String { "\(folder.path)/share/upford/page" }

    private func write(_ text: String, to name: String) throws {
        let path = URL(filePath: "\(page)/\(name)")
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
    }

    private func files() throws -> [String: [UInt8]] {
        try #require(try PageFolder(page)).files()
    }

    private func failure() -> String {
        let failure = #expect(throws: StartFailure.self) { try files() }
        return failure?.description ?? ""
    }

    @Test func `has its files by their names in it, links among them`() throws {
        try write("page", to: "index.html")
        try write("script", to: "a/b/c.js")
        symlink("a/b/c.js", "\(page)/d.js")
        symlink("b", "\(page)/a/e")
        symlink(page, "\(folder.path)/link")
        let files = try #require(try PageFolder("\(folder.path)/link/")).files()
        #expect(files.keys.sorted() == ["a/b/c.js", "a/e/c.js", "d.js", "index.html"])
        #expect(files["d.js"] == Array("script".utf8))
    }

    @Test func `may be missing`() throws {
        #expect(try PageFolder("\(folder.path)/nowhere") == nil)
        try write("", to: "index.html")
        #expect(try PageFolder("\(page)/index.html/below") == nil)
    }

    @Test func `has no link that leads out of it`() throws {
        try write("", to: "index.html")
        try folder.write([1], to: "secret.txt")
        symlink("../../../secret.txt", "\(page)/a.txt")
        #expect(failure().contains("a.txt leads out of the folder"))
        unlink("\(page)/a.txt")
        symlink("/etc", "\(page)/etc")
        #expect(failure().contains("etc leads out of the folder"))
        unlink("\(page)/etc")
        // One that begins like it.
        mkdir("\(page)s", 0o700)
        try Data([1]).write(to: URL(filePath: "\(page)s/b.txt"))
        symlink("\(page)s/b.txt", "\(page)/b.txt")
        #expect(failure().contains("b.txt leads out of the folder"))
        unlink("\(page)/b.txt")
        symlink("..", "\(page)/up")
        #expect(failure().contains("up leads out of the folder"))
    }

    @Test func `has nothing that is no file, or has a name of another meaning`() throws {
        try write("", to: "index.html")
        mkfifo("\(page)/pipe.js", 0o600)
        #expect(failure().contains("pipe.js is no file"))
        unlink("\(page)/pipe.js")
        symlink("nowhere", "\(page)/dangling.js")
        #expect(failure().contains("cannot read"))
        unlink("\(page)/dangling.js")
        for name in [".hidden", "a b.js", "{post}", "ä.js", "a%2e.js"] {
            try write("", to: name)
            #expect(failure().contains("a name may have letters"), "\(name)")
            unlink("\(page)/\(name)")
        }
        mkdir("\(page)/loop", 0o700)
        symlink(".", "\(page)/loop/loop")
        #expect(failure().contains("folders in folders"))
    }

    @Test func `is the one that is named, else the one beside the program, else none`() throws {
        try write("page", to: "index.html")
        let program = "\(folder.path)/bin/upford"
        let events = RecordedEvents()
        var configuration = Configuration()
        func served(_ program: String?) throws -> [String] {
            let page = try InstalledPage(configuration, hasPush: false, program: program)
                .files(besides: Router<Int>(), events)
            var router = Router<Int>()
            for path in ["/", "/page.json"] { router.add(.get, path, 1) }
            return page.path(takenIn: router) == nil ? [] : ["page"]
        }
        #expect(try served(program) == ["page"])
        #expect(try served(nil) == [])
        configuration.page.folder = "none"
        #expect(try served(program) == [])
        configuration.page.folder = page
        #expect(try served(nil) == ["page"])
        #expect(events.all == [])
        configuration.page.folder = "\(page)/nowhere"
        #expect(try served(program) == [])
        #expect(events.all == [.pageMissing])
    }

    @Test func `is refused by the name of its setting`() throws {
        try write("page", to: "a.js")
        var configuration = Configuration()
        configuration.page.folder = page
        let installed = InstalledPage(configuration, hasPush: false, program: nil)
        let failure = #expect(throws: StartFailure.self) {
            try installed.files(besides: Router<Int>(), RecordedEvents())
        }
        #expect(failure?.description == "page.folder: index.html is missing")
    }

    @Test func `comes with what must be known before anybody logs in`() throws {
        var configuration = Configuration()
        let voice = MediaPrograms.installed().missing.isEmpty
        #expect(
            InstalledPage(configuration, hasPush: false).terms.text
                == #"{"fileBytes":26214400,"issuers":[],"links":false,"mail":false,"push":false,"#
                + #""registration":"open","version":"\#(Version.text)","voice":\#(voice),"#
                + #""passkeys":"localhost"}"#)
        configuration.listen.origins = "http://chat.example, https://chat.example.org"
        configuration.features[text: "registration", default: "open"] = "invite"
        configuration.features[integer: "rooms.fileBytes", default: 0] = 65_536
        configuration.links.previews = true
        configuration.mail.server = "smtp://127.0.0.1"
        configuration.identities = [
            .init(
                name: "home", issuer: "https://id.example.org/a\"b", clientID: "upfor", keys: "k")
        ]
        #expect(
            InstalledPage(configuration, hasPush: true).terms.text
                == #"{"fileBytes":65536,"issuers":[{"name":"home","#
                + #""address":"https://id.example.org/a\"b","#
                + #""clientId":"upfor"}],"links":true,"mail":true,"push":true,"#
                + #""registration":"invite","#
                + #""version":"\#(Version.text)","voice":\#(voice),"#
                + #""passkeys":"chat.example.org"}"#)
        configuration.listen.origins = "https://192.0.2.1"
        #expect(!InstalledPage(configuration, hasPush: true).terms.text.contains("passkeys"))
    }

    @Test func `knows the server of the map's pictures, and so does its policy`() {
        var configuration = Configuration()
        configuration.page.tiles = "https://tiles.example/a/{z}/{x}/{y}.png"
        configuration.page.tilesCredit = "© us"
        let page = InstalledPage(configuration, hasPush: false)
        #expect(
            page.terms.text.hasSuffix(
                #","tiles":"https://tiles.example/a/{z}/{x}/{y}.png","tilesCredit":"© us"}"#))
        #expect(
            page.policy.fields[.contentSecurityPolicy]?.contains(
                "; img-src 'self' blob: https://tiles.example;") == true)
    }

    @Test func `is under a policy with each issuer once, and by TLS alone on the port of https`() {
        var configuration = Configuration()
        configuration.identities = ["https://a.example/x", "https://a.example/y", "b"].map {
            .init(name: "home", issuer: $0, clientID: "upfor", keys: "k")
        }
        var fields: HTTPFields { InstalledPage(configuration, hasPush: true).policy.fields }
        #expect(
            fields[.contentSecurityPolicy]?.contains("; connect-src 'self' https://a.example;")
                == true)
        (configuration.tls.certificate, configuration.tls.port) = ("c.pem", 443)
        #expect(fields[.strictTransportSecurity] == nil)
        configuration.listen.plain = .never
        #expect(fields[.strictTransportSecurity] == "max-age=31536000")
        configuration.tls.port = 8443
        #expect(fields[.strictTransportSecurity] == nil)
    }
}
