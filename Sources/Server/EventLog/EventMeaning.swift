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
        case .configLoaded, .configReloaded, .configRefused, .logReopened, .logDropped:
            meaningForDaemon
        case .storeCommitSlow, .storeCheckpointSlow, .storeFault, .storeFull, .storeUnreachable,
            .storeWritable,
            .storeBroken, .storeRecovered:
            meaningForStore
        case .serverStarted, .serverStopping, .serverDraining, .serverCutOff, .serverStat,
            .serverStopped,
            .upgradeStarted, .upgradeReady, .upgradeFailed:
            meaningForLife
        case .connectionOpened, .connectionForwarded, .connectionClosed, .connectionRefused,
            .connectionSentAway,
            .acceptPaused, .acceptResumed, .httpRefused, .webSocketViolation, .connectionLimited,
            .outboxOverflow, .peersMuted:
            meaningForConnection
        case .credentialsLoaded, .credentialsRefused, .credentialsExposed, .handshakeFailed:
            meaningForTLS
        case .notifierDropped, .notifierFailed, .notifierKeyRefused: meaningForNotifier
        case .adminDone, .adminRefused, .adminDenied: meaningForAdmin
        case .sessionOpened, .sessionClosed, .presenceTally, .accountRegistered, .accountLogin,
            .accountLoginFailed:
            meaningForPerson
        case .commandAccepted, .commandCommitted, .commandAnswered, .commandRefused,
            .commandFailed:
            meaningForCommand
        case .passwordChanged, .reported, .moderated, .emailChanged, .accountDeleted,
            .identityLinked,
            .identityUnlinked, .identityKeysRefused, .emailVerified, .passwordRecovered,
            .secondFactorSet, .secondFactorDropped, .tokenReused:
            meaningForAccount
        }
    }

    private var meaningForDaemon: EventMeaning {
        switch self {
        case .configLoaded: EventMeaning("The settings were read and hold.", .path)
        case .configReloaded:
            EventMeaning(
                "SIGHUP: `n` settings changed; `reason` names those that wait for a restart.",
                .path, .count, .reason)
        case .configRefused:
            EventMeaning(
                "SIGHUP: the settings have `n` faults, `reason` is the first; nothing changed.",
                .path, .count, .reason)
        case .logReopened:
            EventMeaning(
                "SIGHUP: the log's file was opened again; with `errno` the old one is written on.",
                .path, .errorNumber)
        default:
            EventMeaning("`n` events were lost: the writer could not keep up or write.", .count)
        }
    }

    private var meaningForStore: EventMeaning {
        switch self {
        case .storeCommitSlow:
            EventMeaning("A commit of `n` commands took 100 ms or more.", .count, .duration)
        case .storeCheckpointSlow:
            EventMeaning(
                "To move `n` pages from the WAL took 100 ms or more; commits waited.", .count,
                .duration)
        case .storeFull:
            EventMeaning(
                "The disk is full: what is to be stored is refused with `UNAVAILABLE`; reads go"
                    + " on.", .reason)
        case .storeUnreachable:
            EventMeaning(
                "The database's server does not answer: commands are refused with `UNAVAILABLE`"
                    + " until it does.", .reason)
        case .storeWritable: EventMeaning("Commands are stored again.")
        case .storeBroken:
            EventMeaning(
                "A sync or a write failed, or the data is damaged: nobody is answered any more,"
                    + " and the daemon exits with 74.", .reason)
        case .storeRecovered:
            EventMeaning(
                "The last process did not close the data: they were read from the disk anew, and"
                    + " the WAL of `bytes` was moved into the database, before the start.", .bytes,
                .duration)
        default:
            EventMeaning(
                "The store failed a command, which is not stored.",
                .connection, .request, .command, .reason)
        }
    }

    private var meaningForLife: EventMeaning {
        switch self {
        case .serverStarted:
            EventMeaning("Connections are accepted.", .address, .version, .process)
        case .serverStopping: EventMeaning("The daemon was asked to stop.")
        case .serverDraining:
            EventMeaning("No more are accepted; `n` connections are told to come back.", .count)
        case .serverCutOff:
            EventMeaning("`drain.seconds` are over: whoever is left is cut off.", .limit)
        case .serverStat:
            EventMeaning(
                "How things stand, every `log.statSeconds`, and what happened since the last such"
                    + " event.",
                .connections, .sessions, .inRate, .outRate, .commitRate, .commitTime, .pushTime,
                .lag, .queued, .outboxBytes, .descriptors, .memory, .cpu)
        case .serverStopped: EventMeaning("The last event of a clean stop.")
        case .upgradeStarted:
            EventMeaning("SIGUSR2: a successor was started on our listeners.", .path, .process)
        case .upgradeReady:
            EventMeaning("The successor waits for the data; this daemon stops.", .process)
        default:
            EventMeaning("The successor is no use, and this daemon goes on.", .reason, .process)
        }
    }

    private var meaningForTLS: EventMeaning {
        switch self {
        case .credentialsLoaded:
            EventMeaning(
                "Certificate and key were read, and hold for `n` days; new connections get them.",
                .path, .count)
        case .credentialsRefused:
            EventMeaning(
                "SIGHUP: certificate and key are no good; the old ones stay in use.",
                .path, .reason)
        case .credentialsExposed:
            EventMeaning("Others than the owner may read the private key.", .path)
        default:
            EventMeaning(
                "A peer was turned away, because no TLS handshake came about.",
                .address, .reason, .limit)
        }
    }

    private var meaningForConnection: EventMeaning {
        switch self {
        case .connectionOpened: EventMeaning("A client connected.", .connection, .address)
        case .connectionForwarded:
            EventMeaning(
                "One of `http.trustedProxies` has said whose WebSocket it is.", .connection,
                .address)
        case .connectionClosed:
            EventMeaning(
                "A connection is gone, whoever ended it.",
                .connection, .reason)
        case .connectionRefused:
            EventMeaning(
                "A connection was turned away: there are as many as may be.", .address, .limit)
        case .connectionSentAway:
            EventMeaning(
                "The place of a connection was needed on which nobody had signed in, or a user"
                    + " who has over \(UserBook.connectionsMax).", .connection)
        case .acceptPaused:
            EventMeaning(
                "New connections wait: a loop is full, or descriptors ran out.",
                .reason, .errorNumber, .limit)
        case .acceptResumed: EventMeaning("New connections are accepted again.")
        case .httpRefused:
            EventMeaning(
                "A request was refused before it was a WebSocket.",
                .connection, .status, .reason, .limit)
        case .webSocketViolation:
            EventMeaning(
                "A peer broke the protocol and is closed.",
                .connection, .close, .reason, .limit)
        case .peersMuted:
            EventMeaning(
                "`n` events that peers caused were left out: a loop, or the hub, writes at most"
                    + " \(PeerDiary.linesMax) a second.", .count)
        case .connectionLimited:
            EventMeaning(
                "A connection met a limit and is closed.", .connection, .close, .limit)
        default:
            EventMeaning(
                "A peer did not read, or not fast enough, and is closed; `bytes` waited for it.",
                .connection, .bytes, .limit)
        }
    }

    private var meaningForAdmin: EventMeaning {
        switch self {
        case .adminDone:
            EventMeaning(
                "The order `cmd` of `upford ctl` was carried out, about `uid` and `other_uid`, if"
                    + " it is about somebody or two; also `upford erase`.", .peerUser, .process,
                .command, .user, .otherUser, .count)
        case .adminRefused:
            EventMeaning(
                "An order of `upford ctl` was refused, or what came was none.", .peerUser, .process,
                .command, .code)
        default:
            EventMeaning(
                "Somebody came to the admin socket who is neither root nor the daemon's own user,"
                    + " and was turned away.", .peerUser, .process)
        }
    }

    private var meaningForNotifier: EventMeaning {
        switch self {
        case .notifierDropped:
            EventMeaning(
                "`n` notifications found no place (`notifiers.queue`; of one user at most"
                    + " \(LetterQueue.userMax) wait) and were dropped; at most one"
                    + " such event in 10 s.", .notifier, .count)
        case .notifierKeyRefused:
            EventMeaning(
                "Push services refuse what is signed with our key (`upfor.vapid`), the last one"
                    + " with `status`, for \(KeyStanding.refusedMin) people since one took it.",
                .notifier, .status)
        default:
            EventMeaning(
                "`n` notifications were given up, the last one refused with `status`, or, where"
                    + " that is 0, tried until its time was over; at most one such event in 10 s.",
                .notifier, .status, .count)
        }
    }

    private var meaningForAccount: EventMeaning {
        switch self {
        case .passwordChanged:
            EventMeaning(
                "Somebody has another password; their other sessions are closed.", .connection,
                .user, .request)
        case .moderated:
            EventMeaning(
                "An administrator has decided about somebody who was reported; `reason` is what:"
                    + " dismiss, hide, warn, suspend or ban.", .user, .reason)
        case .reported:
            EventMeaning(
                "Somebody, or something of theirs, was reported to the administrators: `upford ctl"
                    + " reports`. Who did it, and why, is not logged.", .user)
        case .emailChanged:
            EventMeaning(
                "Somebody has another e-mail address, by which one can log in.", .connection,
                .user, .request)
        case .emailVerified:
            EventMeaning(
                "Somebody has confirmed an e-mail address by a mailed code.", .connection, .user,
                .request)
        case .tokenReused:
            EventMeaning(
                "Somebody came with a token that another had replaced: there is a copy of one of "
                    + "the two. That log-in is ended, and its owner is told.", .user, .address)
        case .passwordRecovered:
            EventMeaning(
                "Somebody has set another password by a mailed code; all sessions are closed.",
                .connection, .user, .request)
        case .secondFactorSet:
            EventMeaning(
                "Log-ins to an account need a code of an authenticator from now on.",
                .connection, .user, .request)
        case .secondFactorDropped:
            EventMeaning(
                "Log-ins to an account need no code any more. The owner did it, or an"
                    + " administrator, on no connection.",
                .connection, .user, .request)
        case .accountDeleted:
            EventMeaning(
                "Somebody ended their account, or an administrator did, on no connection; what it"
                    + " left is erased in the hours after.",
                .connection, .user, .request)
        case .identityKeysRefused:
            EventMeaning(
                "An issuer's keys cannot be read or fetched; those from before, if any, stay.",
                .reason)
        case .identityLinked:
            EventMeaning(
                "An outside identity opens this account from now on.", .connection, .user, .request)
        default:
            EventMeaning(
                "An outside identity no longer opens this account.", .connection, .user, .request)
        }
    }

    private var meaningForPerson: EventMeaning {
        switch self {
        case .sessionOpened:
            EventMeaning(
                "A device signed in; `n` events are replayed.", .connection, .user, .request,
                .count)
        case .sessionClosed:
            EventMeaning("A session ended.", .connection, .user)
        case .presenceTally:
            EventMeaning(
                "What presence has cost since the last such event, 10 s ago or more: `n` comings"
                    + " and goings that friends could see.", .count, .notices, .duration)
        case .accountRegistered:
            EventMeaning(
                "Somebody made an account, from `addr`: an IPv4 address, or an IPv6 network of 64"
                    + " bits.", .connection, .user, .request, .address)
        case .accountLogin:
            EventMeaning(
                "A password or an ID token was right, from `addr`.", .connection, .user, .request,
                .address)
        default:
            EventMeaning(
                "A login was refused, or a proof of who one is, from `addr`: an IPv4 address, or an"
                    + " IPv6 network of 64 bits. Nothing tells whether the account exists; `reason`"
                    + " says what was wrong with an ID token.",
                .connection, .request, .command, .code, .reason, .address)
        }
    }

    /// The lines of one command have the same `cid` and `req`.
    private var meaningForCommand: EventMeaning {
        switch self {
        case .commandAccepted:
            EventMeaning(
                "A command was taken from a client, to be done.", .connection, .user, .request,
                .command)
        case .commandCommitted:
            EventMeaning(
                "A command is on disk, by a commit of `n` commands.", .connection, .request,
                .command, .count, .duration)
        case .commandAnswered:
            EventMeaning(
                "A command was carried out and answered; its events were pushed to `n`"
                    + " connections.", .connection, .request, .command, .count)
        case .commandRefused:
            EventMeaning(
                "A command was answered by a refusal.",
                .connection, .request, .command, .code, .limit)
        default:
            EventMeaning(
                "A command failed for a fault of ours; the client was told `INTERNAL`.",
                .connection, .request, .command, .code)
        }
    }
}
