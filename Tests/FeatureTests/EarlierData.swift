import Accounts
import Friends
import Kernel
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// Data as an earlier version wrote them, opened by this one: in a folder, or on the PostgreSQL
/// server if there is one.
final class EarlierData {
    let catalog: Catalog
    let store: DatabaseStore
    let files: FileFolder
    private let results = Results()
    private let folder: TemporaryFolder
    private let database: TestDatabase?

    /// - Parameters:
    ///   - wasThere: whether a migration was in the earlier version.
    ///   - fill: writes what that version would have written.
    init(
        _ wasThere: (Migration) -> Bool, issuers: any IdentityIssuers = NoIssuers(),
        _ fill: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) throws {
        folder = try TemporaryFolder()
        database = TestDatabase.isAtHand ? try TestDatabase() : nil
        files = FileFolder("\(folder.path)/files")
        try files.begin()
        catalog = try Catalog(
            presence: RecordingPresence(), wildcards: [], keeping: 100, runs: nil,
            limits: FriendLimits(), issuers: issuers, files: files)
        let results = results
        let options = StoreOptions(
            clock: { SettableClock.start }, entropy: { [UInt8](repeating: 0, count: $0) },
            sink: { results.append($0) })
        let old = try database.open(
            options, catalog.migrations.filter(wasThere), beside: folder.path)
        try Self.write(in: old, results, fill)
        old.close()
        store = try database.open(options, catalog.migrations, beside: folder.path)
    }

    /// The same, of a version that lacked the migrations with these names.
    convenience init(
        without later: String..., issuers: any IdentityIssuers = NoIssuers(),
        _ fill: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) throws {
        try self.init({ !later.contains($0.name) }, issuers: issuers, fill)
    }

    deinit { store.close() }

    func write(_ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void) throws {
        try Self.write(in: store, results, run)
    }

    private static func write(
        in store: DatabaseStore, _ results: Results,
        _ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) throws {
        store.write([
            WriteJob { (transaction) throws(Refusal) in
                try run(transaction)
            }
        ])
        try results.nextDone()
    }

    /// What a user's command is answered with.
    func call(
        _ command: ClientMessage.OneOf_Command, as user: User.ID = 1, _ name: String = "ana"
    ) throws -> ServerMessage.OneOf_Body {
        let message = ClientMessage.with { ($0.id, $0.command) = (1, command) }
        let bytes: [UInt8] = try message.serializedBytes()
        let caller = Caller(user: user, username: name, token: 1)
        let work = try bytes.withUnsafeBytes { bytes in
            let envelope = try CommandEnvelope(opening: bytes, format: .binary)
            return try #require(catalog[envelope.name]).read(.frame(envelope), for: caller).work
        }
        switch work {
        case .write(let run): store.write([WriteJob.command(run, replyTo: .test)])
        case .read(let run): store.read([ReadJob(.command(run, replyTo: .test))])
        default: throw NotThatKind(what: "a command for the store")
        }
        return try results.next().result.get()
    }
}

extension Transaction {
    /// Accounts 1, 2 ... with these usernames.
    func signUp(_ names: String...) throws(Refusal) {
        for (id, name) in zip(Int64(1)..., names) {
            try run(
                """
                INSERT INTO account (id, username, email, display_name, password_hash, created_ms)
                VALUES (\(id), \(name), \(name), \(name), '', 0)
                """)
        }
    }
}
