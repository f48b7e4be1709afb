import SQLite
import Storage
import TestLedger

extension Bench {
    /// A bench whose store is a file in its folder.
    convenience init() throws {
        try self.init { folder, options in
            try DatabaseStore(in: folder, migrations: Ledger.migrations, options: options)
        }
    }
}
