import Dispatch
import Kernel
import Storage

/// A serial queue with one connection to the server.
final class PostgreSQLSession: StoreSession {
    private let queue: DispatchQueue
    private let connection: ConnectionBox

    /// - Parameter connection: from here on this session's alone.
    init(on connection: sending PostgreSQLConnection, label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
        self.connection = ConnectionBox(connection)
    }

    func run<Result>(_ body: (any DurableConnection) -> Result) -> Result? {
        queue.sync { connection.connection.map { body($0) } }
    }

    func close() {
        queue.sync { connection.connection = nil }
    }
}

/// Carries the connection from its making to its queue.
///
/// SAFETY: ``PostgreSQLSession`` touches it inside its serial queue only.
private final class ConnectionBox: @unchecked Sendable {
    /// nil once it is closed: a worker that is still busy then must not reach a dead `PGconn *`.
    var connection: PostgreSQLConnection?

    init(_ connection: PostgreSQLConnection) { self.connection = connection }
}
