import Kernel
import Storage
import TestLedger
import TestSupport
import Testing
import Wire

@testable import PostgreSQL

/// What is so of a server, and of no file: it may be away, another's, or not as it should be.
@Suite(.enabled(if: TestDatabase.isAtHand, "Tests/postgresql.sh runs a server"))
struct `A PostgreSQL server` {
    @Test func `that was started again between two commands is noticed by nobody`() throws {
        let bench = try Bench(.postgreSQL)
        try bench.write([Ledger.job("a")])
        try #require(bench.database).cutConnections()
        #expect(try bench.write([Ledger.job("b")]).map(\.outcome) == ["b"])
        #expect(try bench.lines() == ["1 a", "2 b"])
        #expect(try bench.inbox() == [1, 2])
        #expect(bench.results.conditions == [])
    }

    @Test func `that goes away within a command undoes it, and the next is done`() throws {
        let bench = try Bench(.postgreSQL)
        let database = try #require(bench.database)
        let cut = Ledger.job("cut") { (transaction) throws(Refusal) in
            try Ledger.append("never", in: transaction)
            // Before it looks, the server has not heard of it.
            _ = try Ledger.lines(in: transaction)
            do { try database.cutConnections() } catch { throw Ledger.refusal }
            try Ledger.append("neither", in: transaction)
        }
        let answers = try bench.write([Ledger.job("a"), cut]).map(\.outcome)
        #expect(answers == ["unavailable", "unavailable"])
        #expect(try bench.write([Ledger.job("b")]).map(\.outcome) == ["b"])
        #expect(try bench.lines() == ["1 b"])
        #expect(bench.results.conditions.map(\.name) == ["unreachable", "writable"])
    }

    @Test func `that goes away within a look refuses it, and not the next`() throws {
        let bench = try Bench(.postgreSQL)
        let database = try #require(bench.database)
        let refusal = #expect(throws: Refusal.self) {
            try bench.store.snapshot { (snapshot) throws(Refusal) in
                _ = try Ledger.lines(in: snapshot)
                do { try database.cutConnections() } catch { throw Ledger.refusal }
                return try Ledger.lines(in: snapshot)
            }
        }
        #expect(refusal?.code == .unavailable)
        #expect(try bench.lines() == [])
    }

    @Test func `that lets nobody in refuses commands until it does`() throws {
        let bench = try Bench(.postgreSQL, in: try TestDatabase(database: "LOCALE 'C'"))
        let database = try #require(bench.database)
        try database.setIsOpen(false)
        try database.cutConnections()
        #expect(try bench.write([Ledger.job("a")]).map(\.outcome) == ["unavailable"])
        #expect(throws: Refusal.self) { try bench.lines() }
        try database.setIsOpen(true)
        #expect(try bench.write([Ledger.job("b")]).map(\.outcome) == ["b"])
        #expect(try bench.lines() == ["1 b"])
    }

    @Test(
        arguments: [
            // As a replica that had not everything yet; and as another daemon that had the data.
            "DELETE FROM line WHERE seq = 2; UPDATE commit_tally SET count = count - 1",
            "INSERT INTO line VALUES (9, 'c'); UPDATE commit_tally SET count = count + 1",
            // As a copy that was put back by halves.
            "DELETE FROM line; DELETE FROM commit_tally",
        ], [true, false])
    func `that has other data is trusted no more, away meanwhile or not`(
        change: String, wasAway: Bool
    ) throws {
        let bench = try Bench(.postgreSQL)
        try bench.write([Ledger.job("a")])
        try bench.write([Ledger.job("b")])
        let database = try #require(bench.database)
        for statement in change.split(separator: ";") { try database.run(String(statement)) }
        if wasAway { try database.cutConnections() }
        try bench.store.write([Ledger.job("d")])
        try bench.results.awaitCondition()
        #expect(bench.results.conditions.map(\.name) == ["broken"])
        #expect(bench.results.replacedCount == 1)
        try bench.store.close()
        #expect(bench.results.count == 0)
        #expect(try database.run("SELECT 1 FROM line WHERE text = 'd'").count == 0)
    }

    @Test func `counts each commit that has changed something, and no other`() throws {
        let bench = try Bench(.postgreSQL)
        let database = try #require(bench.database)
        let before = try database.tally()
        try bench.write([Ledger.job("a")])
        try bench.write([Ledger.refusedEarly])
        try bench.write([Ledger.refusedLate])
        try bench.write([Ledger.job("b")])
        #expect(try database.tally() == before + 2)
    }

    @Test(arguments: [
        ("", true, "unreachable"), ("08006", true, "unreachable"), ("57P01", false, "unreachable"),
        ("25006", true, "unreachable"), ("23505", false, "unreachable"),
        ("23505", true, "conflict"),
        ("55P03", true, "contended"), ("53100", true, "full"), ("53200", true, "failed"),
        ("XX001", true, "broken"), ("42601", true, "failed"), ("57014", true, "failed"),
    ])
    func `says what kind of trouble it has`(state: String, isLinkUp: Bool, kind: String) {
        let error = StoreError(state: state, isLinkUp: isLinkUp, "words")
        #expect("\(error)".hasPrefix(kind))
    }

    @Test func `that says nothing is not waited for`() throws {
        let database = try TestDatabase()
        let link = try ServerLink(database.settings)
        let error = #expect(throws: StoreError.self) {
            try link.execute("SELECT pg_sleep(60)", within: .milliseconds(50))
        }
        #expect(error == .unreachable("the server does not answer"))
        #expect(!link.isUp)
        try link.reconnect()
        #expect(try link.execute("SELECT 1") == "SELECT 1")
    }
}

extension TestDatabase {
    fileprivate func tally() throws -> Int {
        let bytes = try run("SELECT count FROM commit_tally").first?.first?.bytes ?? []
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}

/// A database that cannot be used is refused at the start, and nothing in it is changed.
@Suite(.enabled(if: TestDatabase.isAtHand, "Tests/postgresql.sh runs a server"))
struct `A database that is no good` {
    @Test func `has another daemon`() throws {
        let bench = try Bench(.postgreSQL)
        try Self.expectProblem(with: try #require(bench.database), "another upford")
    }

    @Test func `sorts texts in an order of its own`() throws {
        let database = try TestDatabase(database: "LOCALE 'C.UTF-8'")
        try Self.expectProblem(with: database, "expected the order of the database to be C")
        #expect(try database.run("SELECT 1 FROM pg_tables WHERE tablename = 'event'").count == 0)
    }

    @Test func `has other letters than Unicode's`() throws {
        let database = try TestDatabase(database: "LOCALE 'C' ENCODING 'LATIN1'")
        try Self.expectProblem(with: database, "expected server_encoding to be UTF8, got LATIN1")
    }

    @Test func `is from a newer version, as a successor sees before it opens it`() throws {
        let bench = try Bench(.postgreSQL)
        let settings = try #require(bench.database).settings
        try DatabaseStore.look(postgreSQL: settings, migrations: Ledger.migrations)
        let problem = #expect(throws: DataFolder.Problem.self) {
            try DatabaseStore.look(postgreSQL: settings, migrations: [])
        }
        #expect(problem?.description.contains("newer upford") == true)
        try DatabaseStore.look(postgreSQL: try TestDatabase().settings, migrations: [])
        try bench.store.close()
        let database = try #require(bench.database)
        try database.run("INSERT INTO schema_step (name) VALUES ('ledger.2')")
        try Self.expectProblem(with: database, "newer upford")
    }

    @Test(arguments: [
        ("password=my secret", "expected libpq's settings"),
        ("host=nowhere password=secret", "expected a password in ~/.pgpass"),
        ("postgresql://ana:secret@nowhere/upfor", "expected a password in ~/.pgpass"),
    ])
    func `is described with a password, which is not repeated`(settings: String, words: String) {
        let error = #expect(throws: StoreError.self) { _ = try ServerLink(settings) }
        #expect(error?.words.contains(words) == true)
        #expect(error?.words.contains("secret") == false)
    }

    @Test func `is not there`() throws {
        let folder = try TemporaryFolder()
        let problem = #expect(throws: DataFolder.Problem.self) {
            _ = try DatabaseStore(
                postgreSQL: "host=\(folder.path) dbname=upfor",
                beside: DataFolder.open(folder.path), migrations: [], options: .forNobody)
        }
        #expect(problem?.description.contains("No such file or directory") == true)
    }

    private static func expectProblem(
        with database: TestDatabase, _ words: String
    ) throws {
        let folder = try TemporaryFolder()
        let problem = #expect(throws: DataFolder.Problem.self) {
            _ = try DatabaseStore(
                postgreSQL: database.settings, beside: DataFolder.open(folder.path),
                migrations: Ledger.migrations, options: .forNobody)
        }
        let said = problem?.description ?? ""
        #expect(said.contains(words), "\(said)")
    }
}
