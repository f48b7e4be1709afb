import Synchronization
import Testing
import Wire

@testable import Kernel

extension World {
    /// The statements that a command runs, and the numbers it takes, in order.
    func work(
        of command: ClientMessage.OneOf_Command, by name: String
    ) throws -> [String] {
        clock.advance(by: .seconds(1))
        var (_, work) = try decoded(command, as: callers[name], .json)
        if case .prepare(let prepare) = work { work = try prepare(try store, .none) }
        guard case .write(let run) = work else { throw NotThatKind(what: "a write") }
        return try heard { (transaction) throws(Refusal) in _ = try run(transaction) }
    }

    /// The statements of one turn of a chore.
    func work(of chore: Chore) throws -> [String] {
        try heard { (transaction) throws(Refusal) in
            _ = try chore.run(transaction)
        }
    }

    private func heard(
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) throws -> [String] {
        let heard = Mutex<[String]>([])
        let job = WriteJob { (transaction) throws(Refusal) in
            let listener = Listener(to: transaction.connection)
            defer { heard.withLock { $0 = listener.statements } }
            // As whatever delivers: so the node's ids are ahead of what other nodes have made.
            let _: Identifier<InboxEvent> = transaction.makeID()
            let inner = Transaction(
                on: listener, now: transaction.now, ids: IdentifierBox(node: 1),
                entropy: { [UInt8](repeating: 0, count: $0) })
            try run(inner)
        }
        try store.write([job])
        _ = try results.next()
        return heard.withLock { $0 }
    }

    /// The statements that a command runs that only looks.
    func look(_ command: ClientMessage.OneOf_Command, by name: String) throws -> [String] {
        let (_, work) = try decoded(command, as: callers[name], .json)
        guard case .read(let run) = work else { throw NotThatKind(what: "a look") }
        return try store.snapshot { (snapshot) throws(Refusal) in
            let listener = Listener(to: snapshot.connection)
            // A refusal is an answer, too.
            _ = try? run(Snapshot(on: listener, now: snapshot.now))
            return listener.statements
        }
    }

    /// How SQLite goes about a statement.
    func plan(of statement: String) throws -> [String] {
        let question = ("" as SQL).reworded("EXPLAIN QUERY PLAN " + statement)
        let query = Query<String>(question) { columns throws(StoreError) in
            for _ in 1...3 { _ = try columns.integer() }
            return try columns.text()
        }
        return try store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(query) }
    }
}

/// Hears what is said to a connection.
private final class Listener: StoreConnection {
    private let inner: any StoreConnection
    private(set) var statements: [String] = []

    init(to inner: any StoreConnection) { self.inner = inner }

    func run(
        _ sql: SQL, _ row: (inout Columns) throws(StoreError) -> Void
    ) throws(StoreError) -> Int {
        statements.append(sql.text)
        return try inner.run(sql, row)
    }

    func change(_ sql: SQL) throws(StoreError) {
        statements.append(sql.text)
        try inner.change(sql)
    }

    var foresees: Bool { inner.foresees }

    func foresee(_ looks: [SQL]) throws(StoreError) { try inner.foresee(looks) }

    func next(
        of sequences: [Kernel.Sequence], makeID: () -> Int64
    ) throws(StoreError) -> (numbers: [UInt32], id: Int64) {
        statements += sequences.map { "next of \($0.kind)" }
        return try inner.next(of: sequences, makeID: makeID)
    }

    func next(
        of sequence: Kernel.Sequence, for id: Int64?
    ) throws(StoreError) -> UInt32 {
        statements.append("next of \(sequence.kind)")
        return try inner.next(of: sequence, for: id)
    }
}
