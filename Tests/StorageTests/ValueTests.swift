import Kernel
import TestLedger
import Testing
import Wire

/// What every driver of the port promises about values.
@Suite struct `A value` {
    private struct Kept: Equatable {
        var number: Int64?
        var text = ""
        var bytes: [UInt8] = []
    }

    @Test(arguments: Driver.allCases)
    func `comes back as it was stored`(driver: Driver) throws {
        let numbers: [Int64?] = [nil, 0, 1, -1, 255, -256, 1 << 32, .max, .min, .min + 1]
        let texts = ["", "a", "ä€😀", "it's", "?", "$1 \\", String(repeating: "x", count: 70_000)]
        let blobs: [[UInt8]] = [[], [0], [0, 255, 0], Array(0...255)]
        let rows =
            numbers.map { Kept(number: $0) } + texts.map { Kept(text: $0) }
            + blobs.map { Kept(bytes: $0) }
        let bench = try Bench(driver)
        try bench.write(
            rows.enumerated().map { id, kept in
                Ledger.job("\(id)") { (transaction) throws(Refusal) in
                    let (id, number) = (Int64(id), kept.number.map(Moment.init(unixMilliseconds:)))
                    try transaction.run(
                        """
                        INSERT INTO kept (id, number, text, bytes)
                        VALUES (\(id), \(number), \(kept.text), \(kept.bytes))
                        """)
                }
            })
        let found = try bench.all("SELECT number, text, bytes FROM kept ORDER BY id") {
            columns throws(StoreError) in
            Kept(
                number: try columns.optionalInteger(), text: try columns.text(),
                bytes: try columns.blob())
        }
        #expect(found == rows)
    }

    @Test(arguments: Driver.allCases)
    func `of another kind, or that is not there, is refused by name`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([
            Ledger.job("kept") { (transaction) throws(Refusal) in
                try transaction.run(
                    """
                    INSERT INTO kept (id, number, text, bytes)
                    VALUES (1, 7, \("a"), \([1] as [UInt8])), (2, NULL, '', \([UInt8]()))
                    """)
            }
        ])
        let number: SQL = "SELECT number FROM kept WHERE id = 1"
        let null: SQL = "SELECT number FROM kept WHERE id = 2"
        let text: SQL = "SELECT text FROM kept WHERE id = 1"
        let bytes: SQL = "SELECT bytes FROM kept WHERE id = 1"
        #expect(try bench.refuses(number) { columns throws(StoreError) in _ = try columns.text() })
        #expect(try bench.refuses(number) { columns throws(StoreError) in _ = try columns.blob() })
        #expect(try bench.refuses(null) { columns throws(StoreError) in _ = try columns.integer() })
        #expect(try bench.refuses(null) { columns throws(StoreError) in _ = try columns.text() })
        #expect(try bench.refuses(null) { columns throws(StoreError) in _ = try columns.blob() })
        #expect(try bench.refuses(text) { columns throws(StoreError) in _ = try columns.integer() })
        #expect(try bench.refuses(text) { columns throws(StoreError) in _ = try columns.blob() })
        #expect(try bench.refuses(bytes) { columns throws(StoreError) in _ = try columns.text() })
        #expect(
            try bench.refuses(bytes) { columns throws(StoreError) in _ = try columns.integer() })
        #expect(
            try bench.refuses(number) { columns throws(StoreError) in
                _ = (try columns.integer(), try columns.optionalInteger())
            })
    }

    @Test(arguments: Driver.allCases, [[1, 2], [-1, 1], [.max, -1], [10_000, 0], [.min, 0]])
    func `is summed up as a whole number`(driver: Driver, numbers: [Int64]) throws {
        let bench = try Bench(driver)
        let answer = try bench.all(
            """
            SELECT sum(n) FROM (SELECT \(numbers[0]) + 0 AS n UNION ALL SELECT \(numbers[1]) + 0)
                AS two
            """
        ) { columns throws(StoreError) in try columns.integer() }
        #expect(answer == [numbers[0] + numbers[1]])
    }

    @Test(arguments: Driver.allCases)
    func `that holds a NUL is looked for, and not found`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a")])
        let found = try bench.all("SELECT text FROM line WHERE text = \("a\0")") {
            columns throws(StoreError) in try columns.text()
        }
        #expect(found == [])
    }

    @Test(arguments: Driver.allCases)
    func `says how many rows a statement has changed`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a"), Ledger.job("b"), Ledger.job("c")])
        let change = Ledger.job("change") { (transaction) throws(Refusal) in
            let counts = [
                try transaction.rowsChanged("UPDATE line SET text = text || 'x' WHERE seq > 1"),
                try transaction.rowsChanged("UPDATE line SET text = 'y' WHERE seq > 3"),
                try transaction.rowsChanged("DELETE FROM line WHERE seq = 1"),
                try transaction.rowsChanged(
                    """
                    INSERT INTO line (seq, text) VALUES (2, 'z') ON CONFLICT DO NOTHING
                    """),
            ]
            guard counts == [2, 0, 1, 0] else {
                throw Refusal(.conflict, field: "counts", "expected [2, 0, 1, 0], got \(counts)")
            }
        }
        #expect(try bench.write([change]).map(\.outcome) == ["change"])
    }
}

/// What every driver promises about an index of words.
@Suite struct `An index of words` {
    @Test(arguments: Driver.allCases)
    func `finds texts with all words, the largest id first`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.index([1: "soup today", 2: "no soup", 3: "today", 4: "soup todays 1e5 été"])
        #expect(try bench.found("soup") == [4, 2, 1])
        #expect(try bench.found("today soup") == [1])
        #expect(try bench.found("soup toda*") == [4, 1])
        #expect(try bench.found("1e5 soup") == [4])
        #expect(try bench.found("1e*") == [4])
        #expect(try bench.found("oup") == [])
        #expect(try bench.found("soup", before: 4) == [2, 1])
        #expect(try bench.found("soup", limit: 1) == [4])
    }

    @Test(arguments: Driver.allCases)
    func `forgets what was taken out with the same words`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.index([1: "soup today", 2: "no soup"])
        try bench.write([
            Ledger.job("out") { (transaction) throws(Refusal) in
                try transaction.run(Ledger.words.remove(1, words: "soup today"))
                try transaction.run(Ledger.words.insert(1, words: "bread"))
                try transaction.run(Ledger.words.forgetting)
            }
        ])
        #expect(try bench.found("soup") == [2])
        #expect(try bench.found("today") == [])
        #expect(try bench.found("bread") == [1])
    }

    @Test(arguments: Driver.allCases)
    func `takes words of any length`(driver: Driver) throws {
        let bench = try Bench(driver)
        let long = String(repeating: "ß", count: 20_000)
        try bench.index([1: long, 2: "short"])
        #expect(try bench.found(long) == [1])
        #expect(try bench.found("ß*") == [1])
    }
}

extension Bench {
    fileprivate func all<Row: Sendable>(
        _ question: SQL, _ decode: @escaping @Sendable (inout Columns) throws(StoreError) -> Row
    ) throws -> [Row] {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(Query(question, decode: decode))
        }
    }

    /// Whether reading the first row so is refused as it is to be.
    fileprivate func refuses(
        _ question: SQL, _ read: @escaping @Sendable (inout Columns) throws(StoreError) -> Void
    ) throws -> Bool {
        let found = try all(question) { columns throws(StoreError) in
            do throws(StoreError) { try read(&columns) } catch { return error == .unexpectedColumn }
            return false
        }
        return found == [true]
    }

    fileprivate func index(_ texts: KeyValuePairs<Int64, String>) throws {
        let answers = try write(
            texts.map { id, words in
                Ledger.job("\(id)") { (transaction) throws(Refusal) in
                    try transaction.run(Ledger.words.insert(id, words: words))
                }
            }
        ).map(\.outcome)
        #expect(answers == texts.map { "\($0.key)" })
    }

    fileprivate func found(
        _ words: String, before id: Int64 = .max, limit: Int = 10
    ) throws -> [Int64] {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.all(Ledger.words.find(words: words, before: id, limit: limit))
        }
    }
}
