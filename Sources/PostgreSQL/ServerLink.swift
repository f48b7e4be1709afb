import CPostgreSQL
import Glibc
import Kernel
import Synchronization

/// A connection of libpq's, and the patience with the server at its other end.
///
/// Not Sendable: used inside ``PostgreSQLSession`` only.
final class ServerLink {
    private let handle: OpaquePointer
    private var isLost = false
    /// Whether it was lost since no answer came in time: the server may have done what was asked.
    private(set) var hasTimedOut = false
    /// What a node has heard, on this connection and others.
    var hearing: ServerHearing?
    /// Whether silence ends the node: who waits neither for another's commit nor long for a lock
    /// hears something of a server that works.
    var minds = false
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
        try begin()
    }

    deinit { PQfinish(handle) }

    /// Whether the server was there when it was last heard of.
    var isUp: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

    /// Whether there is something to be heard. When no answer is due: that it ends the connection.
    var hasSpoken: Bool {
        var place = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return poll(&place, 1, 0) != 0
    }

    /// From here on nothing is asked of it before it is connected once more.
    func drop() { isLost = true }

    /// Connects once more, as at first.
    func reconnect() throws(StoreError) {
        PQreset(handle)
        (isLost, hasTimedOut) = (false, false)
        try begin()
    }

    /// What is sent waits in libpq until the socket takes it, and no longer than its answer may
    /// take: libpq itself would wait for ever.
    private func begin() throws(StoreError) {
        guard isUp, PQsetnonblocking(handle, 1) == 0 else { throw .unreachable(message) }
    }

    /// How long an answer may take; a server that is stopped, or whose disk is, says nothing.
    static let patience = Duration.seconds(30)

    /// Runs statements without values or rows: not while answers to others are on their way.
    ///
    /// - Parameter limit: how long they may take; nil: whatever it takes.
    /// - Returns: what the last of them did: `COMMIT`.
    @discardableResult
    func execute(_ script: String, within limit: Duration? = patience) throws(StoreError) -> String
    {
        // One after the other in one message: that is no pipeline.
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

    /// Sends something, to be answered in its turn.
    ///
    /// - Parameter send: gets the `PGconn *`, and tells whether all is on its way.
    func send(_ send: (OpaquePointer) -> Bool) throws(StoreError) {
        guard !send(handle) else { return }
        let words = message
        drop()
        throw .unreachable(words)
    }

    /// The next answer, to be cleared; nil behind the last to one statement.
    ///
    /// - Throws: ``StoreError/unreachable`` when there is none in time.
    func answer(within limit: Duration? = patience) throws(StoreError) -> Outcome? {
        if PQisBusy(handle) == 1 {
            let end = limit.map { ContinuousClock.now + $0 }
            repeat {
                try waitForAnswer(until: end)
                hearing?.note()
                // A connection that is lost here is what the next result says.
            } while PQconsumeInput(handle) == 1 && PQisBusy(handle) == 1
        }
        return PQgetResult(handle).map { Outcome($0, of: self) }
    }

    /// What libpq says about the last call, in one line.
    var message: String {
        PQerrorMessage(handle).map { String(cString: $0).oneLine } ?? "no message"
    }

    /// Waits for bytes, or for their end.
    ///
    /// - Throws: ``StoreError/broken`` when a node hears nothing more of the server at all.
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
    /// - Returns: whether there are some, or never will be.
    private func waitForBytes(until end: ContinuousClock.Instant?) -> Bool {
        while true {
            let unsent: Int16 = PQflush(handle) == 1 ? Int16(POLLOUT) : 0
            var place = pollfd(fd: PQsocket(handle), events: Int16(POLLIN) | unsent, revents: 0)
            let left = end.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
            let count = poll(&place, 1, left.map { Int32(max(0, min($0, 86_400_000))) } ?? -1)
            if count == 0 { return false }
            // That it takes bytes is no word of the server's.
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

/// What comes before anything else on a connection.
extension ServerLink {
    /// Sets up a new connection, and takes the locks of one that writes.
    ///
    /// - Parameter lockSeconds: how long another daemon, or the server's end of a connection that
    ///   broke, may take to let go of the data.
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
    ///   - key: an expression; a name of a node has no quote in it.
    ///   - deed: what another daemon does if it has the lock.
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

    /// What is committed is on the server's disk, at least. And the server notices within 25
    /// seconds when this machine is gone: until then it keeps the lock.
    private static let greeting = """
        SET statement_timeout = 0;
        SELECT set_config('synchronous_commit',
            CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'
                ELSE 'on' END, false);
        SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
        SET tcp_keepalives_count = 3; SET tcp_user_timeout = 20000
        """

    /// Whoever stands still in a transaction does not keep the other nodes waiting; and an index
    /// tells nodes apart that a walk through a table would not. What has no index seems to cost so
    /// much then that it would be compiled each time (100 ms).
    private static let nodeGreeting = """
        SET idle_in_transaction_session_timeout = '5s'; SET enable_seqscan = off;
        SET jit = off
        """

    /// A table may be locked for long, as by a change of the schema. Whoever minds silence has to
    /// hear of that before it takes it for silence (``ServerHearing/silenceMax``).
    private static let readerGreeting = "SET lock_timeout = '2s'"

    /// What is locked for as long as a connection that writes lasts: the tables of a schema.
    static let place = "current_schema()"
}

/// When the server was last heard, on whichever connection of a node.
///
/// A node whose network to the database carries nothing is of no use to its clients, while others
/// are. It can tell that from a database that is slow: a slow one answers another connection.
final class ServerHearing: Sendable {
    /// How long a node waits for any word of the server while it has asked for one.
    static let silenceMax = Duration.seconds(4)

    private let last: Mutex<ContinuousClock.Instant>

    init(at now: ContinuousClock.Instant = .now) { last = Mutex(now) }

    /// Something came.
    func note(at now: ContinuousClock.Instant = .now) { last.withLock { $0 = now } }

    /// Whether nothing has come for too long.
    func isSilent(at now: ContinuousClock.Instant) -> Bool {
        last.withLock { now - $0 } >= Self.silenceMax
    }
}

/// How long a connection waits for an answer.
struct ServerWait {
    /// When it is too late; nil: never.
    let end: ContinuousClock.Instant?
    /// What the node has heard, when silence ends it.
    let hearing: ServerHearing?

    /// When to look up from waiting, unless something comes; nil: never.
    func next(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard hearing != nil else { return end }
        let pause = now + ServerHearing.silenceMax
        return end.map { min($0, pause) } ?? pause
    }

    /// What it is that nothing has come so far; nil: go on waiting.
    func verdict(at now: ContinuousClock.Instant) -> StoreError? {
        if let end, now >= end { return .unreachable("the server does not answer") }
        guard hearing?.isSilent(at: now) == true else { return nil }
        return .broken("the database says nothing any more; other nodes may still hear it")
    }
}
