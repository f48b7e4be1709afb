import Accounts
import Files
import Kernel
import Storage
import TestSupport
import Testing
import Wire

/// Rows of files, and the bytes that they name.
@Suite struct `A stored file` {
    private static let red = TestPicture.file(.png) { _, _ in 0xFF0000 }
    private static let blue = TestPicture.file(.png) { _, _ in 0x0000FF }

    @Test func `has a row with its owner, size and content`() throws {
        let world = try World()
        let path = try world.show(Self.red, as: "ana")
        let bytes = try #require(try world.picture(at: path)?.bytes)
        let row = try #require(try world.storedFiles().first)
        #expect(try row.owner == world.caller(of: "ana").user)
        #expect(row.size == bytes.count)
        #expect(try row.digest == StoredFiles(world.files).add(bytes).digest)
        #expect(try world.files.bytes(of: #require(FileName(row.name))) == bytes)
    }

    @Test func `is stored as it arrives`() throws {
        let world = try World()
        let upload = StoredFiles(world.files).upload()
        for part in ["a", "b", "c"] { try upload.append(Array(part.utf8)) }
        #expect(try world.files.names(after: nil, limit: 9).isEmpty)
        let file = try upload.finish()
        #expect(try world.files.bytes(of: file.name) == Array("abc".utf8))
        #expect(file.size == 3)
        // FIPS 180-4, the example of SHA-256.
        #expect(
            file.digest.hexadecimal
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let refusal = #expect(throws: Refusal.self) { try upload.append([1]) }
        #expect(refusal?.code == .internal)
    }

    @Test func `is deleted when no row names it in the end`() async throws {
        let world = try World()
        try world.ana.attend(try world.cleo.gather().number)
        let ana = try world.ana.teamProfile().number
        let text = Array("a text".utf8)
        for isStored in [false, true] {
            // The same file again, and one whose command is refused.
            for _ in 0..<2 {
                try world.putDocument("resume", text, of: ana, by: "ana", isStored: isStored)
            }
            expectRefusal(.notMember) {
                try world.putDocument("resume", text, of: ana, by: "ben", isStored: isStored)
            }
        }
        #expect(try await eventually { try world.files.names(after: nil, limit: 9).count == 1 })
        #expect(try world.count(of: "file") == 1 && world.count(of: "file_removed") == 0)
    }

    @Test func `may be replaced by one that is not larger, also over the quota`() throws {
        var settings = SettingValues()
        settings[integer: "files.userBytes"] = 2_000_000
        let world = try World(settings: settings)
        try world.ana.attend(try world.cleo.gather().number)
        let ana = try world.ana.teamProfile().number
        func put(_ kind: String, _ count: Int) throws {
            try world.putDocument(kind, [UInt8](repeating: 97, count: count), of: ana, by: "ana")
        }
        try put("resume", 1_000_000)
        try put("transcript", 1_000_000)
        // As if the operator had lowered the quota since.
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                INSERT INTO file (name, owner, size, digest, at_ms)
                SELECT 'another', owner, 1000000, digest, 0 FROM file LIMIT 1
                """)
        }
        try put("resume", 1_000_000)
        expectRefusal(.listFull) { try put("transcript", 1_000_001) }
        try put("transcript", 999_999)
    }

    @Test func `leaves nothing when its upload ends early`() throws {
        let world = try World()
        let upload = StoredFiles(world.files).upload()
        try upload.append([1, 2, 3])
        #expect(try world.drafts().count == 1)
        upload.cancel()
        #expect(try world.drafts().isEmpty && world.files.names(after: nil, limit: 9).isEmpty)
    }

    @Test func `takes of the quota of its owner, and what it replaces does not`() throws {
        var settings = SettingValues()
        settings[integer: "files.userBytes"] = 1_048_576
        let world = try World(settings: settings)
        let gathering = try world.cleo.gather().number
        for person in [world.ana, world.ben] { try person.attend(gathering) }
        let (ana, ben) = (try world.ana.teamProfile().number, try world.ben.teamProfile().number)
        func text(_ count: Int) -> [UInt8] { [UInt8](repeating: 97, count: count) }
        try world.putDocument("resume", text(700_000), of: ana, by: "ana")
        for isStored in [false, true] {
            expectRefusal(.listFull) {
                try world.putDocument(
                    "transcript", text(348_577), of: ana, by: "ana", isStored: isStored)
            }
        }
        try world.putDocument("resume", text(1_048_576), of: ana, by: "ana")
        expectRefusal(.listFull) { try world.show(Self.red, as: "ana") }
        try world.putDocument("resume", text(1_048_576), of: ben, by: "ben")
        try world.deleteDocument("resume", of: ana, by: "ana")
        try world.show(Self.red, as: "ana")
        let size = try #require(try world.picture(at: world.show(Self.red, as: "ana"))?.bytes)
        // A picture takes the place of another, however little room is left.
        try world.putDocument(
            "resume", text(1_048_576 - StoredFiles.counted(size.count)), of: ana, by: "ana")
        try world.show(Self.blue, as: "ana")
    }

    @Test func `leaves its name behind, for its bytes to be removed`() throws {
        let world = try World()
        try world.show(Self.red, as: "ana")
        let first = try #require(try world.storedFiles().first)
        try world.show(Self.blue, as: "ana")
        #expect(try world.storedFiles().map(\.name) != [first.name])
        #expect(try world.count(of: "file") == 1)
        let removed = try world.store.snapshot { (snapshot) throws(Refusal) in
            try StoredFiles.removed(limit: 9, in: snapshot)
        }
        #expect(removed.map(\.text) == [first.name])
        try world.daemon { (transaction) throws(Refusal) in
            try StoredFiles.forget(removed, in: transaction)
        }
        #expect(try world.count(of: "file_removed") == 0)
    }

    @Test func `is deleted when its upload changes nothing`() async throws {
        let world = try World()
        try world.show(Self.red, as: "ana")
        try world.show(Self.red, as: "ana")
        #expect(
            try await eventually {
                try world.files.names(after: nil, limit: 9).map(\.text)
                    == world.storedFiles().map(\.name)
            })
    }

    @Test func `goes with its owner`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.show(Self.red, as: "ana")
        let uploaded = try world.ana.upload(TestPicture.file(.jpeg, width: 300, height: 200))
        #expect(!uploaded.picture.isEmpty)
        #expect(try world.count(of: "file") == 2)
        try world.ana.deleteAccount()
        try `A deleted account`.erase(in: world)
        #expect(try world.count(of: "file") == 0)
        #expect(try world.count(of: "file_removed") == 2)
    }

    @Test func `moves out of the row that an earlier version kept it in`() throws {
        let bytes = (UInt8(0)..<20).map { [UInt8](repeating: $0, count: 70_000) }
        let data = try EarlierData(
            without: "files.1", "files.2", "avatars.2", "places.3", "teams.files"
        ) {
            (transaction) throws(Refusal) in
            try Self.fill(transaction, bytes)
        }
        for preparation in data.catalog.preparations {
            try data.store.begin(untilDone: preparation)
        }
        for (table, count) in [
            ("picture", 17), ("checkin_picture", 1), ("team_picture", 1), ("team_document", 1),
        ] {
            let rows = try data.rows(of: table)
            #expect(rows.count == count, "\(table)")
            for row in rows {
                #expect(row.bytes == [], "\(table)")
                let file = try #require(FileName(row.file), "\(table)")
                #expect(try data.files.bytes(of: file) == bytes[Int(row.number)], "\(table)")
            }
        }
        let owners = try data.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(
                Query("SELECT owner FROM file ORDER BY owner") { columns throws(StoreError) in
                    try columns.integer()
                })
        }
        // The picture of a profile, of a check-in, and a document; the rest has no owner.
        #expect(owners == [Int64](repeating: 0, count: 17) + [1, 1, 1])
        // At the next start nothing is left to do.
        for preparation in data.catalog.preparations {
            try data.store.begin(untilDone: preparation)
        }
        #expect(try data.files.names(after: nil, limit: 99).count == 20)
    }

    /// Rows with bytes, the last two letters of whose names say which.
    private static func fill(
        _ transaction: Transaction, _ bytes: [[UInt8]]
    ) throws(Refusal) {
        try transaction.signUp("ana")
        for number in 0..<17 {
            let name = "picture \(number + 10)"
            try transaction.run(
                "INSERT INTO picture (name, bytes) VALUES (\(name), \(bytes[number]))")
        }
        try transaction.run("UPDATE account SET avatar = 'picture 11'")
        try transaction.run(
            """
            INSERT INTO checkin_picture (name, user_id, checkin_ms, unused_ms, bytes)
            VALUES ('picture 27', 1, 0, 1, \(bytes[17]))
            """)
        try transaction.run(
            """
            INSERT INTO team_picture (name, bytes, uses) VALUES ('picture 28', \(bytes[18]), 2)
            """)
        try transaction.run(
            """
            INSERT INTO team_person
                (number, user_id, skills, body, contact, picture, more, is_open)
            VALUES (1, 1, '', '', '', '', '', 1)
            """)
        try transaction.run(
            """
            INSERT INTO team_document (person, kind, form, name, size, at_ms, bytes)
            VALUES (1, 1, 1, 'document 29', 70000, 0, \(bytes[19]))
            """)
    }
}

extension EarlierData {
    /// Rows of a table that had bytes; the number that ends their name, from 10.
    fileprivate func rows(
        of table: String
    ) throws -> [(number: Int64, file: String, bytes: [UInt8])] {
        let tables: [String: SQL] = [
            "picture": "picture", "checkin_picture": "checkin_picture",
            "team_picture": "team_picture", "team_document": "team_document",
        ]
        let table = try #require(tables[table])
        return try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(
                Query("SELECT name, file, bytes FROM \(table)") { columns throws(StoreError) in
                    let number = Int64(try columns.text().suffix(2)) ?? 0
                    return (
                        number: number - 10, file: try columns.text(),
                        bytes: try columns.blob()
                    )
                })
        }
    }
}

extension World {
    /// The rows of all files.
    fileprivate func storedFiles() throws -> [(
        name: String, owner: User.ID, size: Int, digest: [UInt8]
    )] {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(
                Query("SELECT name, owner, size, digest FROM file") { columns throws(StoreError) in
                    (
                        name: try columns.text(), owner: try columns.id() as User.ID,
                        size: Int(try columns.integer()), digest: try columns.blob()
                    )
                })
        }
    }
}
