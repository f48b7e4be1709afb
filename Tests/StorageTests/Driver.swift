import Kernel
import PostgreSQL
import SQLite
import Storage
import TestLedger
import TestSupport

/// A way to keep data. Every driver passes the same suite.
enum Driver: CaseIterable, Sendable {
    case sqlite
    case postgreSQL

    /// Those that can be had here.
    static var allCases: [Driver] { TestDatabase.isAtHand ? [.sqlite, .postgreSQL] : [.sqlite] }
}

extension Bench {
    /// - Parameters:
    ///   - groupMax: most commands in one commit.
    ///   - database: for a server's; one of its own by default.
    ///   - node: as which of several nodes; nil: alone.
    ///   - ahead: how far its clock is ahead of one that stands still.
    ///   - contended: called when its commands meet those of another node.
    ///   - horizon: how far it knows what other nodes have committed.
    convenience init(
        _ driver: Driver, groupMax: Int = 64, in database: TestDatabase? = nil,
        node: String? = nil, ahead: @escaping @Sendable () -> Duration = { .zero },
        horizon: NodeHorizon = NodeHorizon(), contended: @escaping @Sendable () -> Void = {}
    ) throws {
        guard driver == .postgreSQL else {
            try self.init(groupMax: groupMax) { folder, options in
                try DatabaseStore(in: folder, migrations: Ledger.migrations, options: options)
            }
            return
        }
        let database = try database ?? TestDatabase()
        try self.init(groupMax: groupMax, in: database) { folder, options in
            var options = options
            (options.nodeName, options.horizon) = (node, horizon)
            let clock = options.clock
            options.clock = { clock().advanced(by: ahead()) }
            options.contended = contended
            return try DatabaseStore(
                postgreSQL: database.settings, beside: folder, migrations: Ledger.migrations,
                options: options)
        }
    }
}
