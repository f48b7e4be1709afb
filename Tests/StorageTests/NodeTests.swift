import Kernel
import PostgreSQL
import Storage
import Synchronization
import TestLedger
import TestSupport
import Testing
import Wire

/// Several stores that write one database at once.
@Suite(.enabled(if: TestDatabase.isAtHand, "Tests/postgresql.sh runs a server"))
struct `Nodes on one database` {
    @Test func `number one inbox without a gap, whichever node commits`() throws {
        let nodes = try Nodes(2)
        let total = 200
        for round in 0..<total / 4 {
            // Both at once: each has two commands of the group to do.
            for (index, bench) in nodes.benches.enumerated() {
                try bench.store.write([
                    Ledger.job("\(index)-\(round)-a"), Ledger.job("\(index)-\(round)-b"),
                ])
            }
            for bench in nodes.benches {
                let answers = try bench.results.next(2).map(\.outcome)
                #expect(!answers.contains { $0 == "unavailable" || $0 == "internal" })
            }
        }
        let expected = (1...UInt32(total)).map(\.self)
        for bench in nodes.benches {
            #expect(try bench.inbox() == expected)
            #expect(try bench.lines().count == total)
        }
    }

    @Test func `never make an event whose id is before that of the last in an inbox`() throws {
        let nodes = try Nodes(2, ahead: [.zero, .seconds(3_600)])
        for round in 0..<10 {
            for (index, bench) in nodes.benches.enumerated() {
                let answer = try bench.write([Ledger.job("\(index)-\(round)")]).map(\.outcome)
                #expect(answer == ["\(index)-\(round)"])
            }
        }
        let breaches = try nodes.database.run(
            """
            SELECT 1 FROM (SELECT event_id, lag(event_id) OVER (ORDER BY seq) AS last
                FROM inbox WHERE user_id = 1) AS place WHERE event_id <= last
            """)
        #expect(breaches.isEmpty)
        #expect(try nodes.benches[0].inbox() == (1...20).map(\.self))
    }

    @Test func `take numbers in turn, and do not meet`() throws {
        let nodes = try Nodes(2)
        // As of a room: its number is taken before there is an id.
        let numbers = Kernel.Sequence(kind: "test", owner: 1, recovery: "SELECT 0")
        for round in 0..<10 {
            for (index, bench) in nodes.benches.enumerated() {
                nodes.passed.add()
                let text = "\(index)-\(round)"
                let job = Ledger.job(text) { (transaction) throws(Refusal) in
                    _ = try transaction.next(of: numbers)
                    try Ledger.append(text, in: transaction)
                }
                #expect(try bench.write([job]).map(\.outcome) == [text])
            }
        }
        #expect(nodes.meetings.count == 0)
    }

    @Test func `number an event twice for a user named twice, without a gap`() throws {
        let nodes = try Nodes(1)
        for round in 0..<3 {
            let job = Ledger.job("\(round)") { (transaction) throws(Refusal) in
                try transaction.deliver(.matchEnded(MatchEnded()), to: [1, 2, 3, 4, 1])
                try Ledger.append("\(round)", in: transaction)
            }
            #expect(try nodes.benches[0].write([job]).map(\.outcome) == ["\(round)"])
        }
        #expect(try nodes.benches[0].inbox() == (1...9).map(\.self))
    }

    @Test func `decide one after the other what both want to be the first to do`() throws {
        let nodes = try Nodes(2)
        for round in 0..<50 {
            let name = "only \(round)"
            // Looks, and then writes, as features do.
            let job = Ledger.job(name) { (transaction) throws(Refusal) in
                guard try !Ledger.lines(in: transaction).contains(where: { $0.hasSuffix(name) })
                else { throw Ledger.refusal }
                try Ledger.append(name, in: transaction)
            }
            for bench in nodes.benches { try bench.store.write([job]) }
            let answers = try nodes.benches.flatMap { try $0.results.next(1) }.map(\.outcome)
            #expect(answers.sorted() == ["conflict", name].sorted())
        }
        #expect(try nodes.benches[0].inbox() == (1...50).map(\.self))
    }

    @Test func `say of two transactions which could see the work of the other`() throws {
        let nodes = try Nodes(2)
        let hint = Hint(.roomTyping(RoomTyping()), key: "key", about: 1, to: [2])
        var numbers: [Int64] = []
        for round in 0..<10 {
            for (index, bench) in nodes.benches.enumerated() {
                let text = "\(index)-\(round)"
                let shows = Ledger.job(text) { (transaction) throws(Refusal) in
                    try Ledger.append(text, in: transaction)
                    transaction.signal(.hint(hint))
                }
                let completions = try bench.write([shows, Ledger.job("\(text)-too")])
                numbers += completions.compactMap(\.transaction)
            }
        }
        #expect(numbers.count >= 20 && numbers == numbers.sorted() && Set(numbers).count == 20)
        let news = try nodes.benches[0].write([Ledger.job("tells nobody")])
        #expect(news.map(\.transaction) == [nil])
    }

    @Test func `are refused when another daemon has the database for itself`() throws {
        let bench = try Bench(.postgreSQL)
        let folder = try TemporaryFolder()
        var options = StoreOptions.forNobody
        options.nodeName = "one"
        let settings = try #require(bench.database).settings
        let problem = #expect(throws: DataFolder.Problem.self) {
            _ = try DatabaseStore(
                postgreSQL: settings, beside: DataFolder.open(folder.path),
                migrations: Ledger.migrations, options: options)
        }
        #expect(problem?.description.contains("has the database for itself") == true)
    }

    @Test func `are refused when another has their name`() throws {
        let nodes = try Nodes(1)
        let folder = try TemporaryFolder()
        var options = StoreOptions.forNobody
        options.nodeName = Nodes.name(0)
        let settings = nodes.database.settings
        let problem = #expect(throws: DataFolder.Problem.self) {
            _ = try DatabaseStore(
                postgreSQL: settings, beside: DataFolder.open(folder.path),
                migrations: Ledger.migrations, options: options)
        }
        #expect(problem?.description.contains("another upford is the node") == true)
    }

    @Test func `leave data that a daemon can have for itself, and come back to`() throws {
        let database = try TestDatabase()
        var expected: [UInt32] = []
        for (count, isNode) in [(1, true), (2, false), (3, true)] {
            let bench = try Bench(.postgreSQL, in: database, node: isNode ? "one" : nil)
            try bench.write((0..<count).map { Ledger.job("\(count)-\($0)") })
            expected += (0..<UInt32(count)).map { UInt32(expected.count) + 1 + $0 }
            #expect(try bench.inbox() == expected)
            try bench.store.close()
        }
    }

    @Test func `notice nothing of a restarted server but the next answer`() throws {
        let nodes = try Nodes(2)
        for bench in nodes.benches { try bench.write([Ledger.job("a \(ObjectIdentifier(bench))")]) }
        try nodes.database.cutConnections()
        for bench in nodes.benches {
            let name = "b \(ObjectIdentifier(bench))"
            #expect(try bench.write([Ledger.job(name)]).map(\.outcome) == [name])
        }
        #expect(try nodes.benches[0].inbox() == [1, 2, 3, 4])
    }

    @Test func `receive the commits of another node, until nothing older is under way`() throws {
        let nodes = try Nodes(2)
        let (one, other) = (nodes.benches[0], nodes.benches[1])
        nodes.horizons[1].raise(to: 0)
        try one.write([
            Ledger.job("x") { (transaction) throws(Refusal) in
                try Ledger.append("x", in: transaction)
                transaction.signal(.relation(1, 2, exists: false))
                transaction.record(.registered, of: 3)
            }
        ])
        let look = ReadJob(isOrdered: true) { _ in
            true
        } then: { _ in
        }
        try other.store.read([look])
        let heard = try other.results.next(1).flatMap(\.signals)
        guard case .nodes(let news)? = heard.first else {
            Issue.record("no news")
            return
        }
        #expect(news.entries.map(\.signal) == [.relation(1, 2, exists: false)])
        // Transactions of other tests hold the horizon back. A repeated entry has the same id.
        var rest = news
        while !rest.entries.isEmpty {
            nodes.horizons[1].raise(to: rest.horizon)
            try other.store.read([look])
            let again = try other.results.next(1).flatMap(\.signals)
            guard case .nodes(let more)? = again.first else {
                Issue.record("no horizon")
                return
            }
            #expect(more.horizon >= rest.horizon)
            #expect(
                more.entries.allSatisfy { entry in
                    news.entries.contains { $0.id == entry.id }
                })
            rest = more
        }
    }
}

/// Some stores, each as a node of its own.
private final class Nodes {
    let database: TestDatabase
    let benches: [Bench]
    let horizons: [NodeHorizon]
    /// How many milliseconds have passed on all clocks.
    let passed = Counter()
    /// How often commands of one have met those of another.
    let meetings = Counter()

    static func name(_ index: Int) -> String { "node-\(index)" }

    /// - Parameter ahead: how far the clock of each is ahead.
    init(_ count: Int, ahead: [Duration] = []) throws {
        database = try TestDatabase()
        var (benches, horizons): ([Bench], [NodeHorizon]) = ([], [])
        for index in 0..<count {
            let horizon = NodeHorizon()
            let own: Duration = ahead.isEmpty ? .zero : ahead[index]
            benches.append(
                try Bench(
                    .postgreSQL, in: database, node: Self.name(index),
                    ahead: { [passed] in own + .milliseconds(passed.count) }, horizon: horizon,
                    contended: { [meetings] in meetings.add() }))
            horizons.append(horizon)
        }
        (self.benches, self.horizons) = (benches, horizons)
    }
}

private final class Counter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func add() { value.add(1, ordering: .relaxed) }
}
