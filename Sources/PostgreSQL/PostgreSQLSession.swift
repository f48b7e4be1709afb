import Dispatch
import Kernel
import Storage

/// A serial queue with one connection to the server.
final class PostgreSQLSession: StoreSession {
    private let queue: DispatchQueue
    private let connection: ConnectionBox

    /// Connects.
    ///
    /// - Parameters: as those of ``PostgreSQLConnection``.
    init(_ settings: String, isWriter: Bool, node: Int, label: String) throws(StoreError) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
        connection = ConnectionBox(
            try PostgreSQLConnection(settings, isWriter: isWriter, node: node))
    }

    func run<Result>(_ body: (any DurableConnection) -> Result) -> Result? {
        queue.sync { connection.connection.map { body($0) } }
    }

    /// Runs what is this driver's own.
    func prepare(
        _ body: (PostgreSQLConnection) throws(StoreError) -> Void
    ) throws(StoreError) {
        let result: Swift.Result<Void, StoreError>? = queue.sync {
            connection.connection.map { connection in
                Swift.Result { () throws(StoreError) in try body(connection) }
            }
        }
        try result?.get()
    }

    func close() {
        queue.sync {
            connection.connection?.close()
            connection.connection = nil
        }
    }
}

/// Carries the connection from its making to its queue.
///
/// SAFETY: ``PostgreSQLSession`` touches it inside its serial queue only.
private final class ConnectionBox: @unchecked Sendable {
    /// nil once it is closed: a worker that is still busy then must not reach a dead `PGconn *`.
    var connection: PostgreSQLConnection?

    init(_ connection: PostgreSQLConnection) { self.connection = connection }

    deinit { connection?.close() }
}
