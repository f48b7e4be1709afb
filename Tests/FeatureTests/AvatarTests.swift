import Accounts
import Avatars
import Kernel
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// Z5: one's own picture.
@Suite struct `A person's picture` {
    private static let red = TestPicture.file(.png) { _, _ in 0xFF0000 }
    private static let blue = TestPicture.file(.png) { _, _ in 0x0000FF }

    @Test func `is made of the name until one is put`() throws {
        let world = try World()
        let path = try world.ben.lookUp("ana").user.avatar
        let name = path.dropFirst("/avatars/".count)
        let monogram = try #require(Monogram(fileName: name))
        #expect(monogram == Monogram(of: "ana", username: "ana"))
        #expect(monogram.svg.contains(">A</text>"))
    }

    @Test func `reaches one's own devices and all friends, and nobody else`() throws {
        let world = try World(friends: [("ana", "ben")])
        let cleo = world.cleo.trace
        let path = try world.show(Self.red, as: "ana")
        let changed = Event.profileChanged(
            .with {
                $0.user = .named("ana")
                $0.user.avatar = path
            })
        #expect(world.ana.inbox == [changed])
        #expect(world.ben.inbox == [changed])
        #expect(world.cleo.trace == cleo)
        #expect(try world.ben.friends().map(\.user.avatar) == [path])
        #expect(try world.picture(at: path)?.contentType == "image/jpeg")
        try world.show(Self.red, as: "ana")
        #expect(world.ben.inbox == [changed])
    }

    @Test func `has a name that says nothing of its content`() throws {
        let world = try World(friends: [("ana", "ben")])
        let path = try world.show(Self.red, as: "ana")
        let other = try world.show(Self.red, as: "ben")
        #expect(other != path)
        #expect(try world.picture(at: path)?.bytes == world.picture(at: other)?.bytes)
        #expect(try world.removePicture(of: "ben") == world.ana.lookUp("ben").user.avatar)
        #expect(try world.picture(at: other) == nil)
        #expect(try world.picture(at: path) != nil)
        #expect(try world.count(of: "picture") == 1 && world.count(of: "file") == 1)
    }

    @Test func `is that of the token's owner`() throws {
        let world = try World()
        try world.ana.deleteAccount()
        #expect(throws: Refusal.self) { try world.show(Self.red, as: "ana") }
        #expect(throws: Refusal.self) { try world.removePicture(of: "ana") }
        #expect(try world.count(of: "picture") == 0)
    }

    @Test func `can be taken along, and is erased with the account`() throws {
        let world = try World(friends: [("ana", "ben")])
        let path = try world.show(Self.red, as: "ana")
        let bytes = try #require(try world.picture(at: path)?.bytes)
        let record = try #require(
            try world.ana.export().first { $0.picture.contentType != "" })
        #expect(Array(record.picture.bytes) == bytes)
        #expect(record.picture.contentType == "image/jpeg")
        try world.ana.deleteAccount()
        // At once: nobody waits for the erasure.
        #expect(try world.picture(at: path) == nil)
        #expect(try world.count(of: "picture") == 0)
        try `A deleted account`.erase(in: world)
        #expect(try world.places(of: path) == [])
    }

    @Test func `is made of at most 1 MiB`() throws {
        let world = try World()
        let file = Self.red + [UInt8](repeating: 0, count: 1 << 20)
        expectRefusal(.tooLarge, "picture") { try world.show(file, as: "ana") }
    }

    @Test(arguments: [
        ("GIF89a", ErrorCode.invalidField), ("", .invalidField), ("\u{0}", .invalidField),
    ])
    func `is no file of another kind`(text: String, code: ErrorCode) throws {
        let world = try World()
        expectRefusal(code, "picture") { try world.show(Array(text.utf8), as: "ana") }
        expectRefusal(.malformed, "picture") {
            try world.show(Array(Self.red.dropLast(20)), as: "ana")
        }
        #expect(try world.count(of: "picture") == 0)
    }
}

/// The picture of a user who has put none.
@Suite struct `A monogram` {
    @Test(arguments: [
        ("Ana Lima", "A"), ("élodie", "É"), ("жанна", "Ж"), ("🌸 mia", "M"), ("日本", "日"),
        ("42", "4"), ("ß", "ß"), ("<&>", "Z"), ("\u{202E}", "Z"), ("م", "م"),
    ])
    func `shows the first letter that there is`(name: String, letter: String) throws {
        let monogram = Monogram(of: name, username: "zoe")
        #expect(monogram.svg.contains(">\(letter)</text>"))
        #expect(Monogram(fileName: monogram.fileName) == monogram)
    }

    @Test(arguments: [
        "", ".svg", "0.svg", "411", "41g.svg", "0411.svg", "3c1.svg", "261.svg", "221.svg",
        "d8001.svg", "1100000.svg", "ffffffff1.svg", "202e1.svg", "411.SVG", "+411.svg", "-11.svg",
        "411.svg.svg", "../411.svg", "４１1.svg",
    ])
    func `is called nothing else`(name: String) {
        #expect(Monogram(fileName: name) == nil)
    }

    @Test func `of a name without letters is a question mark`() {
        let monogram = Monogram(of: "", username: "-")
        #expect(monogram.svg.contains(">?</text>"))
        #expect(Monogram(fileName: monogram.fileName) == monogram)
    }
}
