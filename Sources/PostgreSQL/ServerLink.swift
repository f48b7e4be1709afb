import CPostgreSQL
import Glibc
import Kernel
import Synchronization

/// A connection of libpq, and how long it waits for the server at its other end.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class ServerLink {
    private let handle: OpaquePointer
    private var isLost = false
    /// Whether it was lost because no answer came in time: the server may have executed the
    /// request.
    private(set) var hasTimedOut = false
    /// When the node last heard the server, on this connection or another.
    var hearing: ServerHearing?
    /// Whether silence ends the node. A connection that waits neither for another node's commit nor
    /// long for a lock hears from a server that works.
    var minds = false
    /// Which other nodes commit during the current request.
    var company = Company.none

    /// Connects to a server that can be written to: the data of others are older.
    ///
    /// - Parameter settings: in libpq's form: `host=db dbname=upfor`, or a URL.
    /// - Throws: ``StoreError`` in libpq's words.
    init(_ settings: String) throws(StoreError) {
        try Self.check(settings)
        let pairs = [
            // The administrator's settings come last, and so take precedence.
            ("fallback_application_name", "upford"), ("connect_timeout", "5"),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"), ("dbname", settings),
            ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
        ]
        guard let handle = Self.connect(pairs) else { throw .failed("no memory to connect") }
        self.handle = handle
        // By default libpq prints notices.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        try begin()
    }

    deinit { PQfinish(handle) }

    /// Whether the server was there at the last exchange.
    var isUp: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

    /// Whether there is something to read. When no answer is pending, that is the end of the
    /// connection.
    var hasSpoken: Bool {
        var place = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&place, 1, 0) != 0
    }

    /// From here on nothing is sent on it until it is reconnected.
    func drop() { isLost = true }

    /// Reconnects, as at first.
    func reconnect() throws(StoreError) {
        PQreset(handle)
        (isLost, hasTimedOut) = (false, false)
        try begin()
    }

    /// Unsent bytes wait in libpq until the socket takes them, and no longer than an answer may
    /// take: libpq itself would wait for ever.
    private func begin() throws(StoreError) {
        guard isUp, PQsetnonblocking(handle, 1) == 0 else { throw .unreachable(message) }
    }

    /// How long an answer may take. A server that is stopped, or whose disk is, sends nothing.
    static let patience = Duration.seconds(30)

    /// Runs statements without values or rows; no answers to others may be pending.
    ///
    /// - Parameter limit: how long they may take; nil: any time.
    /// - Returns: the tag of the last of them: `COMMIT`.
    @discardableResult
    func execute(_ script: String, within limit: Duration? = patience) throws(StoreError) -> String
    {
        // One after the other in one message: that needs no pipeline.
        try send { PQexitPipelineMode($0) == 1 && PQsendQuery($0, script) == 1 }
        var last = Outcome(nil, of: self)
        defer { last.clear() }
        while let outcome = try answer(within: limit) {
            last.clear()
            last = outcome
        }
        try last.check()
        return last.tag
    }

    /// Sends something whose answer comes in its turn.
    ///
    /// - Parameter send: receives the `PGconn *`, and returns whether all was accepted.
    func send(_ send: (OpaquePointer) -> Bool) throws(StoreError) {
        guard !send(handle) else { return }
        let words = message
        drop()
        throw .unreachable(words)
    }

    /// The next answer, which the caller must clear; nil after the last one to a statement.
    ///
    /// - Throws: ``StoreError/unreachable`` when no answer comes in time.
    func answer(within limit: Duration? = patience) throws(StoreError) -> Outcome? {
        if PQisBusy(handle) == 1 {
            let end = limit.map { ContinuousClock.now + $0 }
            repeat {
                try waitForAnswer(until: end)
                hearing?.note()
                // If the connection is lost here, the next result says so.
            } while PQconsumeInput(handle) == 1 && PQisBusy(handle) == 1
        }
        return PQgetResult(handle).map { Outcome($0, of: self) }
    }

    /// libpq's message about the last call, in one line.
    var message: String {
        PQerrorMessage(handle).map { String(cString: $0).oneLine } ?? "no message"
    }

    /// Waits for bytes, or for the end of the connection.
    ///
    /// - Throws: ``StoreError/broken`` when a node hears nothing from the server on any connection.
    private func waitForAnswer(until end: ContinuousClock.Instant?) throws(StoreError) {
        let wait = ServerWait(end: end, hearing: minds ? hearing : nil)
        while !waitForBytes(until: wait.next(after: .now)) {
            guard let error = wait.verdict(at: .now) else { continue }
            drop()
            hasTimedOut = true
            throw error
        }
    }

    /// Waits, and sends what the socket has not taken yet.
    ///
    /// - Returns: whether bytes have come, or never will.
    private func waitForBytes(until end: ContinuousClock.Instant?) -> Bool {
        while true {
            let unsent: Int16 = PQflush(handle) == 1 ? Int16(POLLOUT) : 0
            var place = pollfd(fd: PQsocket(handle), events: Int16(POLLIN) | unsent, revents: 0)
            let left = end.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
            let count = poll(&place, 1, left.map { Int32(max(0, min($0, 86_400_000))) } ?? -1)
            if count == 0 { return false }
            // A socket that takes bytes is no sign of life from the server.
            guard count < 0 ? errno == EINTR : place.revents == Int16(POLLOUT) else { return true }
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

    /// libpq's own message would quote a part of the settings, perhaps of a password.
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
    /// libpq's messages have several lines, and end with a newline.
    var oneLine: String {
        split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .joined(separator: "; ")
    }
}

/// The set-up of a connection.
extension ServerLink {
    /// Sets up a new connection, and takes the locks of a writing one.
    ///
    /// - Parameter lockSeconds: how long another daemon, or the server's end of a broken
    ///   connection, may take to release the data.
    func greet(as role: ConnectionRole, lockSeconds: Int) throws(StoreError) {
        company = .none
        try execute(Self.greeting)
        switch role {
        case .reader(node: nil): return
        case .reader(node: .some): try execute(Self.readerGreeting)
        case .onlyWriter:
            try lock(Self.place, "pg_advisory_lock", within: lockSeconds, "has the database")
        case .node(let name):
            try execute(Self.nodeGreeting)
            try lock(
                Self.place, "pg_advisory_lock_shared", within: lockSeconds,
                "has the database for itself")
            let own = "\(Self.place) || '/\(name)'"
            try lock(own, "pg_advisory_lock", within: lockSeconds, "is the node \(name)")
        }
    }

    /// - Parameters:
    ///   - key: an SQL expression; the name of a node has no quote in it.
    ///   - deed: what another daemon does that has the lock, for the error.
    private func lock(
        _ key: String, _ function: String, within seconds: Int, _ deed: String
    ) throws(StoreError) {
        do throws(StoreError) {
            try execute(
                "SET lock_timeout = '\(seconds)s'; SELECT \(function)(hashtextextended(\(key), 0))")
            try execute("SET lock_timeout = 0")
        } catch {
            guard case .contended = error else { throw error }
            throw .broken("another upford \(deed)")
        }
    }

    /// Commits are on the server's disk, at least. The server notices within 25 seconds when this
    /// machine is gone, and keeps the lock until then.
    private static let greeting = """
        SET statement_timeout = 0;
        SELECT set_config('synchronous_commit',
            CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'
                ELSE 'on' END, false);
        SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
        SET tcp_keepalives_count = 3; SET tcp_user_timeout = 20000
        """

    /// A node that stands still in a transaction must not keep the other nodes waiting. Through an
    /// index, transactions of two nodes stay apart that would conflict in a sequential scan. With
    /// such scans off, a query without an index seems so expensive that the server would compile it
    /// each time (100 ms).
    private static let nodeGreeting = """
        SET idle_in_transaction_session_timeout = '5s'; SET enable_seqscan = off;
        SET jit = off
        """

    /// A table may be locked for long, as by a change of the schema. A connection that ends on
    /// silence must hear of the lock before it takes the wait for silence
    /// (``ServerHearing/silenceMax``).
    private static let readerGreeting = "SET lock_timeout = '2s'"

    /// What a writing connection locks for as long as it lasts: the tables of a schema.
    static let place = "current_schema()"
}

/// When a node last heard the server, on any of its connections.
///
/// A node whose network to the database carries nothing is useless to its clients, while other
/// nodes can serve them. It can tell this from a slow database, which still answers another
/// connection.
final class ServerHearing: Sendable {
    /// How long a node waits for any word of the server while an answer is pending.
    static let silenceMax = Duration.seconds(4)

    private let last: Mutex<ContinuousClock.Instant>

    init(at now: ContinuousClock.Instant = .now) { last = Mutex(now) }

    /// Something was received.
    func note(at now: ContinuousClock.Instant = .now) { last.withLock { $0 = now } }

    /// Whether nothing was received for too long.
    func isSilent(at now: ContinuousClock.Instant) -> Bool {
        last.withLock { now - $0 } >= Self.silenceMax
    }
}

/// How long a connection waits for an answer.
struct ServerWait {
    /// The deadline; nil: none.
    let end: ContinuousClock.Instant?
    /// When the node last heard the server, if silence ends the wait; nil: it does not.
    let hearing: ServerHearing?

    /// When to check again, unless something comes; nil: never.
    func next(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard hearing != nil else { return end }
        let pause = now + ServerHearing.silenceMax
        return end.map { min($0, pause) } ?? pause
    }

    /// The error that the wait amounts to so far; nil: go on waiting.
    func verdict(at now: ContinuousClock.Instant) -> StoreError? {
        if let end, now >= end { return .unreachable("the server does not answer") }
        guard hearing?.isSilent(at: now) == true else { return nil }
        return .broken("the database says nothing any more; other nodes may still hear it")
    }
}
