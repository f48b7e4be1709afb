public import Settings

/// The events of the event log. The catalogue in docs/EVENTS.md is made from this.
///
/// Names are for machines: they are never reused and never change their meaning.
public enum EventName: String, CaseIterable, Sendable {
    /// The settings were read.
    case configLoaded = "config.loaded"
    /// The settings were read again.
    case configReloaded = "config.reloaded"
    /// The settings were read again, and are wrong.
    case configRefused = "config.refused"
    /// There is no page to serve.
    case pageMissing = "page.missing"
    /// There is no dictionary.
    case wordsMissing = "words.missing"
    /// A dictionary is no good.
    case wordsRefused = "words.refused"
    /// A program that speaks or listens is not installed.
    case speechMissing = "speech.missing"
    /// A program that speaks or listens has not done it.
    case speechFailed = "speech.failed"
    /// A program that makes voice messages is not installed.
    case mediaMissing = "media.missing"
    /// A picture or voice message could not be made.
    case mediaFailed = "media.failed"
    /// The daemon accepts connections.
    case serverStarted = "server.started"
    /// The daemon was asked to stop.
    case serverStopping = "server.stopping"
    /// All clients are being sent away.
    case serverDraining = "server.draining"
    /// The time for goodbyes is over.
    case serverCutOff = "server.cut_off"
    /// The state of the daemon.
    case serverStat = "server.stat"
    /// The daemon has stopped.
    case serverStopped = "server.stopped"
    /// A successor was started.
    case upgradeStarted = "upgrade.started"
    /// There is no successor; this daemon goes on.
    case upgradeFailed = "upgrade.failed"
    /// The successor takes over.
    case upgradeReady = "upgrade.ready"
    /// A client connected.
    case connectionOpened = "conn.opened"
    /// A proxy has named the client of a connection.
    case connectionForwarded = "conn.forwarded"
    /// A connection was turned away.
    case connectionRefused = "conn.refused"
    /// A visitor has given way to another connection.
    case connectionSentAway = "conn.sent_away"
    /// A connection is gone.
    case connectionClosed = "conn.closed"
    /// Accepting is paused.
    case acceptPaused = "accept.paused"
    /// Accepting goes on.
    case acceptResumed = "accept.resumed"
    /// A certificate and its key were read.
    case credentialsLoaded = "tls.loaded"
    /// A certificate and its key are no good.
    case credentialsRefused = "tls.refused"
    /// Others can read the key.
    case credentialsExposed = "tls.key_exposed"
    /// A TLS handshake came to nothing.
    case handshakeFailed = "tls.handshake_failed"
    /// An HTTP request was refused.
    case httpRefused = "http.refused"
    /// An HTTP request was malformed, or had no valid token.
    case httpMalformed = "http.malformed"
    /// A peer broke the WebSocket protocol.
    case webSocketViolation = "ws.violation"
    /// A connection met a limit.
    case connectionLimited = "conn.limited"
    /// Events about peers were left out.
    case peersMuted = "conn.muted"
    /// A peer did not read what it was sent.
    case outboxOverflow = "outbox.overflow"
    /// A device signed in.
    case sessionOpened = "session.opened"
    /// A session ended.
    case sessionClosed = "session.closed"
    /// The cost of presence.
    case presenceTally = "presence.tally"
    /// What users did with an activity.
    case activityTally = "activity.tally"
    /// How many became friends, and wrote messages.
    case socialTally = "social.tally"
    /// A user turned an activity on.
    case activityOn = "activity.on"
    /// A user turned an activity off, or it expired.
    case activityOff = "activity.off"
    /// Two users match.
    case activityMatched = "activity.matched"
    /// A user made a plan.
    case planMade = "plan.made"
    /// Two users are friends.
    case friendAdded = "friend.added"
    /// An account was made.
    case accountRegistered = "account.registered"
    /// A user logged in by password.
    case accountLogin = "account.login"
    /// A login was refused.
    case accountLoginFailed = "account.login_failed"
    /// A user changed the password.
    case passwordChanged = "account.password_changed"
    /// A user was reported to the administrators.
    case reported = "report.received"
    /// An administrator has decided about a reported user.
    case moderated = "report.decided"
    /// A user changed the e-mail address.
    case emailChanged = "account.email_changed"
    /// A user confirmed an e-mail address.
    case emailVerified = "account.email_verified"
    /// A user set a new password with a mailed code.
    case passwordRecovered = "account.recovered"
    /// Log-ins to an account need a second factor.
    case secondFactorSet = "account.second_factor_set"
    /// Log-ins to an account need no second factor any more.
    case secondFactorDropped = "account.second_factor_dropped"
    /// A client used a token that another had replaced.
    case tokenReused = "account.token_reused"
    /// A passkey opens an account.
    case passkeyAdded = "passkey.added"
    /// A passkey no longer opens an account.
    case passkeyDeleted = "passkey.deleted"
    /// A passkey did not count up.
    case passkeyCopied = "passkey.copied"
    /// A user deleted the account.
    case accountDeleted = "account.deleted"
    /// An outside identity opens an account.
    case identityLinked = "identity.linked"
    /// An outside identity no longer opens an account.
    case identityUnlinked = "identity.unlinked"
    /// The keys of an issuer of outside identities are not available.
    case identityKeysRefused = "identity.keys_refused"
    /// A command was taken from a client.
    case commandAccepted = "command.accepted"
    /// A command is on disk.
    case commandCommitted = "command.committed"
    /// A command was carried out.
    case commandAnswered = "command.answered"
    /// A command was answered by a refusal.
    case commandRefused = "command.refused"
    /// A command failed for a fault of ours.
    case commandFailed = "command.failed"
    /// A commit took long.
    case storeCommitSlow = "store.commit_slow"
    /// The store failed.
    case storeFault = "store.fault"
    /// A file of a user could not be stored, read or deleted.
    case filesFault = "files.fault"
    /// Files of users were moved into a bucket.
    case filesMoved = "files.moved"
    /// A checkpoint took long.
    case storeCheckpointSlow = "store.checkpoint_slow"
    /// The disk is full.
    case storeFull = "store.full"
    /// The database's server does not answer.
    case storeUnreachable = "store.unreachable"
    /// The disk is not full any more.
    case storeWritable = "store.writable"
    /// The disk failed.
    case storeBroken = "store.broken"
    /// The last process left the data unclosed.
    case storeRecovered = "store.recovered"
    /// Messages go between nodes.
    case busUp = "bus.up"
    /// No messages go between nodes.
    case busLost = "bus.lost"
    /// Another node serves the same database.
    case nodeJoined = "node.joined"
    /// Another node does not any more.
    case nodeGone = "node.gone"
    /// The chores of all nodes are this one's.
    case nodeChores = "node.chores"
    /// Notifications found no place.
    case notifierDropped = "notifier.dropped"
    /// A notification was given up.
    case notifierFailed = "notifier.failed"
    /// Push services will not have our key.
    case notifierKeyRefused = "notifier.key_refused"
    /// An administrator's order was carried out.
    case adminDone = "admin.done"
    /// An administrator's order was refused.
    case adminRefused = "admin.refused"
    /// A process that is not an administrator's connected to the admin socket.
    case adminDenied = "admin.denied"
    /// The log's file was opened again.
    case logReopened = "log.reopened"
    /// Events were lost.
    case logDropped = "log.dropped"
}

extension EventName {
    /// Whether it is about an administrator's order: that is written whatever the level.
    var isAudit: Bool {
        switch self {
        case .adminDone, .adminRefused, .adminDenied: true
        default: false
        }
    }

    /// How much it matters.
    public var level: EventLevel {
        switch self {
        case .connectionOpened, .connectionForwarded, .connectionClosed, .commandAccepted,
            .commandCommitted, .commandAnswered, .commandRefused, .handshakeFailed,
            .httpMalformed, .activityOn, .activityOff, .activityMatched, .planMade, .friendAdded:
            .debug
        case .configLoaded, .configReloaded, .serverStarted, .serverStopping, .serverDraining,
            .serverStat, .serverStopped, .upgradeStarted, .upgradeReady, .logReopened,
            .acceptResumed,
            .credentialsLoaded,
            .storeWritable, .storeRecovered, .pageMissing, .wordsMissing, .speechMissing,
            .mediaMissing,
            .sessionOpened, .sessionClosed, .presenceTally, .activityTally, .socialTally,
            .accountRegistered, .accountLogin, .passwordChanged, .emailChanged, .accountDeleted,
            .identityLinked, .identityUnlinked,
            .emailVerified, .passwordRecovered, .secondFactorSet, .secondFactorDropped,
            .passkeyAdded, .passkeyDeleted,
            .adminDone, .reported, .moderated, .busUp, .nodeJoined, .nodeChores,
            .filesMoved:
            .info
        case .connectionRefused, .connectionSentAway, .wordsRefused, .speechFailed, .mediaFailed,
            .httpRefused, .webSocketViolation, .connectionLimited,
            .outboxOverflow, .peersMuted,
            .accountLoginFailed, .tokenReused, .passkeyCopied, .acceptPaused, .storeCommitSlow,
            .storeCheckpointSlow, .logDropped,
            .serverCutOff, .notifierDropped, .notifierFailed, .notifierKeyRefused,
            .credentialsExposed, .adminRefused, .adminDenied, .busLost, .nodeGone:
            .warn
        case .commandFailed, .storeFault, .filesFault, .storeFull, .storeUnreachable, .storeBroken,
            .credentialsRefused,
            .configRefused, .upgradeFailed, .identityKeysRefused:
            .error
        }
    }
}
