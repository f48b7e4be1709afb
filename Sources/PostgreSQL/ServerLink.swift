import CPostgreSQL
import Glibc
import Kernel

/// A connection of libpq's, which blocks whoever waits for the server.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class ServerLink {
    /// An open `PGconn *`, until `close`.
    let handle: OpaquePointer

    /// Connects.
    ///
    /// - Parameters:
    ///   - settings: as libpq takes them: `host=db dbname=upfor`, or a URL.
    ///   - changes: only to a server that can be written to.
    /// - Throws: ``StoreError`` in libpq's words.
    init(_ settings: String, changes: Bool) throws(StoreError) {
        let pairs = [
            // What the administrator says comes last, and so counts.
            ("fallback_application_name", "upford"), ("connect_timeout", "5"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("target_session_attrs", changes ? "read-write" : "any"), ("dbname", settings),
            ("client_encoding", "UTF8"),
        ]
        guard let handle = Self.connect(pairs) else { throw .failed("no memory to connect") }
        self.handle = handle
        // By default libpq prints them.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard isUp else {
            let error = StoreError.unreachable(message)
            PQfinish(handle)
            throw error
        }
    }

    /// Closes the connection; nothing may be asked of it afterwards.
    func close() { PQfinish(handle) }

    /// Whether the server was there when it was last heard of.
    var isUp: Bool { PQstatus(handle) == CONNECTION_OK }

    /// Connects once more, as at first.
    func reconnect() throws(StoreError) {
        PQreset(handle)
        guard isUp else { throw .unreachable(message) }
    }

    /// Runs statements without values or rows.
    ///
    /// - Returns: what the last of them did: `COMMIT`.
    @discardableResult
    func execute(_ script: String) throws(StoreError) -> String {
        let outcome = Outcome(PQexec(handle, script), of: self)
        defer { outcome.clear() }
        try outcome.check()
        return outcome.tag
    }

    /// What libpq says about the last call, in one line.
    var message: String {
        PQerrorMessage(handle).map { String(cString: $0).oneLine } ?? "no message"
    }

    private static func connect(_ pairs: [(String, String)]) -> OpaquePointer? {
        let names = pairs.map { strdup($0.0) } + [nil]
        let values = pairs.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        return names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                PQconnectdbParams(names.baseAddress, values.baseAddress, 1)
            }
        }
    }
}

extension String {
    /// libpq's messages have several lines, and end with a new one.
    var oneLine: String {
        split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .joined(separator: "; ")
    }
}
