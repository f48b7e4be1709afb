import Settings

private typealias Limits = Configuration.Limits
private typealias Notifiers = Configuration.Notifiers

/// What docs/EVENTS.md says about an event.
struct EventMeaning: Sendable {
    /// When it is written.
    let when: String
    /// The fields it may have, besides `t`, `lvl` and `ev`.
    let fields: [EventField.Key]

    init(_ when: String, _ fields: EventField.Key...) {
        self.when = when
        self.fields = fields
    }
}

extension EventName {
    var meaning: EventMeaning {
        switch self {
        case .configLoaded, .configReloaded, .configRefused, .pageMissing, .logReopened,
            .logDropped, .wordsMissing, .wordsRefused, .speechMissing, .speechFailed,
            .mediaMissing, .mediaFailed:
            meaningForDaemon
        case .storeCommitSlow, .storeCheckpointSlow, .storeFault, .filesFault, .filesMoved,
            .storeFull, .storeUnreachable, .storeWritable, .storeBroken, .storeRecovered:
            meaningForStore
        case .serverStarted, .serverStopping, .serverDraining, .serverCutOff, .serverStat,
            .serverStopped, .upgradeStarted, .upgradeReady, .upgradeFailed:
            meaningForLife
        case .connectionOpened, .connectionForwarded, .connectionClosed, .connectionRefused,
            .connectionSentAway, .acceptPaused, .acceptResumed, .httpRefused, .httpMalformed,
            .webSocketViolation,
            .connectionLimited, .outboxOverflow, .peersMuted:
            meaningForConnection
        case .credentialsLoaded, .credentialsRefused, .credentialsExposed, .handshakeFailed:
            meaningForTLS
        case .busUp, .busLost, .nodeJoined, .nodeGone, .nodeChores: meaningForNodes
        case .notifierDropped, .notifierFailed, .notifierKeyRefused: meaningForNotifier
        case .adminDone, .adminRefused, .adminDenied: meaningForAdmin
        case .sessionOpened, .sessionClosed, .presenceTally, .accountRegistered, .accountLogin,
            .accountLoginFailed:
            meaningForPerson
        case .activityTally, .socialTally, .activityOn, .activityOff, .activityMatched, .planMade,
            .friendAdded:
            meaningForUsage
        case .commandAccepted, .commandCommitted, .commandAnswered, .commandRefused,
            .commandFailed:
            meaningForCommand
        case .passwordChanged, .reported, .moderated, .emailChanged, .accountDeleted,
            .identityLinked, .identityUnlinked, .identityKeysRefused, .emailVerified,
            .passwordRecovered, .secondFactorSet, .secondFactorDropped, .tokenReused:
            meaningForAccount
        case .passkeyAdded, .passkeyDeleted, .passkeyCopied: meaningForPasskey
        }
    }

    private var meaningForDaemon: EventMeaning {
        switch self {
        case .configLoaded: EventMeaning("The settings were read and are in use.", .path)
        case .configReloaded:
            EventMeaning(
                "SIGHUP: `n` settings changed; `reason` names those that wait for a restart.",
                .path, .count, .reason)
        case .configRefused:
            EventMeaning(
                "SIGHUP: the settings have `n` faults, `reason` is the first; nothing changed.",
                .path, .count, .reason)
        case .pageMissing:
            EventMeaning("The folder of the page is not there: nothing is served at `/`.", .path)
        case .wordsMissing:
            EventMeaning("The folder has no dictionary: the feature `words` is off.", .path)
        case .wordsRefused:
            EventMeaning(
                "A dictionary is no good, as `reason` says: at the start, there are no words of "
                    + "its language; later, commands that look into the damaged part are refused "
                    + "with `UNAVAILABLE`, and this is written once.",
                .path, .reason)
        case .speechMissing:
            EventMeaning(
                "The Debian packages in `reason` are not installed: words are not spoken, or "
                    + "recordings not judged.", .reason)
        case .speechFailed:
            EventMeaning(
                "A program crashed, was too slow, or went over a limit, as `reason` says: a word "
                    + "was not spoken, or a recording not judged, and the client got "
                    + "`UNAVAILABLE`.", .reason)
        case .mediaMissing:
            EventMeaning(
                "The Debian packages in `reason` are not installed: voice messages are refused "
                    + "with `NOT_FOUND`.", .reason)
        case .mediaFailed:
            EventMeaning(
                "A program crashed, was too slow, or went over a limit, as `reason` says: a "
                    + "picture or voice message was not made, and the client got `UNAVAILABLE`.",
                .reason)
        case .logReopened:
            EventMeaning(
                "SIGHUP: the log file was reopened. With `errno` that failed, and the old "
                    + "file stays in use.",
                .path, .errorNumber)
        default:
            EventMeaning(
                "`n` events were lost: the writer was too slow or could not write.", .count)
        }
    }

    private var meaningForStore: EventMeaning {
        switch self {
        case .storeCommitSlow:
            EventMeaning("A commit of `n` commands took 100 ms or more.", .count, .duration)
        case .storeCheckpointSlow:
            EventMeaning(
                "A checkpoint of `n` WAL pages took 100 ms or more; commits waited.", .count,
                .duration)
        case .filesFault:
            EventMeaning(
                "A file of a user could not be stored, read or deleted. Deleting is tried again.",
                .reason)
        case .filesMoved:
            EventMeaning("At the start, `n` files were moved into `data.s3` so far.", .count)
        case .storeFull:
            EventMeaning("The disk is full: writes get `UNAVAILABLE`; reads continue.", .reason)
        case .storeUnreachable:
            EventMeaning(
                "The database server does not answer: commands are refused with `UNAVAILABLE` "
                    + "until it does.", .reason)
        case .storeWritable: EventMeaning("Commands are stored again.")
        case .storeBroken:
            EventMeaning(
                "A sync or a write failed, or the data are damaged: the daemon stops "
                    + "answering and exits with 74.", .reason)
        case .storeRecovered:
            EventMeaning(
                "The last process did not close the data. Before the start they were read "
                    + "from the disk anew, and the WAL of `bytes` was moved into the database.",
                .bytes, .duration)
        default:
            EventMeaning(
                "The store failed to execute a command. It is not stored.",
                .connection, .request, .command, .reason)
        }
    }

    private var meaningForLife: EventMeaning {
        switch self {
        case .serverStarted:
            EventMeaning("Connections are accepted.", .address, .version, .process)
        case .serverStopping: EventMeaning("A stop was requested.")
        case .serverDraining:
            EventMeaning(
                "No connection is accepted any more; `n` connections are asked to reconnect.",
                .count)
        case .serverCutOff:
            EventMeaning("`drain.seconds` are over: remaining connections are cut off.", .limit)
        case .serverStat:
            EventMeaning(
                "Figures of the daemon, every `log.statSeconds`; rates since the last such "
                    + "event.",
                .connections, .sessions, .inRate, .outRate, .commitRate, .commitTime, .pushTime,
                .lag, .queued, .outboxBytes, .descriptors, .memory, .cpu)
        case .serverStopped: EventMeaning("The last event of a clean stop.")
        case .upgradeStarted:
            EventMeaning("SIGUSR2: a successor was started on our listeners.", .path, .process)
        case .upgradeReady:
            EventMeaning(
                "The successor is ready and waits for the data; this daemon stops.", .process)
        default:
            EventMeaning(
                "The new process failed to become ready; this daemon continues.", .reason, .process)
        }
    }

    private var meaningForTLS: EventMeaning {
        switch self {
        case .credentialsLoaded:
            EventMeaning(
                "Certificate and key were read and expire in `n` days; new connections use "
                    + "them.",
                .path, .count)
        case .credentialsRefused:
            EventMeaning(
                "SIGHUP: certificate or key is invalid; the old pair stays in use.",
                .path, .reason)
        case .credentialsExposed:
            EventMeaning("The private key is readable by others than its owner.", .path)
        default:
            EventMeaning(
                "No TLS handshake was established; the peer was refused.",
                .address, .reason, .limit)
        }
    }

    private var meaningForConnection: EventMeaning {
        switch self {
        case .connectionOpened: EventMeaning("A client connected.", .connection, .address)
        case .connectionForwarded:
            EventMeaning(
                "A proxy of `http.trustedProxies` named the address of the client.", .connection,
                .address)
        case .connectionClosed:
            EventMeaning(
                "A connection was closed, by either side.",
                .connection, .reason)
        case .connectionRefused:
            EventMeaning(
                "Connection limit reached: a connection was refused.", .address, .limit)
        case .connectionSentAway:
            EventMeaning(
                "Connection limit reached: a connection without a session, or of a user who "
                    + "has over \(Limits.connectionsOfUserMax), was closed for a new one.",
                .connection)
        case .acceptPaused:
            EventMeaning(
                "New connections wait: a loop is full, or descriptors ran out.",
                .reason, .errorNumber, .limit)
        case .acceptResumed: EventMeaning("New connections are accepted again.")
        case .httpRefused:
            EventMeaning(
                "An HTTP request was refused; not for what `http.malformed` says.",
                .connection, .status, .reason, .limit)
        case .httpMalformed:
            EventMeaning(
                "An HTTP request was malformed (400), or had no valid token (401).",
                .connection, .status, .reason, .limit)
        case .webSocketViolation:
            EventMeaning(
                "A peer broke the protocol; its connection is closed.",
                .connection, .close, .reason, .limit)
        case .peersMuted:
            EventMeaning(
                "`n` events that peers caused were left out: a loop or the hub writes at most "
                    + "\(PeerDiary.linesMax) of them a second.", .count)
        case .connectionLimited:
            EventMeaning(
                "A connection exceeded a limit and is closed.", .connection, .close, .limit)
        default:
            EventMeaning(
                "Slow reader: the connection is closed; `bytes` waited in its outbox.",
                .connection, .bytes, .limit)
        }
    }

    private var meaningForAdmin: EventMeaning {
        switch self {
        case .adminDone:
            EventMeaning(
                "The order `cmd` of `upford ctl`, or `upford erase`, was executed; `uid` and "
                    + "`other_uid` are the accounts that it is about.", .peerUser, .process,
                .command, .user, .otherUser, .count)
        case .adminRefused:
            EventMeaning(
                "An order of `upford ctl` was refused or malformed.", .peerUser, .process,
                .command, .code)
        default:
            EventMeaning(
                "A process of another user than root and the daemon's own was refused at the "
                    + "admin socket.", .peerUser, .process)
        }
    }

    private var meaningForNotifier: EventMeaning {
        switch self {
        case .notifierDropped:
            EventMeaning(
                "Queue full: `n` notifications were dropped (`notifiers.queue`; at most "
                    + "\(Notifiers.lettersOfUserMax) of one user wait). At most one such event in "
                    + "10 s.",
                .notifier, .count)
        case .notifierKeyRefused:
            EventMeaning(
                "Push services refuse notifications signed with the server's key "
                    + "(`upfor.vapid`): of \(Notifiers.keyRefusalsMin) users since the last "
                    + "success, the last one with `status`.",
                .notifier, .status)
        default:
            EventMeaning(
                "`n` notifications were given up: the last one was refused with `status`, or, "
                    + "if that is 0, its time was over. At most one such event in 10 s.",
                .notifier, .status, .count)
        }
    }

    private var meaningForPerson: EventMeaning {
        switch self {
        case .sessionOpened:
            EventMeaning(
                "A device opened a session; `n` events are replayed.", .connection, .user, .request,
                .count)
        case .sessionClosed:
            EventMeaning("A session ended.", .connection, .user)
        case .presenceTally:
            EventMeaning(
                "The cost of presence since the last such event, at least 10 s ago, for `n` "
                    + "transitions between online and offline.", .count, .notices, .duration)
        case .accountRegistered:
            EventMeaning(
                "An account was created from `addr`: an IPv4 address, or an IPv6 network of "
                    + "64 bits.", .connection, .user, .request, .address)
        case .accountLogin:
            EventMeaning(
                "A user logged in from `addr`, by password, ID token or passkey.", .connection,
                .user,
                .request, .address)
        default:
            EventMeaning(
                "A log-in or a proof from `addr` (an IPv4 address, or an IPv6 network of 64 "
                    + "bits) was refused. The event does not tell whether the account exists. "
                    + "`reason` is the fault of an ID token or a passkey.",
                .connection, .request, .command, .code, .reason, .address)
        }
    }

    /// The lines of one command have the same `conn` and `req`.
    private var meaningForCommand: EventMeaning {
        switch self {
        case .commandAccepted:
            EventMeaning(
                "A command was accepted from a client for execution.", .connection, .user, .request,
                .command)
        case .commandCommitted:
            EventMeaning(
                "A command is on disk, in a commit of `n` commands.", .connection, .request,
                .command, .count, .duration)
        case .commandAnswered:
            EventMeaning(
                "A command was carried out and answered; its events were pushed to `n`"
                    + " connections.", .connection, .request, .command, .count)
        case .commandRefused:
            EventMeaning(
                "A command was refused.",
                .connection, .request, .command, .code, .limit)
        default:
            EventMeaning(
                "A command failed by a fault of the server; the client got `INTERNAL`.",
                .connection, .request, .command, .code)
        }
    }
}
