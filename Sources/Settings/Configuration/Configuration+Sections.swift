extension Configuration {
    /// Where clients connect.
    public struct Listen: Equatable, Sendable {
        /// Address to listen on.
        public var host = "127.0.0.1"
        /// TCP port; 0 lets the system choose.
        public var port = 8080
        /// Where connections without TLS are taken.
        public var plain = Plain.loopback
        /// Pages that may connect, separated by commas; empty means the daemon's own address.
        public var origins = ""
        /// Bytes that the kernel holds for a peer that does not read.
        public var kernelSendBytes = 65_536
        /// How long sent bytes may stay unacknowledged, in seconds.
        public var unacknowledgedSeconds = 30
        /// How long accepting rests when there is no room, in milliseconds.
        public var pauseMilliseconds = 200

        /// Where connections without TLS are taken.
        public enum Plain: String, CaseIterable, Sendable {
            /// On an address of this machine alone; the daemon does not start on another.
            case loopback
            /// On any address: a proxy encrypts, or the traffic is not encrypted.
            case always
            /// Nowhere: there is only TLS.
            case never
        }
    }

    /// Requests.
    public struct HTTP: Equatable, Sendable {
        /// Proxies whose `X-Forwarded-For` is believed: networks, separated by commas; `none`:
        /// there is no proxy.
        public var trustedProxies = ""
        /// How long a connection may wait for its next request.
        public var keepAliveSeconds = 75
        /// Web pages of other sites that may use HTTP, as origins separated by commas.
        public var corsOrigins = ""
        /// The interface whose places are also at `/`.
        public var root = Root.wordup

        /// An interface with places of its own, each below the interface's name.
        public enum Root: String, CaseIterable, Sendable {
            /// Language partners.
            case wordup
            /// Gatherings and teams.
            case hinder
            /// Words.
            case wordbuzz
            /// None.
            case none
        }
    }

    /// Encrypted connections.
    public struct TLS: Equatable, Sendable {
        /// PEM file of the certificate and its chain; empty means no TLS.
        public var certificate = ""
        /// PEM file of the private key.
        public var key = ""
        /// TCP port; that of `listen` for both on one, 0 lets the system choose.
        public var port = 8443
        /// Time for a handshake, in seconds.
        public var handshakeSeconds = 5
        /// Most handshakes at a time, of each loop.
        public var handshakes = 128
        /// Most of those of one IPv4 address or IPv6 /64.
        public var handshakesPerAddress = 32
        /// A longer handshake gives way when others wait, in milliseconds.
        public var patienceMilliseconds = 1_000
        /// Most handshake messages of a peer after its handshake, a minute.
        public var postHandshakeMessages = 16

        /// Whether there is any.
        public var isOn: Bool { !certificate.isEmpty }
    }

    /// The administrator's doors: one for monitors, one for orders.
    public struct Admin: Equatable, Sendable {
        /// Unix socket for orders; beside the data unless it is absolute; empty: none.
        public var socket = "upford.sock"
        /// Whether monitors may ask.
        public var enabled = true
        /// Address to listen on.
        public var host = "127.0.0.1"
        /// TCP port; 0 lets the system choose.
        public var port = 9464
    }

    /// The store.
    public struct Data: Equatable, Sendable {
        /// Folder of the database; of what lies beside it, when that is PostgreSQL's.
        public var folder = "data"
        /// A database of a PostgreSQL server, in libpq's words: `host=db dbname=upfor`; empty: the
        /// data are in a file of SQLite's.
        public var postgresql = ""
        /// Connections that only read.
        public var readers = 2
        /// The URL of an S3-compatible bucket for the files of users; empty: they are with the
        /// data.
        public var s3 = ""
        /// The region of its service.
        public var s3Region = "us-east-1"
        /// The name of the key for it.
        public var s3Key = ""
        /// A file whose first line is the key itself.
        public var s3Secret = ""
        /// A command that scans files which users attach to messages; empty: none does.
        public var scanner = ""
    }

    /// Previews of links, for which the server reads pages of the web.
    public struct Links: Equatable, Sendable {
        /// Whether there are any.
        public var previews = false
        /// Whether pages may have addresses that are not public.
        public var allowsPrivate = false
        /// PEM file of the authorities to trust; empty means those of the system.
        public var authorities = ""
    }

    /// Limits of one connection, and of all of them.
    public struct Limits: Equatable, Sendable {
        /// Largest message, whole, in bytes.
        public var messageBytes = 65_536
        /// Largest message of a visitor, in bytes.
        public var visitorMessageBytes = 8_192
        /// Most fragments of a message.
        public var fragments = 64
        /// Time to finish a message that has begun, in seconds.
        public var messageSeconds = 15
        /// Most pings and pongs of one connection, a second.
        public var controlFrames = 64
        /// Largest head of an HTTP request, in bytes.
        public var headBytes = 8_192
        /// Most field lines in that head.
        public var headFields = 64
        /// Time for the head to arrive, in seconds.
        public var headSeconds = 5
        /// Time to open a session, in seconds.
        public var signInSeconds = 10
        /// Bytes held for a peer that does not read.
        public var outboxBytes = 262_144
        /// Bytes held for all such peers together.
        public var heldBytes = 134_217_728
        /// How long a peer may stay over `outboxBytes`, in seconds.
        public var stallSeconds = 10
        /// How long a close may take to send what waits, in seconds.
        public var flushSeconds = 30
        /// How long the peer's close frame is waited for, in seconds.
        public var closeSeconds = 2
        /// How long a connection that we have ended still reads, in seconds.
        public var lingerSeconds = 2
        /// Most connections.
        public var connections = 15_000
        /// Most connections from one IPv4 address or IPv6 /64.
        public var connectionsPerAddress = 1_000
        /// Most unanswered commands of one connection.
        public var commandsInFlight = 256
        /// Most of those of a visitor.
        public var visitorCommandsInFlight = 4
    }

    /// Compression of messages.
    public struct Deflate: Equatable, Sendable {
        /// Whether it is agreed to.
        public var enabled = true
        /// Smaller messages are sent as they are, in bytes: at 150, 7.5 µs would save 27 bytes of
        /// what is one packet anyway; at 512, 13 µs save half.
        public var leastBytes = 512
        /// Most bytes that one read from a client may inflate to: 1.3 ms of a loop. At 1 MiB it was
        /// 4.8, and sixteen clients at once kept a loop for 77.
        public var inflatedBytes = 262_144
    }

    /// When a silent peer is given up.
    public struct Heartbeat: Equatable, Sendable {
        /// Silence before a ping, in seconds.
        public var pingSeconds = 25
        /// Silence before the connection is closed, in seconds.
        public var deadSeconds = 45
    }

    /// How users' presence is announced.
    public struct Presence: Equatable, Sendable {
        /// A shorter absence is not announced, in milliseconds.
        public var graceMilliseconds = 1_000
        /// Changes within this time go out in one message, in milliseconds.
        public var digestMilliseconds = 100
        /// How long users who were online before a start may take to come back, in seconds.
        public var leaseSeconds = 45
    }

    /// Notices that a user is typing.
    public struct Typing: Equatable, Sendable {
        /// Whether there are any.
        public var enabled = true
        /// How far apart notices of one writer in one room are, in seconds.
        public var throttleSeconds = 3
    }

    /// What hashing a password costs, and which are refused.
    public struct Passwords: Equatable, Sendable {
        /// Threads that hash.
        public var workers = 1
        /// Most passwords that wait for a worker.
        public var queue = 64
        /// Memory of one hash, in KiB.
        public var memoryKiB = 19_456
        /// Passes over that memory.
        public var passes = 2
        /// File of passwords that are refused; empty means the one that was installed.
        public var refused = ""
    }

    /// Sign-in tokens.
    public struct Session: Equatable, Sendable {
        /// Life of a token, in days.
        public var tokenDays = 90
        /// Life of an unused token, in days; 0: no less.
        public var tokenIdleDays = 30
        /// Life of a guest's log-in, in hours.
        public var guestHours = 12
        /// Most log-ins of one account.
        public var logInsMax = 100
        /// How long the reply to a command with a `cid` is repeated, in days.
        public var cidDays = 30
    }

    /// Events kept for devices that come back.
    public struct Inbox: Equatable, Sendable {
        /// How long an event is kept, in days.
        public var days = 30
        /// Most events of one user.
        public var events = 10_000
    }

    /// How a stop sends clients away.
    public struct Drain: Equatable, Sendable {
        /// The longest that `seconds` may be.
        package static let secondsMax = 300

        /// How long `/readyz` says so before connections are no longer accepted, in seconds.
        public var noticeSeconds = 0
        /// Longest time that goodbyes are spread over, in seconds.
        public var farewellSeconds = 5
        /// Longest time that clients are asked to stay away, in seconds.
        public var returnSeconds = 10
        /// Time for clients that have not opened a WebSocket or a stream yet, in milliseconds.
        public var latecomerMilliseconds = 1_000
        /// Most time that all of it takes, in seconds.
        public var seconds = 25
    }

    /// The event log.
    public struct Log: Equatable, Sendable {
        /// File to append to; empty means standard output.
        public var file = ""
        /// Least level written.
        public var level = EventLevel.info
        /// How much of peers' addresses is written.
        public var addresses = AddressDetail.full
        /// MiB at which the file is moved away and begun anew; 0: never.
        public var rotateMiB = 0
        /// Files moved away that are kept.
        public var kept = 5
        /// How far apart `server.stat` is written, in seconds; 0: never.
        public var statSeconds = 10
        /// Most lines that wait to be written.
        public var ring = 8_192
    }
}
