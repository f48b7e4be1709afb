import Kernel
import PostgreSQL
import Storage
import TestSupport
import Testing
import Wire

/// What is so of a server, and of no file: it may be away, another's, or not as it should be.
@Suite(.enabled(if: TestDatabase.isAtHand, "Tests/postgresql.sh runs a server"))
struct `A PostgreSQL server` {
    @Test func `that was started again between two commands is noticed by nobody`() throws {
        let bench = try Bench(.postgreSQL)
        try bench.write([Ledger.job("a")])
        try #require(bench.database).cutConnections()
        #expect(try bench.write([Ledger.job("b")]).map(\.answer) == ["b"])
        #expect(try bench.lines() == ["1 a", "2 b"])
        #expect(try bench.inbox() == [1, 2])
        #expect(bench.results.conditions == [])
    }

    @Test func `that goes away within a command undoes it, and the next is done`() throws {
        let bench = try Bench(.postgreSQL)
        let database = try #require(bench.database)
        let cut = Ledger.job("cut") { (transaction) throws(Refusal) in
            try Ledger.append("never", in: transaction)
            do { try database.cutConnections() } catch { throw Ledger.refusal }
            try Ledger.append("neither", in: transaction)
        }
        let answers = try bench.write([Ledger.job("a"), cut]).map(\.answer)
        #expect(answers == ["unavailable", "unavailable"])
        #expect(try bench.write([Ledger.job("b")]).map(\.answer) == ["b"])
        #expect(try bench.lines() == ["1 b"])
        #expect(bench.results.conditions.map(\.name) == ["unreachable", "writable"])
    }

    @Test func `that goes away within a look refuses it, and not the next`() throws {
        let bench = try Bench(.postgreSQL)
        let database = try #require(bench.database)
        let refusal = #expect(throws: Refusal.self) {
            try bench.store.snapshot { (snapshot) throws(Refusal) in
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
        #expect(try bench.write([Ledger.job("a")]).map(\.answer) == ["unavailable"])
        #expect(throws: Refusal.self) { try bench.lines() }
        try database.setIsOpen(true)
        #expect(try bench.write([Ledger.job("b")]).map(\.answer) == ["b"])
        #expect(try bench.lines() == ["1 b"])
    }

    @Test(arguments: [
        "DELETE FROM line; UPDATE id_mark SET mark = mark - 1",
        "UPDATE id_mark SET mark = mark + 1",
    ])
    func `that lost what it had, or was written by others, is trusted no more`(
        change: String
    ) throws {
        let bench = try Bench(.postgreSQL)
        try bench.write([Ledger.job("a")])
        let database = try #require(bench.database)
        try database.cutConnections()
        for statement in change.split(separator: ";") { try database.run(String(statement)) }
        try bench.store.write([Ledger.job("b")])
        try bench.results.awaitCondition()
        #expect(bench.results.conditions.map(\.name) == ["broken"])
        try bench.store.close()
        #expect(bench.results.count == 0)
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

    @Test func `is from a newer version`() throws {
        let bench = try Bench(.postgreSQL)
        try bench.store.close()
        let database = try #require(bench.database)
        try database.run("INSERT INTO schema_step (name) VALUES ('ledger.2')")
        try Self.expectProblem(with: database, "newer upford")
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
