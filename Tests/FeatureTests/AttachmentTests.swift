import Kernel
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Rooms

/// Files of messages, and who may read them.
@Suite struct `An attachment` {
    private func pair() throws -> World {
        try World(friends: [("ana", "ben"), ("ben", "cleo")])
    }

    @Test func `is read by its uploader alone until it is sent`() throws {
        let world = try pair()
        for isStored in [false, true] {
            let file = try world.upload("notes", by: "ana", isStored: isStored)
            #expect(file.name == "a.txt" && file.size == 5 && file.kind == .file)
            #expect(try world.readers(of: file.id) == ["ana"])
            try world.ana.send(files: [file], to: "ben")
            #expect(try world.readers(of: file.id) == ["ana", "ben"])
            #expect(try world.attachment(file.id, by: "ben")?.bytes == Array("notes".utf8))
            #expect(try world.attachment(file.id, by: "ben", preview: true) == nil)
        }
    }

    @Test func `belongs to its message in event, history and list`() throws {
        let world = try pair()
        let files = try ["one", "two"].map { try world.upload($0, by: "ana") }
        try world.ana.send(files: files.reversed(), "look", to: "ben")
        guard case .roomMessage(let message)? = world.ben.inbox.last else {
            Issue.record("ben has no message")
            return
        }
        #expect(message.attachments == files.reversed() && message.text == "look")
        #expect(try world.ben.history(with: "ana").messages == [message])
        #expect(try world.ben.rooms().rooms.first?.newest.attachments == message.attachments)
    }

    @Test func `may be all that a message has, also after an edit`() throws {
        let world = try pair()
        expectRefusal(.invalidField, "text") { try world.ana.send(files: [], to: "ben") }
        try world.ana.send(files: [try world.upload("one", by: "ana")], "look", to: "ben")
        #expect(try world.ana.edit(1, with: "ben", to: "").text.isEmpty)
        #expect(try world.ben.history(with: "ana").messages.first?.attachments.count == 1)
        try world.ana.say("words", to: "ben")
        expectRefusal(.invalidField, "text") { _ = try world.ana.edit(2, with: "ben", to: "") }
    }

    @Test func `is sent once, by its uploader`() throws {
        let world = try pair()
        let file = try world.upload("one", by: "ana")
        expectRefusal(.notFound, "attachments") { try world.ben.send(files: [file], to: "ana") }
        expectRefusal(.invalidField, "attachments") {
            try world.ana.send(files: [file, file], to: "ben")
        }
        expectRefusal(.notFound, "attachments") {
            try world.ana.send(files: [.with { $0.id = "../../etc/passwd" }], to: "ben")
        }
        let sent = try world.ana.send(files: [file], to: "ben", cid: "c")
        #expect(try world.ana.send(files: [file], to: "ben", cid: "c") == sent)
        expectRefusal(.notFound, "attachments") { try world.ana.send(files: [file], to: "ben") }
        #expect(try world.ben.history(with: "ana").messages.count == 1)
        let many = try (0...Attachments.countMax).map { try world.upload("\($0)", by: "ana") }
        expectRefusal(.invalidField, "attachments") { try world.ana.send(files: many, to: "ben") }
        try world.ana.send(files: many.dropLast(), to: "ben")
    }

    @Test func `is one for an upload that is repeated`() throws {
        let world = try pair()
        let file = try world.upload("one", by: "ana", cid: "k")
        #expect(try world.upload("one", by: "ana", cid: "k") == file)
        #expect(try world.upload("one", by: "ben", cid: "k") != file)
        try world.ana.send(files: [file], to: "ben")
        #expect(try world.upload("one", by: "ana", cid: "k") == file)
        #expect(try world.storedNames().count == 2)
    }

    @Test func `goes with its message`() throws {
        let world = try pair()
        let file = try world.upload("one", by: "ana")
        try world.ana.send(files: [file], "look", to: "ben")
        let deleted = try world.ana.delete(1, with: "ben")
        #expect(deleted.attachments.isEmpty && deleted.deleted)
        #expect(try world.readers(of: file.id).isEmpty)
        #expect(try world.count(of: "room_file") == 0 && world.storedNames().isEmpty)
        #expect(world.ben.inbox.count == 2)
    }

    @Test func `is read in a group by those who can read its message`() throws {
        let (world, room) = try `A group`.world()
        try world.signUp("dora")
        try world.ana.request("dora")
        try world.dora.accept("ana")
        let file = try world.upload("one", by: "ben")
        try world.ben.send(files: [file], to: room)
        try world.ana.add("dora", to: room)
        #expect(try world.readers(of: file.id) == ["ana", "ben", "cleo"])
        try world.cleo.leave(room)
        #expect(try world.readers(of: file.id) == ["ana", "ben"])
        try world.ana.block("ben")
        #expect(try world.readers(of: file.id) == ["ben"])
        try world.ana.unblock("ben")
        try world.ana.removeMember("ben", from: room)
        #expect(try world.readers(of: file.id) == ["ana"])
    }

    @Test(arguments: ["unfriend", "block", "block by the reader"])
    func `is not read between those who may no longer talk`(_ way: String) throws {
        let world = try pair()
        let file = try world.upload("one", by: "ana")
        try world.ana.send(files: [file], to: "ben")
        switch way {
        case "unfriend": try world.ana.remove("ben")
        case "block": try world.ana.block("ben")
        default: try world.ben.block("ana")
        }
        #expect(try world.readers(of: file.id).isEmpty)
        expectRefusal(.notFriends, "with") { _ = try world.ben.history(with: "ana") }
        // As their author, she has it in her export.
        #expect(try world.ana.exportedFiles().map(\.attachment) == [file])
        #expect(try world.ben.exportedFiles().isEmpty)
    }

    @Test func `that is not sent can be deleted, and goes after a day`() throws {
        let world = try pair()
        let files = try ["one", "two", "three"].map { try world.upload($0, by: "ana") }
        try world.deleteUpload(files[0].id, by: "ben")
        #expect(try world.readers(of: files[0].id) == ["ana"])
        try world.deleteUpload(files[0].id, by: "ana")
        #expect(try world.readers(of: files[0].id).isEmpty)
        try world.ana.send(files: [files[1]], to: "ben")
        try world.deleteUpload(files[1].id, by: "ana")
        try world.pass(.seconds(24 * 3_600 - 10))
        #expect(try world.readers(of: files[2].id) == ["ana"])
        try world.pass(.seconds(30))
        #expect(try world.readers(of: files[2].id).isEmpty)
        #expect(try world.readers(of: files[1].id) == ["ana", "ben"])
    }

    @Test(arguments: [
        ("kind=file", "name"), ("kind=file&name=", "name"), ("kind=file&name=a/b", "name"),
        ("kind=file&name=..%2Fb", "name"), ("kind=file&name=%0A", "name"),
        ("kind=file&name=..", "name"), ("name=a", "kind"), ("kind=page&name=a", "kind"),
        ("kind=file&name=a&metadata=drop", "metadata"),
        ("kind=file&name=\(String(repeating: "a", count: 201))", "name"),
    ])
    func `has a kind and a name`(_ query: String, _ field: String) throws {
        let world = try pair()
        expectRefusal(.invalidField, field) { _ = try world.upload("x", as: query, by: "ana") }
        #expect(try world.files.names(after: nil, limit: 9).isEmpty)
    }

    @Test func `is neither empty nor larger than the server takes`() throws {
        var settings = SettingValues()
        settings[integer: "rooms.fileBytes"] = 65_536
        let world = try World(friends: [("ana", "ben")], settings: settings)
        expectRefusal(.invalidField, "file") { _ = try world.upload("", by: "ana") }
        let most = String(repeating: "a", count: 65_536)
        expectRefusal(.tooLarge, "file") { _ = try world.upload(most + "a", by: "ana") }
        #expect(try world.upload(most, by: "ana").size == 65_536)
    }

    @Test func `counts against the quota of its uploader`() throws {
        var settings = SettingValues()
        settings[integer: "files.userBytes"] = 1_048_576
        let world = try World(friends: [("ana", "ben")], settings: settings)
        let half = String(repeating: "a", count: 524_288)
        let files = try (0..<2).map { _ in try world.upload(half, by: "ana") }
        expectRefusal(.listFull) { _ = try world.upload("b", by: "ana") }
        try world.deleteUpload(files[0].id, by: "ana")
        _ = try world.upload("b", by: "ana")
    }

    @Test func `counts against the limit of the server`() throws {
        var settings = SettingValues()
        settings[integer: "files.totalBytes"] = 10
        let world = try World(friends: [("ana", "ben")], settings: settings)
        let file = try world.upload("123456", by: "ana")
        expectRefusal(.unavailable) { _ = try world.upload("12345", by: "ben") }
        _ = try world.upload("1234", by: "ben")
        try world.deleteUpload(file.id, by: "ana")
        _ = try world.upload("123456", by: "ben")
    }

    @Test func `that is a photo is not passed on with its metadata unasked`() throws {
        let world = try pair()
        for head: [UInt8] in [
            [0xFF, 0xD8, 0xFF, 0xE1], [0x89, 0x50, 0x4E, 0x47], Array("RIFF....WEBP".utf8),
            Array("....ftypheic".utf8), Array("....ftypavif".utf8), Array("II*\0".utf8),
        ] {
            #expect(PhotoSignature.begins(head))
        }
        for head in ["", "%PDF-1.7", "RIFF....AVI ", "....ftypisom", "II*"] {
            #expect(!PhotoSignature.begins(Array(head.utf8)))
        }
        expectRefusal(.invalidField, "metadata") { _ = try world.upload("II*\0", by: "ana") }
        _ = try world.upload("II*\0", as: "kind=file&name=a.tif&metadata=keep", by: "ana")
    }

    @Test func `that is a picture is made anew, without metadata`() throws {
        let world = try pair()
        let file = TestPicture.file(.jpeg) { _, _ in 0x336699 }
        let picture = try world.upload(file, as: "kind=picture", by: "ana")
        #expect(picture.kind == .picture && picture.name.isEmpty)
        #expect(picture.width > 0 && picture.height > 0)
        let served = try #require(try world.attachment(picture.id, by: "ana", preview: true))
        #expect(served.contentType == "image/jpeg" && served.storedAs == nil)
        #expect(try served.bytes != file)
        for kind in ["picture", "voice"] {
            expectRefusal(.invalidField, "file") {
                _ = try world.upload("words", as: "kind=\(kind)", by: "ana")
            }
        }
    }

    @Test func `leaves with its user`() throws {
        let (world, room) = try `A group`.world()
        let file = try world.upload("one", by: "ben")
        try world.ben.send(files: [file], to: room)
        try world.ben.send(files: [try world.upload("two", by: "ben")], to: "ana")
        _ = try world.upload("three", by: "ben")
        try world.ana.send(files: [try world.upload("four", by: "ana")], to: room)
        try world.ben.deleteAccount()
        try world.pass(.seconds(60))
        #expect(try world.count(of: "room_file") == 1 && world.storedNames().count == 1)
        #expect(try world.attachment(file.id, by: "ana") == nil)
    }

    @Test func `is exported to its uploader whole`() throws {
        let world = try pair()
        let text = String(repeating: "0123456789", count: 10_000)
        let file = try world.upload(text, by: "ana")
        try world.ana.send(files: [file], to: "ben")
        _ = try world.upload("unsent", by: "ana")
        let parts = try world.ana.exportedFiles()
        let whole = parts.filter { $0.attachment == file }
        #expect(whole.map(\.offset) == [0, 49_152, 98_304])
        let bytes = whole.reduce(into: [UInt8]()) { $0 += Array($1.bytes) }
        #expect(bytes == Array(text.utf8))
        let contents = parts.map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(contents.contains("unsent"))
    }

    @Test func `of a reported message stays for administrators until the case is decided`() throws {
        let world = try pair()
        let file = try world.upload("rude", by: "ben")
        try world.ben.send(files: [file], to: "ana")
        try world.ana.report("ben", message: 1)
        _ = try world.ben.delete(1, with: "ana")
        #expect(try world.readers(of: file.id).isEmpty)
        let seen = try world.administratorReads(file.id)
        #expect(seen.deleted && seen.user == "ben")
        #expect(String(decoding: seen.bytes, as: UTF8.self) == "rude")
        let open = try #require(try world.cases().first)
        let reported = try world.reportCase(open.id)
        #expect(reported.reports.map(\.evidence) == [""] && reported.attachments == [file])
        _ = try world.decide(open.id, "DISMISS")
        #expect(throws: Refusal.self) { try world.administratorReads(file.id) }
        #expect(try world.storedNames().isEmpty)
    }

    @Test func `that is set aside for a report leaves the quota of its owner`() throws {
        var settings = SettingValues()
        settings[integer: "files.userBytes"] = 1_048_576
        let world = try World(friends: [("ana", "ben")], settings: settings)
        let most = String(repeating: "a", count: 1_000_000)
        try world.ben.send(files: [try world.upload(most, by: "ben", cid: "k")], to: "ana")
        try world.ana.report("ben", message: 1)
        expectRefusal(.listFull) { _ = try world.upload(most, by: "ben") }
        _ = try world.ben.delete(1, with: "ana")
        // Its key is free, too, as of a file that was deleted.
        _ = try world.upload(most, by: "ben", cid: "k")
    }

    @Test func `can be deleted with its message at any age`() throws {
        let world = try pair()
        try world.ana.send(files: [try world.upload("one", by: "ana")], to: "ben")
        try world.ana.say("words", to: "ben")
        try world.pass(.seconds(48 * 3_600))
        #expect(try world.ana.delete(1, with: "ben").deleted)
        expectRefusal(.tooLate, "seq") { _ = try world.ana.delete(2, with: "ben") }
    }

    @Test func `under a key that was used for another file is refused`() throws {
        let world = try pair()
        _ = try world.upload("one", by: "ana", cid: "k")
        expectRefusal(.conflict, "Idempotency-Key") {
            _ = try world.upload("three", by: "ana", cid: "k")
        }
        expectRefusal(.conflict, "Idempotency-Key") {
            _ = try world.upload("one", as: "kind=file&name=b.txt", by: "ana", cid: "k")
        }
    }

    @Test func `that is repeated is not refused for the quota that it has filled`() throws {
        var settings = SettingValues()
        settings[integer: "files.userBytes"] = 1_048_576
        let world = try World(friends: [("ana", "ben")], settings: settings)
        let most = String(repeating: "a", count: 1_000_000)
        let file = try world.upload(most, by: "ana", cid: "k")
        #expect(try world.upload(most, by: "ana", cid: "k") == file)
    }

    @Test func `of some bytes counts as a larger one: there are not endlessly many`() throws {
        var settings = SettingValues()
        settings[integer: "files.userBytes"] = 1_048_576
        let world = try World(friends: [("ana", "ben")], settings: settings)
        for _ in 0..<64 { _ = try world.upload("a", by: "ana") }
        expectRefusal(.listFull) { _ = try world.upload("a", by: "ana") }
    }

    @Test func `that an administrator removes is no event for those who may not talk`() throws {
        let world = try pair()
        let file = try world.upload("rude", by: "ana")
        try world.ana.send(files: [file], "look", to: "ben")
        try world.ben.block("ana")
        let count = world.ben.numberedInbox.count
        _ = try world.removeEverywhere(file.id)
        #expect(world.ben.numberedInbox.count == count)
    }

    @Test func `is removed everywhere by an administrator`() throws {
        let world = try pair()
        let files = try ["ana", "ben", "cleo"].map { try world.upload("rude", by: $0) }
        let other = try world.upload("kind", by: "ana")
        try world.ana.send(files: [files[0], other], to: "ben")
        try world.ben.send(files: [files[1]], to: "cleo")
        expectRefusal(.notFound, "id") { _ = try world.administratorReads(files[0].id) }
        let removed = try world.removeEverywhere(files[0].id)
        #expect(removed.removed == 3 && removed.left == 0)
        #expect(try world.ben.history(with: "ana").messages.map(\.attachments) == [[other]])
        #expect(try world.cleo.history(with: "ben").messages.map(\.deleted) == [true])
        #expect(try world.storedNames().count == 1)
    }
}
