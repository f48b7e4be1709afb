import Settings

/// The one table of what can be set: each key with its range, its unit and a line for the operator.
/// config/upford.yaml is generated from it.
enum ConfigurationKeys {
    /// What the names of our environment variables start with.
    static let environmentPrefix = "UPFORD_"

    /// Every key but the list of activities, in the order of the example file.
    static let all: [ConfigurationKey] =
        listenKeys + httpKeys + pageKeys + tlsKeys + adminKeys + DataKeys.all + clusterKeys
        + limitKeys + deflateKeys
        + timeKeys
        + featureKeys + rateKeys + passwordKeys + notifierKeys + mailKeys + linkKeys + drainKeys
        + logKeys

    private static let listenKeys = [
        ConfigurationKey(
            "listen.host", nil, .text(\.listen.host, in: 1...253),
            "Address to listen on; 0.0.0.0 or :: for all addresses of the machine."),
        ConfigurationKey(
            "listen.port", nil, .integer(\.listen.port, in: 0...65_535),
            "TCP port; 0 lets the system choose."),
        ConfigurationKey(
            "listen.plain", nil, .choice(ConfigurationChoice(\.listen.plain)),
            "Addresses on which connections without TLS are accepted; without TLS, others on the"
                + " network can read all content."),
        ConfigurationKey(
            "listen.origins", nil, .text(\.listen.origins, in: 0...4_096),
            "Origins of web pages that may open a WebSocket, such as https://a.example,"
                + " http://b.example:81; empty: only pages of the daemon's own address. The first"
                + " https name is the domain of all passkeys: never change it.", .reload),
        ConfigurationKey(
            "listen.kernelSendBytes", "bytes",
            .integer(\.listen.kernelSendBytes, in: 4_096...4_194_304),
            "Size of the kernel's send buffer of a connection; it comes on top of"
                + " limits.outboxBytes."),
        ConfigurationKey(
            "listen.unacknowledgedSeconds", "seconds",
            .integer(\.listen.unacknowledgedSeconds, in: 1...600),
            "A connection ends if the client's machine acknowledges no sent data for so long"
                + " (TCP)."
        ),
        ConfigurationKey(
            "listen.pauseMilliseconds", "milliseconds",
            .integer(\.listen.pauseMilliseconds, in: 10...10_000),
            "Pause before the next attempt to accept when a loop is full or no file descriptor is"
                + " left."),
    ]

    private static let httpKeys = [
        ConfigurationKey(
            "http.trustedProxies", nil, .text(\.http.trustedProxies, in: 0...4_096),
            "Proxies whose X-Forwarded-For is trusted, such as 127.0.0.1, 10.0.0.0/8; the word"
                + " none if clients connect directly.", .reload),
        ConfigurationKey(
            "http.keepAliveSeconds", "seconds", .integer(\.http.keepAliveSeconds, in: 1...3_600),
            "How long an HTTP connection may wait for its next request; set it higher than your"
                + " proxy's own time.", .reload),
        ConfigurationKey(
            "http.corsOrigins", nil, .text(\.http.corsOrigins, in: 0...4_096),
            "Origins of web pages that may read answers over HTTP (CORS), such as"
                + " https://a.example; empty: none.",
            .reload),
        ConfigurationKey(
            "http.root", nil, .choice(ConfigurationChoice(\.http.root)),
            "Which REST interface is also served without its prefix: with wordup, /matches/ is the"
                + " same as /wordup/matches/."),
    ]

    private static let tlsKeys = [
        ConfigurationKey(
            "tls.certificate", nil, .text(\.tls.certificate, in: 0...1_024),
            "PEM file with the certificate and its chain (ECDSA P-256 is best); empty: no TLS."),
        ConfigurationKey(
            "tls.key", nil, .text(\.tls.key, in: 0...1_024),
            "PEM file with the certificate's private key, without a password."),
        ConfigurationKey(
            "tls.port", nil, .integer(\.tls.port, in: 0...65_535),
            "TCP port for TLS; the same as listen.port serves both on one port; 0 lets the system"
                + " choose."),
        ConfigurationKey(
            "tls.handshakeSeconds", "seconds", .integer(\.tls.handshakeSeconds, in: 1...60),
            "Time for a TLS handshake."),
        ConfigurationKey(
            "tls.handshakes", "handshakes", .integer(\.tls.handshakes, in: 1...65_536),
            "Most TLS handshakes at a time on each event loop; further ones wait their turn."),
        ConfigurationKey(
            "tls.handshakesPerAddress", "handshakes",
            .integer(\.tls.handshakesPerAddress, in: 1...65_536),
            "Most of these handshakes for one IPv4 address or IPv6 /64; twice as many for an IPv6"
                + " /48."),
        ConfigurationKey(
            "tls.patienceMilliseconds", "milliseconds",
            .integer(\.tls.patienceMilliseconds, in: 50...60_000),
            "A TLS handshake that takes longer is ended if others wait."),
        ConfigurationKey(
            "tls.postHandshakeMessages", "messages a minute",
            .integer(\.tls.postHandshakeMessages, in: 1...10_000),
            "Most TLS key updates and attempts at renegotiation on one connection."),
    ]

    private static let adminKeys = [
        ConfigurationKey(
            "admin.socket", nil, .text(\.admin.socket, in: 0...100),
            "Unix socket for `upford ctl`, inside data.folder unless it begins with /; empty: no"
                + " socket."),
        ConfigurationKey(
            "admin.enabled", nil, .boolean(\.admin.enabled),
            "Whether the admin port serves /metrics, /healthz and /readyz."),
        ConfigurationKey(
            "admin.host", nil, .text(\.admin.host, in: 1...253),
            "Address of the admin port; its clients can read figures and change nothing."),
        ConfigurationKey(
            "admin.port", nil, .integer(\.admin.port, in: 0...65_535),
            "TCP port of the admin port; 0 lets the system choose."),
    ]

    private static let limitKeys = [
        ConfigurationKey(
            "limits.messageBytes", "bytes", .integer(\.limits.messageBytes, in: 125...16_777_216),
            "Largest message accepted, over all of its frames.", .reload),
        ConfigurationKey(
            "limits.visitorMessageBytes", "bytes",
            .integer(\.limits.visitorMessageBytes, in: 1_024...16_777_216),
            "The same before sign-in; messageBytes counts if it is smaller.",
            .reload),
        ConfigurationKey(
            "limits.fragments", "frames", .integer(\.limits.fragments, in: 1...65_536),
            "Most frames of one message.", .reload),
        ConfigurationKey(
            "limits.messageSeconds", "seconds", .integer(\.limits.messageSeconds, in: 1...600),
            "Time for the rest of a message once its first byte is there.", .reload),
        ConfigurationKey(
            "limits.controlFrames", "frames a second",
            .integer(\.limits.controlFrames, in: 1...255),
            "Most pings and pongs of one connection.", .reload),
        ConfigurationKey(
            "limits.headBytes", "bytes", .integer(\.limits.headBytes, in: 512...65_536),
            "Largest head of an HTTP request.", .reload),
        ConfigurationKey(
            "limits.headFields", "lines", .integer(\.limits.headFields, in: 8...1_024),
            "Most header lines in that head.", .reload),
        ConfigurationKey(
            "limits.headSeconds", "seconds", .integer(\.limits.headSeconds, in: 1...60),
            "Time for that head to arrive.", .reload),
        ConfigurationKey(
            "limits.signInSeconds", "seconds", .integer(\.limits.signInSeconds, in: 1...300),
            "Time for a new connection to sign in.", .reload),
        ConfigurationKey(
            "limits.outboxBytes", "bytes", .integer(\.limits.outboxBytes, in: 4_096...67_108_864),
            "Most unsent bytes kept for one client; a client that falls further behind is closed"
                + " with 4408."),
        ConfigurationKey(
            "limits.heldBytes", "bytes",
            .integer(\.limits.heldBytes, in: 1_048_576...68_719_476_736),
            "Most unsent bytes kept for all clients; beyond it, those that do not read are closed,"
                + " the ones with most first."),
        ConfigurationKey(
            "limits.stallSeconds", "seconds", .integer(\.limits.stallSeconds, in: 1...600),
            "A client that takes none of its waiting bytes for so long is closed."),
        ConfigurationKey(
            "limits.flushSeconds", "seconds", .integer(\.limits.flushSeconds, in: 1...600),
            "Most time to send the waiting bytes of a connection that is being closed."),
        ConfigurationKey(
            "limits.closeSeconds", "seconds", .integer(\.limits.closeSeconds, in: 1...60),
            "How long the server waits for the client's close frame after its own.", .reload),
        ConfigurationKey(
            "limits.lingerSeconds", "seconds", .integer(\.limits.lingerSeconds, in: 1...60),
            "How long a closed connection still reads, so that the last bytes reach the client."),
        ConfigurationKey(
            "limits.connections", "connections", .integer(\.limits.connections, in: 1...1_000_000),
            "Most connections at a time; a new one then replaces a connection without a session,"
                + " or is answered 503 if there is none."),
        ConfigurationKey(
            "limits.connectionsPerAddress", "connections",
            .integer(\.limits.connectionsPerAddress, in: 1...1_000_000),
            "Most connections from one IPv4 address or IPv6 /64, and four times as many from a"
                + " /48; a trusted proxy is not limited.",
            .reload),
        ConfigurationKey(
            "limits.commandsInFlight", "commands",
            .integer(\.limits.commandsInFlight, in: 1...65_535),
            "Most commands of one connection that wait for their answer.", .reload),
        ConfigurationKey(
            "limits.visitorCommandsInFlight", "commands",
            .integer(\.limits.visitorCommandsInFlight, in: 1...65_535),
            "The same before sign-in, where commands such as log-in cost most.", .reload),
    ]

    private static let deflateKeys = [
        ConfigurationKey(
            "deflate.enabled", nil, .boolean(\.deflate.enabled),
            "Whether messages are compressed for clients that offer it (permessage-deflate)."),
        ConfigurationKey(
            "deflate.leastBytes", "bytes", .integer(\.deflate.leastBytes, in: 0...65_536),
            "Messages smaller than this are not compressed."),
        ConfigurationKey(
            "deflate.inflatedBytes", "bytes",
            .integer(\.deflate.inflatedBytes, in: 65_536...1_073_741_824),
            "Most bytes to which the messages of one read (64 KiB) may inflate together.",
            .reload),
    ]

    private static let timeKeys = [
        ConfigurationKey(
            "heartbeat.pingSeconds", "seconds", .integer(\.heartbeat.pingSeconds, in: 1...3_600),
            "A client that is silent for so long is pinged.", .reload),
        ConfigurationKey(
            "heartbeat.deadSeconds", "seconds", .integer(\.heartbeat.deadSeconds, in: 2...7_200),
            "A client that is silent for so long is closed.", .reload),
        ConfigurationKey(
            "presence.graceMilliseconds", "milliseconds",
            .integer(\.presence.graceMilliseconds, in: 0...60_000),
            "Friends are not told of an absence that is shorter than this.", .reload),
        ConfigurationKey(
            "presence.digestMilliseconds", "milliseconds",
            .integer(\.presence.digestMilliseconds, in: 0...10_000),
            "Changes of presence are collected for this time and sent to friends together.", .reload
        ),
        ConfigurationKey(
            "presence.leaseSeconds", "seconds", .integer(\.presence.leaseSeconds, in: 1...3_600),
            "After a restart, how long users who were online still count as online.", .restart),
        ConfigurationKey(
            "typing.enabled", nil, .boolean(\.typing.enabled),
            "Whether friends see that a user is writing to them.", .reload),
        ConfigurationKey(
            "typing.throttleSeconds", "seconds", .integer(\.typing.throttleSeconds, in: 1...60),
            "Least time between two such notices of one writer in one room.", .reload),
    ]

    private static let passwordKeys = [
        ConfigurationKey(
            "passwords.workers", "threads", .integer(\.passwords.workers, in: 1...64),
            "Threads that hash passwords."),
        ConfigurationKey(
            "passwords.queue", "passwords", .integer(\.passwords.queue, in: 1...65_536),
            "Most passwords that wait for a thread.", .reload),
        ConfigurationKey(
            "passwords.memoryKiB", "KiB", .integer(\.passwords.memoryKiB, in: 8...4_194_304),
            "Memory that one hash takes (Argon2id)."),
        ConfigurationKey(
            "passwords.passes", "passes", .integer(\.passwords.passes, in: 1...64),
            "Passes over that memory."),
        ConfigurationKey(
            "passwords.refused", nil, .text(\.passwords.refused, in: 0...1_024),
            "File of refused passwords, one a line; empty: the list that was installed with the"
                + " program, or without that some 150 built in."),
        ConfigurationKey(
            "session.tokenDays", "days", .integer(\.session.tokenDays, in: 1...3_650),
            "Life of a sign-in token, counted from the log-in."),
        ConfigurationKey(
            "session.tokenIdleDays", "days", .integer(\.session.tokenIdleDays, in: 0...3_650),
            "Life of a sign-in token that is not used; it may end up to a day later; 0: tokenDays"
                + " alone counts."),
        ConfigurationKey(
            "session.guestHours", "hours", .integer(\.session.guestHours, in: 1...168),
            "Life of a log-in on another person's device; renewing its token does not"
                + " prolong it."),
        ConfigurationKey(
            "session.logInsMax", "log-ins", .integer(\.session.logInsMax, in: 4...1_000),
            "Most log-ins of an account; one more ends the one that was not used for the longest"
                + " time, and its owner is notified."),
        ConfigurationKey(
            "session.cidDays", "days", .integer(\.session.cidDays, in: 1...3_650),
            "Minimum time for which the reply to a command with a cid is kept: a repetition with"
                + " the same cid gets this reply."),
        ConfigurationKey(
            "inbox.days", "days", .integer(\.inbox.days, in: 1...3_650),
            "How long an event is kept for devices that are away; messages are kept for good."),
        ConfigurationKey(
            "inbox.events", "events", .integer(\.inbox.events, in: 100...10_000_000),
            "Most events that are kept for one user."),
    ]

    private static let drainKeys = [
        ConfigurationKey(
            "drain.noticeSeconds", "seconds", .integer(\.drain.noticeSeconds, in: 0...60),
            "How long /readyz answers 503 before the server stops accepting connections.", .reload
        ),
        ConfigurationKey(
            "drain.farewellSeconds", "seconds", .integer(\.drain.farewellSeconds, in: 0...60),
            "Time over which 10,000 or more clients are disconnected; proportionally less for"
                + " fewer.",
            .reload),
        ConfigurationKey(
            "drain.returnSeconds", "seconds", .integer(\.drain.returnSeconds, in: 0...300),
            "Time over which 5,000 or more clients are asked to reconnect; proportionally less for"
                + " fewer.", .reload),
        ConfigurationKey(
            "drain.latecomerMilliseconds", "milliseconds",
            .integer(\.drain.latecomerMilliseconds, in: 0...10_000),
            "Time for a new connection to finish its TLS handshake, and then its request; it is"
                + " asked to reconnect, too.",
            .reload),
        ConfigurationKey(
            "drain.seconds", "seconds",
            .integer(\.drain.seconds, in: 1...Configuration.Drain.secondsMax),
            "Most time that a stop takes; connections that are still open then are cut off.",
            .reload),
    ]

    private static let logKeys = [
        ConfigurationKey(
            "log.file", nil, .text(\.log.file, in: 0...1_024),
            "File that events are appended to; empty: standard output."),
        ConfigurationKey(
            "log.level", nil, .choice(ConfigurationChoice(\.log.level)),
            "Least level that is logged; orders of administrators are always logged.", .reload),
        ConfigurationKey(
            "log.addresses", nil, .choice(ConfigurationChoice(\.log.addresses)),
            "How much of a client's address is logged: all, its network (/24 of IPv4, /48 of"
                + " IPv6), or nothing.",
            .reload),
        ConfigurationKey(
            "log.rotateMiB", "MiB", .integer(\.log.rotateMiB, in: 0...1_048_576),
            "Size at which the file is renamed FILE.1, FILE.1 to FILE.2 and so on; 0: never (use"
                + " logrotate)."),
        ConfigurationKey(
            "log.kept", "files", .integer(\.log.kept, in: 1...1_000),
            "Renamed files that are kept; older ones are deleted."),
        ConfigurationKey(
            "log.statSeconds", "seconds", .integer(\.log.statSeconds, in: 0...3_600),
            "Interval of the event server.stat, which sums up the state of the server; 0: never."),
        ConfigurationKey(
            "log.ring", "lines", .integer(\.log.ring, in: 16...1_048_576),
            "Most lines that wait to be written; more are dropped and counted."),
    ]
}

extension ConfigurationKeys {
    static let pageKeys = [
        ConfigurationKey(
            "page.folder", nil, .text(\.page.folder, in: 0...1_024),
            "Folder of the page at /, as Packaging/page/build makes it; empty: the one that was"
                + " installed with the program; none: no page."),
        ConfigurationKey(
            "page.tiles", nil, .text(\.page.tiles, in: 0...1_024),
            "URL template of a tile server for the map, with {z}, {x} and {y}, such as"
                + " https://tiles.example/{z}/{x}/{y}.png. Browsers load the visible tiles from it."
                + " Empty: the page draws outlines and cities itself."),
        ConfigurationKey(
            "page.tilesCredit", nil, .text(\.page.tilesCredit, in: 0...200),
            "Attribution text that is shown beside the map tiles."),
    ]
}

/// Where the data are, and how many threads serve them.
enum DataKeys {
    static let all = [
        ConfigurationKey(
            "loops", "event loops", .integer(\.loops, in: 0...256),
            "Number of event loops; 0: one per core, or a single one on machines with two cores or"
                + " fewer."),
        ConfigurationKey(
            "data.folder", nil, .text(\.data.folder, in: 1...1_024),
            "Folder of the database; created if missing."),
        ConfigurationKey(
            "data.postgresql", nil, .text(\.data.postgresql, in: 0...1_024),
            "Connection string of a PostgreSQL database (libpq's format) for the data; empty:"
                + " SQLite in data.folder."),
        ConfigurationKey(
            "data.readers", "connections", .integer(\.data.readers, in: 1...64),
            "Number of database connections for reads."),
        ConfigurationKey(
            "data.s3", nil, .text(\.data.s3, in: 0...1_024),
            "URL of an S3-compatible bucket for the files of users (pictures, documents), for"
                + " data.postgresql; files in the database move there at the next start; empty: in"
                + " the database."),
        ConfigurationKey(
            "data.s3Region", nil, .text(\.data.s3Region, in: 1...64),
            "Region of that service; one of your own takes any."),
        ConfigurationKey(
            "data.s3Key", nil, .text(\.data.s3Key, in: 0...256),
            "Access key ID for that bucket."),
        ConfigurationKey(
            "data.s3Secret", nil, .text(\.data.s3Secret, in: 0...1_024),
            "File whose first line is the secret access key."),
        ConfigurationKey(
            "data.scanner", nil, .text(\.data.scanner, in: 0...1_024),
            "Command that scans files which users attach to messages: the path of a program, and"
                + " its arguments. The file is its standard input; it ends with 0 for a file that"
                + " is passed on, with 1 for one that is refused. Empty: files are not scanned."),
    ]
}
