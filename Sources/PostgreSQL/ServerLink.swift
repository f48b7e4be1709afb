import CPostgreSQL
import Glibc
import Kernel

/// A connection of libpq's, and the patience with the server at its other end.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class ServerLink {
    private let handle: OpaquePointer
    private var isLost = false
    /// Who else commits while what is asked now is done.
    var company = Company.none

    /// Connects, to a server that can be written to: what others have is older.
    ///
    /// - Parameter settings: as libpq takes them: `host=db dbname=upfor`, or a URL.
    /// - Throws: ``StoreError`` in libpq's words.
    init(_ settings: String) throws(StoreError) {
        try Self.check(settings)
        let pairs = [
            // What the administrator says comes last, and so counts.
            ("fallback_application_name", "upford"), ("connect_timeout", "5"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"), ("dbname", settings),
            ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
        ]
        guard let handle = Self.connect(pairs) else { throw .failed("no memory to connect") }
        self.handle = handle
        // By default libpq prints them.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        guard isUp else { throw .unreachable(message) }
    }

    deinit { PQfinish(handle) }

    /// Whether the server was there when it was last heard of.
    var isUp: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

    /// Whether it is in no transaction.
    var isIdle: Bool { PQtransactionStatus(handle) == PQTRANS_IDLE }

    /// From here on nothing is asked of it before it is connected once more.
    func drop() { isLost = true }

    /// Connects once more, as at first.
    func reconnect() throws(StoreError) {
        PQreset(handle)
        isLost = false
        guard isUp else { throw .unreachable(message) }
    }

    /// How long an answer may take; a server that is stopped, or whose disk is, says nothing.
    static let patience = Duration.seconds(30)

    /// Runs statements without values or rows.
    ///
    /// - Parameter limit: how long they may take; nil: whatever it takes.
    /// - Returns: what the last of them did: `COMMIT`.
    @discardableResult
    func execute(_ script: String, within limit: Duration? = patience) throws(StoreError) -> String
    {
        let outcome = try ask(within: limit) { PQsendQuery($0, script) }
        defer { outcome.clear() }
        try outcome.check()
        return outcome.tag
    }

    /// Sends something, and waits for what comes of it.
    ///
    /// - Parameter send: gets the `PGconn *`, and answers 1 when it is on its way.
    /// - Returns: the last answer, to be cleared.
    /// - Throws: ``StoreError/unreachable`` when there is none in time.
    func ask(
        within limit: Duration? = patience, _ send: (OpaquePointer) -> Int32
    ) throws(StoreError) -> Outcome {
        guard send(handle) == 1 else {
            drop()
            throw .unreachable(message)
        }
        let end = limit.map { ContinuousClock.now + $0 }
        var last: OpaquePointer?
        while true {
            while PQisBusy(handle) == 1 {
                guard waitForBytes(until: end) else {
                    PQclear(last)
                    drop()
                    throw .unreachable("the server does not answer")
                }
                // A connection that is lost here is what the next result says.
                guard PQconsumeInput(handle) == 1 else { break }
            }
            guard let result = PQgetResult(handle) else { return Outcome(last, of: self) }
            PQclear(last)
            last = result
        }
    }

    /// What libpq says about the last call, in one line.
    var message: String {
        PQerrorMessage(handle).map { String(cString: $0).oneLine } ?? "no message"
    }

    /// - Returns: whether there are some, or never will be.
    private func waitForBytes(until end: ContinuousClock.Instant?) -> Bool {
        var place = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        while true {
            let left = end.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
            let count = poll(&place, 1, left.map { Int32(max(0, min($0, 86_400_000))) } ?? -1)
            if count != -1 || errno != EINTR { return count != 0 }
        }
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

    /// What libpq itself would say of them quotes a part, which may be of a password.
    private static func check(_ settings: String) throws(StoreError) {
        guard let options = PQconninfoParse(settings, nil) else {
            throw .failed("expected libpq's settings, as in host=db dbname=upfor, got others")
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == "password", option.pointee.val != nil {
                throw .failed("expected a password in ~/.pgpass, got one in the settings")
            }
            option += 1
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
