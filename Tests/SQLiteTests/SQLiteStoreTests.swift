import Glibc
import Kernel
import SQLite
import Storage
import TestLedger
import TestSupport
import Testing
import Wire

/// What durability rests on, and how values come through the driver.
@Suite struct `A store in SQLite` {
    /// One row: a setting, and what SQLite itself must say of it on the writing connection.
    static let settings = [
        ("PRAGMA synchronous" as SQL, SQL.Value.integer(2)),
        ("PRAGMA journal_mode", .text("wal")),
        ("PRAGMA wal_autocheckpoint", .integer(0)),
        ("PRAGMA journal_size_limit", .integer(134_217_728)),
        ("PRAGMA foreign_keys", .integer(1)),
    ]

    @Test(arguments: settings)
    func `is set up so that a commit is on the disk`(pragma: SQL, value: SQL.Value) throws {
        let bench = try Bench()
        let isSo = Query(pragma) { columns throws(StoreError) in
            switch value {
            case .integer(let number): try columns.integer() == number
            case .text(let text): try columns.text() == text
            default: false
            }
        }
        let completions = try bench.write([
            Ledger.job("asked") { (transaction) throws(Refusal) in
                guard try transaction.first(isSo) == true else { throw Ledger.refusal }
            }
        ])
        #expect(completions.map(\.outcome) == ["asked"])
    }

    @Test(arguments: [
        "", "a", "\u{0}", "a\u{0}b", "\u{0}\u{0}", "Grüße 🫖", "'; DROP TABLE line; --", "?", "\\",
        String(repeating: "x", count: 100_000),
    ])
    func `keeps every byte of a text`(text: String) throws {
        let bench = try Bench()
        try bench.write([Ledger.job(text)])
        #expect(try bench.lines().map { Array($0.utf8) } == [Array("1 \(text)".utf8)])
    }

    @Test(arguments: [[], [0], [0, 0, 0], Array(0...255)] as [[UInt8]])
    func `keeps every byte of a blob`(bytes: [UInt8]) throws {
        let bench = try Bench()
        let echo = Query("SELECT \(bytes)") { columns throws(StoreError) in try columns.blob() }
        let kept = try bench.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(echo)
        }
        #expect(kept == bytes)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, .max])
    func `keeps every number`(number: Int64) throws {
        let bench = try Bench()
        let echo = Query("SELECT \(number)") { columns throws(StoreError) in
            try columns.integer()
        }
        let kept = try bench.store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(echo)
        }
        #expect(kept == number)
    }

    @Test func `forgets the values of a statement before its next use`() throws {
        let bench = try Bench()
        let echo = { (text: String) in
            Query("SELECT \(text)") { columns throws(StoreError) in try columns.text() }
        }
        let kept = try bench.store.snapshot { (snapshot) throws(Refusal) in
            [try snapshot.first(echo("first")), try snapshot.first(echo(""))]
        }
        #expect(kept == ["first", ""])
    }

    @Test func `says in one line that a file is not a database`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(repeating: UInt8(ascii: "x"), count: 8192), to: "upfor.sqlite")
        try expectProblem(naming: "upfor.sqlite") {
            _ = try DatabaseStore(
                in: DataFolder.open(folder.path), migrations: Ledger.migrations,
                options: .forNobody)
        }
    }

    @Test func `says in one line that a step of the schema is wrong, and applies nothing`() throws {
        let folder = try TemporaryFolder()
        let wrong = Migration("wrong.1", "CREATE TABLE one (id {id}); CREATE TABEL two;")
        try expectProblem(naming: "upfor.sqlite") {
            _ = try DatabaseStore(
                in: DataFolder.open(folder.path), migrations: Inbox.migrations + [wrong],
                options: .forNobody)
        }
        let right = Migration("wrong.1", "CREATE TABLE one (id {id});")
        let store = try DatabaseStore(
            in: DataFolder.open(folder.path), migrations: Inbox.migrations + [right],
            options: .forNobody)
        store.close()
    }

    @Test func `refuses data of a newer version, and leaves them as they are`() throws {
        let folder = try TemporaryFolder()
        let open = { (migrations: [Migration]) in
            try DatabaseStore(
                in: DataFolder.open(folder.path), migrations: migrations, options: .forNobody)
        }
        let newer = Migration("later.2", "CREATE TABLE later (id {id});")
        try open(Inbox.migrations + [newer]).close()
        let data = try folder.read("upfor.sqlite")
        // One that lacks a step of its own, too, which must not be made.
        let other = Migration("other.1", "CREATE TABLE other (id {id});")
        try expectProblem(naming: "newer upford: this one does not know the step later.2") {
            try open(Inbox.migrations + [other]).close()
        }
        #expect(try folder.read("upfor.sqlite") == data)
        try open(Inbox.migrations + [newer]).close()
    }
}
