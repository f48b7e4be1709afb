extension Configuration {
    /// Where clients connect.
    public struct Listen: Equatable, Sendable {
        /// Address to listen on.
        public var host = "127.0.0.1"
        /// TCP port; 0 lets the system choose.
        public var port = 8080
    }

    /// The store.
    public struct Data: Equatable, Sendable {
        /// Folder of the database.
        public var folder = "data"
        /// Connections that only read.
        public var readers = 2
    }

    /// What one connection, and all of them, may use.
    public struct Limits: Equatable, Sendable {
        /// Largest message, whole, in bytes.
        public var messageBytes = 65_536
        /// Most fragments of a message.
        public var fragments = 64
        /// Largest head of an HTTP request, in bytes.
        public var headBytes = 8_192
        /// Time for the head to arrive, in seconds.
        public var headSeconds = 5
        /// Time to open a session, in seconds.
        public var signInSeconds = 10
        /// What is held for a peer that does not read, in bytes.
        public var outboxBytes = 262_144
        /// How long a peer may stay over `outboxBytes`, in seconds.
        public var stallSeconds = 10
        /// Most connections.
        public var connections = 15_000
        /// Most unanswered commands of one connection.
        public var commandsInFlight = 256
    }

    /// When a silent peer is given up.
    public struct Heartbeat: Equatable, Sendable {
        /// Silence before a ping, in seconds.
        public var pingSeconds = 25
        /// Silence before the connection is closed, in seconds.
        public var deadSeconds = 45
    }

    /// Who is told that somebody comes and goes.
    public struct Presence: Equatable, Sendable {
        /// A shorter absence is not announced, in milliseconds.
        public var graceMilliseconds = 1_000
    }

    /// What hashing a password costs.
    public struct Passwords: Equatable, Sendable {
        /// Threads that hash.
        public var workers = 1
        /// Most passwords that wait for a worker.
        public var queue = 64
        /// Memory of one hash, in KiB.
        public var memoryKiB = 19_456
        /// Passes over that memory.
        public var passes = 2
    }

    /// Sign-in tokens.
    public struct Session: Equatable, Sendable {
        /// Life of an unused token, in days.
        public var tokenDays = 90
    }

    /// How a stop sends everybody away.
    public struct Drain: Equatable, Sendable {
        /// How long `/readyz` says so before connections are no longer accepted, in seconds.
        public var noticeSeconds = 0
        /// Longest time that goodbyes are spread over, in seconds.
        public var farewellSeconds = 5
        /// Longest time that clients are told to stay away, in seconds.
        public var returnSeconds = 10
        /// Most time that all of it takes, in seconds.
        public var seconds = 25
    }

    /// The event log.
    public struct Log: Equatable, Sendable {
        /// File to append to; empty means standard output.
        public var file = ""
        /// Least level written.
        public var level = EventLevel.info
        /// Most lines that wait to be written.
        public var ring = 8_192
    }
}
