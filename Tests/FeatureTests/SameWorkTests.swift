import Synchronization
import SwiftProtobuf
import Testing
import Wire

@testable import Kernel

/// What must not be told by an answer must not be told by the time that it takes: the same
/// statements are run, and so many of them, whatever is hidden.
@Suite struct `Behind the same answer is the same work` {
    @Test func `asking a stranger, and asking who has blocked me`() throws {
        let world = try World()
        try world.ana.block("ben")
        let stranger = try world.work(of: .asking("cleo"), by: "ben")
        #expect(stranger.contains { $0.hasPrefix("INSERT INTO inbox") })
        #expect(try world.work(of: .asking("ana"), by: "ben") == stranger)
    }

    @Test func `taking back a request that is pending, and one that was declined`() throws {
        let world = try World()
        try world.ben.request("cleo")
        try world.ben.request("ana")
        try world.ana.decline("ben")
        let pending = try world.work(of: .withdrawing("cleo"), by: "ben")
        #expect(try world.work(of: .withdrawing("ana"), by: "ben") == pending)
    }

    @Test func `taking a request back from a stranger, and from nobody`() throws {
        let world = try World()
        let stranger = try world.work(of: .withdrawing("cleo"), by: "ben")
        #expect(try world.work(of: .withdrawing("nobody"), by: "ben") == stranger)
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func asking(_ other: String) -> Self {
        .friendRequest(.with { $0.to = other })
    }

    fileprivate static func withdrawing(_ other: String) -> Self {
        .friendWithdraw(.with { $0.to = other })
    }
}

extension World {
    /// The statements that a command runs, and the numbers it takes, in order.
    func work(
        of command: ClientMessage.OneOf_Command, by name: String
    ) throws -> [String] {
        clock.advance(by: .seconds(1))
        let (_, work) = try decoded(command, as: callers[name], .json)
        guard case .write(let run) = work else { throw NotThatKind(what: "a write") }
        let heard = Mutex<[String]>([])
        let job = WriteJob(origin: nil) { (transaction) throws(Refusal) in
            let listener = Listener(to: transaction.connection)
            defer { heard.withLock { $0 = listener.statements } }
            let inner = Transaction(
                on: listener, now: transaction.now, ids: IdentifierBox(node: 1),
                entropy: { [UInt8](repeating: 0, count: $0) })
            return try run(inner)
        }
        try store.write([job])
        _ = try results.next()
        return heard.withLock { $0 }
    }
}

extension World {
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

    func next(of sequence: Kernel.Sequence) throws(StoreError) -> UInt32 {
        statements.append("next of \(sequence.kind)")
        return try inner.next(of: sequence)
    }
}
