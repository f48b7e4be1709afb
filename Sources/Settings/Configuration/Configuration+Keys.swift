extension Configuration {
    /// What the names of our environment variables start with.
    static let environmentPrefix = "UPFORD_"

    /// Every key but the list of activities, in the order of the example file.
    static let keys: [ConfigurationKey] =
        listenKeys + httpKeys + pageKeys + tlsKeys + adminKeys + dataKeys + limitKeys + deflateKeys
        + timeKeys
        + featureKeys + rateKeys + passwordKeys + notifierKeys + mailKeys + drainKeys + logKeys

    private static let listenKeys = [
        ConfigurationKey(
            "listen.host", nil, .text(\.listen.host, in: 1...253),
            "Address to listen on; 0.0.0.0 or :: for all."),
        ConfigurationKey(
            "listen.port", nil, .integer(\.listen.port, in: 0...65_535),
            "TCP port; 0 lets the system choose."),
        ConfigurationKey(
            "listen.plain", nil, .choice(ConfigurationChoice(\.listen.plain)),
            "Where unencrypted connections are taken: what people write can be read on the way."),
        ConfigurationKey(
            "listen.origins", nil, .text(\.listen.origins, in: 0...4_096),
            "Web pages that may connect, as in https://a.example, http://b.example:81; empty means"
                + " those of the daemon's own address.", .reload),
        ConfigurationKey(
            "listen.kernelSendBytes", "bytes",
            .integer(\.listen.kernelSendBytes, in: 4_096...4_194_304),
            "What the kernel holds for a peer that does not read, beyond limits.outboxBytes."),
        ConfigurationKey(
            "listen.unacknowledgedSeconds", "seconds",
            .integer(\.listen.unacknowledgedSeconds, in: 1...600),
            "How long the peer's machine may leave what was sent unacknowledged."
        ),
        ConfigurationKey(
            "listen.pauseMilliseconds", "milliseconds",
            .integer(\.listen.pauseMilliseconds, in: 10...10_000),
            "How long accepting rests when a loop is full or no descriptor is left."),
    ]

    private static let httpKeys = [
        ConfigurationKey(
            "http.trustedProxies", nil, .text(\.http.trustedProxies, in: 0...4_096),
            "Proxies whose X-Forwarded-For says who a client is, as in 127.0.0.1, 10.0.0.0/8; none"
                + " if clients connect directly.", .reload),
        ConfigurationKey(
            "http.keepAliveSeconds", "seconds", .integer(\.http.keepAliveSeconds, in: 1...3_600),
            "How long a connection may wait for its next request; longer than a proxy keeps its"
                + " own.", .reload),
        ConfigurationKey(
            "http.corsOrigins", nil, .text(\.http.corsOrigins, in: 0...4_096),
            "Web pages of other sites that may use HTTP, as in https://a.example; empty means"
                + " none.",
            .reload),
        ConfigurationKey(
            "http.root", nil, .choice(ConfigurationChoice(\.http.root)),
            "The interface whose places are also at /: /matches/ beside /wordup/matches/."),
    ]

    private static let tlsKeys = [
        ConfigurationKey(
            "tls.certificate", nil, .text(\.tls.certificate, in: 0...1_024),
            "Certificate and its chain, a PEM file (ECDSA P-256 is best); empty means no TLS."),
        ConfigurationKey(
            "tls.key", nil, .text(\.tls.key, in: 0...1_024),
            "Private key of the certificate, a PEM file without a password."),
        ConfigurationKey(
            "tls.port", nil, .integer(\.tls.port, in: 0...65_535),
            "TCP port for TLS; listen.port for both on one, 0 lets the system choose."),
        ConfigurationKey(
            "tls.handshakeSeconds", "seconds", .integer(\.tls.handshakeSeconds, in: 1...60),
            "Time for a TLS handshake."),
        ConfigurationKey(
            "tls.handshakes", "handshakes", .integer(\.tls.handshakes, in: 1...65_536),
            "Most TLS handshakes at a time, of each loop; further ones wait their turn."),
        ConfigurationKey(
            "tls.handshakesPerAddress", "handshakes",
            .integer(\.tls.handshakesPerAddress, in: 1...65_536),
            "Most of those of one IPv4 address or IPv6 /64, twice as many of a /48: the others are"
                + " left for others."),
        ConfigurationKey(
            "tls.patienceMilliseconds", "milliseconds",
            .integer(\.tls.patienceMilliseconds, in: 50...60_000),
            "A TLS handshake that takes longer gives way when others wait."),
        ConfigurationKey(
            "tls.postHandshakeMessages", "messages a minute",
            .integer(\.tls.postHandshakeMessages, in: 1...10_000),
            "Most changes of keys, and attempts at a new handshake, of one connection."),
    ]

    private static let adminKeys = [
        ConfigurationKey(
            "admin.socket", nil, .text(\.admin.socket, in: 0...100),
            "Unix socket of `upford ctl`, in data.folder unless it begins with /; empty: none."),
        ConfigurationKey(
            "admin.enabled", nil, .boolean(\.admin.enabled),
            "Whether /metrics, /healthz and /readyz are served on a port of their own."),
        ConfigurationKey(
            "admin.host", nil, .text(\.admin.host, in: 1...253),
            "Address of it: whoever reaches it may read how much is going on, and change nothing."),
        ConfigurationKey(
            "admin.port", nil, .integer(\.admin.port, in: 0...65_535),
            "TCP port of it; 0 lets the system choose."),
    ]

    private static let dataKeys = [
        ConfigurationKey(
            "loops", "event loops", .integer(\.loops, in: 0...256),
            "Event loops; 0 means one per core, and one on two cores or fewer."),
        ConfigurationKey(
            "data.folder", nil, .text(\.data.folder, in: 1...1_024),
            "Folder of the database, made when it is missing."),
        ConfigurationKey(
            "data.postgresql", nil, .text(\.data.postgresql, in: 0...1_024),
            "A PostgreSQL database that holds the data, in libpq's words; empty: SQLite does."),
        ConfigurationKey(
            "data.readers", "connections", .integer(\.data.readers, in: 1...64),
            "Connections to the database that only read."),
    ]

    private static let limitKeys = [
        ConfigurationKey(
            "limits.messageBytes", "bytes", .integer(\.limits.messageBytes, in: 125...16_777_216),
            "Largest message accepted, whole.", .reload),
        ConfigurationKey(
            "limits.visitorMessageBytes", "bytes",
            .integer(\.limits.visitorMessageBytes, in: 1_024...16_777_216),
            "The same while nobody has signed in; larger than messageBytes means messageBytes.",
            .reload),
        ConfigurationKey(
            "limits.fragments", "frames", .integer(\.limits.fragments, in: 1...65_536),
            "Most frames that one message may come in.", .reload),
        ConfigurationKey(
            "limits.messageSeconds", "seconds", .integer(\.limits.messageSeconds, in: 1...600),
            "Time to finish a message that has begun.", .reload),
        ConfigurationKey(
            "limits.controlFrames", "frames a second",
            .integer(\.limits.controlFrames, in: 1...255),
            "Most pings and pongs of one connection.", .reload),
        ConfigurationKey(
            "limits.headBytes", "bytes", .integer(\.limits.headBytes, in: 512...65_536),
            "Largest head of an HTTP request.", .reload),
        ConfigurationKey(
            "limits.headFields", "lines", .integer(\.limits.headFields, in: 8...1_024),
            "Most field lines in that head.", .reload),
        ConfigurationKey(
            "limits.headSeconds", "seconds", .integer(\.limits.headSeconds, in: 1...60),
            "Time for that head to arrive.", .reload),
        ConfigurationKey(
            "limits.signInSeconds", "seconds", .integer(\.limits.signInSeconds, in: 1...300),
            "Time for a new connection to open its session.", .reload),
        ConfigurationKey(
            "limits.outboxBytes", "bytes", .integer(\.limits.outboxBytes, in: 4_096...67_108_864),
            "What is held for a peer that does not read."),
        ConfigurationKey(
            "limits.stallSeconds", "seconds", .integer(\.limits.stallSeconds, in: 1...600),
            "How long a peer may take nothing of what waits for it before it is closed."),
        ConfigurationKey(
            "limits.flushSeconds", "seconds", .integer(\.limits.flushSeconds, in: 1...600),
            "How long a close may take to send what waits, however steadily the peer reads."),
        ConfigurationKey(
            "limits.closeSeconds", "seconds", .integer(\.limits.closeSeconds, in: 1...60),
            "How long the peer's close frame is waited for after ours.", .reload),
        ConfigurationKey(
            "limits.lingerSeconds", "seconds", .integer(\.limits.lingerSeconds, in: 1...60),
            "How long a closed connection still reads, so that our last words arrive."),
        ConfigurationKey(
            "limits.connections", "connections", .integer(\.limits.connections, in: 1...1_000_000),
            "Most connections at a time; beyond it those that are not signed in give way, and then"
                + " new ones are answered 503."),
        ConfigurationKey(
            "limits.connectionsPerAddress", "connections",
            .integer(\.limits.connectionsPerAddress, in: 1...1_000_000),
            "Most connections from one IPv4 address or IPv6 /64, four times as many from a /48;"
                + " behind a proxy, as many as in all.",
            .reload),
        ConfigurationKey(
            "limits.commandsInFlight", "commands",
            .integer(\.limits.commandsInFlight, in: 1...65_535),
            "Most unanswered commands of one connection.", .reload),
        ConfigurationKey(
            "limits.visitorCommandsInFlight", "commands",
            .integer(\.limits.visitorCommandsInFlight, in: 1...65_535),
            "The same while nobody has signed in: those commands are the dear ones.", .reload),
    ]

    private static let deflateKeys = [
        ConfigurationKey(
            "deflate.enabled", nil, .boolean(\.deflate.enabled),
            "Whether messages are compressed for clients that offer it (permessage-deflate)."),
        ConfigurationKey(
            "deflate.leastBytes", "bytes", .integer(\.deflate.leastBytes, in: 0...65_536),
            "Smaller messages are sent as they are."),
        ConfigurationKey(
            "deflate.inflatedBytes", "bytes",
            .integer(\.deflate.inflatedBytes, in: 65_536...1_073_741_824),
            "What one read from a client (64 KiB) may inflate to, all its messages together.",
            .reload),
    ]

    private static let timeKeys = [
        ConfigurationKey(
            "heartbeat.pingSeconds", "seconds", .integer(\.heartbeat.pingSeconds, in: 1...3_600),
            "Silence of a peer before it is pinged.", .reload),
        ConfigurationKey(
            "heartbeat.deadSeconds", "seconds", .integer(\.heartbeat.deadSeconds, in: 2...7_200),
            "Silence of a peer before it is closed.", .reload),
        ConfigurationKey(
            "presence.graceMilliseconds", "milliseconds",
            .integer(\.presence.graceMilliseconds, in: 0...60_000),
            "An absence shorter than this is not announced.", .reload),
        ConfigurationKey(
            "presence.digestMilliseconds", "milliseconds",
            .integer(\.presence.digestMilliseconds, in: 0...10_000),
            "Comings and goings so close to one another are told together.", .reload),
        ConfigurationKey(
            "presence.leaseSeconds", "seconds", .integer(\.presence.leaseSeconds, in: 1...3_600),
            "After a start, how long those who were online may take to come back.", .restart),
        ConfigurationKey(
            "typing.enabled", nil, .boolean(\.typing.enabled),
            "Whether friends are told that somebody is writing to them.", .reload),
        ConfigurationKey(
            "typing.throttleSeconds", "seconds", .integer(\.typing.throttleSeconds, in: 1...60),
            "How far apart such notices of one writer in one room are.", .reload),
    ]

    private static let passwordKeys = [
        ConfigurationKey(
            "passwords.workers", "threads", .integer(\.passwords.workers, in: 1...64),
            "Threads that hash passwords."),
        ConfigurationKey(
            "passwords.queue", "passwords", .integer(\.passwords.queue, in: 1...65_536),
            "Most passwords that wait for a worker.", .reload),
        ConfigurationKey(
            "passwords.memoryKiB", "KiB", .integer(\.passwords.memoryKiB, in: 8...4_194_304),
            "Memory that one hash takes (Argon2id)."),
        ConfigurationKey(
            "passwords.passes", "passes", .integer(\.passwords.passes, in: 1...64),
            "Passes over that memory."),
        ConfigurationKey(
            "passwords.refused", nil, .text(\.passwords.refused, in: 0...1_024),
            "File of passwords that nobody gets, one a line; empty: the list of common ones that"
                + " was installed with the program, and without one the worst."),
        ConfigurationKey(
            "session.tokenDays", "days", .integer(\.session.tokenDays, in: 1...3_650),
            "Life of a sign-in token, from when it was made."),
        ConfigurationKey(
            "session.tokenIdleDays", "days", .integer(\.session.tokenIdleDays, in: 0...3_650),
            "Life of a sign-in token that nobody uses; it ends up to a day later; 0: no less."),
        ConfigurationKey(
            "session.cidDays", "days", .integer(\.session.cidDays, in: 1...3_650),
            "How long a command sent again with its cid gets the first reply, at least."),
        ConfigurationKey(
            "inbox.days", "days", .integer(\.inbox.days, in: 1...3_650),
            "How long an event waits for devices that are away; messages stay for good."),
        ConfigurationKey(
            "inbox.events", "events", .integer(\.inbox.events, in: 100...10_000_000),
            "Most events that wait for the devices of one user."),
    ]

    private static let drainKeys = [
        ConfigurationKey(
            "drain.noticeSeconds", "seconds", .integer(\.drain.noticeSeconds, in: 0...60),
            "How long /readyz says that we stop before connections are no longer accepted.", .reload
        ),
        ConfigurationKey(
            "drain.farewellSeconds", "seconds", .integer(\.drain.farewellSeconds, in: 0...60),
            "Longest time that goodbyes are spread over; fewer than 10,000 clients take less.",
            .reload),
        ConfigurationKey(
            "drain.returnSeconds", "seconds", .integer(\.drain.returnSeconds, in: 0...300),
            "Longest time that a client is told to stay away, each its own; few: less.", .reload),
        ConfigurationKey(
            "drain.latecomerMilliseconds", "milliseconds",
            .integer(\.drain.latecomerMilliseconds, in: 0...10_000),
            "Time to finish a TLS handshake, and then a request; an upgrade gets 101, then 1012.",
            .reload),
        ConfigurationKey(
            "drain.seconds", "seconds", .integer(\.drain.seconds, in: 1...Drain.secondsMax),
            "Most time that a stop takes: whoever is left then is cut off.", .reload),
    ]

    private static let logKeys = [
        ConfigurationKey(
            "log.file", nil, .text(\.log.file, in: 0...1_024),
            "File to append events to; empty means standard output."),
        ConfigurationKey(
            "log.level", nil, .choice(ConfigurationChoice(\.log.level)),
            "Least level written; administrators' orders are written all the same.", .reload),
        ConfigurationKey(
            "log.addresses", nil, .choice(ConfigurationChoice(\.log.addresses)),
            "What is written of peers' addresses: all, their network (/24, /48), or nothing.",
            .reload),
        ConfigurationKey(
            "log.rotateMiB", "MiB", .integer(\.log.rotateMiB, in: 0...1_048_576),
            "At this size the file is renamed FILE.1, and so on; 0: never (logrotate does it)."),
        ConfigurationKey(
            "log.kept", "files", .integer(\.log.kept, in: 1...1_000),
            "Renamed files that are kept; the oldest goes."),
        ConfigurationKey(
            "log.statSeconds", "seconds", .integer(\.log.statSeconds, in: 0...3_600),
            "How far apart the log has a line of how things stand (server.stat); 0: never."),
        ConfigurationKey(
            "log.ring", "lines", .integer(\.log.ring, in: 16...1_048_576),
            "Most lines that wait to be written; more are dropped, and counted."),
    ]
}
